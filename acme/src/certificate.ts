// @peculiar/x509 finds its algorithms through decorators.
import 'reflect-metadata'
import { createHash, createPrivateKey, createPublicKey, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  AuthorityKeyIdentifierExtension,
  Extension,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { certificateAlgorithm, exportKey } from './keys.ts'
import { readPemBlocks } from './pem.ts'

/**
 * Returns the request, in DER, for a certificate of these names: DNS names, `*.` included, and IP addresses (RFC 8738). It has no
 * subject: the authority reads the names from the extension, and a common name could not hold the long ones.
 */
export async function createCsr(names: string[], keyPem: string): Promise<Buffer> {
  if (names.length === 0 || names.length > maxNames) {
    throw new Error(`Expected one to ${maxNames} names for a certificate, got ${names.length}.`)
  }
  const made = await Pkcs10CertificateRequestGenerator.create({
    keys: await importPair(keyPem),
    signingAlgorithm: certificateAlgorithm,
    extensions: [new SubjectAlternativeNameExtension(names.map(toGeneralName))],
  })
  return Buffer.from(made.rawData)
}

/** More than any authority accepts. */
const maxNames = 100
const dayMs = 24 * 60 * 60 * 1_000

/** The id of an extension that marks the certificate as one for a challenge, not for visitors (RFC 8737, section 6.1). */
export const acmeIdentifierId = '1.3.6.1.5.5.7.1.31'

/**
 * Returns the certificate that answers a challenge `tls-alpn-01` for a hostname or an IP address, to be presented in a handshake that
 * agrees on `acme-tls/1` (RFC 8737, section 3).
 */
export async function createTlsAlpnCertificate(
  hostname: string,
  keyAuthorization: string,
): Promise<{ chain: string; key: string }> {
  if (hostname.startsWith('*.')) {
    throw new Error(`Expected one host for a challenge by TLS, got ${hostname}: wildcards take a challenge by DNS.`)
  }
  const keys = await webcrypto.subtle.generateKey(certificateAlgorithm, true, ['sign', 'verify'])
  const digest = createHash('sha256').update(keyAuthorization).digest()
  const now = Date.now()
  const made = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['ACME challenge'] }],
    // Clocks differ.
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + 7 * dayMs),
    keys,
    signingAlgorithm: certificateAlgorithm,
    extensions: [
      new SubjectAlternativeNameExtension([toGeneralName(hostname)]),
      new Extension(acmeIdentifierId, true, encodeOctetString(digest)),
    ],
  })
  return { chain: `${made.toString('pem')}\n`, key: exportKey(keys.privateKey) }
}

/** Returns the id by which an authority knows the first certificate of a chain (RFC 9773, section 4.1). */
export function certificateId(chainPem: string): string {
  const leaf = readLeaf(chainPem)
  const keyId = leaf.getExtension(AuthorityKeyIdentifierExtension)?.keyId
  if (keyId === undefined) {
    throw new Error(
      'Expected a certificate that names the key of its issuer (authorityKeyIdentifier), got one without.',
    )
  }
  const serial = readSerial(Buffer.from(leaf.rawData))
  return `${Buffer.from(keyId, 'hex').toString('base64url')}.${serial.toString('base64url')}`
}

/** Returns the contents of the first certificate of a chain. */
export function readCertificate(chainPem: string): {
  /** DNS names in lowercase, `*.` included, and IP addresses. */
  names: string[]
  notBefore: Date
  notAfter: Date
  /** The serial number in lowercase hexadecimal. */
  serial: string
  /** The issuer's whole name, for example `C=US, O=Let's Encrypt, CN=E5`. */
  issuer: string
} {
  const leaf = readLeaf(chainPem)
  const names = leaf.getExtension(SubjectAlternativeNameExtension)?.names.items ?? []
  return {
    names: names.filter(({ type }) => type === 'dns' || type === 'ip').map(({ value }) => value.toLowerCase()),
    notBefore: leaf.notBefore,
    notAfter: leaf.notAfter,
    serial: leaf.serialNumber.toLowerCase(),
    issuer: leaf.issuer,
  }
}

function readLeaf(chainPem: string): X509Certificate {
  const [leaf] = readPemBlocks(chainPem)
  if (leaf === undefined) throw new Error('Expected a certificate in PEM, got none.')
  try {
    return new X509Certificate(leaf)
  } catch (error) {
    throw new Error('Expected a certificate in PEM; its content is not readable.', { cause: error })
  }
}

function toGeneralName(name: string): { type: 'dns' | 'ip'; value: string } {
  if (isIP(name) !== 0) return { type: 'ip', value: name }
  if (name.length <= maxNameLength && hostname.test(name)) return { type: 'dns', value: name }
  throw new Error(
    `Expected a hostname in lowercase ASCII, \`*.\` before it allowed, or an IP address, got ${JSON.stringify(name)}.`,
  )
}

const maxNameLength = 253
const hostname = /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

async function importPair(keyPem: string): Promise<webcrypto.CryptoKeyPair> {
  try {
    const key = createPrivateKey(keyPem)
    const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
    const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
    const { subtle } = webcrypto
    return {
      privateKey: await subtle.importKey('pkcs8', pkcs8, certificateAlgorithm, false, ['sign']),
      publicKey: await subtle.importKey('spki', spki, certificateAlgorithm, true, ['verify']),
    }
  } catch (error) {
    throw new Error('Expected the private key of a certificate: ECDSA with P-256 as PKCS #8 in PEM.', { cause: error })
  }
}

/** Returns bytes as a DER OCTET STRING shorter than 128 bytes. */
function encodeOctetString(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x04, bytes.length]), bytes])
}

/**
 * Returns the bytes of a certificate's serial number as they appear in its DER, including the zero that keeps a high bit from being a sign: the
 * authority knows the certificate by these bytes, and parsers strip the zero.
 */
function readSerial(certificate: Buffer): Buffer {
  const body = readElement(readElement(certificate, 0).content, 0).content
  const first = readElement(body, 0)
  // The version, [0], stands before the number (RFC 5280, section 4.1), except in certificates of version 1.
  const serial = first.tag === 0xa0 ? readElement(body, first.end) : first
  if (serial.tag !== 0x02) throw new Error('Expected a certificate with a number, got one without.')
  return serial.content
}

/** Reads one element of DER; a parser has already validated it. */
function readElement(der: Buffer, at: number): { tag: number; content: Buffer; end: number } {
  const length = der.readUInt8(at + 1)
  const lengthBytes = length < 0x80 ? 0 : length & 0x7f
  const start = at + 2 + lengthBytes
  const end = start + (lengthBytes === 0 ? length : der.readUIntBE(at + 2, lengthBytes))
  return { tag: der.readUInt8(at), content: der.subarray(start, end), end }
}
