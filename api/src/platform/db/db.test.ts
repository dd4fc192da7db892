import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { describeApi } from '../../testing/api.ts'
import { isUniqueViolation } from './faults.ts'

describeApi('a database', (api) => {
  it('returns the same values with both drivers', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select 9007199254740991::int8 as int8, 12.50::numeric(10, 2) as price, '2026-03-29'::date as day,
        '2026-03-29T01:30:00Z'::timestamptz as instant, '{"is_default": [1]}'::jsonb as json, count(*) as count
    `.execute(api.app.db)
    expect(rows).toEqual([
      {
        int8: 9_007_199_254_740_991,
        price: 12.5,
        day: '2026-03-29',
        instant: new Date('2026-03-29T01:30:00Z'),
        json: { is_default: [1] },
        count: 1,
      },
    ])
  })

  it('names the unique index that a row violates', async () => {
    const insert = api.app.db.insertInto('usageReports').values({ id: 'twice', countedAt: new Date() })
    await insert.execute()
    const fault: unknown = await insert.execute().catch((error: unknown) => error)
    expect(isUniqueViolation(fault, 'usage_reports_pkey')).toBe(true)
    expect(isUniqueViolation(fault, 'another_index')).toBe(false)
    expect(isUniqueViolation(new Error('usage_reports_pkey'), 'usage_reports_pkey')).toBe(false)
  })

  it('rolls back a failed transaction without affecting concurrent ones', async () => {
    const { db, change } = api.app
    const insert = (id: string, fails: boolean) =>
      change(async (trx) => {
        await trx.insertInto('usageReports').values({ id, countedAt: new Date() }).execute()
        if (fails) throw new Error('no')
      })
    const ids = Array.from({ length: 10 }, (_, index) => `parallel-${index}`)
    await Promise.allSettled(ids.map((id, index) => insert(id, index % 2 === 0)))
    const rows = await db
      .selectFrom('usageReports')
      .select('id')
      .where('id', 'like', 'parallel-%')
      .orderBy('id')
      .execute()
    expect(rows.map(({ id }) => id)).toEqual(['parallel-1', 'parallel-3', 'parallel-5', 'parallel-7', 'parallel-9'])
  })
})

describe('isUniqueViolation', () => {
  it('is false for other faults', () => {
    expect(isUniqueViolation(Object.assign(new Error('x'), { code: '23503', constraint: 'c' }), 'c')).toBe(false)
    expect(isUniqueViolation(undefined, 'c')).toBe(false)
  })
})
