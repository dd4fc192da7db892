import type { RequestSummary } from '../inspection/api-types.ts'
import { exitCodes } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import type { AgentClient } from '../local/agent-client.ts'
import { printLine, untilUnprintable } from '../output/print.ts'
import { formatBytes, formatDuration, printable } from '../output/text.ts'
import type { CommandLine } from './command-line.ts'
import { findAgents } from './running.ts'

/** Runs `culvert logs`: prints the requests of running tunnels until they end. */
export async function runLogs(name: string | undefined, line: CommandLine): Promise<ExitCode> {
  const agents = await findAgents(name)
  const show = (request: RequestSummary) => {
    if (request.state === 'open' || (name !== undefined && request.tunnel !== name)) return
    printLine(line.json === true ? JSON.stringify(request) : describe(request))
  }
  await Promise.race([
    Promise.all(agents.map(({ client }) => follow(client, name, line.follow !== false, show))),
    untilUnprintable(),
  ])
  return exitCodes.endedByUser
}

async function follow(
  client: AgentClient,
  tunnel: string | undefined,
  isFollowed: boolean,
  show: (request: RequestSummary) => void,
): Promise<void> {
  if (!isFollowed) {
    for (const request of (await client.listAll(tunnel)).toReversed()) show(request)
    return
  }
  let isFirst = true
  try {
    for await (const { requests } of client.changes()) {
      // Earlier requests are fetched only once new ones are followed, so that none in between is missed.
      const before = isFirst ? (await client.list(tunnel)).requests.toReversed() : []
      isFirst = false
      for (const request of [...before, ...requests]) show(request)
    }
  } catch {
    // The agent has ended.
  }
}

function describe({
  id,
  startedAt,
  tunnel,
  method,
  target,
  status,
  bytesOut,
  durationMs,
  failure,
}: RequestSummary): string {
  const end =
    failure === undefined ? `${status} ${formatBytes(bytesOut)} ${formatDuration(durationMs)}` : printable(failure)
  return `${startedAt.slice(0, 19)}Z ${id} [${printable(tunnel)}] ${method} ${printable(target)} ${end}`
}
