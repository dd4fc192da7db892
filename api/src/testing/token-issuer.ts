import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { SecureContextOptions } from 'node:tls'
import { exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { startReceiver } from './webhook-receiver.ts'

/** An issuer on loopback that signs tokens of workloads and publishes its keys, as GitHub Actions does. */
export interface TokenIssuer {
  issuer: string
  /** The paths that were requested. */
  asked: string[]
  /** Answers the next requests instead of the issuer; undefined for correct answers. */
  answer: ((path: string, response: ServerResponse) => boolean) | undefined
  /** Its keys, as it publishes them. */
  keys: JWK[]
  /** Signs claims with a key of the issuer or another one. Claims without a `jti` get a new one. */
  sign: (claims: JWTPayload, key?: { kid: string; alg: string; privateKey: KeyObject | Uint8Array }) => Promise<string>
  /** The key that it signs with. */
  signingKey: { kid: string; alg: string; privateKey: KeyObject }
  /** Creates another key, which it signs with and publishes from now on. */
  rotate: () => Promise<void>
  close: () => Promise<void>
}

/** Starts one at 127.0.0.1, with this certificate. */
export async function startTokenIssuer(certificate: SecureContextOptions): Promise<TokenIssuer> {
  const receiver = await startReceiver(certificate)
  const issuer = `https://127.0.0.1:${receiver.port}`
  const started: TokenIssuer = {
    issuer,
    asked: [],
    answer: undefined,
    keys: [],
    signingKey: makeKey(),
    sign: async (claims, { kid, alg, privateKey } = started.signingKey) =>
      await new SignJWT({ jti: randomUUID(), ...claims }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey),
    rotate: async () => {
      started.signingKey = makeKey()
      started.keys.push(await publish(started.signingKey))
    },
    close: () => receiver.close(),
  }
  started.keys.push(await publish(started.signingKey))
  receiver.answer = (response, { path }) => {
    started.asked.push(path)
    if (started.answer?.(path, response)) return
    const document =
      path === '/keys' ? { keys: started.keys } : { issuer, jwks_uri: `${issuer}/keys`, response_types_supported: [] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  }
  return started
}

function makeKey(): TokenIssuer['signingKey'] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: randomUUID(), alg: 'RS256', privateKey }
}

async function publish({ kid, alg, privateKey }: TokenIssuer['signingKey']): Promise<JWK> {
  const { kty, n, e } = await exportJWK(privateKey)
  return { kty, n, e, kid, alg, use: 'sig' }
}
