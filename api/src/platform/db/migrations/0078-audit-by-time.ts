import { sql, type Kysely } from 'kysely'

/** Reads the audit log of all accounts in order of time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_entries_time on audit_entries (created_at, position)`.execute(db)
}
