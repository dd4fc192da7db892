import { sql, type Kysely } from 'kysely'

/** Adds an index over the invitations that a user has mailed lately, from any account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index team_invites_inviter on team_invites (invited_by, created_at)`).execute(db)
}
