import { z } from 'zod'
import { type AppError, conflict } from '../../ground/errors.ts'

/*
 * A backup is JSON, one value a line, compressed by gzip:
 *
 *   {"format":"culvert-backup", …}                 the header
 *   {"table":"users","columns":["id", …]}          a table begins; those that it refers to came before
 *   ["01a1fcbc-…",null, …]                         a row: each value as PostgreSQL writes it as text
 *   {"sequence":"…","value":"7","isCalled":true}   where a sequence stands
 *   {"rows":{"users":1, …},"sha256":"…"}           the trailer, with the digest of every byte before it
 */

/** The version of the format. A reader knows the versions up to its own. */
export const formatVersion = 1

/** A longer line is not a row of ours but part of a damaged file, which must not fill the memory. */
export const lineBytesMax = 64 * 1024 * 1024

export const headerLine = z.object({
  format: z.literal('culvert-backup'),
  version: z.int(),
  /** The version of Culvert that made the backup. */
  culvert: z.string(),
  createdAt: z.iso.datetime(),
  /** The newest migration. */
  migration: z.string(),
  /** Every migration: a database may lack one before the newest. */
  migrations: z.array(z.string()),
})

/** The header of a backup: what made it, and when. */
export type BackupHeader = z.infer<typeof headerLine>

export const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
export const sequenceLine = z.object({ sequence: z.string(), value: z.string(), isCalled: z.boolean() })
export const trailerLine = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })

/** A table of a backup. */
export type BackupTable = z.infer<typeof tableLine>

/** The position of a sequence. */
export type BackupSequence = z.infer<typeof sequenceLine>

/** A part of a backup, in the order of reading. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: BackupTable }
  /** Rows of the last table, each as a JSON array. */
  | { kind: 'rows'; rows: string[] }
  | { kind: 'sequence'; sequence: BackupSequence }

/** Returns the error for a file that is not, or no longer, what a backup wrote. */
export function damaged(file: string, how: string, cause?: unknown): AppError {
  return conflict(
    `${file} is not a complete backup: ${how}. Nothing was restored. Take another backup, or copy this one again.`,
    { internal: cause },
  )
}
