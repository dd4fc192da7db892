import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnvironment } from '@culvert/program'
import { configFolder } from '../config/folders.ts'
import { createApiClient } from '../control/api-client.ts'
import { SiteVersionDocument } from '../control/control.generated.ts'
import { version as ownVersion } from '../version.ts'
import { findInstalled, type Installed } from './installed.ts'
import { fetchManifest, isNewer, type Source } from './published.ts'

/** How long a server may take to report its version, in milliseconds. */
const timeoutMs = 5_000
/** How often it is asked, in milliseconds. */
const intervalMs = 24 * 60 * 60_000

/**
 * Returns a line about a newer version on the user's own server, and how to get it; undefined if there is none, if the server was asked within a day,
 * and in CI. Never throws, and takes at most 5 s.
 */
export async function noteNewerVersion(source: Source): Promise<string | undefined> {
  const { CI } = readEnvironment()
  if ((CI !== undefined && CI !== '' && CI !== 'false') || !claimDailyCheck(Date.now())) return undefined
  const installed = findInstalled()
  const version = await (installed === undefined ? findNewerAtServer(source) : findNewerVersion(source, installed))
  if (version === undefined) return undefined
  const command =
    installed === undefined ? `npm install -g ${source.server}/download/culvert-agent-${version}.tgz` : 'culvert update'
  return `culvert ${version} is out, and this is ${ownVersion}. Get it with: ${command}`
}

/** Returns the version of the server's packages, if it is newer, and signed if this command has a key. Never throws, and is not slow. */
export async function findNewerVersion(source: Source, installed: Installed): Promise<string | undefined> {
  try {
    const { version } = await fetchManifest({ ...source, signal: AbortSignal.timeout(timeoutMs) }, installed)
    return isNewer(version, installed.version) ? version : undefined
  } catch {
    return undefined
  }
}

/** Returns the server's version, which is also that of its npm package, if it is newer. */
async function findNewerAtServer({ server, authorities = [] }: Source): Promise<string | undefined> {
  const client = createApiClient({ server, authToken: undefined, authorities })
  try {
    const { site } = await client.request(SiteVersionDocument, {}, { signal: AbortSignal.timeout(timeoutMs) })
    // It becomes part of a displayed command line.
    return /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(site.version) && isNewer(site.version, ownVersion)
      ? site.version
      : undefined
  } catch {
    return undefined
  } finally {
    client.close()
  }
}

/** Takes the day's only turn; returns false if it was taken, or cannot be recorded. */
function claimDailyCheck(nowMs: number): boolean {
  const path = join(configFolder(), 'update-check.json')
  const lastMs = readLastCheck(path)
  // A clock that was set back must not silence the notice for years.
  if (lastMs <= nowMs && nowMs - lastMs < intervalMs) return false
  try {
    mkdirSync(configFolder(), { recursive: true, mode: 0o700 })
    writeFileSync(path, `${JSON.stringify({ askedAt: new Date(nowMs).toISOString() })}\n`)
    return true
  } catch {
    return false
  }
}

/** Returns when a server was last asked; 0 if that is unknown. */
function readLastCheck(path: string): number {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const askedAt: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'askedAt') : undefined
    return typeof askedAt === 'string' ? Date.parse(askedAt) || 0 : 0
  } catch {
    return 0
  }
}
