import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { keepSecret } from '@culvert/program'
import { ConfigError, type SealingConfig } from '../../ground/config.ts'
import { InstallationFault } from '../../ground/errors.ts'

/**
 * Seals texts for the database: a backup, or somebody who reads the database, does not have them. `purpose` says what a text is and
 * whose; a sealed text opens for the same purpose only.
 */
export interface Sealing {
  seal(text: string, purpose: string): string
  /** Throws an InstallationFault if the secret that sealed the text is not available, or the text was altered. */
  open(sealed: string, purpose: string): string
  /** Returns a text sealed with the current secret; as it is, if it already is. */
  reseal(sealed: string, purpose: string): string
}

/** AES-256-GCM with random nonces (NIST SP 800-38D, section 8.2.2): a key may seal 2^32 texts. */
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

interface Key {
  /** Identifies the secret that sealed a text; reveals nothing about the secret. */
  id: string
  bytes: Buffer
}

/** Makes a sealing from a secret, and from the previous secret, which opens what it sealed. */
export function createSealing(secret: string, previous?: string): Sealing {
  const current = deriveKey(secret)
  const keys = [current, ...(previous === undefined ? [] : [deriveKey(previous)])]
  const sealing: Sealing = {
    seal: (text, purpose) => {
      const nonce = randomBytes(nonceBytes)
      const seal = createCipheriv(cipher, current.bytes, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([nonce, seal.update(text, 'utf8'), seal.final(), seal.getAuthTag()])
      return `${current.id}.${sealed.toString('base64url')}`
    },
    open: (sealed, purpose) => {
      const [id, text = ''] = sealed.split('.')
      const key = keys.find((candidate) => candidate.id === id)
      if (key === undefined) {
        throw new InstallationFault(
          'What is sealed in the database was sealed with another SEALING_SECRET. Set SEALING_SECRET to that one, or SEALING_SECRET_PREVIOUS while it is replaced.',
        )
      }
      const bytes = Buffer.from(text, 'base64url')
      const end = bytes.length - tagBytes
      try {
        const opener = createDecipheriv(cipher, key.bytes, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        opener.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(end))
        return Buffer.concat([opener.update(bytes.subarray(nonceBytes, end)), opener.final()]).toString('utf8')
      } catch (error) {
        throw new InstallationFault(
          `What is sealed in the database as "${purpose}" was altered: it cannot be opened.`,
          {
            cause: error,
          },
        )
      }
    },
    reseal: (sealed, purpose) =>
      sealed.startsWith(`${current.id}.`) ? sealed : sealing.seal(sealing.open(sealed, purpose), purpose),
  }
  return sealing
}

/** Opens the sealing of an installation. Throws a ConfigError if the secret is not known and none may be made. */
export async function openSealing({ secret, file, previous }: SealingConfig): Promise<Sealing> {
  return createSealing(secret ?? (await keepSecretIn(file)), previous)
}

async function keepSecretIn(file: string | undefined): Promise<string> {
  if (file !== undefined) return await keepSecret(file)
  throw new ConfigError([
    'SEALING_SECRET must be that of the servers, or EDGE_SECRET if they have none: it seals texts in the database',
  ])
}

function deriveKey(secret: string): Key {
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', secret, '', info, length))
  return { id: derive('culvert sealing key id', 6).toString('base64url'), bytes: derive('culvert sealing', 32) }
}
