import type { Command } from 'commander'
import { commandSettings, outputSettings } from '../config/command-settings.ts'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import { exitCodes } from '../failure.ts'
import { version } from '../version.ts'
import type { CommandLine, RunCommand } from './command-line.ts'
import { examples, exitCodesHelp, loginExamples, mcpExamples } from './help.ts'
import { addRunningCommands } from './running-commands.ts'
import { addSettings } from './settings-options.ts'

const configOption = [
  '--config <file>',
  "the configuration; culvert.yml in this folder, or the user's, when left out",
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
    .action((app: string, line: CommandLine) =>
      run(async () => (await import('./http.ts')).runHttp(app, line), line.json === true),
    )
  for (const table of [tunnelSettings, commandSettings, outputSettings]) addSettings(http, table)

  const mcp = program
    .command('mcp')
    .argument('[app]', 'your MCP server: 3000, localhost:3000 or http://host:port')
    .description('Open a tunnel to an MCP server on this machine, or be one that opens tunnels.')
    .option('--path <path>', 'where it takes requests; /mcp when left out')
    .option('--tools', 'be an MCP server on stdin and stdout: tools for tunnels, for coding agents')
    .option(...configOption)
    .addHelpText('after', mcpExamples)
    .showHelpAfterError('See `culvert mcp --help`.')
    .action((app: string | undefined, line: CommandLine) =>
      run(async () => (await import('./mcp.ts')).runMcp(app, line), line.json === true),
    )
  for (const table of [tunnelSettings, commandSettings, outputSettings]) addSettings(mcp, table)

  const start = program
    .command('start')
    .argument('[names...]', 'tunnels of the configuration')
    .description('Open tunnels of culvert.yml.')
    .option('--all', 'all of its tunnels')
    .option(...configOption)
    .showHelpAfterError('See `culvert start --help`.')
    .action((names: string[], line: CommandLine) =>
      run(async () => (await import('./start.ts')).runStart(names, line), line.json === true),
    )
  for (const table of [commandSettings, outputSettings]) addSettings(start, table)

  const config = program.command('config').description('Check, edit and find culvert.yml, the file with your tunnels.')
  config
    .command('check')
    .argument('[file]', "the configuration; culvert.yml in this folder, or the user's, when left out")
    .description('Name every mistake, with line and column.')
    .action((file: string | undefined, line: CommandLine) =>
      run(async () => (await import('./config.ts')).runConfigCheck(file, line)),
    )
  config
    .command('edit')
    .argument('[file]', "the configuration; culvert.yml in this folder, or the user's, when left out")
    .description('Open it in your editor (VISUAL or EDITOR), make it at first, and check it afterwards.')
    .action((file: string | undefined, line: CommandLine) =>
      run(async () => (await import('./config.ts')).runConfigEdit(file, line)),
    )
  config
    .command('path')
    .description('Print which files are read.')
    .action((line: CommandLine) => run(async () => (await import('./config.ts')).runConfigPath(line)))
  config
    .command('schema')
    .description('Print the JSON schema of culvert.yml.')
    .action(() => run(async () => (await import('./config.ts')).runConfigSchema()))

  const doctor = program
    .command('doctor')
    .argument('[app]', 'an app to look at, as for `culvert http`')
    .description('Look at everything that a tunnel needs, and say what to do about what is wrong.')
    .option('--json', 'print a JSON object')
    .option('--report <file>', 'write what was found, without secrets, to a file that can be attached to a report')
    .option(...configOption)
    .action((app: string | undefined, line: CommandLine) =>
      run(async () => (await import('./doctor.ts')).runDoctor(app, line), line.json === true),
    )
  const { server, profile, authtoken, 'ca-file': authorities } = commandSettings
  addSettings(doctor, { server, profile, authtoken, 'ca-file': authorities })

  program
    .command('update')
    .description('Install the newest version from your own server, where this one needs no Node.')
    .option('--server <address>', 'the Culvert server; the one that you signed in at when left out')
    .option('--rollback', 'take the version before the last update back')
    .action((line: CommandLine) => run(async () => (await import('./update.ts')).runUpdate(line)))

  program
    .command('login')
    .description('Sign in once: gets a token for this machine, which you approve on the dashboard.')
    .option(
      '--server <address>',
      'the Culvert server, such as tunnels.example.com; the one of the last sign-in when left out',
    )
    .option('--profile <name>', 'the name that the sign-in is kept under; the server when left out')
    .option('--name <text>', 'how the dashboard names this machine; its hostname when left out')
    .option('--ca-file <file>', "authorities in PEM that are trusted besides this machine's")
    .option('--no-browser', 'show a code to enter in a browser on any machine')
    .addHelpText('after', loginExamples)
    .action((line: CommandLine) => run(async () => (await import('./login.ts')).runLogin(line)))

  program
    .command('logout')
    .description("Sign out: deletes this machine's token at the server and here.")
    .option('--server <address>', 'the server to sign out of')
    .option('--profile <name>', 'the profile to sign out of; the current one when left out')
    .option('--force', 'forget the token although the server cannot be told')
    .action((line: CommandLine) => run(async () => (await import('./account.ts')).runLogout(line)))

  program
    .command('whoami')
    .description('Show for whom commands act, at which server, and which profiles there are.')
    .option('--server <address>', 'the server')
    .option('--profile <name>', 'the profile; the current one when left out')
    .option('--json', 'print a JSON object')
    .action((line: CommandLine) => run(async () => (await import('./account.ts')).runWhoami(line), line.json === true))

  addRunningCommands(program, run)

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
