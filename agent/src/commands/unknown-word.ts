import type { Command } from 'commander'
import { suggest } from '../config/suggest.ts'
import { notYet } from './help.ts'

/** Makes a command that only groups others suggest what to type instead of a word that names none of them. */
export function refuseUnknownWords(group: Command): void {
  group
    .usage('[options] <command>')
    .argument('[command]')
    .allowExcessArguments()
    .allowUnknownOption()
    .action((word?: string) => {
      if (word === undefined) {
        group.help({ error: true })
        return
      }
      const known = group.commands.map((command) => command.name())
      group.error(notYet[word] ?? `error: there is no command "${word}"${suggest(word, known)}`)
    })
}
