import type { Command } from 'commander'
import { suggest } from '@culvert/program/suggest'
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
      refuseCommand(group, name)
    })
}

/** Ends with the message that a group has no such command. */
export function refuseCommand(group: Command, name: string): never {
  if (name.startsWith('-')) {
    // What follows the equals sign may be a secret.
    group.error(`error: expected a command before ${JSON.stringify(name.replace(/=.*$/s, ''))}`)
  }
  const known = group.commands.map((command) => command.name())
  return group.error(unavailableCommands[name] ?? `error: there is no command "${name}"${suggest(name, known)}`)
}
