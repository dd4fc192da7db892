import { sql, type Kysely } from 'kysely'

/** Adds what edges say of themselves, so that agents are sent to one that serves. Most rows are of edges that have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table edges
    add column name text,
    add column agent_url text,
    add column region text,
    add column capacity integer check (capacity > 0),
    add column tunnel_count integer,
    add column version text,
    add column state text not null default 'serving' check (state in ('serving', 'draining', 'stopped')),
    add column drained boolean not null default false`,
  `create index edges_last_seen on edges (last_seen_at)`,
]
