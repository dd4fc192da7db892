import { execFileSync } from 'node:child_process'
import { type KeyObject, createHash, createPrivateKey, sign } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createTempFolder } from './culvert.ts'
import { projectFolder, startNode } from './processes.ts'

/** Packages of the command for systems without Node. */
export interface Packages {
  /** Contains a folder per version. */
  folder: string
  /** The key that their manifest is signed with, in PEM. */
  keyFile: string
}

/** Creates packages as `npm run package` does, signed with a new key. */
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

/** Puts a package for this machine beside the others whose command is a shell script, signed like them unless another key is given. */
export async function makeScriptPackage(
  { folder, keyFile }: Packages,
  version: string,
  script: string,
  key?: KeyObject,
): Promise<void> {
  const root = join(folder, 'root')
  await mkdir(join(root, 'bin'), { recursive: true })
  await mkdir(join(folder, version), { recursive: true })
  await writeFile(join(root, 'bin/culvert'), `#!/bin/sh\n${script}\n`)
  await chmod(join(root, 'bin/culvert'), 0o755)
  const target = `${process.platform}-${process.arch}`
  const file = `culvert-${target}.tgz`
  execFileSync('tar', ['-czf', join(folder, version, file), '-C', root, '.'])
  const bytes = await readFile(join(folder, version, file))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const manifest = Buffer.from(JSON.stringify({ version, packages: [{ target, file, size: bytes.length, sha256 }] }))
  await writeFile(join(folder, version, 'manifest.json'), manifest)
  const signature = sign(undefined, manifest, key ?? createPrivateKey(await readFile(keyFile)))
  await writeFile(join(folder, version, 'manifest.json.sig'), signature)
}
