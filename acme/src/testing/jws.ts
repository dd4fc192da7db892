import { calculateJwkThumbprint, flattenedVerify, importJWK, type JWK } from 'jose'
import { isRecord } from '../values.ts'
import { refuse, refuseMalformed } from './refusal.ts'

/** A JWS whose form has been checked, and whose signature has not. */
export interface ReadJws {
  header: Record<string, unknown>
  /** Exactly one of the two. */
  jwk: JWK | undefined
  kid: string | undefined
  /** The payload's bytes. */
  payload: Buffer
  jws: { protected: string; payload: string; signature: string }
}

/** Reads a JWS as strictly as RFC 8555, section 6.2, allows. */
export function readJws(json: unknown, url: string): ReadJws {
  if (!isRecord(json)) return refuseMalformed('A JWS is a JSON object.')
  const { protected: head, payload, signature } = json
  const surplus = Object.keys(json).filter((name) => !['protected', 'payload', 'signature'].includes(name))
  if (surplus.length > 0) return refuseMalformed(`A flattened JWS has no ${surplus.join(', ')}.`)
  if (!isBase64Url(head) || !isBase64Url(signature) || !(payload === '' || isBase64Url(payload))) {
    return refuseMalformed('protected, payload and signature are base64url without padding.')
  }
  const header = parseObject(Buffer.from(head, 'base64url'), 'The protected header')
  const { jwk, kid } = header
  if ((jwk === undefined) === (kid === undefined)) return refuseMalformed('Exactly one of jwk and kid names the key.')
  if (kid !== undefined && typeof kid !== 'string') return refuseMalformed('kid is a string.')
  if (jwk !== undefined && !isRecord(jwk)) return refuseMalformed('jwk is an object.')
  if (isRecord(jwk) && 'd' in jwk) return refuseMalformed('jwk shows a private key.')
  if (header.url !== url)
    refuse(403, 'unauthorized', `The header's url is ${String(header.url)}, the request's ${url}.`)
  const jws = { protected: head, payload, signature }
  return { header, jwk, kid, payload: Buffer.from(payload, 'base64url'), jws }
}

/** Refuses a JWS that the key did not sign by ES256. */
export async function verifyJws({ header, jws }: ReadJws, key: JWK): Promise<void> {
  if (header.alg !== 'ES256') {
    refuse(400, 'badSignatureAlgorithm', `alg is ${String(header.alg)}, not ES256.`, { algorithms: ['ES256'] })
  }
  try {
    await flattenedVerify(jws, await importJWK(key, 'ES256'), { algorithms: ['ES256'] })
  } catch {
    refuseMalformed('The signature is not that of the key.')
  }
}

/** Refuses a binding that the key of an external account did not sign for the account's key (RFC 8555, section 7.3.4). */
export async function verifyBinding(
  json: unknown,
  url: string,
  accountKey: JWK,
  { kid, hmacKey }: { kid: string; hmacKey: string },
): Promise<void> {
  const binding = readJws(json, url)
  if ('nonce' in binding.header) refuseMalformed('The binding has no nonce.')
  if (binding.header.alg !== 'HS256') refuseMalformed('The binding is signed by HS256.')
  if (binding.kid !== kid) refuse(403, 'unauthorized', 'The external account is not known.')
  const bound = parseObject(binding.payload, 'The bound key')
  if ((await thumbprint(bound)) !== (await thumbprint(accountKey))) refuseMalformed('The binding is for another key.')
  try {
    await flattenedVerify(binding.jws, Buffer.from(hmacKey, 'base64url'), { algorithms: ['HS256'] })
  } catch {
    refuse(403, 'unauthorized', "The binding is not signed with the external account's key.")
  }
}

export async function thumbprint(key: JWK): Promise<string> {
  try {
    return await calculateJwkThumbprint(key, 'sha256')
  } catch {
    return refuse(400, 'badPublicKey', 'The key is not readable.')
  }
}

export function parseObject(bytes: Buffer, what: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    if (isRecord(value)) return value
  } catch {
    // Answered below.
  }
  return refuseMalformed(`${what} is no JSON object.`)
}

function isBase64Url(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]+$/.test(value)
}
