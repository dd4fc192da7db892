import { sql, type Kysely } from 'kysely'

/** Lets several agents that were started as a pool serve one gateway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table agents
    add column pool boolean not null default false,
    add constraint agents_pool_gateway check (not pool or gateway_id is not null)`,
  `create unique index agents_active_alone on agents (assigned_domain) where status = 'active' and not pool`,
  `create index agents_active_hostname on agents (assigned_domain) where status = 'active'`,
  `drop index agents_active_domain`,
]
