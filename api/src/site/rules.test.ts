import { describe, expect, it } from '@jest/globals'
import { getDefault } from './rules.ts'

describe('getDefault', () => {
  const a = { domain: 'a.example', isDefault: false }
  const b = { domain: 'b.example', isDefault: true }

  it('is the domain that the operator marked, else the first', () => {
    expect(getDefault([a, b])).toBe(b)
    expect(getDefault([a])).toBe(a)
  })

  it('cannot be when no domain is offered', () => {
    expect(() => getDefault([])).toThrow('The operator offers no subpoint domain.')
  })
})
