import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The newest Node of a checkout. It is in no image, which has its own Node, and in no package. */
const newest = { major: 26, file: join(import.meta.dirname, '../../runtimes/node26/node_modules/.bin/node') }

/** How long it may take to print its version, in milliseconds. */
const probeMs = 5_000

/** Reports whether a Node binary starts on this machine: on Linux, Node 26 needs libatomic, which not every system has. */
export function isRunnable(file: string): boolean {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore', timeout: probeMs }).status === 0
}

/**
 * Restarts this program, in the same process, on the newest Node of the checkout, which carries more for the same CPU time. Returns if this is
 * already the newest, if that one does not start, if the system cannot replace a running program (Windows), or if CULVERT_NEWEST_NODE is `off`.
 */
export function moveToNewestNode(): void {
  const { env, execArgv, argv, platform, versions } = process
  if (Number.parseInt(versions.node) >= newest.major || env.CULVERT_NEWEST_NODE === 'off') return
  if (platform === 'win32' || !isRunnable(newest.file)) return
  process.execve?.(newest.file, [newest.file, ...execArgv, ...argv.slice(1)], env)
}
