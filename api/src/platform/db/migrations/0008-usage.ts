import { sql, type Kysely } from 'kysely'

/** Adds limit notices: which were due, and which went out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // No reference, as for usage itself: what was counted is counted whatever became of the account.
  `create table usage_notices (
    account_id text not null,
    month date not null,
    threshold integer not null,
    due_at timestamptz not null,
    sent_at timestamptz,
    primary key (account_id, month, threshold)
  )`,
]
