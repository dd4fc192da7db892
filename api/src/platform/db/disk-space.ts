import { statfs } from 'node:fs/promises'
import { type KyselyPlugin, type PluginTransformQueryArgs, type PluginTransformResultArgs } from 'kysely'
import { InstallationFault } from '../../ground/errors.ts'

const mebibyte = 1024 * 1024

/**
 * Space that must be left on the disk. PostgreSQL exits when there is none for the next file of its log (16 MiB), and PGlite does
 * not recover from that, so writing stops long before.
 */
const spaceMinBytes = 64 * mebibyte

/** Extra space for creating a new database. */
const emptyDatabaseBytes = 64 * mebibyte

/** The time between two checks of the disk; milliseconds. */
const checkEveryMs = 1_000

/** Refuses statements that would write to an embedded database while its disk has too little space. */
export class DiskSpace implements KyselyPlugin {
  readonly #folder: string
  readonly #timer: NodeJS.Timeout
  #obstacle: string | undefined

  private constructor(folder: string) {
    this.#folder = folder
    this.#timer = setInterval(() => void this.#check(), checkEveryMs).unref()
  }

  /** Begins to watch the disk of a folder. Rejects when it has no space for a database to be opened. */
  static async watch(folder: string, isNew: boolean): Promise<DiskSpace> {
    const space = new DiskSpace(folder)
    await space.#check(isNew ? emptyDatabaseBytes : 0)
    if (space.#obstacle === undefined) return space
    space.close()
    throw new InstallationFault(space.#obstacle)
  }

  /** Returns why nothing can be written at the moment; undefined while it can. Names the folder, so it is for the operator only. */
  get obstacle(): string | undefined {
    return this.#obstacle
  }

  close(): void {
    clearInterval(this.#timer)
  }

  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    const writes = node.kind === 'InsertQueryNode' || node.kind === 'UpdateQueryNode' || node.kind === 'MergeQueryNode'
    // PostgreSQL's own code for a full disk. Deleting is allowed, because it makes space.
    if (writes && this.#obstacle !== undefined) throw Object.assign(new Error(this.#obstacle), { code: '53100' })
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<PluginTransformResultArgs['result']> {
    return result
  }

  async #check(moreBytes = 0): Promise<void> {
    // A system that does not report its free space cannot be watched.
    const disk = await statfs(this.#folder).catch(() => undefined)
    if (disk === undefined) return
    const freeBytes = disk.bavail * disk.bsize
    const neededBytes = spaceMinBytes + moreBytes
    this.#obstacle =
      freeBytes >= neededBytes
        ? undefined
        : `The disk of ${this.#folder} has ${toMebibytes(freeBytes)} MiB left, and the embedded database needs ${toMebibytes(neededBytes)}. ` +
          'Make room there, or set CULVERT_DATA to a folder on another disk.'
  }
}

const toMebibytes = (bytes: number): number => Math.floor(bytes / mebibyte)
