import { sql, type Kysely } from 'kysely'

/** From where reset links were used: there, strangers' attempts do not slow the user's sign-in down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table password_resets add column used_from text`).execute(db)
}
