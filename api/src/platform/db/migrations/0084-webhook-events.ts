import { sql, type Kysely } from 'kysely'

/** Webhooks that tell of events too; deliveries that wait are looked for by webhook. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table webhooks add column events text[] not null default '{}'`,
  `alter table webhook_deliveries add column event_id text, add column sending_until timestamptz`,
  `create unique index webhook_deliveries_of_event on webhook_deliveries (webhook_id, event_id)`,
  `create index webhook_deliveries_pending on webhook_deliveries (webhook_id, next_attempt_at) where state = 'PENDING'`,
]
