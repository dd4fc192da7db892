import tab from '@bomb.sh/tab/commander'
import { Command, CommanderError } from 'commander'
import { suggest } from '../config/suggest.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createBareOutput } from '../output/create-output.ts'
import { toFailedEvent } from '../output/events.ts'
import { version } from '../version.ts'
import type { RunCommand } from './command-line.ts'
import { addCommands } from './commands.ts'
import { notYet } from './help.ts'

/** Runs the command line `culvert …`; returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.endedByUser
  const program = createProgram(async (work, isJson) => {
    exitCode = await runShowingFailure(work, isJson)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version that were asked for end with 0, everything else was wrong usage.
    return error.exitCode === 0 ? exitCodes.endedByUser : exitCodes.usage
  }
}

/** Returns the command line with all of its commands, for which the documents are made too. */
export function createProgram(run: RunCommand): Command {
  const program = new Command('culvert')
    .description('Gives an app on this machine a public URL.')
    .version(version, '-V, --version', 'print the version')
    .usage('[options] <command>')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'Print help for a command.')
    .showHelpAfterError('See `culvert --help`.')
    .exitOverride()
    .argument('[command]')
    .allowExcessArguments()
    .allowUnknownOption()
  addCommands(program, run)
  tab(program, { completionCommandName: 'completion' })
  program.action((word?: string) => {
    if (word === undefined) {
      program.help({ error: true })
      return
    }
    const known = program.commands.map((command) => command.name())
    program.error(notYet[word] ?? `error: there is no command "${word}"${suggest(word, known)}`)
  })
  return program
}

async function runShowingFailure(work: () => Promise<ExitCode>, isJson = false): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const output = createBareOutput(isJson)
    output.show(toFailedEvent(error))
    await output.close()
    return error.exitCode
  }
}
