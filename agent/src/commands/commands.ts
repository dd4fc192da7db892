import type { Command } from 'commander'
import { commandSettings, credentialSettings, outputSettings } from '../config/command-settings.ts'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import { exitCodes } from '../failure.ts'
import { printLine } from '../output/print.ts'
import { version } from '../version.ts'
import type { CommandLine, RunCommand } from './command-line.ts'
import { exitCodesHelp, httpNotes, loginNotes, mcpNotes } from './help.ts'
import { addRunningCommands } from './running-commands.ts'
import { addServiceCommands } from './service-commands.ts'
import { addSettings, configMeaning, configOption } from './settings-options.ts'
import { refuseUnknownCommands } from './unknown-command.ts'

/** Adds every command of `culvert`. */
export function addCommands(program: Command, run: RunCommand): void {
  addTunnelCommands(program, run)
  addConfigCommands(program, run)
  addMaintenanceCommands(program, run)
  addSignInCommands(program, run)
  addRunningCommands(program, run)
  addServiceCommands(program, run)

  program
    .command('version')
    .description('Print the version.')
    .action(() =>
      run(() => {
        printLine(version)
        return Promise.resolve(exitCodes.endedByUser)
      }),
    )
}

/** Adds the commands that open tunnels. */
function addTunnelCommands(program: Command, run: RunCommand): void {
  const http = program
    .command('http')
    .argument('<app>', 'the app: 3000, localhost:3000, http://host:port, https://host:port, or a folder to serve')
    .description('Open a tunnel: a public URL that leads to an HTTP app on this machine.')
    .option(...configOption)
    .addHelpText('after', `${httpNotes}\n${exitCodesHelp}`)
    .action((app: string, line: CommandLine) =>
      run(async () => (await import('./http.ts')).runHttp(app, line), line.json === true),
    )
  for (const table of [tunnelSettings, commandSettings, outputSettings]) addSettings(http, table)

  const mcp = program
    .command('mcp')
    .argument('[app]', 'your MCP server: 3000, localhost:3000 or http://host:port')
    .description('Open a tunnel to an MCP server on this machine, or serve tunnels to a coding agent as MCP tools.')
    .option('--path <path>', 'the path of its endpoint (default /mcp)')
    .option('--tools', 'be an MCP server on stdin and stdout, with tools that open and inspect tunnels')
    .option(...configOption)
    .addHelpText('after', mcpNotes)
    .action((app: string | undefined, line: CommandLine) =>
      run(async () => (await import('./mcp.ts')).runMcp(app, line), line.json === true),
    )
  for (const table of [tunnelSettings, commandSettings, outputSettings]) addSettings(mcp, table)

  const start = program
    .command('start')
    .argument('[names...]', 'the tunnels to open, by name')
    .description('Open tunnels of culvert.yml.')
    .option('--all', 'open all of them')
    .option(...configOption)
    .action((names: string[], line: CommandLine) =>
      run(async () => (await import('./start.ts')).runStart(names, line), line.json === true),
    )
  for (const table of [commandSettings, outputSettings]) addSettings(start, table)
}

/** Adds the commands for culvert.yml. */
function addConfigCommands(program: Command, run: RunCommand): void {
  const config = program.command('config').description('Check, edit or locate culvert.yml, the file with your tunnels.')
  refuseUnknownCommands(config)
  config
    .command('check')
    .argument('[file]', configMeaning)
    .description('Report every mistake, with its line and column.')
    .action((file: string | undefined, line: CommandLine) =>
      run(async () => (await import('./config.ts')).runConfigCheck(file, line)),
    )
  config
    .command('edit')
    .argument('[file]', configMeaning)
    .description(
      'Open the file in your editor (VISUAL or EDITOR), then check it. If there is none, a small one is created.',
    )
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
}

/** Adds the commands that maintain the command itself. */
function addMaintenanceCommands(program: Command, run: RunCommand): void {
  const doctor = program
    .command('doctor')
    .argument('[app]', 'an app to check, as for `culvert http`')
    .description('Check everything that a tunnel needs, and say how to fix what is wrong.')
    .option('--json', 'print a JSON object')
    .option('--report <file>', 'write the findings, without secrets, to a file to attach to a bug report')
    .option(...configOption)
    .action((app: string | undefined, line: CommandLine) =>
      run(async () => (await import('./doctor.ts')).runDoctor(app, line), line.json === true),
    )
  addSettings(doctor, credentialSettings)

  program
    .command('update')
    .description('Update culvert from your own server, where it was installed without Node.')
    .option('--server <address>', 'the Culvert server (default: the one that you signed in to)')
    .option('--rollback', 'return to the version before the last update')
    .action((line: CommandLine) => run(async () => (await import('./update.ts')).runUpdate(line)))
}

/** Adds the commands for signing in and out. */
function addSignInCommands(program: Command, run: RunCommand): void {
  program
    .command('login')
    .description('Sign in: get a token for this machine, which you approve on the dashboard.')
    .option(
      '--server <address>',
      'the Culvert server, such as tunnels.example.com (default: the one of the last sign-in)',
    )
    .option('--profile <name>', 'the name to keep the sign-in under (default: the server)')
    .option('--name <text>', 'what the dashboard calls this machine (default: its hostname)')
    .option('--ca-file <file>', "a PEM file of authorities to trust besides this machine's")
    .option('--no-browser', 'show a code to enter in a browser on any machine')
    .addHelpText('after', loginNotes)
    .action((line: CommandLine) => run(async () => (await import('./login.ts')).runLogin(line)))

  program
    .command('logout')
    .description("Sign out: delete this machine's token, at the server and here.")
    .option('--server <address>', 'the server to sign out of')
    .option('--profile <name>', 'the profile to sign out of (default: the current one)')
    .option('--force', 'delete the token here even if the server cannot be reached')
    .action((line: CommandLine) => run(async () => (await import('./account.ts')).runLogout(line)))

  program
    .command('whoami')
    .description('Show which user, account and server commands act for, and list the other profiles.')
    .option('--server <address>', 'the server')
    .option('--profile <name>', 'the profile (default: the current one)')
    .option('--json', 'print a JSON object')
    .action((line: CommandLine) => run(async () => (await import('./account.ts')).runWhoami(line), line.json === true))
}
