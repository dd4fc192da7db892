import { sql, type Kysely } from 'kysely'

/** Sums of requests by gateway and agent, what gateways are for, and the way to their agents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table gateways add column description text`,
  // No references, as recorded requests have none. Room on each page: a row grows for five minutes.
  `create table traffic_sums (
    account_id text not null,
    gateway_id text not null,
    agent_id text not null,
    starts_at timestamptz not null,
    kept_until date not null,
    informational bigint not null,
    success bigint not null,
    redirection bigint not null,
    client_errors bigint not null,
    server_errors bigint not null,
    bytes_in bigint not null,
    bytes_out bigint not null,
    durations bigint[] not null,
    primary key (account_id, gateway_id, starts_at, agent_id)
  ) with (fillfactor = 50)`,
  `create index traffic_sums_of_agents on traffic_sums (account_id, agent_id, starts_at)`,
  `create index traffic_sums_kept on traffic_sums (kept_until)`,
  `create index agents_of_gateway on agents (gateway_id, started_at desc, id desc) where gateway_id is not null`,
  `create index unrecorded_requests_by_minute on unrecorded_requests (minute)`,
]
