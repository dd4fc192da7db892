import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPrivateFolder } from '@culvert/program'
import type { Logger } from 'pino'
import { type JournalLine, type Report, encodeLine } from './journal-lines.ts'
import { claimJournals, draftExtension, extension, ignoreMissing } from './abandoned-journals.ts'
import { retryDelayMs } from '../retry.ts'

/** A file that has grown by this many bytes is rewritten with what still waits. */
const growthMax = 1024 * 1024

/**
 * Keeps the usage that waits for the API in a file, so that it outlives this process. Notes are on disk once `flush`
 * resolves. If the file cannot be written, only this protection is lost.
 *
 * The edges that share a folder need not know of each other: a starting edge takes over the files that it finds, by renaming
 * them. The owner of such a file notices before it reports anything from it.
 */
export class UsageJournal {
  readonly #folder: string
  readonly #log: Logger
  readonly #path: string
  #file: FileHandle | undefined
  #notes: string[] = []
  #bytes = 0
  #bytesMax = 0
  #isFailing = false
  /** Failures since something was last appended to a file: on an almost full disk, a new, shorter file may still fit. */
  #failures = 0
  #retryAtMs = 0
  /** The operations on the file, one after the other. */
  #work: Promise<unknown> = Promise.resolve()

  private constructor(folder: string, log: Logger) {
    this.#folder = folder
    this.#log = log
    this.#path = join(folder, `${randomUUID()}${extension}`)
  }

  /** Begins a journal, and takes over the reports that other edges have left in the folder. */
  static async open(folder: string, log: Logger): Promise<{ journal: UsageJournal; left: Report[] }> {
    const journal = new UsageJournal(folder, log)
    const claimed = await openFolder(folder, log).catch((error: unknown) => {
      journal.#fail(error)
      return { reports: [], paths: [] }
    })
    const isKept = await journal.flush(() => claimed.reports)
    // Files that cannot be copied stay: the next edge to read them makes the same reports from them, with the same ids. An edge that starts at
    // the same time may already have taken them.
    if (isKept) await Promise.all(claimed.paths.map((path) => rm(path, { force: true })))
    if (claimed.reports.length > 0)
      log.info({ reports: claimed.reports.length }, 'reporting the usage of an edge that has ended')
    return { journal, left: claimed.reports }
  }

  /** Reports whether what waits would be lost with this process. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Notes a change. */
  readonly note = (line: JournalLine): void => {
    this.#notes.push(encodeLine(line))
  }

  /**
   * Flushes what was noted to disk, and resolves with whether it is there. `list` returns everything that waits, in case a new file is
   * needed.
   */
  flush(list: () => JournalLine[]): Promise<boolean> {
    return this.#queue(async () => {
      const notes = this.#notes.splice(0).join('')
      if (this.#isFailing && performance.now() < this.#retryAtMs) return false
      if (notes === '' && this.#file !== undefined && !this.#isFailing) return true
      try {
        if (this.#file === undefined || this.#isFailing || this.#bytes > this.#bytesMax) {
          await this.#rewrite(list())
        } else {
          await this.#append(this.#file, notes)
          this.#failures = 0
        }
        if (this.#isFailing) this.#log.info('usage that waits is kept on disk again')
        this.#isFailing = false
      } catch (error) {
        this.#fail(error)
      }
      return !this.#isFailing
    })
  }

  /**
   * Resolves with whether a starting edge has taken over the file, and with it all that was flushed. A new file is then begun. A disk that
   * does not say so counts as failing: what waits is only in memory then, and must not be dropped.
   */
  closeIfClaimed(): Promise<boolean> {
    return this.#queue(async () => {
      if (this.#file === undefined) return false
      try {
        const { ino } = await this.#file.stat()
        const named = await ignoreMissing(stat(this.#path))
        if (named?.ino === ino) return false
      } catch (error) {
        this.#fail(error)
        return false
      }
      this.#log.info('waiting usage was taken over by an edge that has started')
      this.#notes = []
      await this.#close()
      return true
    })
  }

  /** Removes the file: flushed lines must not be read again. */
  remove(): Promise<void> {
    return this.#queue(async () => {
      if (this.#file === undefined) return
      await this.#close()
      await rm(this.#path, { force: true }).catch((error: unknown) => {
        this.#log.error({ err: error, path: this.#path }, 'a journal of usage cannot be removed; it may count twice')
      })
    })
  }

  /** Closes the file, which stays for the next edge that uses the folder. */
  close(): Promise<void> {
    return this.#queue(() => this.#close())
  }

  async #append(file: FileHandle, notes: string): Promise<void> {
    await file.appendFile(notes)
    await file.datasync()
    this.#bytes += notes.length
  }

  async #rewrite(lines: readonly JournalLine[]): Promise<void> {
    const text = lines.map(encodeLine).join('')
    const draft = this.#path.replace(extension, draftExtension)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = await open(draft, 'w', 0o600)
    try {
      await this.#append(file, text)
      await rename(draft, this.#path)
      await syncFolder(this.#folder)
    } catch (error) {
      await file.close()
      await rm(draft, { force: true })
      throw error
    }
    const former = this.#file
    this.#file = file
    try {
      // A file that cannot be removed now has just been taken over: what is in both must not count twice.
      const wasTaken = former !== undefined && (await former.stat()).nlink > 0
      if (wasTaken) await rm(this.#path)
    } finally {
      // What it contains is in the new one.
      await former?.close().catch(() => {})
    }
    this.#bytes = text.length
    this.#bytesMax = 2 * text.length + growthMax
  }

  /** A file that cannot be closed may lack what was written last. */
  async #close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close().catch((error: unknown) => this.#fail(error))
  }

  #fail(error: unknown): void {
    if (!this.#isFailing) {
      const what = 'usage that waits is kept in memory alone: its journal cannot be written'
      this.#log.error({ err: error, folder: this.#folder }, what)
    }
    this.#isFailing = true
    this.#failures += 1
    this.#retryAtMs = performance.now() + retryDelayMs(this.#failures)
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work)
    this.#work = result.catch(() => {})
    return result
  }
}

/** Takes over what other edges have left in a folder, after making sure that only this user can access it. */
async function openFolder(folder: string, log: Logger): ReturnType<typeof claimJournals> {
  const { corrected } = await openPrivateFolder(folder)
  if (corrected !== undefined) log.warn(corrected)
  return await claimJournals(folder)
}

/** A new name is on disk once its folder has been flushed. Windows cannot open folders, and does not need to. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
