import { formatCount } from '@culvert/schema/units'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { formatBytes, printable } from '../output/text.ts'
import { AgentGone } from '../local/agent-client.ts'
import type { AgentClient } from '../local/agent-client.ts'
import { listRunningAgents } from '../local/running-agents.ts'
import type { FoundAgent } from '../local/running-agents.ts'
import type { CommandLine } from './command-line.ts'
import { showPage } from './show-page.ts'
import { printLine } from '../output/print.ts'

/** Runs `culvert status`: shows the open tunnels on this machine. */
export async function runStatus(line: CommandLine): Promise<ExitCode> {
  const agents = await listRunningAgents()
  if (line.json === true) {
    printLine(JSON.stringify({ agents: agents.map(({ status }) => status) }))
    return exitCodes.endedByUser
  }
  if (agents.every(({ status }) => status.tunnels.length === 0)) printLine('No tunnel is open on this machine.')
  for (const { status } of agents) {
    for (const { name, publicUrl, forwardingTo, requestCount, bytesIn, bytesOut } of status.tunnels) {
      printLine(`${printable(name)}: ${publicUrl ?? 'connecting'} → ${forwardingTo} (process ${status.pid})`)
      printLine(`  ${formatCount(requestCount, 'request')}, ${formatBytes(bytesIn)} in, ${formatBytes(bytesOut)} out`)
    }
  }
  return exitCodes.endedByUser
}

/** Runs `culvert stop`: ends one tunnel on this machine, or all of them. */
export async function runStop(name: string | undefined): Promise<ExitCode> {
  const agents = await findAgents(name)
  for (const { client } of agents) await stopTunnels(client, name)
  const count = agents.reduce((sum, { status }) => sum + (name === undefined ? status.tunnels.length : 1), 0)
  printLine(`Stopped ${formatCount(count, 'tunnel')}.`)
  return exitCodes.endedByUser
}

/** Ends a tunnel of a command, or all of them. A command that has just ended has none. */
export async function stopTunnels(client: AgentClient, name: string | undefined): Promise<void> {
  try {
    await client.stop(name)
  } catch (error) {
    if (!(error instanceof AgentGone)) throw error
  }
}

/** Runs `culvert inspect`: opens the inspector of each running command in the browser. */
export async function runInspect(line: CommandLine): Promise<ExitCode> {
  for (const { client } of await findAgents(undefined)) {
    printLine(client.inspectorUrl)
    if (line.browser !== false) await showPage(client.inspectorUrl)
  }
  return exitCodes.endedByUser
}

/** Runs `culvert open`: opens the public URL of a tunnel in the browser. */
export async function runOpen(name: string | undefined): Promise<ExitCode> {
  const agents = await findAgents(name)
  for (const tunnel of agents.flatMap(({ status }) => status.tunnels)) {
    if ((name !== undefined && tunnel.name !== name) || tunnel.publicUrl === undefined) continue
    printLine(tunnel.publicUrl)
    await showPage(tunnel.publicUrl)
  }
  return exitCodes.endedByUser
}

/** Finds the running agents, or those that have a tunnel of this name. Throws Failure if there is none. */
export async function findAgents(name: string | undefined): Promise<FoundAgent[]> {
  const all = await listRunningAgents()
  const found = name === undefined ? all : all.filter(({ status }) => status.tunnels.some((each) => each.name === name))
  if (found.length > 0) return found
  const names = all.flatMap(({ status }) => status.tunnels.map((each) => each.name))
  if (name !== undefined && names.length > 0) {
    throw new Failure(exitCodes.usage, `No tunnel ${JSON.stringify(name)} is open on this machine.`, {
      why: `Open are: ${names.join(', ')}.`,
    })
  }
  throw new Failure(exitCodes.usage, 'No tunnel is open on this machine.', {
    why: 'Only tunnels of the same user are found.',
    remedy: 'Open one with `culvert http 3000`.',
  })
}
