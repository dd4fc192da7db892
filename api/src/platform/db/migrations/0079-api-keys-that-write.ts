import { sql, type Kysely } from 'kysely'

/** Limits API keys to gateways and to networks; null where they are not limited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys
    add column gateway_ids text[] check (cardinality(gateway_ids) > 0),
    add column allowed_networks text[] check (cardinality(allowed_networks) > 0)`.execute(db)
}
