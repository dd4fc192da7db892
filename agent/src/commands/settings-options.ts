import { Option } from 'commander'
import type { Command } from 'commander'
import type { Setting } from '../config/setting.ts'

export const configMeaning = "the configuration (default: culvert.yml in this folder, else the user's)"

/** The option of commands that read culvert.yml. */
export const configOption = ['--config <file>', configMeaning] as const

/** Adds the options of a table of settings to a command. */
export function addSettings(command: Command, table: Record<string, Setting<unknown>>): Command {
  for (const [name, { argument, help, isList, isNegatable }] of Object.entries(table)) {
    const option = new Option(argument === undefined ? `--${name}` : `--${name} ${argument}`, help)
    if (isList) option.argParser((text, before: string[] | undefined) => [...(before ?? []), text])
    command.addOption(option)
    if (isNegatable) command.addOption(new Option(`--no-${name}`, `the opposite of --${name}`))
  }
  return command
}
