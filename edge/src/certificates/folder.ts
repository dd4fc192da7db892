import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@culvert/program'
import type { Certificate } from './authority.ts'

/** An operator's certificate, with the names that it covers. */
export interface NamedCertificate extends Certificate {
  /** Its DNS names in lowercase, `*.` included. */
  names: readonly string[]
}

/**
 * Reads the operator's certificates: each `NAME.crt` (the chain) with its `NAME.key`, both PEM, as certbot, lego and
 * acme.sh write them under other names. Throws if a pair is incomplete, unreadable, or does not match.
 */
export async function readCertificates(folder: string): Promise<NamedCertificate[]> {
  const files = await readdir(folder)
  const names = files.filter((file) => file.endsWith('.crt')).map((file) => file.slice(0, -'.crt'.length))
  if (names.length === 0) throw new Error(`${folder} holds no certificate. Put NAME.crt and NAME.key there, in PEM.`)
  return await Promise.all(names.toSorted().map((name) => readPair(join(folder, name))))
}

async function readPair(path: string): Promise<NamedCertificate> {
  const [chain, key] = await Promise.all([readPem(`${path}.crt`), readPem(`${path}.key`)])
  const certificate = parse(`${path}.crt`, () => new X509Certificate(chain))
  const privateKey = parse(`${path}.key`, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey)) throw new Error(`${path}.key is not the key of ${path}.crt.`)
  const names = [...(certificate.subjectAltName ?? '').matchAll(/DNS:([^\s,]+)/g)].map(([, name = '']) => name)
  if (names.length === 0) throw new Error(`${path}.crt names no host (subjectAltName).`)
  return { chain, key, names: names.map((name) => name.toLowerCase()), expiresAt: certificate.validToDate }
}

async function readPem(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? new Error(`${path} is missing.`, { cause: error }) : error
  })
}

function parse<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    // The file's content is left out of the message: it may be a key.
    throw new Error(`${path} is not readable as PEM.`, { cause: error })
  }
}

/** Returns a value that changes when a file in the folder is written, renamed, or linked to another. */
export async function readFingerprint(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => /\.(crt|key)$/.test(file)).toSorted()
  const stats = await Promise.all(files.map((file) => stat(join(folder, file))))
  return files.map((file, index) => `${file} ${stats[index]?.ino} ${stats[index]?.mtimeMs}`).join('\n')
}
