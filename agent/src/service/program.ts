import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readEnvironment } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { findInstalled } from '../update/installed.ts'

/** Folders that package managers empty as they like. */
const caches = /[\\/](?:_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/

/**
 * Returns how this command is started, with absolute paths that outlive updates: itself where it needs no Node, else Node and its script. Throws
 * Failure where it runs from a cache.
 */
export function findProgram(): readonly string[] {
  const installed = findInstalled()
  if (installed !== undefined) return [installed.command]
  const script = realpathSync(process.argv[1] ?? '')
  if (!caches.test(script)) return [findRuntime(), script]
  throw new Failure(exitCodes.usage, 'The service is not installed.', {
    why: `This culvert was started by npx or its like, from ${script}. Such a folder may be emptied at any time, and the service would not start any more.`,
    wayOut: "Install culvert first, as your server's page /download shows, and run `culvert service install` then.",
  })
}

/** Prefers the name under which a shell finds this Node: the folder that it is in may be one of its version, which an upgrade removes. */
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
