import { sql, type Kysely } from 'kysely'

/** How many of the requests failed, beside how many there were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table usage_metrics add column failed_requests bigint not null default 0').execute(db)
}
