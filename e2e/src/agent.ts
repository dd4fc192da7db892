import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { type Site, domain } from './culvert.ts'
import { type RunningProcess, projectFolder, startNode } from './processes.ts'

/** A running `culvert` command with its tunnel open. */
export interface RunningAgent extends RunningProcess {
  /** The public URL that it printed. */
  publicUrl: string
}

/** Matches the public URL in the command's output. */
export const publicUrlPattern = new RegExp(`https?://[a-z0-9-]+\\.${domain}(:\\d+)?`)

/** Runs the `culvert` command with any arguments against an installation. */
export function runCulvert(
  cleanup: Cleanup,
  site: Pick<Site, 'apiUrl'>,
  args: string[],
  env: Record<string, string> = {},
  script = join(projectFolder, 'agent/bin/culvert.js'),
): RunningProcess {
  const state = mkdtempSync(join(tmpdir(), 'culvert-state-'))
  cleanup.defer(() => rmSync(state, { recursive: true, force: true }))
  const command = startNode(script, args, {
    // A folder without sign-ins, so that those of the person who runs the tests are not found.
    env: {
      CULVERT_SERVER: site.apiUrl,
      CULVERT_CONFIG_DIR: join(projectFolder, 'no-sign-ins'),
      CULVERT_STATE_DIR: state,
      ...env,
    },
  })
  cleanup.defer(() => command.stop())
  return command
}

/** Runs `culvert http {port}` with more arguments and resolves when it has printed its public URL. */
export async function startAgent(
  cleanup: Cleanup,
  site: Pick<Site, 'apiUrl'>,
  {
    port,
    secret,
    args = [],
    env = {},
    script,
  }: { port: number; secret: string; args?: string[]; env?: Record<string, string>; script?: string },
): Promise<RunningAgent> {
  const settings = { CULVERT_AUTHTOKEN: secret, ...env }
  const command = runCulvert(cleanup, site, ['http', String(port), ...args], settings, script)
  const [publicUrl] = await command.waitForOutput(publicUrlPattern)
  return Object.assign(command, { publicUrl })
}
