import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describePostgres, type OpenTestDatabase } from '../../testing/databases.ts'
import type { OpenDatabase } from './db.ts'
import { StatementNames } from './named-statements.ts'

const often = 20

describePostgres('statements that are sent often', (postgres) => {
  it('are prepared under a name, except in transactions', async () => {
    await withNode(async ({ db }) => {
      for (let time = 0; time < often; time += 1) {
        await db.selectFrom('plans').select('id').where('id', '=', String(time)).execute()
        await db.transaction().execute((trx) => trx.selectFrom('users').select('id').where('id', '=', '1').execute())
      }
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
      expect(rows).toEqual([{ statement: 'select "id" from "plans" where "id" = $1' }])
    })
  })

  it('return columns that a migration by another node adds, twice in a row', async () => {
    await withNode(async ({ db }, database) => {
      await db.insertInto('usageReports').values({ id: 'first', countedAt: new Date() }).execute()
      const read = () => db.selectFrom('usageReports').selectAll().where('id', '=', 'first').execute()
      for (let time = 0; time < often; time += 1) await read()
      for (const column of ['one', 'two']) {
        await sql`alter table usage_reports add column ${sql.ref(column)} int default 1`.execute(database.db)
        expect(await read()).toMatchObject([{ id: 'first', [column]: 1 }])
        for (let time = 0; time < often; time += 1) await read()
      }
    })
  })

  /** Runs on a separate node, whose pool has one connection as long as it gets one query at a time. */
  async function withNode(work: (node: OpenDatabase, database: OpenTestDatabase) => Promise<void>): Promise<void> {
    const database = await postgres.open()
    const node = database.join()
    try {
      await work(node, database)
    } finally {
      await node.close()
      await database.close()
    }
  }
})

it('StatementNames names at most 150 frequent statements, and none that are sent once', () => {
  const names = new StatementNames()
  const takeRepeatedly = (text: string) => Array.from({ length: often }, () => names.take(text)).at(-1)
  for (let text = 0; text < 10_000; text += 1) expect(names.take(`now and then ${text}`)).toBeUndefined()
  const named = Array.from({ length: 1_000 }, (_, text) => takeRepeatedly(`often ${text}`)).filter(Boolean)
  expect(new Set(named).size).toBe(named.length)
  expect(named).toHaveLength(150)
})
