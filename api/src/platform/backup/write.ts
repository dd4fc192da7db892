import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import { writePrivateFile } from '../../ground/private-file.ts'
import type { BackupPart } from './format.ts'

/** A file that was written. */
export interface WrittenBackup {
  bytes: number
  /** How many rows of each table. */
  rows: Record<string, number>
}

/** Writes a compressed backup, as `writePrivateFile` does. */
export async function writeBackup(
  file: string,
  { replace }: { replace: boolean },
  parts: AsyncIterable<BackupPart>,
): Promise<WrittenBackup> {
  const rows: Record<string, number> = {}
  const bytes = await writePrivateFile(file, toLines(parts, rows), { replace, through: createGzip() })
  return { bytes, rows }
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
