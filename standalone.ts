/**
 * The whole of Culvert in one process on an embedded database: what `npm start` runs.
 *
 * The edge talks to the API over GraphQL here as it does in production, so that there is only one way of doing it.
 */
import '@culvert/program/production'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { loadApiConfig, startApi } from '@culvert/api'
import { loadEdgeConfig, startEdgeThread, withHttpsPort } from '@culvert/edge'
import {
  completeServerSettings,
  type Environment,
  findServerUrl,
  keepSecret,
  messageOf,
  readEnvironment,
  waitForStop,
} from '@culvert/program'

/** A running installation. */
export interface Standalone {
  /** The address of the dashboard and the API. */
  apiUrl: string
  /** The address of tunnels. */
  tunnelUrl: string
  /** Their address over HTTPS; undefined if EDGE_HTTPS_PORT is off. */
  secureTunnelUrl: string | undefined
  /** The page that shows the mails; undefined if SMTP_URL is set and they are sent. */
  outboxUrl: string | undefined
  /** Ends everything cleanly: visitors first, then the API, then the database. */
  close(): Promise<void>
  /** Rejects if the edge ended on its own. */
  edgeEnded: Promise<void>
}

/** Starts API, dashboard and edge together. Rejects, with nothing left running, if one of them cannot start. */
export async function startStandalone(env: Environment): Promise<Standalone> {
  const environment = completeServerSettings(readEnvironment(env))
  const serverUrl = findServerUrl(environment)
  const port = environment.PORT ?? '4000'
  const edgePort = environment.EDGE_HTTP_PORT ?? '8080'
  const apiUrl = `http://localhost:${port}`
  const tunnelUrl = `http://localhost:${edgePort}`
  const shared: Environment = await withHttpsPort({
    CULVERT_PUBLIC_URL: apiUrl,
    CULVERT_TUNNEL_URL: tunnelUrl,
    CULVERT_API_URL: apiUrl,
    // A person watches this terminal: what went well is on the dashboard.
    LOG_LEVEL: 'warn',
    // A person who presses Ctrl-C waits for it.
    EDGE_DRAIN_SECONDS: '2',
    ...environment,
    PORT: port,
    EDGE_HTTP_PORT: edgePort,
    // What a server keeps on disk is sealed with it.
    EDGE_SECRET:
      environment.EDGE_SECRET ?? (serverUrl === undefined ? makeSecret() : await keepSecret(secretFile(environment))),
  })
  // Both configurations are read before anything starts, so that every fault of the environment shows at once.
  const apiConfig = loadApiConfig(shared)
  loadEdgeConfig(shared)
  const api = await startApi(apiConfig)
  try {
    const edge = await startEdgeThread(shared)
    const atServer = serverUrl && { apiUrl: serverUrl.origin, tunnelUrl: shared.CULVERT_TUNNEL_URL ?? tunnelUrl }
    return {
      apiUrl,
      tunnelUrl,
      ...atServer,
      secureTunnelUrl: edge.securePort === undefined ? undefined : `https://localhost:${edge.securePort}`,
      outboxUrl: api.outboxUrl,
      edgeEnded: edge.ended,
      close: async () => {
        await edge.close()
        await api.close()
      },
    }
  } catch (error) {
    await api.close()
    throw error
  }
}

/** Returns the file with the secret of an installation that was given none. */
function secretFile({ CULVERT_DATA = '.culvert' }: Environment): string {
  return join(CULVERT_DATA, 'edge-secret')
}

function makeSecret(): string {
  return randomBytes(32).toString('hex')
}

/** Returns the banner's lines for an installation with a public name, instead of this machine's addresses. */
const serverLines = ({ apiUrl, tunnelUrl }: Standalone, { ACME_EMAIL, CULVERT_DOMAIN }: Environment) => `
    Dashboard and API   ${apiUrl}
    Tunnels             https://NAME.${CULVERT_DOMAIN} (agents dial ${tunnelUrl})
    Certificates        ordered for ${ACME_EMAIL}`

const localLines = ({ apiUrl, tunnelUrl, secureTunnelUrl }: Standalone) => `
    Dashboard and API   ${apiUrl}
    Tunnels             ${tunnelUrl}
    Tunnels by HTTPS    ${secureTunnelUrl ? `${secureTunnelUrl} (for browsers that trust ${tunnelUrl}/authority.crt)` : 'ended in front (EDGE_HTTPS_PORT=off)'}`

/** Returns the address that people and agents use: the public one, if there is a proxy or a name in front. */
const addressOf = ({ apiUrl }: Standalone, { CULVERT_PUBLIC_URL = apiUrl }: Environment) => CULVERT_PUBLIC_URL

const banner = (standalone: Standalone, environment: Environment) => `
  Culvert is running.
${findServerUrl(environment) ? serverLines(standalone, environment) : localLines(standalone)}
    Mails               ${standalone.outboxUrl ? `${standalone.outboxUrl} (kept on this machine: SMTP_URL is not set)` : 'sent by SMTP (SMTP_URL)'}
    Data                ${environment.DATABASE_URL ? 'PostgreSQL (DATABASE_URL)' : (environment.CULVERT_DATA ?? '.culvert')}

  Next: open ${addressOf(standalone, environment)}, sign up, and follow Getting Started. Or sign this machine in, and expose a local port:

    npx culvert login --server ${addressOf(standalone, environment)}
    npx culvert http 3000

  Ctrl-C stops everything.
`

async function main(): Promise<void> {
  let isStopping = false
  const hearStop = async () => {
    await waitForStop()
    isStopping = true
    process.stdout.write('\nStopping… (Ctrl-C again to stop at once)\n')
  }
  // From the start on: what has only half started then also ends cleanly, once it has started.
  const stopped = hearStop()
  const environment = readEnvironment()
  const standalone = await startStandalone(environment)
  if (!isStopping) process.stdout.write(banner(standalone, environment))
  try {
    await Promise.race([stopped, standalone.edgeEnded])
  } finally {
    await standalone.close()
  }
  process.exit(0)
}

function fail(error: unknown): void {
  process.stderr.write(`\nCulvert could not run: ${messageOf(error)}\n`)
  process.exit(1)
}

if (import.meta.main) main().catch(fail)
