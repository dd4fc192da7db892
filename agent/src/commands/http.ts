import { readEnvironment } from '@culvert/program'
import type { ExitCode } from '../failure.ts'
import { commandSettings, outputSettings } from '../config/command-settings.ts'
import type { CommandValues, OutputValues } from '../config/command-settings.ts'
import type { CulvertFile } from '../config/culvert-file.ts'
import { findConfiguration } from '../config/configuration.ts'
import { readFlags, readVariables } from '../config/layers.ts'
import { overlay } from '../config/overlay.ts'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import type { TunnelValues } from '../config/tunnel-settings.ts'
import type { OutputOptions } from '../output/create-output.ts'
import type { CommandLine } from './command-line.ts'
import { toInspectionOptions } from './inspection-options.ts'
import { checkFaults, openTunnels } from './open-tunnels.ts'

/** The purpose for which a command reads its settings. */
export interface Purpose {
  values: TunnelValues
  /** Lines to show with the public URL. */
  notes: OutputOptions['notes']
}

/**
 * Runs `culvert http`: one tunnel, configured by flags, then the environment, then culvert.yml. `toPurpose` derives another single-tunnel command's
 * settings from them.
 */
export async function runHttp(
  app: string,
  line: CommandLine,
  toPurpose: (values: TunnelValues) => Purpose = (values) => ({ values, notes: undefined }),
): Promise<ExitCode> {
  const faults: string[] = []
  const file = await findConfiguration(configPath(line))
  const given = overlay(readVariables(tunnelSettings, faults), readFlags(tunnelSettings, line, faults))
  const { values, notes } = toPurpose(overlay(file?.defaults ?? {}, given))
  const command = readCommandValues(line, file, faults)
  const output = readFlags(outputSettings, line, faults)
  checkFaults(faults)
  const tunnels = [{ name: undefined, app, values }]
  return await openTunnels(
    tunnels,
    command,
    { ...toOutputOptions(command, output, 1), notes },
    toInspectionOptions(command),
  )
}

/** Reads the settings of the command as a whole. */
export function readCommandValues(line: CommandLine, file: CulvertFile | undefined, faults: string[]): CommandValues {
  const given = overlay(readVariables(commandSettings, faults), readFlags(commandSettings, line, faults))
  return overlay(file?.values ?? {}, given)
}

/** Returns the culvert.yml that the command line or the environment names; undefined if it is to be looked for in the folders. */
export function configPath(line: CommandLine): string | undefined {
  return typeof line.config === 'string' ? line.config : readEnvironment().CULVERT_CONFIG
}

export function toOutputOptions(command: CommandValues, output: OutputValues, tunnelCount: number): OutputOptions {
  return {
    json: output.json ?? false,
    qr: output.qr ?? false,
    readyFile: output['ready-file'],
    log: command.log === undefined ? undefined : { path: command.log, level: command['log-level'] ?? 'info' },
    tunnelCount,
  }
}
