import { describe, expect, it } from 'vitest'
import { checkPrefix, getHostnameRest, toPrefix } from './hostname.ts'

describe('a typed prefix', () => {
  it.each([
    ['Demo', 'demo'],
    ['my app!', 'myapp'],
    ['a_b.c-d', 'abc-d'],
    ['ÄÖÜ', ''],
  ])('%j becomes %j', (typed, prefix) => {
    expect(toPrefix(typed)).toBe(prefix)
  })

  it.each([
    ['', 'Please fill in all required fields for the subpoint gateway'],
    ['-demo', 'Start with a letter or a digit'],
    ['x'.repeat(60), 'Use at most 59 characters: a hostname has no room for more'],
    ['x'.repeat(59), null],
    ['demo', null],
  ])('%j is checked with the result %j', (prefix, problem) => {
    expect(checkPrefix(prefix, 'ada')).toBe(problem)
  })
})

describe('the rest of a hostname', () => {
  it('consists of namespace and domain, with hyphens in place of underscores', () => {
    expect(getHostnameRest('ada_love_lace', 'culvert.localhost')).toBe('-ada-love-lace.culvert.localhost')
  })
})
