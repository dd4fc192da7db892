import type { Command } from 'commander'
import type { CommandLine, RunCommand } from './command-line.ts'

const tunnelArgument = [
  '[tunnel]',
  'the name of a tunnel, as `culvert status` shows it (default: all of them)',
] as const
const jsonOption = ['--json', 'print JSON'] as const

/** Adds the commands that talk to open tunnels on this machine. */
export function addRunningCommands(program: Command, run: RunCommand): void {
  program
    .command('status')
    .description('Show the tunnels that are open on this machine.')
    .option(...jsonOption)
    .action((line: CommandLine) => run(async () => (await import('./running.ts')).runStatus(line), line.json === true))

  program
    .command('inspect')
    .description("Open the inspector in the browser, with the requests of this machine's tunnels.")
    .option('--no-browser', 'only print its URL')
    .action((line: CommandLine) => run(async () => (await import('./running.ts')).runInspect(line)))

  program
    .command('logs')
    .argument(...tunnelArgument)
    .description("Print the requests of this machine's tunnels, as they come.")
    .option('--no-follow', 'print the kept requests, and end')
    .option(...jsonOption)
    .action((name: string | undefined, line: CommandLine) =>
      run(async () => (await import('./logs.ts')).runLogs(name, line), line.json === true),
    )

  program
    .command('replay')
    .argument('[id]', 'the request, as `culvert logs` shows it')
    .description('Send a kept request, or a set of them, to the app again.')
    .option('--set <name>', 'a set saved in the inspector, by name or by the path of its file')
    .option('--diff', 'compare the answers with those in the set; the exit code is 1 if one differs')
    .option('--tunnel <name>', 'the tunnel to send the set to, if several are open')
    .option(...jsonOption)
    .action((id: string | undefined, line: CommandLine) =>
      run(async () => (await import('./replay.ts')).runReplay(id, line), line.json === true),
    )

  program
    .command('open')
    .argument(...tunnelArgument)
    .description('Open the public URL of a tunnel in the browser.')
    .action((name: string | undefined) => run(async () => (await import('./running.ts')).runOpen(name)))

  program
    .command('stop')
    .argument(...tunnelArgument)
    .description('Close tunnels that are open on this machine.')
    .action((name: string | undefined) => run(async () => (await import('./running.ts')).runStop(name)))
}
