import { setEnvironment } from '@culvert/program'
import { findCredentials } from '../config/credentials.ts'
import { serviceEnvironmentPath } from '../config/folders.ts'
import { exitCodes, Failure, permanentExitCodes } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { toFailureTexts } from '../output/events.ts'
import { LogOutput } from '../output/log-output.ts'
import { printLine } from '../output/print.ts'
import { readEnvironmentFile } from '../service/environment.ts'
import { findProgram } from '../service/program.ts'
import { supervise } from '../service/supervise.ts'
import type { CommandLine } from './command-line.ts'
import { checkTunnels } from './config.ts'
import { planStart, runStart } from './start.ts'

/** The output of `culvert service run --check`, as JSON. */
export interface StartCheck {
  tunnels: readonly string[]
  /** Whether the configuration names a file for the log. */
  hasLog: boolean
}

/**
 * Runs `culvert service run`: `culvert start` with the environment file of the service, and with exit code 0 if another attempt would not help,
 * because launchd restarts a program after any other code. `--restart` is for service managers that never restart programs.
 */
export async function runServiceRun(names: readonly string[], line: CommandLine): Promise<ExitCode> {
  const given = Array.isArray(line.env) ? line.env.map(String) : []
  setEnvironment(Object.fromEntries(given.map(splitVariable)))
  setEnvironment(readEnvironmentFile(serviceEnvironmentPath()))
  if (line.check === true) return await checkStart(names, line)
  if (line.restart === true) return await supervise([...findProgram(), 'start', ...toArguments(names, line)])
  try {
    const exitCode = await runStart(names, line)
    return permanentExitCodes.includes(exitCode) ? exitCodes.endedByUser : exitCode
  } catch (error) {
    if (error instanceof Failure && typeof line.log === 'string') {
      const log = new LogOutput(line.log, 'error')
      log.show({ event: 'failed', ...toFailureTexts(error) })
      await log.close()
    }
    if (!(error instanceof Failure) || !permanentExitCodes.includes(error.exitCode)) throw error
    throw new Failure(exitCodes.endedByUser, error.message, error)
  }
}

/** Checks everything that a start needs except the server, and opens nothing. */
async function checkStart(names: readonly string[], line: CommandLine): Promise<ExitCode> {
  const { command, tunnels } = await planStart(names, line)
  const named = tunnels.map(({ name = '', ...tunnel }) => [name, tunnel] as const)
  checkTunnels(named)
  // A trust's token belongs to the job that starts, and would be used up.
  if (command.trust === undefined) findCredentials(command)
  const check: StartCheck = { tunnels: named.map(([name]) => name), hasLog: command.log !== undefined }
  printLine(JSON.stringify(check))
  return exitCodes.endedByUser
}

function toArguments(names: readonly string[], { all, config, log }: CommandLine): string[] {
  return [
    ...(all === true ? ['--all'] : names),
    ...(typeof config === 'string' ? ['--config', config] : []),
    ...(typeof log === 'string' ? ['--log', log] : []),
  ]
}

function splitVariable(written: string): [string, string] {
  const [, name, value = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(written) ?? []
  if (name !== undefined) return [name, value]
  // The value may be a secret.
  throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
    why: '--env: expected NAME=value.',
  })
}
