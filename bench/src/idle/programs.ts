import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Program, Scope } from '../scope.ts'
import { isAnswering } from '../tunnel/probe.ts'
import type { ControlPlane } from './control-plane.ts'

const root = join(import.meta.dirname, '../../..')

/** Starts an edge program with this many processes, and resolves once it answers. */
export async function startEdge(
  scope: Scope,
  port: number,
  { url }: ControlPlane,
  processes = 1,
  variables: Record<string, string> = {},
): Promise<Program> {
  const edge = scope.start(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'edge/src/main.ts')],
    {
      env: {
        EDGE_HTTP_PORT: String(port),
        EDGE_HTTPS_PORT: 'off',
        EDGE_PROCESSES: String(processes),
        EDGE_HOST: '127.0.0.1',
        EDGE_SECRET: 'the secret of a benchmark, long enough',
        CULVERT_API_URL: url,
        CULVERT_PUBLIC_URL: url,
        CULVERT_TUNNEL_URL: `http://127.0.0.1:${port}`,
        CULVERT_DATA: join(scope.folder, 'data'),
        LOG_LEVEL: 'silent',
        // All agents have this machine's address.
        EDGE_CONNECTIONS_PER_ADDRESS: '1000000',
        EDGE_INCOMPLETE_PER_ADDRESS: '1000000',
        ...variables,
      },
    },
  )
  await scope.waitFor('the edge', () => isAnswering(port, '127.0.0.1', undefined, '/healthz'))
  return edge
}

/**
 * Writes a file with a ticket for each of `count` agents; agent 3 of the crowd `a` serves `a-3.bench.test`. They belong to one account, or
 * each to a separate one.
 */
export async function writeTickets(
  scope: Scope,
  control: ControlPlane,
  name: string,
  count: number,
  hasOwnAccounts = false,
): Promise<string> {
  const tickets = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const agentId = `${name}-${index}`
      return control.issueTicket(agentId, `${agentId}.bench.test`, hasOwnAccounts ? agentId : undefined)
    }),
  )
  const file = join(scope.folder, name)
  await writeFile(file, tickets.join('\n'))
  return file
}

/** Starts a program that plays the agents of a file of tickets. With `spread`, each has one session, and they spread over that many processes. */
export async function startCrowd(scope: Scope, url: string, ticketFile: string, spread?: number): Promise<Program> {
  const crowd = join(import.meta.dirname, 'crowd.ts')
  const args = [url, ticketFile, ...(spread === undefined ? [] : [String(spread)])]
  return scope.start(process.execPath, ['--disable-warning=ExperimentalWarning', crowd, ...args])
}

/** Resolves once a crowd has reported that this many tunnels are open. */
export async function untilOpen(scope: Scope, crowd: Program, min: number, max = min): Promise<void> {
  const countOpen = () => Number(crowd.output().trim().split('\n').at(-1) ?? 0)
  await scope.waitFor(`${min} tunnels`, () => Promise.resolve(countOpen() >= min && countOpen() <= max), 120_000)
}
