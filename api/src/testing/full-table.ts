import { sql } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import type { TestApi } from './api.ts'

/** Does something while nothing can be written to a table, as on a full disk. */
export async function whileFull<Result>(
  { app }: TestApi,
  table: keyof Tables,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(app.db)
  await sql`create trigger refuse before insert or update or delete on ${sql.table(table)}
    for each row execute function refuse()`.execute(app.db)
  try {
    return await work()
  } finally {
    await sql`drop trigger refuse on ${sql.table(table)}`.execute(app.db)
  }
}
