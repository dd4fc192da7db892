import type { Command, Option } from 'commander'
import { examplesOf } from '../src/commands/examples.ts'
import { commandSettings } from '../src/config/command-settings.ts'
import { variableOf } from '../src/config/layers.ts'
import type { Setting } from '../src/config/setting.ts'
import { tunnelSettings } from '../src/config/tunnel-settings.ts'
import { asSentence } from '../src/sentence.ts'

/** The reference of one command. */
export interface CommandReference {
  /** As it is typed, for example `culvert config check`. */
  name: string
  usage: string
  description: string
  arguments: readonly { name: string; description: string }[]
  options: readonly { flags: string; variable: string; description: string }[]
  examples: ReturnType<typeof examplesOf>
}

/** Returns all commands, each group followed by its commands. */
export function listCommands(program: Command, prefix = program.name()): CommandReference[] {
  return program.commands
    .filter((command) => command.name() !== 'help' && command.name() !== 'complete')
    .flatMap((command) => {
      const name = `${prefix} ${command.name()}`
      const group = listCommands(command, name)
      return group.length > 0 ? group : [describe(command, name)]
    })
}

function describe(command: Command, name: string): CommandReference {
  const help = command.createHelp()
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help')
  const words = command.registeredArguments.map((argument) => {
    const shown = argument.variadic ? `${argument.name()}...` : argument.name()
    return argument.required ? `<${shown}>` : `[${shown}]`
  })
  return {
    name,
    usage: [name, ...words, ...(options.length > 0 ? ['[options]'] : [])].join(' '),
    description: command.description(),
    arguments: help
      .visibleArguments(command)
      .map((argument) => ({ name: argument.name(), description: asSentence(argument.description) })),
    options: options.map((option) => ({
      flags: option.flags,
      variable: variableFor(option),
      description: asSentence(option.description),
    })),
    examples: examplesOf(name),
  }
}

const inEnvironment: Record<string, Setting<unknown>> = { ...tunnelSettings, ...commandSettings }

function variableFor({ long, negate }: Option): string {
  const name = long?.slice(2) ?? ''
  const setting = negate ? undefined : inEnvironment[name]
  return setting === undefined ? '' : variableOf(name, setting)
}
