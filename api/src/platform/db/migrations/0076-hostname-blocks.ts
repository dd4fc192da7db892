import { sql, type Kysely } from 'kysely'

/** Hostnames that the operator has taken down, and the version of the last change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table hostname_blocks (
    hostname text primary key,
    reason text not null,
    blocked_at timestamptz not null
  )`,
  `create table hostname_block_counter (
    id integer primary key check (id = 1),
    version bigint not null
  )`,
  `insert into hostname_block_counter values (1, 0)`,
]
