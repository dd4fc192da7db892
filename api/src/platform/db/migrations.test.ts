import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { hashPassword } from '../../features/users/password-hash.ts'
import { TestApi } from '../../testing/api.ts'
import { embedded, type OpenTestDatabase } from '../../testing/databases.ts'
import { OwnInvitationsDocument, SignInDocument } from '../../testing/generated/documents.ts'
import { password } from '../../testing/sign-up.ts'
import { migrate, readMigrations } from './migrate.ts'

const migrations = await readMigrations()

const day = 24 * 60 * 60_000

/** In the order in which they were added. Add new ones at the end; databases of all earlier versions are then tested. */
const byAge = [
  ...Object.keys(migrations)
    .toSorted()
    .filter((name) => name <= '0014-agent-health'),
  '0020-reset-networks',
  '0030-account-keys',
  '0031-namespace-labels',
  '0021-sent-invites',
  '0022-verified-emails',
  '0015-export-links',
  '0040-write-probes',
  '0041-certificates',
  '0050-domain-findings',
  '0051-machine-tokens',
  '0060-recorded-requests',
  '0062-traffic',
  '0061-request-contents',
  '0063-notices',
  '0064-webhooks',
  '0070-factors',
  '0071-sign-in-providers',
  '0072-profiles',
  '0075-suspensions',
  '0076-hostname-blocks',
  '0077-released-hostnames',
  '0078-audit-by-time',
  '0079-api-keys-that-write',
  '0082-idempotency-keys',
  '0083-connections',
  '0084-webhook-events',
  '0080-agent-tokens',
  '0081-trusts',
  '0085-edge-directory',
  '0086-agent-edges',
  '0088-pools',
  '0089-counted-time',
  '0090-sibling-url',
  '0091-agent-releases',
  '0092-edge-process',
  '0093-agent-region',
  '0094-checkouts',
  '0095-agents-to-end',
  '0096-late-usage',
  '0097-domains-of-addresses',
  '0098-dated-jobs',
  '0099-invoiced-from',
  '0100-shared-limits',
  '0101-providers-of-sessions',
]

let database: OpenTestDatabase
beforeAll(async () => {
  database = await embedded.open()
})
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
})
afterAll(() => database.close())

/**
 * Lists the oldest version of each order in which the migrations can have run: what an earlier version lacks follows in the order of names, so
 * many versions come to the same order.
 */
function listOrders(): { newest: string; applied: string[] }[] {
  const orders = new Map<string, { newest: string; applied: string[] }>()
  for (const newest of ['0001-ground', ...byAge.slice(byAge.indexOf('0014-agent-health'), -1)]) {
    const applied = byAge.slice(0, byAge.indexOf(newest) + 1)
    const missing = byAge.filter((name) => !applied.includes(name)).toSorted()
    const order = [...applied, ...missing].join()
    if (!orders.has(order)) orders.set(order, { newest, applied })
  }
  return [...orders.values()]
}

/** Creates the tables of an earlier version as that version did. */
async function migrateUntil(names: readonly string[]): Promise<void> {
  const { db } = database
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db)
  await sql`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
    db,
  )
  await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db)
  for (const [index, name] of names.entries()) {
    await migrations[name]?.up(db)
    await sql`insert into kysely_migration values (${name}, ${new Date(index * 1_000).toISOString()})`.execute(db)
  }
}

/** Lists every column, index and constraint. */
async function describeTables(db: typeof database.db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    order by line`.execute(db)
  return rows.map(({ line }) => line)
}

describe('a database of an earlier version', () => {
  let tablesOfNew: string[]
  beforeAll(async () => {
    const { db, close } = await embedded.open()
    tablesOfNew = await describeTables(db)
    await close()
  })

  it('is listed here for every migration', () => {
    expect(byAge.toSorted()).toEqual(Object.keys(migrations).toSorted())
  })

  it.each(listOrders())('whose latest migration is $newest gets the tables of a new database', async ({ applied }) => {
    await migrateUntil(applied)
    await migrate(database.db)
    expect(await describeTables(database.db)).toEqual(tablesOfNew)
  })
})

it('a migration gives existing accounts keys, and lets verified domains keep a bare CNAME for 30 days', async () => {
  const { db } = database
  await migrateUntil(byAge.slice(0, byAge.indexOf('0030-account-keys')))
  await sql`insert into accounts (id, name, namespace, created_at)
    select 'a' || n, 'x', 'n_' || n, now() from generate_series(1, 1201) n`.execute(db)
  await sql`insert into namespaces (namespace, account_id) select namespace, id from accounts`.execute(db)
  await sql`insert into domains (id, account_id, domain, verification_token, status, created_at, updated_at)
    select status, 'a1', status || '.example.com', 't', status, now(), now()
    from unnest(array['pending', 'verified', 'failed']) status`.execute(db)

  await migrate(db)
  const accounts = await db.selectFrom('accounts').select('key').execute()
  expect(new Set(accounts.map(({ key }) => key)).size).toBe(1_201)
  for (const { key } of accounts) expect(key).toMatch(/^[a-z2-7]{20}$/)
  const labels = await db.selectFrom('namespaces').select('label').where('namespace', '=', 'n_7').execute()
  expect(labels).toEqual([{ label: 'n-7' }])
  const domains = await db.selectFrom('domains').select(['status', 'bareCnameUntil']).orderBy('status').execute()
  expect(domains.map(({ bareCnameUntil }) => bareCnameUntil !== null)).toEqual([false, false, true])
  const until = domains.find(({ status }) => status === 'verified')?.bareCnameUntil?.getTime() ?? 0
  expect(Math.abs(until - Date.now() - 30 * day)).toBeLessThan(60_000)
})

it('existing users keep their accounts after a migration, and a past password reset proves an address', async () => {
  const { db } = database
  await migrateUntil(byAge.slice(0, byAge.indexOf('0022-verified-emails')))
  const hash = await hashPassword(password)
  await sql`insert into users (id, email, first_name, last_name, password_hash, created_at) values
    ('ada', 'ada@example.com', 'Ada', 'Lovelace', ${hash}, now()),
    ('bea', 'bea@example.com', 'Bea', 'Example', ${hash}, now())`.execute(db)
  await sql`insert into audit_entries (id, action, actor_kind, object_type, object_id, created_at) values
    ('1', 'user.password_reset', 'ANONYMOUS', 'user', 'ada', '2026-02-02T00:00:00Z'),
    ('2', 'user.password_reset', 'ANONYMOUS', 'user', 'ada', '2026-03-03T00:00:00Z'),
    ('3', 'user.signed_up', 'ANONYMOUS', 'user', 'bea', now())`.execute(db)
  await sql`insert into accounts (id, name, namespace, created_at, key)
    select u, u, u, now(), rpad(u, 20, 'x') from unnest(array['ada', 'bea']) u`.execute(db)
  await sql`insert into namespaces (namespace, account_id, label) select id, id, id from accounts`.execute(db)
  await sql`insert into account_users (id, account_id, user_id, role, created_at) values
    ('1', 'ada', 'ada', 'super_admin', now()), ('2', 'bea', 'bea', 'super_admin', now()),
    ('3', 'ada', 'bea', 'admin', now())`.execute(db)
  await sql`insert into team_invites
    (id, account_id, email, role, invited_by, token, status, expires_at, created_at, updated_at) values
    ('1', 'ada', 'bea@example.com', 'admin', 'ada', 't1', 'accepted', now(), now(), now())`.execute(db)

  const api = new TestApi()
  await api.start({ db, close: async () => undefined }, {})
  const readUser = async (email: string) => {
    const input = { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    const { session } = (await api.client().run(SignInDocument, { input })).signIn
    const { viewer } = await api.client(`Bearer ${session.accessToken}`).run(OwnInvitationsDocument, {})
    return { verifiedAt: viewer.user.emailVerifiedAt, accounts: viewer.memberships.map(({ account }) => account.id) }
  }
  expect(await readUser('ada@example.com')).toEqual({ verifiedAt: '2026-02-02T00:00:00.000Z', accounts: ['ada'] })
  expect(await readUser('bea@example.com')).toEqual({ verifiedAt: null, accounts: ['bea', 'ada'] })
  const invited = await db.selectFrom('accountUsers').select('id').where('byInvitation', '=', true).execute()
  expect(invited).toEqual([{ id: '3' }])
  await api.close()
})

it('readMigrations names a file that is not a migration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-migrations-'))
  await writeFile(join(folder, '0001-down.mjs'), 'export async function down() {}')
  await expect(readMigrations(folder)).rejects.toThrow('0001-down.mjs is not a migration: it exports no function "up".')
  await rm(folder, { recursive: true })
})
