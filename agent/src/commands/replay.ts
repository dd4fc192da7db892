import type { ReplayAnswer } from '../inspection/api-types.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { AgentRefusal } from '../local/agent-client.ts'
import { formatDuration, printable } from '../output/text.ts'
import type { CommandLine } from './command-line.ts'
import { findAgents } from './running.ts'

/** Runs `culvert replay ID`: sends a kept request to the app once more, and shows the answer. */
export async function runReplay(id: string, line: CommandLine): Promise<ExitCode> {
  const answer = await replayAnywhere(id)
  if (line.json === true) {
    process.stdout.write(`${JSON.stringify(answer)}\n`)
    return exitCodes.endedByUser
  }
  const { request, omitted } = answer
  const { method, target, status, durationMs, responseBody, failure } = request
  const end = failure === undefined ? `${status} ${formatDuration(durationMs)}` : printable(failure)
  process.stdout.write(`${method} ${printable(target)} ${end} (${request.id})\n`)
  if (omitted.length > 0)
    process.stderr.write(`Sent without: ${printable(omitted.join(', '))}. Secrets are not kept.\n`)
  if (responseBody.encoding === 'utf8' && responseBody.content !== '')
    process.stdout.write(`\n${responseBody.content}\n`)
  return exitCodes.endedByUser
}

/** Ids are unique among the agents of this machine: the one that has it repeats it. */
async function replayAnywhere(id: string): Promise<ReplayAnswer> {
  let missing = ''
  for (const { client } of await findAgents(undefined)) {
    try {
      return await client.repeat(id)
    } catch (error) {
      if (!(error instanceof AgentRefusal)) throw error
      missing = error.message
      if (error.status !== 404) break
    }
  }
  throw new Failure(exitCodes.usage, `The request ${JSON.stringify(id)} cannot be replayed.`, {
    why: missing,
    wayOut: 'See `culvert logs` for the requests that are kept.',
  })
}
