import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { createDb, type OpenDatabase } from './db.ts'
import { lockFolder } from './folder-lock.ts'
import { valueParsers } from './values.ts'

/** PGlite in a folder, which this process then holds alone. Rejects when another process has it. */
export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  await mkdir(dirname(folder), { recursive: true })
  const unlock = lockFolder(folder)
  try {
    const { db, close } = await openPGlite({ dataDir: folder, startParams: durableStartParams })
    return { db, close: () => close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A PGlite whose values look as those of `pg`. */
export async function openPGlite(options: PGliteOptions): Promise<OpenDatabase & { lite: PGlite }> {
  const lite = await PGlite.create({ ...options, parsers: valueParsers })
  const db = createDb(new PGliteDialect({ pglite: lite }))
  return {
    lite,
    db,
    close: async () => {
      await db.destroy()
      // Kysely leaves it open when no query was ever sent.
      if (!lite.closed) await lite.close()
    },
  }
}

/**
 * PGlite switches fsync off (-F) and cannot sync by itself. Without -F, and with the log opened O_SYNC, a commit is on
 * the disk when it is answered; inserts take three times as long.
 */
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=open_datasync',
]
