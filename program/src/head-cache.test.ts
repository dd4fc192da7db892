import { describe, expect, it } from 'vitest'
import { Memo, HeadCache } from './head-cache.ts'

const make = (text: string) => ({ fields: [['Host', text]], isShared: false })

describe('HeadCache', () => {
  it('shares a parsed head once its text comes again', () => {
    const known = new HeadCache<ReturnType<typeof make>>(4)
    const made = make('demo.test')
    known.keep(made, 'GET / demo.test', 6)
    expect([known.find('demo.test.'), made.isShared]).toEqual([undefined, false])
    expect(known.find('POST / demo.test', 7)).toBe(made)
    expect(made.isShared).toBe(true)
  })

  it('freezes a head that is shared', () => {
    const known = new HeadCache<ReturnType<typeof make>>(4)
    known.keep(make('demo.test'), 'demo.test')
    const shared = known.find('demo.test')
    expect(() => shared?.fields.push(['X', 'y'])).toThrow(TypeError)
    expect(() => shared?.fields[0]?.splice(1, 1, 'other.test')).toThrow(TypeError)
  })
})

describe('Memo', () => {
  it('keeps the result for shared fields, which it freezes, and computes it again for others', () => {
    let count = 0
    const memo = new Memo((_fields: readonly string[]) => (count += 1))
    const fields = ['Host', 'demo.test']
    expect([memo.get(fields, false), memo.get(fields, false)]).toEqual([1, 2])
    expect([memo.get(fields, true), memo.get(fields, true)]).toEqual([3, 3])
    expect(() => fields.push('X')).toThrow(TypeError)
  })
})
