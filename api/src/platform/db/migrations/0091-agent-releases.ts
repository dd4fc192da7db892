import { sql, type Kysely } from 'kysely'

/** Adds which agents were sent from one edge to less full ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table agent_releases (
    agent_id text primary key references agents on delete cascade,
    agent_url text not null,
    released_at timestamptz not null
  )`,
  `create index agent_releases_time on agent_releases (released_at)`,
]
