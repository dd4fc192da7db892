import { sql, type Kysely } from 'kysely'

/** Accounts that the operator has suspended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table accounts
    add column suspended_at timestamptz,
    add column suspension_reason text,
    add check (num_nonnulls(suspended_at, suspension_reason) <> 1)`,
]
