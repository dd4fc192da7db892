import { sql, type Kysely } from 'kysely'

/** Finds who gave a hostname up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index gateways_released on gateways (subdomain, deleted_at)
    where deleted_at is not null and domain_id is null`.execute(db)
}
