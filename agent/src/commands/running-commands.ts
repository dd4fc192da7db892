import type { Command } from 'commander'
import type { CommandLine, RunCommand } from './command-line.ts'

const tunnelArgument = [
  '[tunnel]',
  'the name of a tunnel, as `culvert status` shows it; all of them when left out',
] as const
const jsonOption = ['--json', 'print JSON'] as const

/** Adds the commands that talk to tunnels which are open on this machine. */
export function addRunningCommands(program: Command, run: RunCommand): void {
  program
    .command('status')
    .description('Show the tunnels that are open on this machine.')
    .option(...jsonOption)
    .action((line: CommandLine) => run(async () => (await import('./running.ts')).runStatus(line), line.json === true))

  program
    .command('inspect')
    .description('Open the inspector in the browser: the requests of the tunnels on this machine.')
    .option('--no-browser', 'only print its URL')
    .action((line: CommandLine) => run(async () => (await import('./running.ts')).runInspect(line)))

  program
    .command('logs')
    .argument(...tunnelArgument)
    .description('Show the requests of tunnels that are open on this machine, as they come.')
    .option('--no-follow', 'only those that are kept')
    .option(...jsonOption)
    .action((name: string | undefined, line: CommandLine) =>
      run(async () => (await import('./logs.ts')).runLogs(name, line), line.json === true),
    )

  program
    .command('replay')
    .argument('[id]', 'a request, as `culvert logs` shows it')
    .description('Send a request to the app once more, or the requests of a set.')
    .option('--set <name>', 'a set that was saved in the inspector, or the path of its file')
    .option('--diff', 'compare the answers of the set with those that it has; exit code 1 when one differs')
    .option('--tunnel <name>', 'the tunnel whose app the set is sent to, where several are open')
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
    .description('End tunnels that are open on this machine.')
    .action((name: string | undefined) => run(async () => (await import('./running.ts')).runStop(name)))
}
