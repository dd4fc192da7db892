import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openPGlite } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createRunFolder, removeOldFolders } from './run-folder.ts'
import { createServerDatabase, dropServerDatabases } from './server-databases.ts'

const api = join(import.meta.dirname, '../..')
const kept = join(api, 'node_modules/.cache/test-databases')

/**
 * What tests share. The programs that they start are compiled once instead of at each of a hundred starts; the folder is where Node
 * keeps its compile cache by default.
 *
 * All tests, of the API and of the whole system, copy one migrated PGlite, which opens in a tenth of the time that a new one
 * takes, and one migrated database of the server at TEST_DATABASE_URL.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Each package that names this set-up runs it.
  if (process.env.CULVERT_TEST_FOLDER !== undefined) return undefined
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  process.env.CULVERT_TEST_DATABASE = await findMigratedFolder()
  process.env.CULVERT_TEST_FOLDER = createRunFolder()
  const { TEST_DATABASE_URL: server } = process.env
  if (!server) return undefined
  const template = await createServerDatabase(server)
  process.env.CULVERT_TEST_TEMPLATE = template.name
  await migrate(template.db)
  await template.close()
  return () => dropServerDatabases(server, template.name)
}

/** A PGlite with all migrations. It is reused by later runs; it is removed after a migration or PGlite has changed and a day has passed. */
async function findMigratedFolder(): Promise<string> {
  const hash = createHash('sha256')
  const sources = [
    ...globSync('src/platform/db/migrations/*.ts', { cwd: api }),
    'src/platform/db/embedded.ts',
    'src/testing/global-setup.ts',
    'package.json',
  ]
  for (const source of sources.toSorted()) hash.update(source).update(readFileSync(join(api, source)))
  const folder = join(kept, hash.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(kept, { recursive: true })
  removeOldFolders(kept, 24 * 60 * 60_000)
  // Renamed once it is complete, so that an interrupted run leaves no partial one.
  const fresh = join(kept, `new-${process.pid}`)
  const { db, close } = await openPGlite({ dataDir: fresh })
  await migrate(db)
  // Half of all files: they are needed only to create other databases.
  for (const name of ['template0', 'template1']) {
    await sql`alter database ${sql.id(name)} is_template false`.execute(db)
    await sql`drop database ${sql.id(name)}`.execute(db)
  }
  await close()
  try {
    renameSync(fresh, folder)
  } catch (error) {
    // Another run that started at the same time has created it.
    if (!existsSync(folder)) throw error
    rmSync(fresh, { recursive: true })
  }
  return folder
}
