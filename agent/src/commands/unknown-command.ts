import type { Command } from 'commander'
import { suggest } from '../config/suggest.ts'
import { unavailableCommands } from './help.ts'

/** Makes a command that only groups others suggest what to type instead of a word that names none of them. */
export function refuseUnknownCommands(group: Command): void {
  group
    .usage('[options] <command>')
    .argument('[command]')
    .allowExcessArguments()
    .allowUnknownOption()
    .action((name?: string) => {
      if (name === undefined) {
        group.help({ error: true })
        return
      }
      const known = group.commands.map((command) => command.name())
      group.error(unavailableCommands[name] ?? `error: there is no command "${name}"${suggest(name, known)}`)
    })
}
