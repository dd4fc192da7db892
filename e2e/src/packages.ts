import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createTempFolder } from './culvert.ts'
import { projectFolder, startNode } from './processes.ts'

/** Packages of the command for systems without Node. */
export interface Packages {
  /** Holds a folder each version. */
  folder: string
  /** With which their manifest is signed, in PEM. */
  keyFile: string
}

/** Makes packages as `npm run package` does, signed with a new key. */
export async function makePackages(cleanup: Cleanup, targets: readonly string[] = []): Promise<Packages> {
  const folder = await createTempFolder(cleanup)
  const keyFile = join(folder, 'key.pem')
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', keyFile])
  const main = join(projectFolder, 'agent/packaging/main.ts')
  const made = startNode(main, ['--key', keyFile, '--out', folder, ...targets])
  cleanup.defer(() => made.stop())
  const { code } = await made.waitForExit(580_000)
  if (code !== 0) throw new Error(`${made.stdout}${made.stderr}`)
  return { folder, keyFile }
}
