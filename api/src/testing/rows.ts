import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'

/** Returns every row of every table except the migrator's, as PostgreSQL writes them. */
export async function readAll(db: Db): Promise<Record<string, string[]>> {
  const names = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^kysely' order by 1
  `.execute(db)
  const all: Record<string, string[]> = {}
  for (const { name } of names.rows) {
    const { rows } = await sql<{ row: string }>`
      with zone as materialized (select set_config('timezone', 'UTC', true)) select t::text as row from zone, ${sql.id(name)} as t
    `.execute(db)
    all[name] = rows.map(({ row }) => row).toSorted()
  }
  return all
}

/** Creates tables with values of every kind; the first by name refers to the other. */
export async function createExotics(db: Db): Promise<void> {
  await sql`
    create table exotics (
      id serial primary key, "Bytes" bytea, big int8, amount numeric, real float8, at timestamptz, span interval, day date,
      many int[][], words text[], document jsonb, raw json, is_on boolean, padded char(5), doubled int8 generated always as (big / 2) stored
    )
  `.execute(db)
  await sql`create table a_child (exotic integer not null references exotics)`.execute(db)
}

/** Fills them with values that are easily lost in a backup. */
export async function fillExotics(db: Db): Promise<void> {
  await sql`
    insert into exotics ("Bytes", big, amount, real, at, span, day, many, words, document, raw, is_on, padded) values
      (decode('00ff5c22', 'hex'), 9223372036854775807, 12345678901234567890.123456789, 0.1 + 0.2::float8,
        '2026-03-29 01:30:00.000001+00', '1 mon -2 days 03:04:05.6', '0044-03-15 BC', '{{1,2},{3,null}}', array['', null, 'NULL', '"'],
        '{"n": 1.10, "s": "\\\\ \\u00e9"}', '{"b" : 1,  "a": [ ]}', false, 'ab'),
      ('', -9223372036854775808, 'NaN', 'infinity', '-infinity', '0', 'infinity', '{}', '{}', 'null', 'null', true, ''),
      (null, null, null, null, null, null, null, null, null, null, null, null, null)
  `.execute(db)
  await sql`insert into a_child values (1)`.execute(db)
}
