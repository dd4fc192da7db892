import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { findSparePorts } from './ports.ts'
import { type RunningProcess, projectFolder, startNode } from './processes.ts'
import { until } from './until.ts'

/** An installation's location and environment: enough to restart it on the same data. */
export interface Site {
  /** The address of dashboard and API. */
  apiUrl: string
  /** The address that agents dial and that public URLs carry. */
  tunnelUrl: string
  /** The edge's own port; different from tunnelUrl's if something stands between. */
  edgePort: number
  /** Where mails can be read. */
  outboxUrl: string
  /** The script of its edges; by default that of this checkout. */
  edgeScript?: string
  env: Record<string, string>
}

/** The domain of random hostnames and of gateways. */
export const domain = 'culvert.localhost'

/**
 * Reserves what an installation needs: spare ports and a data folder that is removed with the tests. The folder is empty, or within Vitest contains
 * an unused database: one for all files is created and migrated at the beginning.
 */
export async function planSite(cleanup: Cleanup, behind?: { tunnelPort: number; edgePort: number }): Promise<Site> {
  const dataFolder = await createDataFolder(cleanup)
  const { CULVERT_TEST_DATABASE: migrated } = process.env
  if (migrated !== undefined) cpSync(migrated, join(dataFolder, 'database'), { recursive: true })
  const [apiPort = 0, spare = 0, outboxPort = 0] = await findSparePorts(3)
  const edgePort = behind?.edgePort ?? spare
  const apiUrl = `http://localhost:${apiPort}`
  const tunnelUrl = `http://localhost:${behind?.tunnelPort ?? edgePort}`
  return {
    apiUrl,
    tunnelUrl,
    edgePort,
    outboxUrl: `http://localhost:${outboxPort}`,
    env: {
      PORT: String(apiPort),
      EDGE_HTTP_PORT: String(edgePort),
      EDGE_HTTPS_PORT: '0',
      MAIL_OUTBOX_PORT: String(outboxPort),
      CULVERT_DATA: dataFolder,
      // Not the data folders that a person created in this checkout.
      CULVERT_PACKAGES: join(dataFolder, 'packages'),
      CULVERT_PUBLIC_URL: apiUrl,
      CULVERT_API_URL: apiUrl,
      CULVERT_TUNNEL_URL: tunnelUrl,
      CULVERT_DOMAIN: domain,
      EDGE_SECRET: 'only for tests, the same for the API and the edge',
    },
  }
}

/** Starts API, dashboard and edge as one process, and resolves when both answer. */
export async function startStandalone(cleanup: Cleanup, site: Site, nodeOptions = ''): Promise<RunningProcess> {
  const standalone = startProgram(cleanup, site, 'standalone.ts', nodeOptions)
  await Promise.all([untilHealthy(standalone, site.apiUrl), untilHealthy(standalone, edgeUrl(site))])
  return standalone
}

/** Starts the API and the dashboard alone. */
export async function startApi(cleanup: Cleanup, site: Site, nodeOptions = ''): Promise<RunningProcess> {
  const api = startProgram(cleanup, site, 'api/src/main.ts', nodeOptions)
  await untilHealthy(api, site.apiUrl)
  return api
}

/** Starts the edge alone. */
export async function startEdge(cleanup: Cleanup, site: Site, nodeOptions = ''): Promise<RunningProcess> {
  const edge = startProgram(cleanup, site, site.edgeScript ?? 'edge/src/main.ts', nodeOptions)
  await untilHealthy(edge, edgeUrl(site))
  return edge
}

/** Resolves when a program answers at its /healthz. */
export function untilHealthy(program: RunningProcess, url: string): Promise<void> {
  return untilServed(program, `${url}/healthz`)
}

/** Resolves when a program answers with 2xx at an address; throws with its output if it ends instead. */
export async function untilServed(program: RunningProcess, url: string): Promise<void> {
  await until(url, async () => program.exit !== undefined || (await fetch(url)).ok)
  if (program.exit) throw new Error(`Ended with ${program.exit.code}\n${program.stdout}${program.stderr}`)
}

/** Creates a folder for this run that is removed after the tests. */
export async function createTempFolder(cleanup: Cleanup): Promise<string> {
  return await createFolderIn(tmpdir(), cleanup)
}

/** Creates a folder like that of `createTempFolder` for a program's data: within Vitest it is placed where that costs least. */
export async function createDataFolder(cleanup: Cleanup): Promise<string> {
  return await createFolderIn(process.env.CULVERT_TEST_FOLDER ?? tmpdir(), cleanup)
}

async function createFolderIn(parent: string, cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(parent, 'culvert-e2e-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function startProgram(cleanup: Cleanup, site: Site, script: string, nodeOptions = ''): RunningProcess {
  const program = startNode(resolve(projectFolder, script), [], { env: { NODE_OPTIONS: nodeOptions, ...site.env } })
  cleanup.defer(() => program.stop())
  return program
}

const edgeUrl = ({ edgePort }: Site) => `http://localhost:${edgePort}`
