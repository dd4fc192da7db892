import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDb } from './db.ts'
import { boundLockWaits, lockRow } from './lock-waits.ts'

describe('a transaction that waits outside the database for a locked row', () => {
  afterEach(() => vi.useRealTimers())

  it('gets its turn although the clock was set forward', async () => {
    const dialect = {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    }
    const db = boundLockWaits(createDb(dialect), { perRow: 1, total: 1 })
    const released = Promise.withResolvers<string>()
    const isWaiting = Promise.withResolvers<void>()
    const first = db.transaction().execute(async () => {
      await lockRow('a row', async (how) => {
        if (how === 'skip') return undefined
        isWaiting.resolve()
        return await released.promise
      })
    })
    await isWaiting.promise
    vi.useFakeTimers({ toFake: ['Date'] })
    let tries = 0
    const second = db.transaction().execute(async () => {
      tries += 1
      vi.setSystemTime(Date.now() + 3_600_000)
      return await lockRow('a row', async (how) => (how === 'skip' && tries === 1 ? undefined : 'locked'))
    })
    // It is in the queue by then, or was refused.
    await vi.waitFor(() => expect(tries).toBe(1))
    released.resolve('locked')
    await first
    expect(await second).toBe('locked')
    expect(tries).toBe(2)
  })
})
