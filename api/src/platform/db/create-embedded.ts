/** Makes an empty PGlite in the folder that the command line names. What was there is removed. */
import { mkdir, rm } from 'node:fs/promises'
import { openPGlite } from './embedded.ts'

const [, , folder = ''] = process.argv
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const { close } = await openPGlite({ dataDir: folder })
await close()
