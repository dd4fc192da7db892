// @peculiar/x509 registers its algorithms with decorators.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { dayMs } from '../ground/clock.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A test's authority, or a certificate that it issued. */
export interface Pair {
  certificate: X509Certificate
  keys: webcrypto.CryptoKeyPair
}

/** Creates an authority. */
export const makeRoot = async (name: string): Promise<Pair> => {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ O: ['Test'] }, { CN: [name] }],
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 365 * dayMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { certificate, keys }
}

/** Issues a certificate that is valid for some days from now; with a negative number, it has expired. */
export const issue = async (
  root: Pair,
  names: string[],
  days: number,
  daysBefore = 30,
): Promise<SecureContextOptions> => {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [names[0] ?? ''] }],
    issuer: root.certificate.subject,
    notBefore: new Date(Date.now() - daysBefore * dayMs),
    notAfter: new Date(Date.now() + days * dayMs),
    publicKey: keys.publicKey,
    signingKey: root.keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }))),
    ],
  })
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { cert: `${certificate.toString('pem')}\n${root.certificate.toString('pem')}\n`, key }
}
