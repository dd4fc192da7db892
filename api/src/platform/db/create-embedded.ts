/** Makes a PGlite with empty tables in the folder that the command line names. What was there is removed. */
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPGlite } from './embedded.ts'
import { migrate } from './migrate.ts'

const [, , folder = ''] = process.argv
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const { db, close } = await openPGlite({ dataDir: folder })
await migrate(db)
await close()
// PGlite lets everyone write most files, and no one else read some. Anyone who runs Culvert copies all of them.
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}
