import type { Command } from 'commander'
import { commandSettings, outputSettings } from '../config/command-settings.ts'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import { exitCodes } from '../failure.ts'
import { version } from '../version.ts'
import type { CommandLine, RunCommand } from './command-line.ts'
import { examples, exitCodesHelp } from './help.ts'
import { runHttp } from './http.ts'
import { addSettings } from './settings-options.ts'
import { runStart } from './start.ts'

const configOption = [
  '--config <file>',
  'the configuration; culvert.yml in this folder, or the user’s, when left out',
] as const

/** Adds every command of `culvert`. */
export function addCommands(program: Command, run: RunCommand): void {
  const http = program
    .command('http')
    .argument(
      '<app>',
      'the app: 3000, localhost:3000, http://host:port, https://host:port, or a folder whose files are served',
    )
    .description('Open a tunnel: visitors of a public URL reach an HTTP app on this machine.')
    .option(...configOption)
    .addHelpText('after', `${examples}\n${exitCodesHelp}`)
    .showHelpAfterError('See `culvert http --help`.')
    .action((app: string, line: CommandLine) => run(() => runHttp(app, line), line.json === true))
  for (const table of [tunnelSettings, commandSettings, outputSettings]) addSettings(http, table)

  const start = program
    .command('start')
    .argument('[names...]', 'tunnels of the configuration')
    .description('Open tunnels of culvert.yml.')
    .option('--all', 'all of its tunnels')
    .option(...configOption)
    .showHelpAfterError('See `culvert start --help`.')
    .action((names: string[], line: CommandLine) => run(() => runStart(names, line), line.json === true))
  for (const table of [commandSettings, outputSettings]) addSettings(start, table)

  program
    .command('version')
    .description('Print the version.')
    .action(() =>
      run(() => {
        process.stdout.write(`${version}\n`)
        return Promise.resolve(exitCodes.endedByUser)
      }),
    )
}
