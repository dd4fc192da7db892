import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { findStep, makeRecoveryCodes, makeTotpSecret, normalizeRecoveryCode, parseCode } from './rules.ts'

const secret = makeTotpSecret()
/** The middle of a step. */
const now = new Date('2026-03-01T12:00:15.000Z')
const step = Math.floor(now.getTime() / 30_000)
const codeOf = (steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + steps * 30_000 })

describe('findStep', () => {
  it('accepts the test vectors of RFC 6238, appendix B', () => {
    const rfc = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
    expect(findStep(rfc, '287082', new Date(59_000))).toBe(1)
    expect(findStep(rfc, '081804', new Date(1_111_111_109_000))).toBe(37_037_036)
  })

  it('returns the step of a code of the current, previous or next step', () => {
    expect([-1, 0, 1].map((steps) => findStep(secret, codeOf(steps), now))).toEqual([step - 1, step, step + 1])
  })

  it.each([-2, 2])('refuses a code that is %i steps off, to the second', (steps) => {
    expect(findStep(secret, codeOf(steps), now)).toBeUndefined()
    // The last second in which the code of two steps ago would still have been one step off.
    const edge = new Date((step + (steps < 0 ? 0 : 1)) * 30_000 - (steps < 0 ? 1 : 0))
    expect(findStep(secret, codeOf(steps), edge)).toBe(step + steps)
  })

  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('refuses the code %j', (code) => {
    expect(findStep(secret, code, now)).toBeUndefined()
  })
})

describe('recovery codes', () => {
  it('are ten distinct codes of 120 bits, in groups of six characters', () => {
    const codes = makeRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/)
  })

  it('match regardless of case, spaces and hyphens', () => {
    const [code = ''] = makeRecoveryCodes()
    expect(normalizeRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(normalizeRecoveryCode(code))
  })
})

it('parseCode refuses two codes at once, and input without a code', () => {
  expect(() => parseCode({ totp: '123456', recoveryCode: 'a' })).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'code' }),
  )
  expect(() => parseCode({})).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'code' }))
})
