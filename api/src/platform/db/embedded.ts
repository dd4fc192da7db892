import { cpSync, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { openPrivateFolder } from '@culvert/program'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import type { Logger } from 'pino'
import { InstallationFault } from '../../ground/errors.ts'
import { createDb, type OpenDatabase } from './db.ts'
import { DiskSpace } from './disk-space.ts'
import { describeWriteFault } from './faults.ts'
import { lockFolder } from './folder-lock.ts'
import { valueParsers } from './values.ts'

/**
 * Opens PGlite in a folder, which this process then holds alone, and which no other user of this machine can read: PGlite makes
 * files that everyone may write. Rejects when another process has it, or its disk has no space.
 */
export async function openEmbedded(folder: string, log?: Logger): Promise<OpenDatabase> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  let diskSpace: DiskSpace | undefined
  try {
    const { corrected } = await openPrivateFolder(folder)
    if (corrected !== undefined) log?.warn(corrected)
    const isNew = (await readdir(folder)).length === 0
    diskSpace = await DiskSpace.watch(folder, isNew)
    if (isNew) await fill(folder)
    const { db, close } = await openPGlite({ dataDir: folder, startParams: durableStartParams })
    const watched = diskSpace
    return {
      db: db.withPlugin(watched),
      findObstacle: () => (watched.obstacle === undefined ? undefined : describeWriteFault('53100')),
      close: () => {
        watched.close()
        return close().finally(unlock)
      },
    }
  } catch (error) {
    diskSpace?.close()
    unlock()
    throw error
  }
}

/** Made by the build: PostgreSQL takes 2 s and 500 MB to make one, and the migrations another 2 s. */
const emptyDatabase = join(import.meta.dirname, '../../../dist/database')

/** Puts a database with empty tables into a folder that is empty. The folder has all of it or nothing. */
async function fill(folder: string): Promise<void> {
  if (!existsSync(emptyDatabase)) {
    throw new InstallationFault(
      `A new database is copied from ${emptyDatabase}, which is not there. Run \`npm run build\`.`,
    )
  }
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  // Nothing runs yet that could wait: a third of the work of `cp`.
  cpSync(emptyDatabase, fresh, { recursive: true })
  await rmdir(folder)
  await rename(fresh, folder)
}

/** Opens a PGlite that returns values as `pg` does. */
export async function openPGlite(options: PGliteOptions): Promise<OpenDatabase & { lite: PGlite }> {
  for (const flag of wasmFlags) setFlagsFromString(flag)
  const startParams = [...(options.startParams ?? PGlite.defaultStartParams), ...sharedBuffers]
  const lite = await PGlite.create({ ...options, startParams, initDbStartParams: sharedBuffers, parsers: valueParsers })
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
 * V8 takes 600 MB for half a second to optimize one function of PGlite, the interpreter of expressions, on Node 24. Without optimized code
 * statements on single rows take as long as with it, and joins and sums over many rows 1.6 times as long. Both flags are needed, since V8
 * derives one from the other only when it starts.
 */
const wasmFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

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
