import { sql, type Kysely } from 'kysely'

/** Keeps whether an edge shares the limits of accounts with others: only the figures of such edges add up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table account_rates add column shares_limits boolean not null default false').execute(db)
}
