import { expect, it } from 'vitest'
import { isSecret, makeSecret } from './rules.ts'

it('makeSecret returns pk_ and 64 hex characters, different each time', () => {
  const secrets = Array.from({ length: 50 }, makeSecret)
  for (const secret of secrets) expect(secret).toMatch(/^pk_[0-9a-f]{64}$/)
  expect(new Set(secrets).size).toBe(50)
})

it.each([
  [`pk_${'0'.repeat(64)}`, true],
  [`pk_${'0'.repeat(63)}`, false],
  [`pk_${'g'.repeat(64)}`, false],
  [`ck_${'0'.repeat(64)}`, false],
  [` pk_${'0'.repeat(64)}`, false],
])('isSecret says whether "%s" has the form of a secret: %s', (text, expected) => {
  expect(isSecret(text)).toBe(expected)
})
