import { sql, type Kysely } from 'kysely'

/** Keeps since when an account's plan is invoiced again, after it had no price or the operator did not invoice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table account_plans add column invoiced_from timestamptz').execute(db)
}
