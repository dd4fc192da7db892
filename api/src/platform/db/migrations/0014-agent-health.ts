import { sql, type Kysely } from 'kysely'

/** Adds the health of agents, as edges measure it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table agents
        add column round_trip_ms double precision,
        add column app_failing boolean not null default false,
        add column failure_request_id text,
        add column failure_code text,
        add column failure_detail text,
        add column failed_at timestamptz`,
    )
    .execute(db)
}
