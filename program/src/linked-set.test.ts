import { describe, expect, it } from 'vitest'
import { array, assert, boolean, nat, property, record } from 'fast-check'
import { LinkedSet } from './linked-set.ts'
import type { Linked } from './linked-set.ts'

class Member implements Linked<Member> {
  previous: Member | undefined
  next: Member | undefined
}

describe('LinkedSet', () => {
  it('holds the same members as a Set, in the same order, after any additions and deletions', () => {
    const step = record({ isAdded: boolean(), index: nat({ max: 9 }) })
    assert(
      property(array(step, { maxLength: 60 }), (steps) => {
        const members = Array.from({ length: 10 }, () => new Member())
        const known = new Set<Member>()
        const set = new LinkedSet<Member>()
        for (const { isAdded, index } of steps) {
          const member = members[index] ?? new Member()
          for (const each of [known, set]) {
            if (isAdded) each.add(member)
            else each.delete(member)
          }
          expect(set.size).toBe(known.size)
          expect(set.list().map((each) => members.indexOf(each))).toEqual(
            [...known].map((each) => members.indexOf(each)),
          )
          expect(set.first).toBe(known.values().next().value)
          expect(members.map((each) => set.has(each))).toEqual(members.map((each) => known.has(each)))
        }
      }),
    )
  })

  it('removes references to neighbours from a deleted member', () => {
    const set = new LinkedSet<Member>()
    const members = Array.from({ length: 3 }, () => new Member())
    for (const member of members) set.add(member)
    for (const member of members) set.delete(member)
    expect(members).toEqual(members.map(() => ({ previous: undefined, next: undefined })))
  })
})
