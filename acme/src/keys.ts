import { createHash, KeyObject, webcrypto } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { publicPart } from './signed-requests.ts'

/** The type of certificate keys, and their signature algorithm. */
export const certificateAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Returns a new private key for an account. */
export async function createAccountKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return await exportJWK(privateKey)
}

/** Returns a new private key for a certificate: ECDSA with P-256 as PKCS #8 in PEM. */
export async function createCertificateKey(): Promise<string> {
  const { privateKey } = await webcrypto.subtle.generateKey(certificateAlgorithm, true, ['sign', 'verify'])
  return exportKey(privateKey)
}

/** Returns a private key as PKCS #8 in PEM. */
export function exportKey(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns the key authorization that answers a challenge with this token (RFC 8555, section 8.1). */
export async function keyAuthorization(token: string, accountKey: JWK): Promise<string> {
  return `${token}.${await calculateJwkThumbprint(publicPart(accountKey), 'sha256')}`
}

/** Returns the text of the TXT record that answers a challenge `dns-01` (RFC 8555, section 8.4). */
export function dnsChallengeValue(authorization: string): string {
  return createHash('sha256').update(authorization).digest('base64url')
}
