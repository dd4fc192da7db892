import { DiscreetCommand } from '@culvert/program/discreet-command'
import tab from '@bomb.sh/tab/commander'
import { CommanderError } from 'commander'
import type { Command } from 'commander'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createBareOutput } from '../output/create-output.ts'
import { toFailureTexts } from '../output/events.ts'
import { version } from '../version.ts'
import type { RunCommand } from './command-line.ts'
import { addCommands } from './commands.ts'
import { addExamples } from './examples.ts'
import { exitWithNpx } from './npx.ts'
import { refuseCommand, refuseUnknownCommands } from './unknown-command.ts'

/** Runs the command line `culvert …`; returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  exitWithNpx()
  let exitCode: ExitCode = exitCodes.endedByUser
  const program = createProgram(async (work, isJson) => {
    exitCode = await runShowingFailure(work, isJson)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Requested help or version output ends with 0; everything else is wrong usage.
    return error.exitCode === 0 ? exitCodes.endedByUser : exitCodes.usage
  }
}

/** Returns the command line with all of its commands. The documents are generated from it too. */
export function createProgram(run: RunCommand): Command {
  const program = new DiscreetCommand('culvert')
    .description('Give an app on this machine a public URL.')
    .version(version, '-V, --version', 'print the version')
    .configureHelp({ minWidthToWrap: 30 })
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .exitOverride()
  addCommands(program, run)
  tab(program, { completionCommandName: 'completion' })
  describeCompletion(program)
  addHelp(program)
  addExamples(program)
  refuseUnknownCommands(program)
  return program
}

/** The library's own command prints everything for a command that does not exist, and does not say so. */
function addHelp(program: Command): void {
  program
    .command('help')
    .argument('[command...]', 'the command')
    .description('Print help for a command.')
    .action((names: string[]) => {
      let command = program
      for (const name of names) {
        command = command.commands.find((each) => each.name() === name) ?? refuseCommand(command, name)
      }
      command.help()
    })
}

/** The library's own messages have no full stop. */
function describeCompletion(program: Command): void {
  const completion = program.commands.find((command) => command.name() === 'completion')
  completion?.description('Print a shell completion script for commands and options.')
  for (const shell of completion?.registeredArguments ?? []) shell.description = 'the shell'
}

async function runShowingFailure(work: () => Promise<ExitCode>, isJson = false): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const output = createBareOutput(isJson)
    output.show({ event: 'failed', ...toFailureTexts(error) })
    await output.close()
    return error.exitCode
  }
}
