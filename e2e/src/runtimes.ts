import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { type Site, createTempFolder } from './culvert.ts'
import { projectFolder } from './processes.ts'

/** A Node other than that of this checkout, from the folder `runtimes/`. */
export interface Runtime {
  /** The workspace in `runtimes/` that contains it; undefined for the Node that runs this. */
  name: string
  /** Its executable. */
  node: string
}

/** Every major version of Node that the installed agent and the API client must run on: the oldest promised one, and the newest of each. */
export const runtimes: Runtime[] = [
  ...['node20', 'node22'].map(fromFolder),
  { name: 'node24', node: process.execPath },
  fromFolder('node26'),
]

function fromFolder(name: string): Runtime {
  return { name, node: join(projectFolder, 'runtimes', name, 'node_modules', '.bin', 'node') }
}

/** Returns the version of a runtime. Throws, with what to do, if it cannot start on this machine. */
export function startedVersion({ name, node }: Runtime): string {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (error) {
    throw new Error(
      `${name} does not start on this machine, so nothing shows that the packages run on it. npm ci brings it ` +
        `(without --omit=optional); Node 26 for Linux needs libatomic.so.1 (apt-get install libatomic1).`,
      { cause: error },
    )
  }
}

/** Downloads the agent's package from an installation and unpacks it; returns the script of the command. */
export async function unpackAgent(cleanup: Cleanup, { apiUrl }: Pick<Site, 'apiUrl'>): Promise<string> {
  const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  const served = await fetch(`${apiUrl}/download/culvert-agent-${version}.tgz`)
  if (!served.ok) throw new Error('The installation serves no package of the agent: node scripts/build.ts makes it')
  const folder = await createTempFolder(cleanup)
  const file = join(folder, 'agent.tgz')
  await writeFile(file, new Uint8Array(await served.arrayBuffer()))
  execFileSync('tar', ['xzf', file, '-C', folder])
  return join(folder, 'package', 'culvert.js')
}
