import { describe, expect, it } from 'vitest'
import { recordedBurst, recordedPerSecond } from '../accounts/account.ts'
import { TokenBucket } from '../token-bucket.ts'
import { RecordBudget, recordedPerSecondOfAll } from './record-budget.ts'

interface Visited {
  perSecond: number
  bucket: TokenBucket
  recorded: number
}

const visited = (perSecond: number): Visited => ({
  perSecond,
  bucket: new TokenBucket(recordedPerSecond * 60, recordedBurst, 0),
  recorded: 0,
})

/** Makes requests arrive evenly for some seconds, and returns the total number recorded. */
function run(budget: RecordBudget, accounts: readonly Visited[], fromSecond: number, toSecond: number): number {
  for (const account of accounts) account.recorded = 0
  for (let ms = fromSecond * 1_000; ms < toSecond * 1_000; ms += 1) {
    for (const account of accounts) {
      const due = (at: number) => Math.floor((at * account.perSecond) / 1_000)
      const come = due(ms + 1) - due(ms)
      for (let i = 0; i < come; i += 1) if (budget.take(account.bucket, ms)) account.recorded += 1
    }
  }
  return accounts.reduce((sum, { recorded }) => sum + recorded, 0)
}

describe('what an edge records', () => {
  it('is at most 2,000 requests a second, for any number of accounts', () => {
    const accounts = Array.from({ length: 500 }, () => visited(40))
    const budget = new RecordBudget(0)
    expect(run(budget, accounts, 0, 10)).toBeLessThanOrEqual(11 * recordedPerSecondOfAll)
    expect(run(budget, accounts, 10, 20)).toBeGreaterThan(9 * recordedPerSecondOfAll)
  })

  it('includes nearly all requests of an account with few, and fewer of each account with many', () => {
    const few = visited(5)
    const many = Array.from({ length: 200 }, () => visited(50))
    const budget = new RecordBudget(0)
    run(budget, [few, ...many], 0, 10)
    run(budget, [few, ...many], 10, 20)
    expect(few.recorded).toBeGreaterThanOrEqual(45)
    for (const { recorded } of many) expect(recorded).toBeLessThan(150)
  })

  it('is 50 a second of each account again once there is room for that', () => {
    const accounts = Array.from({ length: 200 }, () => visited(50))
    const budget = new RecordBudget(0)
    run(budget, accounts, 0, 10)
    const rest = accounts.slice(0, 20)
    run(budget, rest, 10, 20)
    expect(run(budget, rest, 20, 30)).toBeGreaterThanOrEqual(20 * 490)
  })
})
