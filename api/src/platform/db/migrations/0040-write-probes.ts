import { sql, type Kysely } from 'kysely'

/** A table that is always empty: what is written there to learn whether the database takes changes is rolled back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table write_probes (filler text not null)`,
  // Neither compressed nor kept in the row: a probe of some length needs new pages, as rows of others do.
  `alter table write_probes alter column filler set storage external`,
]
