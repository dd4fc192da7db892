import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'

/** A name of its own under the tunnel host for each account, to which the CNAME of its domains leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table accounts add column key text').execute(db)
  const { rows } = await sql<{ id: string }>`select id from accounts`.execute(db)
  for (let at = 0; at < rows.length; at += batchSize) {
    const pairs = rows.slice(at, at + batchSize).map(({ id }) => sql`(${id}::text, ${makeKey()}::text)`)
    await sql`update accounts set key = made.key from (values ${sql.join(pairs)}) as made (id, key)
      where accounts.id = made.id`.execute(db)
  }
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const batchSize = 1_000

/** As accounts/key.ts makes them; a migration that was released stays as it is. */
function makeKey(): string {
  return Array.from(randomBytes(20), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte & 31]).join('')
}

const statements = [
  `alter table accounts alter column key set not null`,
  `alter table accounts add constraint accounts_key_form check (key ~ '^[a-z2-7]{20}$')`,
  `create unique index accounts_key on accounts (key)`,
  `alter table domains
    add column cname_found text,
    add column txt_found text,
    add column bare_cname_until timestamptz,
    add column bare_cname_notices integer not null default 0`,
  // Until now a CNAME to the tunnel host itself was a proof; accounts that relied on it have time to set another record.
  `update domains set bare_cname_until = now() + interval '30 days' where status = 'verified' and deleted_at is null`,
]
