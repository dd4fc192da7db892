import { sql, type Kysely } from 'kysely'

/** The keys that clients gave operations which make something, with the answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // No references: a key is the first row of a change, and must wait for nobody's lock.
  `create table idempotency_keys (
    actor text not null,
    mutation text not null,
    key text not null,
    input_hash text not null,
    account_id text,
    user_id text,
    created_at timestamptz not null,
    sealed_answer text,
    primary key (actor, mutation, key)
  )`,
  `create index idempotency_keys_of_actor on idempotency_keys (actor, created_at)`,
  `create index idempotency_keys_of_account on idempotency_keys (account_id) where account_id is not null`,
  `create index idempotency_keys_of_user on idempotency_keys (user_id) where user_id is not null`,
  `create index idempotency_keys_by_time on idempotency_keys (created_at)`,
]
