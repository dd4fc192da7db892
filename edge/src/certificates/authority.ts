// @peculiar/x509 finds its algorithms by decorators.
import 'reflect-metadata'
import { X509Certificate as ParsedCertificate, randomUUID, webcrypto } from 'node:crypto'
import { link, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { hasCode, openPrivateFolder } from '@culvert/program'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  X509CrlGenerator,
} from '@peculiar/x509'
import type { Logger } from 'pino'

/** A certificate and its private key. */
export interface Certificate {
  /** PEM; the certificate itself first, then its intermediates. */
  chain: string
  /** PEM, PKCS #8. */
  key: string
  expiresAt: Date
}

/** A local certificate authority. Machines that trust it can use HTTPS with an installation before it has public certificates. */
export interface LocalAuthority {
  /** The authority's certificate in PEM, for browsers and agents that must trust it. */
  readonly certificate: string
  /** Issues a certificate for DNS names, `*.` included, and IP addresses. */
  issue(names: readonly string[]): Promise<Certificate>
  /** Returns its revocation list in DER, which is always valid for some more days. */
  readonly listRevoked: () => Promise<Buffer>
}

const dayMs = 24 * 60 * 60 * 1_000
const authorityDays = 3_650
/** Browsers accept at most 398 days. */
const certificateDays = 90
/** Clients keep a revocation list until it expires. */
const revocationDays = 7
/** A list is renewed at this age. */
const revocationRenewalMs = dayMs
/** Keeps the certificate from looking not yet valid to a client whose clock is slow. */
const backdateMs = 60 * 60 * 1_000

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const keyFile = 'authority.key'
const certificateFile = 'authority.crt'

/**
 * Opens the authority in a folder, and creates it at the first start. Its key is readable to the owner
 * only. Several edges may share the folder: the first to write wins. Its certificates name `revocationUrl` as the address of
 * the revocation list.
 */
export async function openLocalAuthority(folder: string, revocationUrl: string, log?: Logger): Promise<LocalAuthority> {
  const { corrected } = await openPrivateFolder(folder)
  if (corrected !== undefined) log?.warn(corrected)
  const { key, certificate } = (await findPair(folder)) ?? (await makePair(folder))
  // The key's file holds both, so that the two always match; this copy is for distribution.
  await writeFile(join(folder, certificateFile), certificate)
  const issuer = new X509Certificate(certificate)
  const issuerKey = await webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(key), algorithm, false, ['sign'])
  let revoked: { list: Buffer; renewedAtMs: number } | undefined

  return {
    certificate,
    issue: async (names) => {
      const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const { notBefore, notAfter } = validFor(certificateDays)
      const issued = await X509CertificateGenerator.create({
        subject: [{ CN: [names[0] ?? 'culvert'] }],
        issuer: issuer.subject,
        notBefore,
        notAfter,
        publicKey: keys.publicKey,
        signingKey: issuerKey,
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new CRLDistributionPointsExtension([revocationUrl]),
          new SubjectAlternativeNameExtension(
            names.map((name) => ({ type: isIP(name) === 0 ? 'dns' : 'ip', value: name })),
          ),
          await SubjectKeyIdentifierExtension.create(keys.publicKey),
          await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
        ],
      })
      return { chain: `${issued.toString('pem')}\n`, key: await exportKey(keys.privateKey), expiresAt: notAfter }
    },
    listRevoked: async () => {
      if (revoked === undefined || Date.now() >= revoked.renewedAtMs) {
        const list = await createRevocationList(issuer, issuerKey)
        revoked = { list, renewedAtMs: Date.now() + revocationRenewalMs }
      }
      return revoked.list
    },
  }
}

/** Nothing is ever revoked: certificates are short-lived, and their keys exist only in an edge's memory. */
async function createRevocationList(issuer: X509Certificate, signingKey: webcrypto.CryptoKey): Promise<Buffer> {
  const { notBefore, notAfter } = validFor(revocationDays)
  const list = await X509CrlGenerator.create({
    issuer: issuer.subjectName,
    thisUpdate: notBefore,
    nextUpdate: notAfter,
    signingKey,
    signingAlgorithm: algorithm,
    // Both are required (RFC 5280, section 5.2).
    extensions: [
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      new Extension(revocationNumberId, false, encodeTime(Date.now())),
    ],
  })
  return Buffer.from(list.rawData)
}

/** Each list has a higher number than earlier ones (RFC 5280, section 5.2.3). */
const revocationNumberId = '2.5.29.20'

/** Encodes a time in milliseconds as a DER INTEGER: six bytes from 2005 to 6429. */
function encodeTime(ms: number): Buffer {
  const encoded = Buffer.from([0x02, 6, 0, 0, 0, 0, 0, 0])
  encoded.writeUIntBE(ms, 2, 6)
  return encoded
}

interface Pair {
  key: string
  certificate: string
}

async function findPair(folder: string): Promise<Pair | undefined> {
  const path = join(folder, keyFile)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  })
  if (text === '') return undefined
  const [key, certificate] = text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----\n/g) ?? []
  if (key === undefined || certificate === undefined) {
    throw new Error(`${path} should hold a key and a certificate in PEM. Delete it to have a new authority made.`)
  }
  const { validToDate } = new ParsedCertificate(certificate)
  if (validToDate.getTime() > Date.now() + certificateDays * dayMs) return { key, certificate }
  // No certificate may outlive its issuer. Another process may have just removed it.
  await rm(path, { force: true })
  return undefined
}

async function makePair(folder: string): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const made = await X509CertificateGenerator.createSelfSigned({
    // A machine that trusts two installations must be able to tell their authorities apart.
    name: [{ CN: [`Culvert local authority ${randomUUID().slice(0, 8)}`] }, { O: ['Culvert'] }],
    ...validFor(authorityDays),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const pair = { key: await exportKey(keys.privateKey), certificate: `${made.toString('pem')}\n` }
  const draft = join(folder, `${keyFile}.${randomUUID()}`)
  await writeFile(draft, pair.key + pair.certificate, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, join(folder, keyFile))
    return pair
  } catch (error) {
    const theirs = await findPair(folder)
    if (theirs === undefined) throw error
    return theirs
  } finally {
    await unlink(draft)
  }
}

function validFor(days: number): { notBefore: Date; notAfter: Date } {
  const now = Date.now()
  return { notBefore: new Date(now - backdateMs), notAfter: new Date(now + days * dayMs) }
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`
}
