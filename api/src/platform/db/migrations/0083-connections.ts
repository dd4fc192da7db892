import { sql, type Kysely } from 'kysely'

/** Serves every list in its order from any place on: by the instant, and by the id within it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index gateways_account`,
  `create index gateways_account on gateways (account_id, created_at desc, id desc) where deleted_at is null`,
  `create index ip_restrictions_account on ip_restrictions (account_id, created_at desc, id desc) where deleted_at is null`,
  `drop index notices_of_account`,
  `create index notices_of_account on notices (account_id, happened_at desc, id desc) where account_id is not null`,
  `drop index notices_of_user`,
  `create index notices_of_user on notices (user_id, happened_at desc, id desc) where user_id is not null`,
]
