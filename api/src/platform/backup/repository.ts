import { sql } from 'kysely'
import type { Trx } from '../db/db.ts'
import type { BackupSequence, BackupTable } from './format.ts'

/** A table as the catalogue describes it. */
export interface CatalogueTable {
  name: string
  /** In their order, without those that are generated of others. */
  columns: { name: string; type: string }[]
  /** The tables that its foreign keys refer to. */
  parents: string[]
}

/** The tables of Kysely's migrator. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock']

/** Tables that backups leave out: they are large, and what they have lasts hours or days. A copy that was shared would come back after it was ended. */
export const ephemeralTables: readonly string[] = [
  'recorded_requests',
  'request_reports',
  'request_shares',
  'unrecorded_requests',
  'traffic_sums',
]

const schemaId = sql`(select oid from pg_namespace where nspname = current_schema())`

/** Makes values have the same text on every server, and lets the transaction take as long as it must. */
export async function prepareTransfer(trx: Trx): Promise<void> {
  for (const [setting, value] of settings) {
    await sql`set local ${sql.raw(setting)} = ${sql.lit(value)}`.execute(trx)
  }
}

const settings = [
  ['datestyle', 'ISO, YMD'],
  ['timezone', 'UTC'],
  ['intervalstyle', 'postgres'],
  ['extra_float_digits', '1'],
  ['bytea_output', 'hex'],
  ['statement_timeout', '0'],
  ['idle_in_transaction_session_timeout', '0'],
] as const

/** Makes the transaction, which has done nothing yet, see the database as it is now until its end, and change nothing. */
export async function beginSnapshot(trx: Trx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(trx)
}

/** Returns every table but the migrator's own, by name. */
export async function listTables(trx: Trx): Promise<CatalogueTable[]> {
  const { rows } = await sql<CatalogueTable>`
    select
      t.relname::text as name,
      (
        select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
        from pg_attribute as a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      (
        select coalesce(json_agg(distinct p.relname::text), '[]')
        from pg_constraint as k join pg_class as p on p.oid = k.confrelid
        where k.conrelid = t.oid and k.contype = 'f'
      ) as parents
    from pg_class as t
    where t.relnamespace = ${schemaId} and t.relkind in ('r', 'p') and not t.relispartition
      and t.relname not in (${sql.join(migratorTables)})
    order by t.relname
  `.execute(trx.withoutPlugins())
  return rows
}

/** Returns the position of every sequence. */
export async function listSequences(trx: Trx): Promise<BackupSequence[]> {
  const plain = trx.withoutPlugins()
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = ${schemaId} and relkind = 'S' order by relname
  `.execute(plain)
  const sequences: BackupSequence[] = []
  for (const { name } of rows) {
    const found = await sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called as "isCalled" from ${sql.id(name)}
    `.execute(plain)
    for (const { value, isCalled } of found.rows) sequences.push({ sequence: name, value, isCalled })
  }
  return sequences
}

/** Reads a table batch by batch, each row as a JSON array of its values' texts. */
export async function* readRows(trx: Trx, { name, columns }: CatalogueTable, batch: number): AsyncGenerator<string[]> {
  const plain = trx.withoutPlugins()
  const texts = columns.map((column) => sql`${sql.id(column.name)}::text`)
  const row = texts.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(texts)}]`
  await sql`
    declare backup no scroll cursor for select to_json(${row})::text as row from ${sql.id(name)}
  `.execute(plain)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(batch)} from backup`.execute(plain)
    if (rows.length > 0) yield rows.map(({ row: text }) => text)
    if (rows.length < batch) break
  }
  await sql`close backup`.execute(plain)
}

/** Adds rows to a table. */
export async function insertRows(trx: Trx, { table, columns }: BackupTable, types: string[], rows: readonly string[]) {
  const names = columns.map((column) => sql.id(column))
  const values = types.map((type, index) => sql`(r.row ->> ${sql.lit(index)})::${sql.raw(type)}`)
  await sql`
    insert into ${sql.id(table)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${`[${rows.join(',')}]`}::text::jsonb) as r (row)
  `.execute(trx.withoutPlugins())
}

/** Empties tables. */
export async function emptyTables(trx: Trx, names: readonly string[]): Promise<void> {
  await sql`truncate table ${sql.join(names.map((name) => sql.id(name)))}`.execute(trx.withoutPlugins())
}

/** Removes the tables, those of the migrator among them, and the sequences that belong to none. */
export async function dropTables(trx: Trx): Promise<void> {
  const plain = trx.withoutPlugins()
  const names = [...(await listTables(trx)).map(({ name }) => name), ...migratorTables]
  await sql`drop table ${sql.join(names.map((name) => sql.id(name)))}`.execute(plain)
  for (const { sequence } of await listSequences(trx)) await sql`drop sequence ${sql.id(sequence)}`.execute(plain)
}

/** Sets the position of a sequence. Rolling back the transaction does not undo that. */
export async function setSequence(trx: Trx, { sequence, value, isCalled }: BackupSequence): Promise<void> {
  await sql`select setval(quote_ident(${sequence}::text)::regclass, ${value}::bigint, ${isCalled}::boolean)`.execute(
    trx,
  )
}

/** Keeps everyone else from signing up, and returns how many users and accounts there are. */
export async function lockUsers(trx: Trx): Promise<{ users: number; accounts: number }> {
  await sql`lock table users in access exclusive mode`.execute(trx)
  const { rows } = await sql<{ users: number; accounts: number }>`
    select (select count(*) from users) as users, (select count(*) from accounts) as accounts
  `.execute(trx)
  return rows[0] ?? { users: 0, accounts: 0 }
}
