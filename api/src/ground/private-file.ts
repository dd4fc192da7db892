import { randomUUID } from 'node:crypto'
import { createWriteStream, lstatSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { conflict, findErrorCode } from './errors.ts'

interface WriteOptions {
  /** Whether it may replace an existing file. */
  replace: boolean
  /** Changes what is written, for example compresses it. */
  through?: Transform
}

/**
 * Writes texts beside the file, readable by its user alone, and gives it its name once it is complete and on the disk. Returns its length in
 * bytes. Throws CONFLICT when the file exists and may not be replaced, or cannot be written.
 */
export async function writePrivateFile(
  file: string,
  texts: AsyncIterable<string>,
  { replace, through }: WriteOptions,
): Promise<number> {
  checkFree(file, replace)
  const partial = `${file}.${randomUUID()}.partial`
  try {
    const source = Readable.from(texts)
    const destination = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await (through ? pipeline(source, through, destination) : pipeline(source, destination))
    const { size } = await stat(partial)
    checkFree(file, replace)
    await rename(partial, file)
    return size
  } catch (error) {
    await rm(partial, { force: true })
    throw describeFault(file, error)
  }
}

/** What keeps a file from being written, by the system's error code. */
const faults: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'the user that writes it may not do that',
  EPERM: 'the user that writes it may not do that',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
}

/** A running server writes the file of an embedded database, with its own rights. */
function describeFault(file: string, error: unknown): unknown {
  const fault = faults[findErrorCode(error) ?? '']
  if (fault === undefined) return error
  return conflict(
    `${file} cannot be written: ${fault}. Give a file elsewhere; with the embedded database, one that the running server may write.`,
    { internal: error },
  )
}

/** A folder cannot be replaced; a device or a pipe could be, and whoever uses it would then find a file there. */
function checkFree(file: string, replace: boolean): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isFile() && !found.isSymbolicLink()) throw conflict(`${file} is no file. Give another name.`)
  if (!replace) throw conflict(`${file} exists already. Give another name, or --force to replace it.`)
}
