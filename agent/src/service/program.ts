import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readEnvironment } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { findInstalled } from '../update/installed.ts'

/** Folders that package managers may empty at any time. */
const caches = /[\\/](?:_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/

/**
 * Returns the command line that starts this command, with absolute paths that survive updates: itself if it needs no Node, else Node and its script. Throws
 * Failure if it runs from a cache.
 */
export function findProgram(): readonly string[] {
  const installed = findInstalled()
  if (installed !== undefined) return [installed.command]
  const script = realpathSync(process.argv[1] ?? '')
  if (!caches.test(script)) return [findRuntime(), script]
  throw new Failure(exitCodes.usage, 'The service is not installed.', {
    why: `This culvert was started by npx or its like, from ${script}. Such a folder may be emptied at any time, and the service would not start any more.`,
    remedy: "Install culvert first, as your server's page /download shows, and run `culvert service install` then.",
  })
}

/** Prefers the name under which a shell finds this Node: its own folder may belong to its version, which an upgrade removes. */
function findRuntime(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const folder of (readEnvironment().PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    if (folder.startsWith('/') && resolveLink(path) === process.execPath) return path
  }
  return process.execPath
}

function resolveLink(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
