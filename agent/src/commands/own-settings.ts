import { readFlags, readVariables } from '../config/layers.ts'
import { overlay } from '../config/overlay.ts'
import type { Setting, ValuesOf } from '../config/setting.ts'
import type { CommandLine } from './command-line.ts'
import { checkFaults } from './open-tunnels.ts'

/** Reads the settings of a command that does not read culvert.yml. Throws a Failure that names every mistake. */
export function readOwnSettings<Table extends Record<string, Setting<unknown>>>(
  command: string,
  table: Table,
  line: CommandLine,
): ValuesOf<Table> {
  const faults: string[] = []
  const values = overlay(readVariables(table, faults), readFlags(table, line, faults))
  checkFaults(faults, `See \`culvert ${command} --help\`.`)
  return values
}
