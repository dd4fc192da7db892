import { Command } from 'commander'
import type { ErrorOptions, Option } from 'commander'
import { suggest } from './suggest.ts'
import { withoutTokens } from './without-secrets.ts'

/** A command whose messages do not repeat what may be a secret: the value of a mistyped option, words of a value without quotes, and tokens. */
export class DiscreetCommand extends Command {
  override createCommand(name?: string): DiscreetCommand {
    return new DiscreetCommand(name)
  }

  override error(message: string, options?: ErrorOptions): never {
    return super.error(withoutTokens(this.#withoutValues(message, options?.code)), options)
  }

  #withoutValues(message: string, code: string | undefined): string {
    if (code === 'commander.excessArguments') {
      return message.replace(/( but got \d+): .*$/s, '$1. A value with spaces in it needs quotes.')
    }
    const [, name] = (code === 'commander.unknownOption' && /^error: unknown option '(-[^'=]+)=/.exec(message)) || []
    if (name === undefined) return message
    const names = listOptions(this).flatMap(({ long }) => long ?? [])
    return names.includes(name)
      ? `error: option '${name}' takes no value`
      : `error: unknown option '${name}'${suggest(name, names)}`
  }
}

/** Returns the options that may be given to a command: its own, and those of the commands that it is below. */
function listOptions({ options, parent }: Command): readonly Option[] {
  return [...options, ...(parent ? listOptions(parent) : [])]
}
