import { sql, type Kysely } from 'kysely'

/** Adds indexes by which the agents of an AuthID and of a user are found when these end: agents that were lost are kept for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'create index agents_of_auth_token on agents (auth_token_id) where end_reason is null and auth_token_id is not null',
  'create index agents_of_user on agents (user_id) where end_reason is null and user_id is not null',
]
