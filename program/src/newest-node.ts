import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The newest Node of a checkout. It is in no image, which brings its own, and in no package. */
const newest = { major: 26, file: join(import.meta.dirname, '../../runtimes/node26/node_modules/.bin/node') }

/** How long it may take to say its version, in milliseconds. */
const probeMs = 5_000

/** Reports whether a Node starts on this machine: for Linux, Node 26 needs libatomic, which not every system has. */
export function startsHere(file: string): boolean {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore', timeout: probeMs }).status === 0
}

/**
 * Has this program begin anew, in the same process, on the newest Node of the checkout, which carries more for the same CPU time. Returns where this is the newest, where that
 * one does not start, where the system cannot replace a program (Windows), and where CULVERT_NEWEST_NODE is `off`.
 */
export function moveToNewestNode(): void {
  const { env, execArgv, argv, platform, versions } = process
  if (Number.parseInt(versions.node) >= newest.major || env.CULVERT_NEWEST_NODE === 'off') return
  if (platform === 'win32' || !startsHere(newest.file)) return
  process.execve?.(newest.file, [newest.file, ...execArgv, ...argv.slice(1)], env)
}
