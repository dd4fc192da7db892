// @peculiar/x509 finds its algorithms by decorators.
import 'reflect-metadata'
import { createPublicKey, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type PublicKey,
  type X509Certificate,
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { certificateAlgorithm, exportKey } from '../keys.ts'
import { refuse } from './refusal.ts'

/** Signs certificates, and is itself signed by a root or is one. */
interface Signer {
  certificate: X509Certificate
  keys: webcrypto.CryptoKeyPair
}

export interface IssuedCertificate {
  /** The certificate and the intermediate one, in PEM. */
  chain: string
  der: Buffer
  /** By RFC 9773, section 4.1; from the values put into the certificate, not from a parser's result. */
  id: string
  names: string[]
  /** Of its key as a JWK. */
  keyThumbprint: string
  notBefore: Date
  notAfter: Date
}

const dayMs = 24 * 60 * 60 * 1_000
const rootDays = 3_650

/** Issues certificates from an intermediate certificate below its root. */
export class Issuer {
  readonly #root: Signer
  readonly #intermediate: Signer

  constructor(root: Signer, intermediate: Signer) {
    this.#root = root
    this.#intermediate = intermediate
  }

  static async create(now: Date): Promise<Issuer> {
    const root = await createSigner('Test Root', now)
    return new Issuer(root, await createSigner('Test Intermediate', now, root))
  }

  /** The root's certificate in PEM. */
  get rootCertificate(): string {
    return toPem(this.#root.certificate)
  }

  async issue(names: string[], key: PublicKey, notBefore: Date, notAfter: Date): Promise<IssuedCertificate> {
    const { certificate, keys } = this.#intermediate
    // The first bit is set, so that in DER a zero byte precedes the number.
    const serial = Buffer.concat([Buffer.from([0x80 | randomByte()]), randomBytes(15)])
    const made = await X509CertificateGenerator.create({
      serialNumber: serial.toString('hex'),
      subject: '',
      issuer: certificate.subject,
      notBefore,
      notAfter,
      publicKey: key,
      signingKey: keys.privateKey,
      signingAlgorithm: certificateAlgorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        // The subject is empty, so the names are critical (RFC 5280, section 4.2.1.6).
        new SubjectAlternativeNameExtension(names.map(toGeneralName), true),
        await SubjectKeyIdentifierExtension.create(key),
        await AuthorityKeyIdentifierExtension.create(certificate.publicKey),
      ],
    })
    const keyId = Buffer.from(await certificate.publicKey.getKeyIdentifier())
    return {
      chain: toPem(made) + toPem(certificate),
      der: Buffer.from(made.rawData),
      id: `${keyId.toString('base64url')}.${Buffer.concat([Buffer.from([0]), serial]).toString('base64url')}`,
      names,
      keyThumbprint: await thumbprintOf(key),
      notBefore: made.notBefore,
      notAfter: made.notAfter,
    }
  }
}

/** Makes the certificate of the authority's HTTPS server, with a separate root. */
export async function createServerCertificate(): Promise<{ root: string; chain: string; key: string }> {
  // A server's certificate is checked by the machine's clock, whatever the authority's clock shows.
  const now = new Date()
  const root = await createSigner('Test HTTPS Root', now)
  const keys = await createKeys()
  const made = await X509CertificateGenerator.create({
    subject: 'CN=Test Authority',
    issuer: root.certificate.subject,
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + rootDays * dayMs),
    publicKey: keys.publicKey,
    signingKey: root.keys.privateKey,
    signingAlgorithm: certificateAlgorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(['127.0.0.1', 'localhost'].map(toGeneralName)),
      await AuthorityKeyIdentifierExtension.create(root.certificate.publicKey),
    ],
  })
  return { root: toPem(root.certificate), chain: toPem(made), key: exportKey(keys.privateKey) }
}

/** Returns the key of a request for a certificate; refuses one that is not for exactly these names, or not signed by its key. */
export async function checkCsr(der: Buffer, names: string[], accountThumbprint: string): Promise<PublicKey> {
  let csr: Pkcs10CertificateRequest
  try {
    csr = new Pkcs10CertificateRequest(der)
  } catch {
    return badCsr('It is not readable.')
  }
  if (!(await csr.verify())) badCsr('It is not signed by its key.')
  const asked = csr.getExtension('2.5.29.17')
  const found = asked === null ? [] : new SubjectAlternativeNameExtension(asked.rawData).names.items
  const listed = found.map(({ value }) => value.toLowerCase()).toSorted()
  if (listed.join() !== names.toSorted().join())
    badCsr(`It is for ${listed.join()}, and the order for ${names.join()}.`)
  if (found.some(({ type, value }) => type !== toGeneralName(value).type)) badCsr('A name is of the wrong type.')
  const common = csr.subjectName.getField('CN')
  if (common.some((name) => !names.includes(name))) badCsr('Its common name is not among its names.')
  const { algorithm } = csr.publicKey
  const isStrong = algorithm.name === 'ECDSA' || (algorithm.name.startsWith('RSA') && modulusOf(algorithm) >= 2_048)
  if (!isStrong) badCsr('Its key is too weak, or of an unknown kind.')
  if ((await thumbprintOf(csr.publicKey)) === accountThumbprint) badCsr("Its key is the account's.")
  return csr.publicKey
}

async function thumbprintOf({ rawData }: PublicKey): Promise<string> {
  const key = createPublicKey({ key: Buffer.from(rawData), format: 'der', type: 'spki' })
  return await calculateJwkThumbprint(await exportJWK(key), 'sha256')
}

function modulusOf(algorithm: object): number {
  return 'modulusLength' in algorithm && typeof algorithm.modulusLength === 'number' ? algorithm.modulusLength : 0
}

function badCsr(detail: string): never {
  return refuse(400, 'badCSR', `The request for a certificate is refused. ${detail}`)
}

function toPem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`
}

function toGeneralName(name: string): { type: 'dns' | 'ip'; value: string } {
  return { type: isIP(name) === 0 ? 'dns' : 'ip', value: name }
}

async function createSigner(name: string, now: Date, by?: Signer): Promise<Signer> {
  const keys = await createKeys()
  const subject = [{ CN: [`${name} ${randomBytes(4).toString('hex')}`] }]
  const signedBy = by?.keys ?? keys
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: by === undefined ? subject : by.certificate.subject,
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + rootDays * dayMs),
    publicKey: keys.publicKey,
    signingKey: signedBy.privateKey,
    signingAlgorithm: certificateAlgorithm,
    extensions: [
      new BasicConstraintsExtension(true, by === undefined ? 1 : 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(signedBy.publicKey),
    ],
  })
  return { certificate, keys }
}

async function createKeys(): Promise<webcrypto.CryptoKeyPair> {
  return await webcrypto.subtle.generateKey(certificateAlgorithm, true, ['sign', 'verify'])
}

function randomByte(): number {
  return randomBytes(1).readUInt8()
}
