import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPGlite } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

/**
 * What tests share. Programs that they start are compiled once, and not at each of a hundred starts; the folder is where Node
 * keeps such things by itself.
 *
 * Migrates one PGlite for all tests, of the API and of the whole system: opening its dump takes a quarter of the time that a
 * new one takes, and a copy of its folder less than a tenth.
 */
export default async function setUp(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  const folder = await mkdtemp(join(tmpdir(), 'culvert-api-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const [dumpFile, database] = [join(folder, 'dump.tar'), join(folder, 'database')]

  const { lite, db, close } = await openPGlite({ dataDir: database })
  await migrate(db)
  const dump = await lite.dumpDataDir('none')
  await close()
  await writeFile(dumpFile, Buffer.from(await dump.arrayBuffer()))
  process.env.CULVERT_TEST_DUMP = dumpFile
  process.env.CULVERT_TEST_DATABASE = database
}
