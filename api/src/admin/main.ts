import { completeServerSettings, readEnvironment } from '@culvert/program'
import { pino } from 'pino'
import { systemClock } from '../ground/clock.ts'
import { type ApiConfig, loadApiConfig } from '../ground/config.ts'
import { findErrorCode } from '../ground/errors.ts'
import { createApiLog } from '../ground/log.ts'
import { openApp } from '../open-app.ts'
import { openDatabase } from '../platform/db/open.ts'
import { askServer } from './channel.ts'
import { type Executor, fail, type Outcome } from './outcome.ts'
import { runAdmin } from './program.ts'

/** Runs the operator's command line: `npm run admin -- …`. */
async function main(): Promise<void> {
  let fault: Error | undefined
  process.stdout.on('error', (error) => (fault ??= error))
  const args = process.argv.slice(2)
  const folder = findFolder()
  const outcome = await runAdmin(args, (work) => execute(args, folder, work), { folder, isServer: false, print })
  await print(outcome.stdout).catch((error: Error) => (fault ??= error))
  const { exitCode, stderr } = judgeOutput(outcome, fault, args.includes('--json'))
  process.stderr.write(stderr)
  process.exitCode = exitCode
}

/** Returns the outcome of a command whose answer was printed, or could not be. */
function judgeOutput(outcome: Outcome, fault: Error | undefined, isJson: boolean): Outcome {
  if (fault === undefined) return outcome
  // A reader that stops early, as `head` does, is no fault of the command.
  if (findErrorCode(fault) === 'EPIPE') return { ...outcome, stderr: '' }
  return fail(new Error(`The answer cannot be printed: ${fault.message}`), isJson)
}

/** Prints a part of an answer, and waits until it is consumed. A reader that stops early, as `head` does, ends the command. */
async function print(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** Returns the operator's working folder: npm runs its scripts in the project's folder. */
function findFolder(): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = readEnvironment()
  return script === 'admin' && folder ? folder : process.cwd()
}

/** Executes a command in the server that has the embedded database, or in this process. */
async function execute(args: readonly string[], folder: string, work: Parameters<Executor>[0]) {
  const config = loadConfig()
  const answered = config.database.kind === 'embedded' ? await askServer(config.database, { args, folder }) : undefined
  if (answered) return answered
  // stdout is for the answer.
  const destination = pino.destination({ fd: 2, sync: true })
  const log = createApiLog({ name: 'admin', level: 'error', destination })
  // The database is given no log: what it refuses is the command's answer.
  const { app, close } = await openApp(config, await openDatabase(config.database), systemClock, log)
  try {
    return await work(app)
  } finally {
    await close()
  }
}

/** Loads the server's configuration. */
function loadConfig(): ApiConfig {
  // As `npm start` does, here and below.
  const environment = completeServerSettings(readEnvironment())
  const config = loadApiConfig({
    CULVERT_PUBLIC_URL: `http://localhost:${environment.PORT ?? '4000'}`,
    // Only `check` needs it, to know its edges.
    EDGE_SECRET: 'without it, no edge is known as one of this installation',
    ...environment,
  })
  if (environment.EDGE_SECRET !== undefined) return config
  return { ...config, sealing: { ...config.sealing, secret: environment.SEALING_SECRET } }
}

await main()
