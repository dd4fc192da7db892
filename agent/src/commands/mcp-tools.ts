import { openCredentials } from '../sign-in/open-credentials.ts'
import { planTunnel } from '../config/tunnel-configuration.ts'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import { findConfiguration } from '../config/configuration.ts'
import { readFlags, readVariables } from '../config/layers.ts'
import { overlay } from '../config/overlay.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { listRunningAgents } from '../local/running-agents.ts'
import { ToolTunnels } from '../mcp/tool-tunnels.ts'
import type { Tools } from '../mcp/tools-server.ts'
import type { CommandLine } from './command-line.ts'
import { configPath, readCommandValues } from './http.ts'
import { toInspectionOptions } from './inspection-options.ts'
import { checkFaults } from './open-tunnels.ts'
import { findByRequest } from './replay.ts'
import { TunnelRun } from './run-tunnels.ts'
import { findAgents, stopTunnels } from './running.ts'

/** Runs `culvert mcp --tools`: serves tunnels to coding agents, which speak MCP on stdin and stdout. Ends with its client, and its tunnels end with it. */
export async function runMcpTools(line: CommandLine): Promise<ExitCode> {
  const faults: string[] = []
  // Only one that was named: clients start the command in the folder of whatever project is open.
  const path = configPath(line)
  const file = path === undefined ? undefined : await findConfiguration(path)
  const command = readCommandValues(line, file, faults)
  const given = overlay(readVariables(tunnelSettings, faults), readFlags(tunnelSettings, line, faults))
  const settings = overlay(file?.defaults ?? {}, given)
  checkFaults(faults)
  const stopping = new AbortController()
  const output = new ToolTunnels(() => stopping.abort())
  const run = new TunnelRun(output, toInspectionOptions(command))
  await run.listen()
  const own = new Set<string>()
  /** The names of the tunnels that are being opened: clients call tools in parallel. */
  const starting = new Set<string>()

  const tools: Tools = {
    async start({ app, gateway, name: wanted }) {
      // The user may sign in while the client runs.
      const credentials = await openCredentials(command)
      const taken = new Set<string>()
      for (const { status } of await listRunningAgents()) for (const each of status.tunnels) taken.add(each.name)
      for (const each of starting) taken.add(each)
      const name = wanted ?? gateway ?? findFreeName(taken)
      const wrong: string[] = []
      const asked = { ...(gateway === undefined ? {} : { gateway }), name: wanted ?? settings.name ?? name }
      const plan = planTunnel(app, overlay(settings, asked), wrong)
      checkFaults(wrong)
      if (plan === undefined || taken.has(name)) {
        throw new Failure(exitCodes.usage, `A tunnel ${JSON.stringify(name)} is open already.`, {
          why: 'Tunnels of one machine have different names.',
          remedy: 'Stop it with stop_tunnel, or give another name.',
        })
      }
      const options = { ...plan, ...credentials }
      try {
        starting.add(name)
        own.add(name)
        const { publicUrl, forwardingTo } = await output.untilReady(name, () => run.open({ name, options }))
        return { name, publicUrl, forwardingTo }
      } catch (error) {
        own.delete(name)
        await run.close(name)
        throw error
      } finally {
        starting.delete(name)
      }
    },
    async stop(name) {
      if (own.delete(name)) await run.close(name)
      else for (const { client } of await findAgents(name)) await stopTunnels(client, name)
      return { stopped: name }
    },
    async list() {
      const agents = await listRunningAgents()
      return { tunnels: agents.flatMap(({ status }) => status.tunnels) }
    },
    async requests({ tunnel, limit }) {
      const agents = await listRunningAgents()
      const lists = await Promise.all(agents.map(async ({ client }) => (await client.list(tunnel)).requests))
      const requests = lists.flat().toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
      return { requests: requests.slice(0, limit) }
    },
    request: (id) => findByRequest(id, (client) => client.detail(id)),
    replay: (id) => findByRequest(id, (client) => client.repeat(id)),
  }

  // Loaded here because no other command needs the SDK.
  const { serveTools } = await import('../mcp/tools-server.ts')
  const served = serveTools(tools, stopping.signal).finally(() => run.end())
  run.keepRunningUntil(served)
  return await run.waitForEnd()
}

/** Returns a name for a tunnel that was given none. Another client on the machine may use the first ones. */
function findFreeName(taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = `tunnel-${number}`
    if (!taken.has(name)) return name
  }
}
