import { describe, expect, it } from 'vitest'
import { parseEmail } from './email-address.ts'

describe('parseEmail', () => {
  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['a+b@x.y', 'a+b@x.y'],
  ])('reads an address from "%s"', (text, email) => {
    expect(parseEmail(text)).toBe(email)
  })

  it.each([
    ['', 'Email is required'],
    ['ada', 'Invalid email format'],
    ['a b@x.y', 'Invalid email format'],
    ['ada@example', 'Invalid email format'],
    [`${'a'.repeat(250)}@x.yz`, 'Invalid email format'],
  ])('refuses "%s"', (text, message) => {
    expect(() => parseEmail(text)).toThrow(message)
  })
})
