import { sql, type Kysely } from 'kysely'

/** Keeps how the transfer of each period was billed, so that what edges report of it later can be billed too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table invoices
    add column billed_until date,
    add column billed_limit_gb integer,
    add column billed_overage_bytes bigint`,
  'create index invoices_billed on invoices (billed_until) where billed_until is not null',
]
