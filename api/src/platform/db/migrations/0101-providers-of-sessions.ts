import { sql, type Kysely } from 'kysely'

/**
 * Keeps by which provider a session began. Of the sessions by a provider that exist, it is known where the user has one identity; others of people
 * under single sign-on end when they are refreshed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table sessions add column provider_id text references sign_in_providers (id) on delete set null',
  'create index sessions_of_provider on sessions (provider_id) where provider_id is not null',
  `update sessions set provider_id = only_one.provider_id
    from (select user_id, min(provider_id) as provider_id from identities group by user_id having count(*) = 1) as only_one
    where sessions.user_id = only_one.user_id and 'PROVIDER' = any (proven_by)`,
]
