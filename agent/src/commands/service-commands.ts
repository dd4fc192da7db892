import type { Command } from 'commander'
import type { CommandLine, RunCommand } from './command-line.ts'
import { serviceNotes } from './help.ts'
import { configOption } from './settings-options.ts'
import { refuseUnknownCommands } from './unknown-command.ts'

const systemOption = [
  '--system',
  'a service of the machine instead of your own; needs root or an administrator',
] as const
const namesArgument = ['[names...]', 'the tunnels to open, by name (default: all of them)'] as const
/** Adds the commands that keep tunnels open whenever the machine is running. */
export function addServiceCommands(program: Command, run: RunCommand): void {
  const service = program
    .command('service')
    .description('Keep the tunnels of culvert.yml open whenever this machine is on.')
    .addHelpText('after', serviceNotes)
  refuseUnknownCommands(service)

  service
    .command('install')
    .argument(...namesArgument)
    .description('Check the configuration, then install and start the service. Run it again to renew the service.')
    .option(...configOption)
    .option(...systemOption)
    .option('--user <name>', 'the user that a service of the machine runs as (default: the one that runs sudo)')
    .option('--print', 'print the file of the service, and install nothing')
    .addHelpText('after', serviceNotes)
    .action((names: string[], line: CommandLine) =>
      run(async () => (await import('./service-install.ts')).runServiceInstall(names, line)),
    )

  service
    .command('uninstall')
    .description('Stop the service, and remove what `culvert service install` wrote.')
    .option(...systemOption)
    .action((line: CommandLine) => run(async () => (await import('./service.ts')).runServiceUninstall(line)))

  const actions = {
    start: 'Start the service.',
    stop: 'Stop the service, until it is started again or the machine restarts.',
    restart: 'Restart the service, for example after an update of culvert.',
  }
  for (const action of ['start', 'stop', 'restart'] as const) {
    service
      .command(action)
      .description(actions[action])
      .option(...systemOption)
      .action((line: CommandLine) => run(async () => (await import('./service.ts')).runServiceAction(action, line)))
  }

  service
    .command('status')
    .description('Show whether the service runs, with its tunnels. The exit code is 0 if it does, else 1.')
    .option(...systemOption)
    .option('--json', 'print a JSON object')
    .action((line: CommandLine) =>
      run(async () => (await import('./service.ts')).runServiceStatus(line), line.json === true),
    )

  service
    .command('run')
    .argument(...namesArgument)
    .description(
      'Run `culvert start` with the environment file of the service. launchd and the Task Scheduler use this.',
    )
    .option('--all', 'open all tunnels')
    .option(...configOption)
    .option('--log <file>', 'also write plain lines to this file')
    .option('--env <NAME=value>', 'a variable (repeatable)', (text, before: string[] | undefined) => [
      ...(before ?? []),
      text,
    ])
    .option('--restart', 'start it again when it fails')
    .option('--check', 'only check whether it could start')
    .action((names: string[], line: CommandLine) =>
      run(async () => (await import('./service-run.ts')).runServiceRun(names, line)),
    )
}
