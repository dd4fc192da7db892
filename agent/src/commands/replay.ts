import type { SetResult } from '../inspection/api-types.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { AgentGone, AgentRefusal } from '../local/agent-client.ts'
import type { AgentClient } from '../local/agent-client.ts'
import { CallFault } from '../calls/call-fault.ts'
import { readSet } from '../calls/request-set.ts'
import { runSet } from '../calls/run-set.ts'
import { printLine } from '../output/print.ts'
import { formatDuration, printable, printableText } from '../output/text.ts'
import type { CommandLine } from './command-line.ts'
import { findAgents } from './running.ts'

/** Runs `culvert replay`: sends a kept request, or those of a set, to the app again. */
export async function runReplay(id: string | undefined, line: CommandLine): Promise<ExitCode> {
  if (typeof line.set === 'string' && id === undefined) return await replaySet(line.set, line)
  if (id !== undefined && line.set === undefined) return await replayOne(id, line)
  throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
    why: 'Expected the id of a request, or a set as --set NAME: one of the two.',
    remedy: 'See `culvert logs` for the requests that are kept.',
  })
}

async function replayOne(id: string, line: CommandLine): Promise<ExitCode> {
  const answer = await findByRequest(id, (client) => client.repeat(id))
  if (line.json === true) {
    printLine(JSON.stringify(answer))
    return exitCodes.endedByUser
  }
  const { request, omitted } = answer
  const { method, target, status, durationMs, responseBody, failure } = request
  const end = failure === undefined ? `${status} ${formatDuration(durationMs)}` : printable(failure)
  printLine(`${method} ${printable(target)} ${end} (${request.id})`)
  if (omitted.length > 0)
    process.stderr.write(`Sent without: ${printable(omitted.join(', '))}. Secrets are not kept.\n`)
  if (responseBody.encoding === 'utf8' && responseBody.content !== '') {
    // A file gets what the app sent; at a terminal, a visitor's text in it could control that.
    const { content } = responseBody
    printLine(`\n${process.stdout.isTTY ? printableText(content) : content}`)
  }
  return exitCodes.endedByUser
}

/** Asks the agent on this machine that has a request. There is only one, because ids are unique among them. Throws Failure. */
export async function findByRequest<Answer>(
  id: string,
  ask: (client: AgentClient) => Promise<Answer>,
): Promise<Answer> {
  let missing = ''
  let gone: AgentGone | undefined
  for (const { client } of await findAgents(undefined)) {
    try {
      return await ask(client)
    } catch (error) {
      if (error instanceof AgentGone) {
        gone = error
        continue
      }
      if (!(error instanceof AgentRefusal)) throw error
      missing = error.message
      if (error.status !== 404) break
    }
  }
  // It may have been the one that had the request.
  if (gone !== undefined) throw gone
  throw new Failure(exitCodes.usage, `The request ${JSON.stringify(id)} is not available.`, {
    why: missing,
    remedy: 'See `culvert logs` for the requests that are kept.',
  })
}

async function replaySet(name: string, line: CommandLine): Promise<ExitCode> {
  try {
    const set = readSet(name)
    const { client, tunnel } = await findTunnel(typeof line.tunnel === 'string' ? line.tunnel : undefined)
    const results = await runSet(set, (request) => client.send(tunnel, request))
    const isSame = results.every(({ differences }) => differences.length === 0)
    if (line.json === true) printLine(JSON.stringify({ set: name, isSame, results }))
    else showResults(results, line.diff === true)
    return line.diff !== true || isSame ? exitCodes.endedByUser : exitCodes.fault
  } catch (error) {
    if (!(error instanceof CallFault) && !(error instanceof AgentRefusal)) throw error
    throw new Failure(exitCodes.usage, `The set ${JSON.stringify(name)} cannot be replayed.`, { why: error.message })
  }
}

async function findTunnel(name: string | undefined): Promise<{ client: AgentClient; tunnel: string }> {
  const found = (await findAgents(name)).flatMap(({ client, status }) =>
    status.tunnels.map((tunnel) => ({ client, tunnel: tunnel.name })),
  )
  const [first, second] = name === undefined ? found : found.filter(({ tunnel }) => tunnel === name)
  if (first !== undefined && second === undefined) return first
  throw new Failure(exitCodes.usage, 'Which tunnel?', {
    why: `Several are open: ${found.map(({ tunnel }) => tunnel).join(', ')}.`,
    remedy: 'Name one with --tunnel.',
  })
}

function showResults(results: readonly SetResult[], isCompared: boolean): void {
  for (const { id, method, target, differences } of results) {
    const word = !isCompared ? 'sent' : differences.length === 0 ? 'same' : 'different'
    printLine(`${word}  ${method} ${printable(target)} (${id})`)
    if (isCompared) for (const difference of differences) printLine(`    ${printable(difference)}`)
  }
}
