import { outputSettings } from '../config/command-settings.ts'
import { candidatePaths, findConfiguration } from '../config/configuration.ts'
import { findCredentials } from '../config/credentials.ts'
import { readFlags } from '../config/layers.ts'
import { suggest } from '../config/suggest.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import type { CommandLine } from './command-line.ts'
import { configPath, readCommandValues, toOutputOptions } from './http.ts'
import { toInspectionOptions } from './inspection-options.ts'
import { checkFaults, openTunnels } from './open-tunnels.ts'
import type { WantedTunnel } from './open-tunnels.ts'

/** Runs `culvert start`: tunnels of culvert.yml, by name or all of them. */
export async function runStart(names: readonly string[], line: CommandLine): Promise<ExitCode> {
  const faults: string[] = []
  const file = findConfiguration(configPath(line))
  if (file === undefined) {
    throw new Failure(exitCodes.usage, 'There is no configuration.', {
      why: `Looked for ${candidatePaths(undefined).join(' and ')}.`,
      wayOut: 'Make one with `culvert config edit`, or name it with --config.',
    })
  }
  const known = [...file.tunnels.keys()]
  const wanted = line.all === true || names.length === 0 ? known : [...new Set(names)]
  if (names.length === 0 && line.all !== true && known.length > 1) {
    throw new Failure(exitCodes.usage, 'Which tunnels?', {
      why: `${file.path} has ${known.join(', ')}.`,
      wayOut: 'Name some of them, or give --all.',
    })
  }
  if (wanted.length === 0)
    throw new Failure(exitCodes.usage, 'There is no tunnel to open.', {
      why: `${file.path} has none under \`tunnels\`.`,
    })
  const command = readCommandValues(line, file, faults)
  const output = readFlags(outputSettings, line, faults)
  checkFaults(faults)
  const credentials = findCredentials(command)
  const tunnels: WantedTunnel[] = []
  for (const name of wanted) {
    const tunnel = file.tunnels.get(name)
    if (tunnel === undefined) {
      faults.push(`There is no tunnel "${name}" in ${file.path}${suggest(name, known)}.`)
      continue
    }
    tunnels.push({ name: wanted.length === 1 ? undefined : name, ...tunnel })
  }
  checkFaults(faults)
  const outputOptions = toOutputOptions(command, output, tunnels.length)
  return await openTunnels(tunnels, credentials, outputOptions, toInspectionOptions(command))
}
