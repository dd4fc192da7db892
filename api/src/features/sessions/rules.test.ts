import { describe, expect, it } from 'vitest'
import type { SignUpInput } from '../../generated/schema.ts'
import { parseSignUp } from '../sign-up/rules.ts'
import { parseIdentifier } from '../users/rules.ts'
import { decideRefresh, findEnd, isRemembered, sessionLifetimeMs } from './rules.ts'

const valid: SignUpInput = {
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: ' Ada@Example.com ',
  password: 'secret',
  acceptTerms: true,
  tokenDelivery: 'RESPONSE',
}

describe('parseSignUp', () => {
  it('trims the fields and converts the email address to lowercase', () => {
    expect(parseSignUp(valid)).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: null,
      password: 'secret',
    })
  })

  it.each<[Partial<SignUpInput>, string, string]>([
    [{ firstName: '  ' }, 'firstName', 'First name is required'],
    [{ firstName: 'a'.repeat(101) }, 'firstName', 'First name must be at most 100 characters long'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'ada' }, 'email', 'Invalid email format'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email', 'Invalid email format'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters long'],
    [{ password: 'a'.repeat(257) }, 'password', 'Password must be at most 256 characters long'],
    [{ acceptTerms: false }, 'acceptTerms', 'You must agree to the Terms of Service and Privacy Policy'],
  ])('refuses %j and names the field', (change, field, message) => {
    expect(() => parseSignUp({ ...valid, ...change })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', field, message }),
    )
  })
})

describe('parseIdentifier', () => {
  it.each([
    ['+33612345678', '+33612345678'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+1 (415) 555-0100', '+14155550100'],
  ])('reads the phone number %s as %s', (phone, expected) => {
    expect(parseIdentifier({ phone })).toEqual({ email: null, phone: expected })
  })

  it.each(['0612345678', '+0612345678', '+336', '+1234567890123456', 'call me'])(
    'refuses the phone number %s',
    (phone) => {
      expect(() => parseIdentifier({ phone })).toThrow(
        expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'phone' }),
      )
    },
  )
})

describe('decideRefresh', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const before = (ms: number) => new Date(now.getTime() - ms)
  const live = { usedAt: null, sessionExpiresAt: new Date('2026-12-01T00:00:00Z'), sessionEndedAt: null }

  it.each([
    ['rotates an unused token', live, 'rotate'],
    ['rotates a token used 10 seconds ago, as by a second tab', { ...live, usedAt: before(10_000) }, 'rotate'],
    ['revokes a token used more than 10 seconds ago, as by a thief', { ...live, usedAt: before(10_001) }, 'revoke'],
    [
      'revokes a token used while the clock was an hour ahead, as by a thief',
      { ...live, usedAt: before(-3_600_000) },
      'revoke',
    ],
    ['refuses a token of an ended session', { ...live, sessionEndedAt: before(1) }, 'refuse'],
    ['refuses a token of an expired session', { ...live, sessionExpiresAt: now }, 'refuse'],
    [
      'refuses a used token of an ended session',
      { ...live, usedAt: before(60_000), sessionEndedAt: before(1) },
      'refuse',
    ],
  ] as const)('%s', (_case, shown, decision) => {
    expect(decideRefresh(shown, now)).toBe(decision)
  })
})

describe('the end of a session', () => {
  const createdAt = new Date('2026-01-01T00:00:00Z')
  const dayMs = 24 * 3_600_000
  const after = (days: number) => new Date(createdAt.getTime() + days * dayMs)

  it('moves with each use, up to 90 days after the sign-in', () => {
    expect(findEnd(createdAt, true, after(59))).toEqual(after(89))
    expect(findEnd(createdAt, true, after(60))).toEqual(after(90))
    expect(findEnd(createdAt, true, after(61))).toEqual(after(90))
    expect(findEnd(createdAt, false, after(88))).toEqual(after(89))
    expect(findEnd(createdAt, false, after(89.5))).toEqual(after(90))
  })
})

describe('sessionLifetimeMs', () => {
  it('is 30 days for a remembered session and 1 day otherwise', () => {
    expect(sessionLifetimeMs(true)).toBe(30 * 24 * 3_600_000)
    expect(sessionLifetimeMs(false)).toBe(24 * 3_600_000)
  })
})

describe('isRemembered', () => {
  it.each([
    ['RESPONSE', false, true],
    ['RESPONSE', true, true],
    ['COOKIE', true, true],
    ['COOKIE', false, false],
  ] as const)('with %s delivery and rememberMe %s returns %s', (delivery, rememberMe, expected) => {
    expect(isRemembered(delivery, rememberMe)).toBe(expected)
  })
})
