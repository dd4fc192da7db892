import { sql, type Kysely } from 'kysely'

/** Finds the people of a domain without reading all users: when single sign-on of a domain begins, their sessions end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_email_domain on users (split_part(email, '@', 2)) where email_verified_at is not null
  `.execute(db)
}
