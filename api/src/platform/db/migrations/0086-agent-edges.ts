import { sql, type Kysely } from 'kysely'

/** Lets an agent be connected at several edges. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table agent_edges (
    agent_id text not null references agents on delete cascade,
    edge_id text not null references edges,
    connected_at timestamptz not null,
    primary key (agent_id, edge_id)
  )`,
  `create index agent_edges_edge on agent_edges (edge_id)`,
  `insert into agent_edges (agent_id, edge_id, connected_at)
    select id, edge_id, last_seen_at from agents where edge_id is not null and status = 'active'`,
  `alter table agents add column connected boolean not null default false`,
  `update agents set connected = true where edge_id is not null and status = 'active'`,
  // With it goes its index.
  `alter table agents drop column edge_id`,
]
