import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError, findErrorCode } from '../../ground/errors.ts'
import type { BackupPart } from './format.ts'

/** A file that was written. */
export interface WrittenBackup {
  bytes: number
  /** How many rows of each table. */
  rows: Record<string, number>
}

/**
 * Writes a backup beside the file, for its user alone, and gives it its name once it is complete and on the disk. Throws CONFLICT
 * when the file exists and may not be replaced.
 */
export async function writeBackup(
  file: string,
  { replace }: { replace: boolean },
  parts: AsyncIterable<BackupPart>,
): Promise<WrittenBackup> {
  checkFree(file, replace)
  const partial = `${file}.${randomUUID()}.partial`
  const rows: Record<string, number> = {}
  try {
    const destination = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(toLines(parts, rows), createGzip(), destination)
    const { size: bytes } = await stat(partial)
    checkFree(file, replace)
    await rename(partial, file)
    return { bytes, rows }
  } catch (error) {
    await rm(partial, { force: true })
    throw describeFault(file, error)
  }
}

/** What keeps a file from being written, by the code of the system. */
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
  return new AppError(
    'CONFLICT',
    `${file} cannot be written: ${fault}. Give a file elsewhere; with the embedded database, one that the running server may write.`,
    { internal: error },
  )
}

function checkFree(file: string, replace: boolean): void {
  if (replace || !existsSync(file)) return
  throw new AppError('CONFLICT', `${file} exists already. Give another name, or --force to replace it.`)
}

/** Formats the parts and the trailer, and counts the rows. */
async function* toLines(parts: AsyncIterable<BackupPart>, counts: Record<string, number>): AsyncGenerator<string> {
  const digest = createHash('sha256')
  let table = ''
  for await (const part of parts) {
    if (part.kind === 'table') {
      table = part.table.table
      counts[table] = 0
    }
    if (part.kind === 'rows') counts[table] = (counts[table] ?? 0) + part.rows.length
    const text = toText(part)
    digest.update(text)
    yield text
  }
  yield `${JSON.stringify({ rows: counts, sha256: digest.digest('hex') })}\n`
}

function toText(part: BackupPart): string {
  switch (part.kind) {
    case 'header':
      return `${JSON.stringify(part.header)}\n`
    case 'table':
      return `${JSON.stringify(part.table)}\n`
    case 'rows':
      return part.rows.map((row) => `${row}\n`).join('')
    case 'sequence':
      return `${JSON.stringify(part.sequence)}\n`
    default:
      return part satisfies never
  }
}
