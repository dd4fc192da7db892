import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../cleanup.ts'
import { createTempFolder } from '../culvert.ts'
import { projectFolder } from '../processes.ts'

/** Where released versions are stored, a folder each. */
export const releasedFolder = join(projectFolder, 'e2e/released')

/** The agent's package, as an installation serves it. */
export const agentFile = 'agent.tgz'

/** The edge as one script. */
export const edgeFile = 'edge.tgz'

/** A released version, unpacked. */
export interface Release {
  version: string
  /** The script of the `culvert` command. */
  agentScript: string
  edgeScript: string
}

/** Returns the versions that are kept. */
export function listReleases(): string[] {
  return readdirSync(releasedFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** Unpacks a released version into a folder that is removed with the tests. */
export async function unpackRelease(cleanup: Cleanup, version: string): Promise<Release> {
  const folder = await createTempFolder(cleanup)
  for (const file of [agentFile, edgeFile]) {
    execFileSync('tar', ['-C', folder, '-xzf', join(releasedFolder, version, file)])
  }
  return { version, agentScript: join(folder, 'package/culvert.js'), edgeScript: join(folder, 'edge.js') }
}
