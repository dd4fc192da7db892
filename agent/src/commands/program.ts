import { Command, CommanderError, Option } from 'commander'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createBareOutput } from '../output/create-output.ts'
import { toFailedEvent } from '../output/events.ts'
import { version } from '../version.ts'
import { examples, exitCodesHelp } from './help.ts'
import { connectionsMaxDefault, streamsMaxDefault } from '../origin/connection-pool.ts'
import { defaultServer, readHttpConfig } from './http-config.ts'
import type { HttpOptions } from './http-config.ts'
import { runHttp } from './http.ts'

/** Runs the command line `culvert …`; returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.endedByUser
  const program = new Command('culvert')
    .description('Gives an app on this machine a public URL.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showSuggestionAfterError()
    .showHelpAfterError('See `culvert --help`.')
    .exitOverride()

  program
    .command('http')
    .argument('<port|url>', 'the app: 3000, localhost:3000, 127.0.0.1:3000, http://host:port or https://host:port')
    .description('Open a tunnel: visitors of a public URL reach an HTTP app on this machine.')
    .addOption(
      new Option('--authtoken <AuthID>', 'your AuthID, pk_…; better kept in the variable').env('CULVERT_AUTHTOKEN'),
    )
    .option('--gateway <name>', 'a reserved gateway, by name or hostname')
    .option('--random', 'a random hostname for this session; the default')
    .addOption(new Option('--server <url>', `the Culvert server; ${defaultServer} when left out`).env('CULVERT_SERVER'))
    .option('--name <text>', 'a name for this agent on the dashboard')
    .option('--host-header [host]', "tell the app this Host instead of the visitor's; its own address without a value")
    .option('--allow-any-certificate', 'do not check the certificate of an https app')
    .option('--max-connections <n>', `requests that may be at the app at once; ${connectionsMaxDefault} when left out`)
    .option(
      '--max-streams <n>',
      `event streams, WebSockets and long transfers besides; ${streamsMaxDefault} when left out`,
    )
    .option('--json', 'print a JSON object for each event, one a line')
    .addHelpText('after', `${examples}\n${exitCodesHelp}`)
    .showHelpAfterError('See `culvert http --help`.')
    .exitOverride()
    .action(async (target: string, options: HttpOptions) => {
      exitCode = await openTunnel(target, options)
    })

  program
    .command('version')
    .description('Print the version.')
    .action(() => {
      process.stdout.write(`${version}\n`)
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

async function openTunnel(target: string, options: HttpOptions): Promise<ExitCode> {
  const isJson = options.json === true
  try {
    return await runHttp(readHttpConfig(target, options), isJson)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const output = createBareOutput(isJson)
    output.show(toFailedEvent(error))
    await output.close()
    return error.exitCode
  }
}
