import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { type Site, domain } from './culvert.ts'
import { type RunningProcess, projectFolder, startNode } from './processes.ts'

/** A running `culvert` command with its tunnel open. */
export interface RunningAgent extends RunningProcess {
  /** The public URL that it printed. */
  publicUrl: string
}

/** Runs the `culvert` command with any arguments against an installation. */
export function runCulvert(cleanup: Cleanup, site: Site, args: string[]): RunningProcess {
  const script = join(projectFolder, 'agent/bin/culvert.js')
  const command = startNode(script, args, { env: { CULVERT_SERVER: site.apiUrl } })
  cleanup.defer(() => command.stop())
  return command
}

/** Runs `culvert http {port}` and resolves when it printed its public URL. */
export async function startAgent(
  cleanup: Cleanup,
  site: Site,
  options: { port: number; secret: string; gateway?: string },
): Promise<RunningAgent> {
  const gateway = options.gateway ? ['--gateway', options.gateway] : ['--random']
  const args = ['http', String(options.port), '--authtoken', options.secret, ...gateway]
  const command = runCulvert(cleanup, site, args)
  const [publicUrl] = await command.waitForOutput(new RegExp(`https?://[a-z0-9-]+\\.${domain}(:\\d+)?`))
  return Object.assign(command, { publicUrl })
}
