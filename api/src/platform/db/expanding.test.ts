import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readMigrations } from './migrate.ts'

/** The last migration that removed something that the previous version used. */
const lastDestructiveMigration = '0086-agent-edges'

/** Migrations that may be destructive, with the version since which nothing uses what they remove. */
const unusedSince: Readonly<Record<string, string>> = {}

/** Statements that make a process of the previous version fail. */
const isDestructive =
  /\bdrop (?:column|table|view|type)\b|\brename\b|\balter table\b[^;]*\b(?:set not null|set data type|type \w+|drop default)\b|\badd column\b(?:(?!\bdefault\b|,\s*add column\b)[^;])*\bnot null\b(?!\s+default)/i

/** Returns the destructive statements of a migration. It runs without a database: queries find no rows. */
async function findDestructive(name: string): Promise<string[]> {
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
  return statements.filter((statement) => isDestructive.test(statement))
}

describe('a migration', () => {
  it('removes nothing that the previous version uses, so that both can serve during a rolling update', async () => {
    const names = Object.keys(await readMigrations()).filter(
      (name) => name > lastDestructiveMigration && !(name in unusedSince),
    )
    for (const name of names)
      expect({ name, destructive: await findDestructive(name) }).toEqual({ name, destructive: [] })
  })

  it('that drops a column is detected', async () => {
    expect(await findDestructive(lastDestructiveMigration)).toEqual(['alter table agents drop column edge_id'])
  })

  it.each([
    'alter table agents rename column name to title',
    'drop table agents',
    'alter table agents alter column name set not null',
    'alter table agents add column name text not null',
    'alter table "agents" alter column "name" type integer',
  ])('with "%s" is destructive', (statement) => expect(statement).toMatch(isDestructive))

  it.each([
    'alter table agents add column name text',
    `alter table agents add column name text not null default ''`,
    'create table agents (id text primary key, name text not null)',
    'create index agents_name on agents (name)',
  ])('with "%s" is not destructive', (statement) => expect(statement).not.toMatch(isDestructive))
})
