import { mkdir, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openPrivateFolder } from '@culvert/program'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import type { Logger } from 'pino'
import { createDb, type OpenDatabase } from './db.ts'
import { DiskRoom } from './disk-room.ts'
import { describeWriteFault } from './faults.ts'
import { lockFolder } from './folder-lock.ts'
import { valueParsers } from './values.ts'

/**
 * Opens PGlite in a folder, which this process then holds alone, and which no other user of this machine can read: PGlite makes
 * files that everybody may write. Rejects when another process has it, or its disk has no space.
 */
export async function openEmbedded(folder: string, log?: Logger): Promise<OpenDatabase> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  let room: DiskRoom | undefined
  try {
    const { mended } = await openPrivateFolder(folder)
    if (mended !== undefined) log?.warn(mended)
    const isNew = (await readdir(folder)).length === 0
    room = await DiskRoom.watch(folder, isNew)
    const { db, close } = await openPGlite({ dataDir: folder, startParams: durableStartParams })
    const watched = room
    return {
      db: db.withPlugin(watched),
      findObstacle: () => (watched.obstacle === undefined ? undefined : describeWriteFault('53100')),
      close: () => {
        watched.close()
        return close().finally(unlock)
      },
    }
  } catch (error) {
    room?.close()
    unlock()
    throw error
  }
}

/** A PGlite that returns values as `pg` does. */
export async function openPGlite(options: PGliteOptions): Promise<OpenDatabase & { lite: PGlite }> {
  const startParams = [...(options.startParams ?? PGlite.defaultStartParams), ...sharedBuffers]
  const lite = await PGlite.create({ ...options, startParams, parsers: valueParsers })
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
 * PostgreSQL fills its shared buffers with zeros before it answers, which takes .4 s for the 128 MB that are its default. What
 * does not fit comes from the system's file cache: the usage of one account of 1,000, in a table of 400,000 rows, is summed in
 * 5 ms instead of 1.4.
 */
const sharedBuffers = ['-c', 'shared_buffers=16MB']

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
