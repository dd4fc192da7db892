import { describe, expect, it } from 'vitest'
import { parseOptions } from '@node-rs/argon2'
import { hashPassword, verifyPassword } from './password-hash.ts'

describe('passwords', () => {
  it('are hashed with argon2id at 19 MiB and two passes, salted', async () => {
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

  it('match nothing where there is no hash', async () => {
    expect(await verifyPassword(undefined, 'secret')).toBe(false)
    expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
  })

  it('are refused at once when too many wait to be hashed', async () => {
    const results = await Promise.allSettled(Array.from({ length: 130 }, () => hashPassword('secret')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE' })
  }, 30_000)
})
