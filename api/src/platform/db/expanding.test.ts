import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readMigrations } from './migrate.ts'

/** The last migration that took away what the version before it used. */
const lastTakingAway = '0086-agent-edges'

/** Migrations that may take away, with the version since which nothing uses what goes. */
const unusedSince: Readonly<Record<string, string>> = {}

/** Statements beside which a process of the version before fails. */
const takesAway =
  /\bdrop (?:column|table|view|type)\b|\brename\b|\balter table\b[^;]*\b(?:set not null|set data type|type \w+|drop default)\b|\badd column\b(?:(?!\bdefault\b|,\s*add column\b)[^;])*\bnot null\b(?!\s+default)/i

/** Returns the statements of a migration that take something away. It runs on no database: a query finds no rows. */
async function findTakingAway(name: string): Promise<string[]> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  const migration = (await readMigrations())[name]
  if (!migration) throw new Error(`There is no migration ${name}.`)
  await migration.up(db)
  return statements.filter((statement) => takesAway.test(statement))
}

describe('a migration', () => {
  it('takes nothing away that the version before uses, so that both serve beside each other while nodes are updated', async () => {
    const names = Object.keys(await readMigrations()).filter((name) => name > lastTakingAway && !(name in unusedSince))
    for (const name of names) expect({ name, takesAway: await findTakingAway(name) }).toEqual({ name, takesAway: [] })
  })

  it('that drops a column is found', async () => {
    expect(await findTakingAway(lastTakingAway)).toEqual(['alter table agents drop column edge_id'])
  })

  it.each([
    'alter table agents rename column name to title',
    'drop table agents',
    'alter table agents alter column name set not null',
    'alter table agents add column name text not null',
    'alter table "agents" alter column "name" type integer',
  ])('with "%s" is one that takes away', (statement) => expect(statement).toMatch(takesAway))

  it.each([
    'alter table agents add column name text',
    `alter table agents add column name text not null default ''`,
    'create table agents (id text primary key, name text not null)',
    'create index agents_name on agents (name)',
  ])('with "%s" is one that adds', (statement) => expect(statement).not.toMatch(takesAway))
})
