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
import { addMs, type Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'

const algorithm = 'EdDSA'

/** How one kind of token is told from the others (RFC 8725, sections 3.9 and 3.11). */
export interface TokenKind {
  typ: string
  audience: string
  lifetimeSeconds: number
}

export interface SignedToken {
  token: string
  expiresAt: Date
}

/** The installation's key pairs. They live in the database, so that every node signs and verifies alike. */
export interface Keyring {
  sign(kind: TokenKind, claims: JWTPayload): Promise<SignedToken>
  /** The claims of a valid token of this kind. Rejects with one of jose's errors. */
  verify(kind: TokenKind, token: string): Promise<JWTPayload>
  /** The public keys, newest first, as `/.well-known/jwks.json` shows them (RFC 7517). */
  listPublicKeys(): Promise<{ keys: JWK[] }>
}

interface KeyPair {
  kid: string
  privateKey: CryptoKey | Uint8Array
  publicJwk: JWK
  publicKey: CryptoKey | Uint8Array
}

/** Opens the keyring, and makes the first key pair of a new installation. */
export async function openKeyring(db: Db, issuer: string, clock: Clock): Promise<Keyring> {
  let pairs = await loadKeyPairs(db)
  if (pairs.length === 0) {
    await createKeyPair(db, clock.now())
    pairs = await loadKeyPairs(db)
  }

  /** Another node may have made a key since: an unknown `kid` is looked up once more. */
  const getPair = async (kid: string | undefined): Promise<KeyPair> => {
    const known = pairs.find((pair) => pair.kid === kid)
    if (known) return known
    pairs = await loadKeyPairs(db)
    const found = pairs.find((pair) => pair.kid === kid)
    if (!found) throw new Error('The token was signed with a key of another installation.')
    return found
  }

  return {
    sign: async (kind, claims) => {
      const [pair] = pairs
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
      const { payload } = await jwtVerify(token, async ({ kid }) => (await getPair(kid)).publicKey, {
        algorithms: [algorithm],
        typ: kind.typ,
        audience: kind.audience,
        issuer,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp'],
      })
      return payload
    },
    listPublicKeys: async () => {
      pairs = await loadKeyPairs(db)
      return { keys: pairs.map((pair) => pair.publicJwk) }
    },
  }
}

async function createKeyPair(db: Db, now: Date): Promise<void> {
  const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const privateJwk = JSON.stringify(await exportJWK(privateKey))
  await db.insertInto('signingKeys').values({ id: randomUUID(), privateJwk, createdAt: now, retiredAt: null }).execute()
}

async function loadKeyPairs(db: Db): Promise<KeyPair[]> {
  const rows = await db.selectFrom('signingKeys').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute()
  return await Promise.all(
    rows.map(async ({ id, privateJwk }) => {
      const { d: _private, ...publicPart } = privateJwk
      const publicJwk = { ...publicPart, kid: id, alg: algorithm, use: 'sig' }
      return {
        kid: id,
        privateKey: await importJWK(privateJwk, algorithm),
        publicJwk,
        publicKey: await importJWK(publicJwk, algorithm),
      }
    }),
  )
}
