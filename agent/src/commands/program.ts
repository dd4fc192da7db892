import { DiscreetCommand } from '@culvert/program/discreet-command'
import tab from '@bomb.sh/tab/commander'
import { CommanderError } from 'commander'
import type { Command } from 'commander'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createBareOutput } from '../output/create-output.ts'
import { toFailureTexts } from '../output/events.ts'
import { findPrintFailure, print, printLine } from '../output/print.ts'
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
  // The library prints completions with it, and would not say that they cannot be written.
  Object.assign(console, { log: printLine })
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Requested help or version output ends with 0; everything else is wrong usage.
    exitCode = error.exitCode === 0 ? exitCodes.endedByUser : exitCodes.usage
  }
  const unprinted = await findPrintFailure()
  if (unprinted === undefined) return exitCode
  await showFailure(unprinted)
  return exitCode === exitCodes.endedByUser ? unprinted.exitCode : exitCode
}

/** Returns the command line with all of its commands. The documents are generated from it too. */
export function createProgram(run: RunCommand): Command {
  const program = new DiscreetCommand('culvert')
    .description('Give an app on this machine a public URL.')
    .version(version, '-V, --version', 'print the version')
    .configureHelp({ minWidthToWrap: 30 })
    .configureOutput({ writeOut: print })
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

async function runShowingFailure(work: () => Promise<ExitCode>, isJson?: boolean): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await showFailure(error, isJson)
    return error.exitCode
  }
}

async function showFailure(failure: Failure, isJson = false): Promise<void> {
  const output = createBareOutput(isJson)
  output.show({ event: 'failed', ...toFailureTexts(failure) })
  await output.close()
}
