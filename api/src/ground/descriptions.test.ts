import { describe, expect, it } from 'vitest'
import { parseDescription } from './descriptions.ts'

describe('parseDescription', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['  ', null],
    [' office ', 'office'],
  ])('reads %j as %j', (text, description) => {
    expect(parseDescription(text)).toBe(description)
  })

  it('refuses more than 200 characters', () => {
    expect(() => parseDescription('x'.repeat(201))).toThrow('Description must be at most 200 characters long')
  })
})
