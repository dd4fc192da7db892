import { describe, expect, it } from 'vitest'
import { parseOptions } from '@node-rs/argon2'
import { hashPassword, verifyPassword } from './password-hash.ts'

describe('passwords', () => {
  it('are salted and hashed with argon2id at 19 MiB and two passes', async () => {
    const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
    expect(first).toMatch(/^\$argon2id\$/)
    expect(parseOptions(first)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(first).not.toBe(second)
  })

  it('match their own hash only', async () => {
    const passwordHash = await hashPassword('secret')
    expect(await verifyPassword(passwordHash, 'secret')).toBe(true)
    expect(await verifyPassword(passwordHash, 'Secret')).toBe(false)
  })

  it('never match if there is no hash', async () => {
    expect(await verifyPassword(undefined, 'secret')).toBe(false)
    expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
  })

  it('are refused with UNAVAILABLE when too many are waiting to be hashed, before any of these is', async () => {
    const outcomes: unknown[] = []
    const attempts = Array.from({ length: 130 }, () =>
      hashPassword('secret').then(
        () => outcomes.push('hashed'),
        ({ code }) => outcomes.push(code),
      ),
    )
    await Promise.all(attempts)
    const refused = outcomes.indexOf('hashed')
    expect(refused).toBeGreaterThan(0)
    expect(outcomes).toEqual([...Array(refused).fill('UNAVAILABLE'), ...Array(130 - refused).fill('hashed')])
  }, 30_000)
})
