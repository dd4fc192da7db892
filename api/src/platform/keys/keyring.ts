import { randomUUID } from 'node:crypto'
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose'
import { addMs, type Clock, hourMs } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { asOperator, recordAudit } from '../audit/service.ts'
import type { Change } from '../change.ts'
import type { Db, Trx } from '../db/db.ts'
import { type JobHandler, defineRecurringJob, handleJob } from '../jobs/rules.ts'
import * as repository from './repository.ts'

const algorithm = 'EdDSA'

/** The marks that tell one kind of token from the others (RFC 8725, sections 3.9 and 3.11). */
export interface TokenKind {
  typ: string
  audience: string
  lifetimeSeconds: number
  /** Presented with each request: what was verified once is remembered. */
  isCached?: true
}

export interface SignedToken {
  token: string
  expiresAt: Date
}

/** The installation's key pairs. They are in the database, so that every node signs and verifies alike. */
export interface Keyring {
  sign(kind: TokenKind, claims: JWTPayload): Promise<SignedToken>
  /** Resolves with the claims of a valid token of this kind. Rejects with one of jose's errors. */
  verify(kind: TokenKind, token: string): Promise<JWTPayload>
  /** Returns the public keys, newest first, as `/.well-known/jwks.json` shows them (RFC 7517). */
  listPublicKeys(): Promise<{ keys: JWK[] }>
}

interface KeyPair {
  kid: string
  retiredAt: Date | null
  privateKey: CryptoKey | Uint8Array
  publicJwk: JWK
  publicKey: CryptoKey | Uint8Array
}

/** How long a node may continue to sign with a key that another node, or the operator, has retired. */
const keysKnownMs = 60_000

/** How many tokens that were verified are remembered. */
const knownTokensMax = 5_000

/** How long a retired key verifies: until the last token of the longest-lived kind, an hour, has expired. */
const retiredRetentionMs = 2 * hourMs

/** Opens the keyring, and makes the first key pair of a new installation. */
export async function openKeyring(
  { db, change, clock }: { db: Db; change: Change; clock: Clock },
  issuer: string,
): Promise<Keyring> {
  let pairs: KeyPair[] = []
  let loadedAt = clock.now()
  const load = async (): Promise<void> => {
    loadedAt = clock.now()
    pairs = await loadKeyPairs(db, addMs(loadedAt, -retiredRetentionMs))
  }

  await change((trx) => createFirstKeyPair(trx, clock.now()))
  await load()

  /** Another node may have made a key since: an unknown `kid` is looked up again. */
  const getPair = async (kid: string | undefined): Promise<KeyPair> => {
    const known = pairs.find((pair) => pair.kid === kid)
    if (known) return known
    await load()
    const found = pairs.find((pair) => pair.kid === kid)
    if (!found) throw new Error('The token was signed with a key of another installation.')
    return found
  }

  /** The claims of tokens that were verified, by the token's hash, the oldest first. A key outlives what it signed, so a signature stays valid. */
  const known = new Map<string, { kind: TokenKind; claims: JWTPayload }>()

  return {
    sign: async (kind, claims) => {
      if (Math.abs(clock.now().getTime() - loadedAt.getTime()) > keysKnownMs) await load()
      const pair = pairs.find(({ retiredAt }) => retiredAt === null)
      if (!pair) throw new Error('The keyring is empty.')
      const now = clock.now()
      const expiresAt = addMs(now, kind.lifetimeSeconds * 1_000)
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: kind.typ, kid: pair.kid })
        .setIssuer(issuer)
        .setAudience(kind.audience)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(pair.privateKey)
      return { token, expiresAt }
    },
    verify: async (kind, token) => {
      const hash = kind.isCached ? sha256Hex(token) : ''
      const before = known.get(hash)
      if (before?.kind === kind && Number(before.claims.exp) > clock.now().getTime() / 1_000) return before.claims
      const { payload } = await jwtVerify(token, async ({ kid }) => (await getPair(kid)).publicKey, {
        algorithms: [algorithm],
        typ: kind.typ,
        audience: kind.audience,
        issuer,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp'],
      })
      if (kind.isCached) known.set(hash, { kind, claims: Object.freeze(payload) })
      for (const [oldest] of known) {
        if (known.size <= knownTokensMax) break
        known.delete(oldest)
      }
      return payload
    },
    listPublicKeys: async () => {
      await load()
      return { keys: pairs.map((pair) => pair.publicJwk) }
    },
  }
}

/**
 * Makes a new key pair and retires the others, on the operator's command. Every node signs with it within a minute. Tokens that
 * the others have signed stay valid until they expire. Resolves with the new key's `kid`.
 */
export async function rotateSigningKeys({ change, clock }: { change: Change; clock: Clock }): Promise<string> {
  const now = clock.now()
  return await change(async (trx) => {
    await repository.lockKeys(trx)
    await repository.retireKeys(trx, now)
    const kid = await createKeyPair(trx, now)
    await recordAudit(trx, asOperator({ clock }), {
      action: 'signing_key.rotated',
      accountId: null,
      objectType: 'signing_key',
      objectId: kid,
    })
    return kid
  })
}

const prune = defineRecurringJob({ name: 'keys.prune', cron: '45 * * * *' })

/** Creates the recurring job that deletes expired keys. */
export function createKeyPruning(app: { db: Db; clock: Clock }): JobHandler {
  return handleJob(prune, () => deleteRetiredKeys(app))
}

/** Deletes keys whose tokens have all expired. */
export async function deleteRetiredKeys({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await repository.deleteKeysRetiredBefore(db, addMs(clock.now(), -retiredRetentionMs))
}

/** Makes the key pair of a new installation, once, however many nodes start at the same time. */
async function createFirstKeyPair(trx: Trx, now: Date): Promise<void> {
  await repository.lockKeys(trx)
  if (!(await repository.hasSigningKey(trx))) await createKeyPair(trx, now)
}

async function createKeyPair(trx: Trx, now: Date): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const privateJwk = JSON.stringify(await exportJWK(privateKey))
  const id = randomUUID()
  await repository.insertKey(trx, { id, privateJwk, createdAt: now, retiredAt: null })
  return id
}

async function loadKeyPairs(db: Db, retiredAfter: Date): Promise<KeyPair[]> {
  const rows = await repository.listKeys(db, retiredAfter)
  return await Promise.all(
    rows.map(async ({ id, privateJwk, retiredAt }) => {
      const { d: _private, ...publicPart } = privateJwk
      const publicJwk = { ...publicPart, kid: id, alg: algorithm, use: 'sig' }
      return {
        kid: id,
        retiredAt,
        privateKey: await importJWK(privateJwk, algorithm),
        publicJwk,
        publicKey: await importJWK(publicJwk, algorithm),
      }
    }),
  )
}
