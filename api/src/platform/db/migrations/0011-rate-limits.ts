import { sql, type Kysely } from 'kysely'

/** Adds the accounts' use of the limits of their tunnels, by edge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // No references: edges report as they see it, and what nobody reports any more is swept away.
  `create table account_rates (
    account_id text not null,
    edge_id text not null,
    requests_per_minute integer not null,
    open_requests integer not null,
    peak_date date not null,
    requests_per_minute_peak integer not null,
    open_requests_peak integer not null,
    reported_at timestamptz not null,
    primary key (account_id, edge_id)
  )`,
]
