import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// How the private keys of certificates are sent from the API to its edges, and stored on their disks: see `ServedCertificate.sealedKey`.

const algorithm = 'aes-256-gcm'
const keyInfo = 'culvert certificate keys'
const nonceBytes = 12
const tagBytes = 16

/** Seals a private key, in PEM, of the certificate with this name. It opens only under the same name and secret. */
export function sealCertificateKey(pem: string, name: string, edgeSecret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(edgeSecret), nonce).setAAD(Buffer.from(name))
  return Buffer.concat([nonce, cipher.update(pem, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Opens what `sealCertificateKey` made. Throws if the name or the secret is another one, or the text was changed. */
export function openCertificateKey(sealedKey: string, name: string, edgeSecret: string): string {
  const sealed = Buffer.from(sealedKey, 'base64url')
  const tagAt = sealed.length - tagBytes
  if (tagAt < nonceBytes) throw new Error(`expected a sealed key of ${name}, found ${sealed.length} bytes.`)
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, deriveKey(edgeSecret), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(tagAt))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, tagAt)), decipher.final()]).toString('utf8')
  } catch (error) {
    const cause = `The sealed key of ${name} does not open: it was changed, or sealed with another EDGE_SECRET or name.`
    throw new Error(cause, { cause: error })
  }
}

function deriveKey(edgeSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', edgeSecret, '', keyInfo, 32))
}
