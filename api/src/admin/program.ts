import { DiscreetCommand } from '@culvert/program/discreet-command'
import { type Command, CommanderError } from 'commander'
import { examples } from './arguments.ts'
import { addAccountCommands } from './commands/accounts.ts'
import { addAuditCommands } from './commands/audit.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addCertificateCommands } from './commands/certificates.ts'
import { addCheckCommand } from './commands/check.ts'
import { addEdgeCommands } from './commands/edges.ts'
import { addHostnameCommands } from './commands/hostnames.ts'
import { addInvoiceCommands } from './commands/invoices.ts'
import { addJobCommands } from './commands/jobs.ts'
import { addPlanCommands } from './commands/plans.ts'
import { addProviderCommands } from './commands/providers.ts'
import { addSetupCommand } from './commands/setup.ts'
import { addSiteCommands } from './commands/site.ts'
import { addSupportCommands } from './commands/support.ts'
import { addSystemCommands } from './commands/system.ts'
import { addUserCommands } from './commands/users.ts'
import { type Caller, type Executor, fail, type Outcome, type Perform, succeed } from './outcome.ts'

/** Runs one command of the operator. Never rejects: a fault is an outcome too. */
export async function runAdmin(
  args: readonly string[],
  execute: Executor,
  caller: Caller = { folder: process.cwd(), isServer: false },
): Promise<Outcome> {
  const isJson = args.includes('--json')
  let printed = ''
  let outcome: Outcome | undefined
  const program = createProgram((text) => (printed += text))
  const perform: Perform = async (work) => {
    outcome = await execute(async (app) => succeed(await work(app), isJson))
  }
  addSetupCommand(program, perform)
  addCheckCommand(program, perform)
  addAccountCommands(program, perform)
  addUserCommands(program, perform)
  addHostnameCommands(program, perform)
  addProviderCommands(program, perform, caller)
  addPlanCommands(program, perform)
  addInvoiceCommands(program, perform)
  addSiteCommands(program, perform)
  addSupportCommands(program, perform)
  addJobCommands(program, perform)
  addCertificateCommands(program, perform)
  addEdgeCommands(program, perform)
  addSystemCommands(program, perform)
  addAuditCommands(program, perform, caller)
  addBackupCommands(program, perform, caller)

  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(error, isJson)
    // Requested help is an answer; everything else is wrong usage.
    if (error.exitCode === 0) return { exitCode: 0, stdout: printed, stderr: '' }
    const message =
      error.code === 'commander.help' ? 'Give a command; --help lists them.' : error.message.replace(/^error: /, '')
    const usage = { error: { code: 'USAGE', message } }
    return { exitCode: 2, stdout: '', stderr: isJson ? `${JSON.stringify(usage, null, 2)}\n` : printed }
  }
  return outcome ?? { exitCode: 2, stdout: '', stderr: printed }
}

function createProgram(print: (text: string) => void): Command {
  return new DiscreetCommand('npm run admin --')
    .description('Manages this Culvert installation: everything of the operator that has no screen.')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .option('--json', 'print JSON, and faults as JSON on stderr')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({ writeOut: print, writeErr: print })
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see how it is used.')
    .exitOverride()
    .addHelpText(
      'after',
      `${examples(
        'setup --owner ada@example.com',
        'check',
        'backup culvert.backup',
        'site alert set "Maintenance on Sunday at 08:00 UTC" --type warning',
        'accounts set-plan ada Pro',
        'support list --status new',
        'site show --help',
      )}

In scripts, keep npm quiet:  npm run -s admin -- site show --json

It needs the environment of the server: DATABASE_URL or CULVERT_DATA, REDIS_URL, SMTP_URL, CULVERT_PUBLIC_URL, for the command "check" EDGE_SECRET,
and for "providers" and "secrets" SEALING_SECRET, or EDGE_SECRET if the server has none.
A server that runs on an embedded database carries the command out itself.

Exit codes:
  0  done
  1  failed: not found, in conflict with something, or the database is out of reach
  2  wrong usage: an unknown command or option, or a value that is refused`,
    )
}
