import { expect, it } from 'vitest'
import type { Db } from './db.ts'
import { batched } from './batched.ts'

/** Queries that the test answers by hand: each records its items and the functions that end it. */
function openQueries() {
  const begun: { items: readonly number[]; answer: () => void; fail: () => void }[] = []
  const ask = batched(async (_db, items: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    begun.push({ items, answer: resolve, fail: () => reject(new Error('the database is away')) })
    await promise
    return items.map((item) => item * 10)
  })
  // A handle that receives no queries.
  const db = {} as Db
  return { begun, ask: (item: number) => ask(db, item), askOtherDatabase: (item: number) => ask({} as Db, item) }
}

const nextTurn = () => new Promise(setImmediate)

it('batched queries immediately for the first two callers, and once for all who call meanwhile', async () => {
  const { begun, ask } = openQueries()
  const answers: Promise<number>[] = []
  for (const item of [1, 2, 3, 4, 5]) {
    answers.push(ask(item))
    await nextTurn()
  }
  expect(begun.map(({ items }) => items)).toEqual([[1], [2]])
  begun[1]?.answer()
  await answers[1]
  await nextTurn()
  expect(begun.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]])
  for (const { answer } of begun) answer()
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50])
})

it('batched puts at most 200 callers into one query', async () => {
  const { begun, ask } = openQueries()
  const answers = Array.from({ length: 450 }, (_, index) => ask(index))
  for (let queries = 1; queries <= 3; queries += 1) {
    while (begun.length < queries) await nextTurn()
    begun[queries - 1]?.answer()
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 450 }, (_, index) => index * 10))
  expect(begun.map(({ items }) => items.length)).toEqual([200, 200, 50])
})

it('batched fails only for the callers whose query failed', async () => {
  const { begun, ask } = openQueries()
  const first = ask(1)
  await nextTurn()
  const second = ask(2)
  await nextTurn()
  const later = ask(3)
  begun[0]?.fail()
  await expect(first).rejects.toThrow('the database is away')
  await nextTurn()
  begun[1]?.answer()
  begun[2]?.answer()
  expect(await Promise.all([second, later])).toEqual([20, 30])
})

it('batched shares no query between two databases', async () => {
  const { begun, ask, askOtherDatabase } = openQueries()
  const answers = [ask(1), askOtherDatabase(2)]
  await nextTurn()
  expect(begun.map(({ items }) => items)).toEqual([[1], [2]])
  for (const { answer } of begun) answer()
  expect(await Promise.all(answers)).toEqual([10, 20])
})
