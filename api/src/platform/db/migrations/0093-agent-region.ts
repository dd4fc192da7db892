import { sql, type Kysely } from 'kysely'

/** Adds the region of each agent, and which of its sessions are in another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table agents add column region text',
  'alter table agent_edges add column away boolean not null default false',
  'create index agent_edges_away on agent_edges (agent_id) where away',
]
