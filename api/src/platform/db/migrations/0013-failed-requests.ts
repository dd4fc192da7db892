import { sql, type Kysely } from 'kysely'

/** Adds the number of failed requests to that of all requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table usage_metrics add column failed_requests bigint not null default 0').execute(db)
}
