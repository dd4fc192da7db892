import { unwatchFile, watchFile } from 'node:fs'
import { outputSettings } from '../config/command-settings.ts'
import type { CommandValues, OutputValues } from '../config/command-settings.ts'
import { candidatePaths, findConfiguration, readConfiguration } from '../config/configuration.ts'
import type { FoundFile } from '../config/configuration.ts'
import { readFlags } from '../config/layers.ts'
import { suggest } from '@culvert/program/suggest'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { toInspectionOptions } from './inspection-options.ts'
import type { CommandLine } from './command-line.ts'
import { configPath, readCommandValues, toOutputOptions } from './http.ts'
import { checkFaults, openTunnels } from './open-tunnels.ts'
import type { WantedTunnel } from './open-tunnels.ts'

/** The tunnels and options requested of `culvert start`. */
interface StartPlan {
  file: FoundFile
  command: CommandValues
  output: OutputValues
  tunnels: readonly WantedTunnel[]
  /** The named tunnels; all of them if empty. */
  names: readonly string[]
}

/** Runs `culvert start`: opens tunnels of culvert.yml, by name or all of them. Applies changes to the file while it runs. */
export async function runStart(names: readonly string[], line: CommandLine): Promise<ExitCode> {
  const { file, command, output, tunnels, names: wanted } = await planStart(names, line)
  const outputOptions = toOutputOptions(command, output, tunnels.length)
  return await openTunnels(tunnels, command, outputOptions, toInspectionOptions(command), (change, refuse) =>
    followFile(file.path, wanted, change, refuse),
  )
}

/** Reads what was requested of `culvert start`, and opens nothing. Throws a Failure that names every mistake. */
export async function planStart(names: readonly string[], line: CommandLine): Promise<StartPlan> {
  const faults: string[] = []
  const file = await findConfiguration(configPath(line))
  if (file === undefined) throw noConfiguration(candidatePaths(undefined))
  const known = [...file.tunnels.keys()]
  if (names.length === 0 && line.all !== true && known.length > 1) {
    throw new Failure(exitCodes.usage, 'Which tunnels?', {
      why: `${file.path} has ${known.join(', ')}.`,
      remedy: 'Name some of them, or give --all.',
    })
  }
  const command = readCommandValues(line, file, faults)
  const output = readFlags(outputSettings, line, faults)
  checkFaults(faults)
  const wanted = line.all === true ? [] : names
  return { file, command, output, tunnels: chooseTunnels(file, wanted), names: wanted }
}

/** Returns the failure of a command that needs a culvert.yml, which was looked for in these places. */
export function noConfiguration(paths: readonly string[]): Failure {
  return new Failure(exitCodes.usage, 'There is no configuration.', {
    why: `Looked for ${paths.join(' and ')}.`,
    remedy: 'Create one with `culvert config edit`, or name it with --config.',
  })
}

/** Returns the tunnels of a file by name; all of them if none is named. Throws Failure if there is none. */
function chooseTunnels(file: FoundFile, names: readonly string[]): WantedTunnel[] {
  const known = [...file.tunnels.keys()]
  const wanted = names.length === 0 ? known : [...new Set(names)]
  if (wanted.length === 0) {
    const why = `${file.path} has none under \`tunnels\`.`
    throw new Failure(exitCodes.usage, 'There is no tunnel to open.', { why })
  }
  const faults: string[] = []
  const tunnels: WantedTunnel[] = []
  for (const name of wanted) {
    const tunnel = file.tunnels.get(name)
    if (tunnel !== undefined) tunnels.push({ name, ...tunnel })
    else faults.push(`There is no tunnel "${name}" in ${file.path}${suggest(name, known) || '.'}`)
  }
  checkFaults(faults, '`culvert config check` lists the tunnels of a file.')
  return tunnels
}

/** How often the file is checked, in milliseconds. */
const checkIntervalMs = 500

/** Applies the changes to a file. A file with mistakes changes nothing. */
function followFile(
  path: string,
  names: readonly string[],
  change: (wanted: readonly WantedTunnel[]) => void,
  refuse: (why: string) => void,
): () => void {
  const check = async () => {
    try {
      const file = await readConfiguration(path)
      // Editors remove a file for a moment when they save it.
      if (file !== undefined) change(chooseTunnels(file, names))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refuse(`${error.message} Nothing is changed until they are fixed. ${error.why.replaceAll('\n', ' ')}`)
    }
  }
  const listener = () => void check()
  watchFile(path, { interval: checkIntervalMs }, listener)
  return () => unwatchFile(path, listener)
}
