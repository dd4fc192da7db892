import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT, type JWK } from 'jose'
import { Client } from 'pg'

/** The subscribers: sockets of one person, or each of another member of the account. */
export const audiences = ['one person', 'as many people'] as const
export type Audience = (typeof audiences)[number]

/** Fewer sockets than the API's bound on the operations of one session. */
const socketsPerSession = 250

/** What is needed to open sessions: the tokens' issuer is the API's address. */
interface Installation {
  databaseUrl: string
  apiUrl: string
}

/**
 * Opens sessions that may see an account, and returns an access token for each socket. Sessions are inserted as rows, and tokens are signed with the installation's own
 * key: a thousand sign-ins would cost the API minutes of hashing, and it admits fewer from one address.
 */
export async function openSessions(
  { databaseUrl, apiUrl }: Installation,
  accountId: string,
  { audience, sockets }: { audience: Audience; sockets: number },
): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const userIds =
      audience === 'one person'
        ? await listOwners(client, accountId, Math.ceil(sockets / socketsPerSession))
        : await addMembers(client, accountId, sockets)
    const tokens = await Promise.all(await addSessions(client, apiUrl, userIds))
    return Array.from({ length: sockets }, (_, index) => tokens[index % tokens.length] ?? '')
  } finally {
    await client.end()
  }
}

/** Returns the id of an account's owner, once for each session. */
async function listOwners(client: Client, accountId: string, sessions: number): Promise<string[]> {
  const owners = await client.query<{ user_id: string }>(
    `select user_id from account_users where account_id = $1 and role = 'super_admin' and deleted_at is null limit 1`,
    [accountId],
  )
  return owners.rows.flatMap(({ user_id: id }) => Array.from({ length: sessions }, () => id))
}

async function addMembers(client: Client, accountId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await client.query(
    `insert into users (id, email, first_name, last_name, password_hash, created_at)
      select id, id || '@example.com', 'Member', 'Example', 'none', now() from unnest($1::text[]) id`,
    [ids],
  )
  await client.query(
    `insert into account_users (id, account_id, user_id, role, created_at)
      select gen_random_uuid(), $2, id, 'viewer', now() from unnest($1::text[]) id`,
    [ids, accountId],
  )
  return ids
}

/** Adds a session for each person, and returns their access tokens. */
async function addSessions(client: Client, issuer: string, userIds: readonly string[]): Promise<Promise<string>[]> {
  const keys = await client.query<{ id: string; private_jwk: JWK }>(
    'select id, private_jwk from signing_keys where retired_at is null',
  )
  const [key] = keys.rows
  if (!key) throw new Error('The installation has no key to sign with.')
  const privateKey = await importJWK(key.private_jwk, 'EdDSA')
  const sessions = userIds.map((userId) => ({ id: randomUUID(), userId }))
  await client.query(
    `insert into sessions (id, user_id, remember, created_at, expires_at, last_used_at, proven_by, proven_at)
      select id, user_id, true, now(), now() + interval '1 day', now(), '{PASSWORD}', now()
      from unnest($1::text[], $2::text[]) session (id, user_id)`,
    [sessions.map(({ id }) => id), userIds],
  )
  return sessions.map(({ id, userId }) =>
    new SignJWT({ sid: id })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'access+jwt', kid: key.id })
      .setSubject(userId)
      .setIssuer(issuer)
      .setAudience('culvert:api')
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('15 minutes')
      .sign(privateKey),
  )
}
