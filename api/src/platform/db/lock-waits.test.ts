import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDb, type Database } from './db.ts'
import { boundLockWaits, lockRow } from './lock-waits.ts'

/** A database without rows, in which one transaction at a time may wait for one. */
function openDb(): Database {
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const db = boundLockWaits(createDb(dialect), { perRow: 1, total: 1 })
  return db
}

/** Starts a transaction that waits for a row until it is released. */
async function waitForRow(db: Database) {
  const { promise: released, resolve: release } = Promise.withResolvers<string>()
  const isWaiting = Promise.withResolvers<void>()
  const done = db.transaction().execute(() =>
    lockRow('a row', async (how) => {
      if (how === 'skip') return undefined
      isWaiting.resolve()
      return await released
    }),
  )
  await isWaiting.promise
  return { release: () => release('locked'), done }
}

describe('a transaction that waits outside the database for a locked row', () => {
  afterEach(() => vi.useRealTimers())

  it('gets its turn although the clock was set forward', async () => {
    const db = openDb()
    const first = await waitForRow(db)
    vi.useFakeTimers({ toFake: ['Date'] })
    let tries = 0
    const second = db.transaction().execute(async () => {
      tries += 1
      vi.setSystemTime(Date.now() + 3_600_000)
      return await lockRow('a row', async (how) => (how === 'skip' && tries === 1 ? undefined : 'locked'))
    })
    // It is in the queue by then, or was refused.
    await vi.waitFor(() => expect(tries).toBe(1))
    first.release()
    await first.done
    expect(await second).toBe('locked')
    expect(tries).toBe(2)
  })

  it('gets its turn before one that asks for the row later', async () => {
    const db = openDb()
    const first = await waitForRow(db)
    const order: string[] = []
    const laterAsked = Promise.withResolvers<void>()
    let tries = 0
    const second = db.transaction().execute(async () => {
      tries += 1
      // It runs again, and has not come to the row yet.
      if (tries === 2) await laterAsked.promise
      await lockRow('a row', async (how) => (how === 'wait' ? order.push('second') : undefined))
    })
    await vi.waitFor(() => expect(tries).toBe(1))
    first.release()
    await vi.waitFor(() => expect(tries).toBe(2))
    const later = db.transaction().execute(async () => {
      const asked = lockRow('a row', async (how) => (how === 'wait' ? order.push('later') : undefined))
      laterAsked.resolve()
      await asked
    })
    await Promise.all([first.done, second, later])
    expect(order).toEqual(['second', 'later'])
  })

  it('is not overtaken by one that finds the row free for a moment', async () => {
    const db = openDb()
    const first = await waitForRow(db)
    const order: string[] = []
    let isAsked = false
    const later = db.transaction().execute(async () => {
      isAsked = true
      await lockRow('a row', async () => order.push('later'))
    })
    await vi.waitFor(() => expect(isAsked).toBe(true))
    order.push('first')
    first.release()
    await Promise.all([first.done, later])
    expect(order).toEqual(['first', 'later'])
  })

  it('locks a row again that it has locked, whoever waits for it', async () => {
    const db = openDb()
    const others = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async () => {
      await lockRow('a row', async () => 'locked')
      asked.resolve()
      await others.promise
      return await lockRow('a row', async () => 'again')
    })
    await asked.promise
    const waiting = await waitForRow(db)
    others.resolve()
    expect(await holder).toBe('again')
    waiting.release()
    await waiting.done
  })

  it('passes its turn on if it ends before it comes to the row', async () => {
    const db = openDb()
    const first = await waitForRow(db)
    let tries = 0
    const second = db.transaction().execute(async () => {
      tries += 1
      if (tries === 2) throw new Error('changed its mind')
      await lockRow('a row', async (how) => (how === 'skip' ? undefined : 'locked'))
    })
    await vi.waitFor(() => expect(tries).toBe(1))
    let isQueued = false
    const third = db.transaction().execute(async () => {
      isQueued = true
      return await lockRow('a row', async (how) => (how === 'skip' ? undefined : 'locked'))
    })
    await vi.waitFor(() => expect(isQueued).toBe(true))
    first.release()
    await expect(second).rejects.toThrow('changed its mind')
    expect(await third).toBe('locked')
  })
})
