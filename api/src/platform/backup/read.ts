import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { AppError, conflict, findErrorCode } from '../../ground/errors.ts'
import {
  type BackupHeader,
  type BackupPart,
  damaged,
  formatVersion,
  headerLine,
  lineBytesMax,
  sequenceLine,
  tableLine,
  trailerLine,
} from './format.ts'

const newline = 0x0a
const bracket = 0x5b

/** Reads a backup to its end and returns its header. Throws CONFLICT when it is cut off, damaged, or of a newer format. */
export async function checkBackup(file: string): Promise<BackupHeader> {
  let found: BackupHeader | undefined
  for await (const part of readBackup(file)) if (part.kind === 'header') found = part.header
  if (!found) throw damaged(file, 'it has no header')
  return found
}

/** Reads a backup part by part. Only if it ends without an error was everything as it was written. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const digest = createHash('sha256')
  const counts: Record<string, number> = {}
  let table: string | undefined
  let hasHeader = false
  let isComplete = false
  for await (const lines of readLines(file)) {
    let rows: string[] = []
    for (const line of lines) {
      if (isComplete) throw damaged(file, 'something follows its end')
      if (line[0] === bracket) {
        if (table === undefined) throw damaged(file, 'it has rows of no table')
        digest.update(line)
        counts[table] = (counts[table] ?? 0) + 1
        rows.push(line.toString().trimEnd())
        continue
      }
      if (rows.length > 0) yield { kind: 'rows', rows }
      rows = []
      const value = parse(file, line)
      const trailer = hasHeader ? trailerLine.safeParse(value).data : undefined
      if (trailer) {
        checkTrailer(file, trailer, { rows: counts, sha256: digest.digest('hex') })
        isComplete = true
        continue
      }
      digest.update(line)
      const part = hasHeader ? readPart(file, value) : readHeader(file, value)
      hasHeader = true
      if (part.kind === 'table') {
        table = part.table.table
        counts[table] = 0
      }
      yield part
    }
    if (rows.length > 0) yield { kind: 'rows', rows }
  }
  if (!isComplete) throw damaged(file, 'it is cut off')
}

function readHeader(file: string, value: unknown): BackupPart {
  const header = headerLine.safeParse(value).data
  if (!header) throw damaged(file, 'it does not begin as one')
  if (header.version > formatVersion) {
    throw conflict(
      `${file} has version ${header.version} of the format, and this Culvert reads up to ${formatVersion}. Restore it with Culvert ${header.culvert} or later.`,
    )
  }
  return { kind: 'header', header }
}

function readPart(file: string, value: unknown): BackupPart {
  const table = tableLine.safeParse(value).data
  if (table) return { kind: 'table', table }
  const sequence = sequenceLine.safeParse(value).data
  if (sequence) return { kind: 'sequence', sequence }
  throw damaged(file, 'a line of it does not belong to a backup')
}

type Trailer = ReturnType<typeof trailerLine.parse>

function checkTrailer(file: string, written: Trailer, read: Trailer): void {
  if (written.sha256 !== read.sha256) throw damaged(file, 'its digest does not match its contents')
  const lost = Object.keys(written.rows).find((table) => written.rows[table] !== read.rows[table])
  if (lost === undefined) return
  throw damaged(file, `it holds ${read.rows[lost] ?? 0} rows of ${lost}, and should hold ${written.rows[lost] ?? 0}`)
}

function parse(file: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString())
  } catch (error) {
    throw damaged(file, 'a line of it is not JSON', error)
  }
}

/** Reads the lines of a compressed file with their ends, those of a chunk at a time. */
async function* readLines(file: string): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of readChunks(file)) {
    const lines: Buffer[] = []
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      lines.push(Buffer.concat([...rest, chunk.subarray(from, end + 1)]))
      rest = []
      restBytes = 0
      from = end + 1
    }
    rest.push(chunk.subarray(from))
    restBytes += chunk.length - from
    if (restBytes > lineBytesMax) throw damaged(file, `a line of it is longer than ${lineBytesMax} bytes`)
    yield lines
  }
  if (restBytes > 0) throw damaged(file, 'it is cut off')
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const unzipped = createGunzip({ chunkSize: 256 * 1024 })
  source.once('error', (error) => unzipped.destroy(error))
  try {
    for await (const chunk of source.pipe(unzipped)) yield Buffer.from(chunk)
  } catch (error) {
    const code = findErrorCode(error)
    if (code === 'ENOENT') throw new AppError('NOT_FOUND', `There is no file ${file}.`)
    if (code === 'EISDIR') throw new AppError('NOT_FOUND', `${file} is a folder. Give the file of a backup.`)
    if (code === 'Z_BUF_ERROR') throw damaged(file, 'it is cut off', error)
    if (code?.startsWith('Z_')) throw damaged(file, 'its contents cannot be read', error)
    throw error
  } finally {
    source.destroy()
    unzipped.destroy()
  }
}
