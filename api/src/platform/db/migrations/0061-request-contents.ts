import { sql, type Kysely } from 'kysely'

/** Replayed requests, and copies of what requests held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Without a default: the rows of the partitions that exist stay as they are.
  `alter table recorded_requests add column replay_of uuid, add column replayed_by text`,
  `create table request_shares (
    account_id text not null references accounts (id),
    request_id uuid not null,
    shared_by text not null references users (id),
    shared_at timestamptz not null,
    expires_at timestamptz not null,
    sealed_copy text not null,
    primary key (account_id, request_id)
  )`,
  `create index request_shares_by_end on request_shares (expires_at)`,
]
