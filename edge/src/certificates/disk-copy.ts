import { createHash, randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode, openPrivateFolder } from '@culvert/program'
import type { Logger } from 'pino'
import { z } from 'zod'

/** A certificate as the API delivers it, with its key sealed. */
export interface ServedCertificate {
  /** Does not change when the certificate is renewed. */
  readonly id: string
  /** The hostname, or the wildcard, that it covers. */
  readonly name: string
  /** Grows with every change of any certificate. */
  readonly version: number
  /** PEM. */
  readonly chain: string
  readonly sealedKey: string
}

const fileShape = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  chain: z.string(),
  sealedKey: z.string(),
})

/** A file is rewritten at each renewal, and no public certificate is valid for longer than 398 days. */
const keptMs = 400 * 24 * 60 * 60 * 1_000

/** Removes the files that were written before a given time, one at a time. */
async function removeOld(folder: string, beforeMs: number): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // Another process of the edge may be removing it at the same time.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < beforeMs) await rm(path, { force: true })
  }
}

/** Certificates on this machine's disk, one file each, for use while the API is away. Their keys stay sealed. */
export class DiskCopy {
  readonly #folder: string
  readonly #log: Logger
  #isFailing = false

  private constructor(folder: string, log: Logger) {
    this.#folder = folder
    this.#log = log
  }

  /** Opens the copy in a folder, makes the folder private, and removes files that are no longer of use. */
  static async open(folder: string, log: Logger): Promise<DiskCopy> {
    const { corrected } = await openPrivateFolder(folder)
    if (corrected !== undefined) log.warn(corrected)
    await removeOld(folder, Date.now() - keptMs)
    return new DiskCopy(folder, log)
  }

  /** Resolves with the certificate of a name; with undefined if there is none that can be read. */
  async read(name: string): Promise<ServedCertificate | undefined> {
    try {
      const certificate = fileShape.parse(JSON.parse(await readFile(this.#pathOf(name), 'utf8')))
      return certificate.name === name ? certificate : undefined
    } catch (error) {
      if (!hasCode(error, 'ENOENT'))
        this.#log.warn({ certificate: name }, 'a copy of a certificate on disk is not readable')
      return undefined
    }
  }

  /** Writes a certificate completely or not at all. A full disk costs the copy, not the certificate. */
  async write(certificate: ServedCertificate): Promise<void> {
    const path = this.#pathOf(certificate.name)
    // Other processes of the edge write the same copy.
    const draft = `${path}.${randomUUID()}`
    const { id, name, version, chain, sealedKey } = certificate
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(draft, JSON.stringify({ id, name, version, chain, sealedKey }), { mode: 0o600 })
      await rename(draft, path)
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#log.warn({ err: error }, 'certificates cannot be copied to disk')
      this.#isFailing = true
      await rm(draft, { force: true }).catch(() => {})
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true }).catch((error: unknown) => {
      this.#log.warn({ err: error, certificate: name }, 'a copy of a certificate cannot be removed from disk')
    })
  }

  /** A name may contain any character, and be too long for a file name. */
  #pathOf(name: string): string {
    const hash = createHash('sha256').update(name).digest('hex')
    return join(this.#folder, hash.slice(0, 2), `${hash.slice(2)}.json`)
  }
}
