import { describe, expect, it } from 'vitest'
import { aRequest } from '../../testing/test-requests.ts'
import { emptyList, reduceList, type RequestList, type RequestListAction } from './request-list.ts'
import type { RequestPage } from './request.ts'

/** The page of the requests from one number down to another. */
function page(from: number, to: number): RequestPage {
  const nodes = Array.from({ length: from - to + 1 }, (_, index) => aRequest(from - index))
  const end = to > 1 ? `behind ${to}` : null
  return { nodes, startCursor: `before ${from}`, endCursor: end, searchedTo: end && aRequest(to).startedAt }
}

const newest = (from: number, to: number, isPaused = false): RequestListAction => ({
  type: 'newest',
  page: page(from, to),
  isPaused,
})

const added = (from: number, to: number, isPaused = false): RequestListAction => ({
  type: 'added',
  nodes: page(from, to).nodes.toReversed(),
  isPartial: false,
  isPaused,
})

const run = (...actions: RequestListAction[]): RequestList => actions.reduce(reduceList, emptyList)
const numbers = ({ rows }: RequestList) => rows.map(({ path }) => Number(path.slice(1)))
const span = (from: number, to: number) => page(from, to).nodes.map(({ path }) => Number(path.slice(1)))

/** The list after its reader has scrolled down to request 1. */
function readDown(from: number): RequestList {
  let list = run(newest(from, from - 99))
  for (let to = from - 99; to > 1; to -= 100) {
    list = reduceList(list, { type: 'older', cursor: `behind ${to}`, page: page(to - 1, to - 100) })
  }
  return list
}

describe('the list of requests', () => {
  it('has no gaps and no duplicates, however pages and batches overlap', () => {
    const list = run(added(6, 5), newest(5, 3), added(7, 4), newest(7, 5), {
      type: 'older',
      cursor: 'behind 3',
      page: page(3, 1),
    })
    expect(numbers(list)).toEqual(span(7, 1))
  })

  it('inserts a late request in its place', () => {
    const { nodes } = page(10, 1)
    const late = nodes[4]!
    const first = { ...page(10, 5), nodes: nodes.slice(0, 6).filter((row) => row !== late) }
    const list = run({ type: 'newest', page: first, isPaused: false }, added(6, 6))
    expect(numbers(list)).toEqual(span(10, 5))
    // A request beyond the last page comes with the next page.
    expect(numbers(run(newest(10, 5), added(3, 3)))).toEqual(span(10, 5))
  })

  it('does not change while it is paused, and admits the waiting requests when it is released', () => {
    const held = run(newest(3, 1), added(5, 4, true), newest(6, 3, true))
    expect(numbers(held)).toEqual(span(3, 1))
    expect(held.waiting).toHaveLength(3)
    expect(numbers(reduceList(held, { type: 'released' }))).toEqual(span(6, 1))
  })

  it('starts over after a gap longer than a page, but only becomes stale while it is paused', () => {
    expect(numbers(run(newest(100, 1), newest(500, 401)))).toEqual(span(500, 401))
    const held = run(newest(100, 1), newest(500, 401, true), { type: 'released' })
    expect(numbers(held)).toEqual(span(100, 1))
    expect(held.isStale).toBe(true)
  })

  it('keeps 10,000 rows, drops the newest on the way down, and loads them again on the way back', () => {
    const list = readDown(10_500)
    expect(numbers(list)).toEqual(span(10_000, 1))
    expect(list.isCut).toBe(true)
    const back = reduceList(list, { type: 'newer', cursor: 'before 10000', page: page(10_100, 10_001) })
    expect(numbers(back)).toEqual(span(10_100, 101))
    expect(back.pages?.at(-1)?.endCursor).toBe('behind 101')
    const atTop = reduceList(back, {
      type: 'newer',
      cursor: 'before 10100',
      page: { nodes: [], startCursor: null, endCursor: null, searchedTo: null },
    })
    expect(atTop.isCut).toBe(false)
  })

  it('admits nothing at the top while its newest rows are dropped', () => {
    const list = reduceList(readDown(10_500), added(10_501, 10_501))
    expect(numbers(list)).toEqual(span(10_000, 1))
    expect(list.waiting).toHaveLength(1)
  })

  it('is bounded: it becomes stale once it has grown too long, or 1,000 requests wait', () => {
    let list = run(newest(100, 1))
    for (let from = 101; from <= 10_101; from += 200) list = reduceList(list, added(from + 199, from))
    expect(list.isStale).toBe(true)
    expect(list.rows.length).toBeLessThan(10_400)
    const restarted = reduceList(reduceList(list, { type: 'asked' }), newest(10_300, 10_201))
    expect(numbers(restarted)).toEqual(span(10_300, 10_201))

    let held = run(newest(100, 1))
    for (let from = 101; from <= 5_101; from += 200) held = reduceList(held, added(from + 199, from, true))
    expect(held.waiting).toHaveLength(1_000)
    expect(held.isStale).toBe(true)
  })

  it('ignores an older page that was requested before the filter changed', () => {
    const list = run(newest(200, 101), { type: 'asked' }, { type: 'older', cursor: 'behind 101', page: page(100, 1) })
    expect(numbers(list)).toEqual(span(200, 101))
    expect(numbers(reduceList(list, newest(50, 41)))).toEqual(span(50, 41))
  })
})
