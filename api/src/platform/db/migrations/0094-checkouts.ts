import { sql, type Kysely } from 'kysely'

/** Adds the payment provider's pages on which an account may still be subscribed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table checkouts (
    id text primary key,
    account_id text not null references accounts,
    idempotency_key text not null,
    number bigint not null generated always as identity,
    created_at timestamptz not null
  )`,
  `create index checkouts_account on checkouts (account_id, number)`,
  `create index checkouts_created on checkouts (created_at)`,
]
