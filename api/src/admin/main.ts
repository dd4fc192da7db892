import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import { loadApiConfig, type ApiConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { logOptions } from '../log.ts'
import { openApp } from '../open-app.ts'
import { askServer } from './channel.ts'
import { runAdmin, type Executor } from './program.ts'

/** The operator's command line: `npm run admin -- …`. */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const { exitCode, stdout, stderr } = await runAdmin(args, (work) => execute(args, work))
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = exitCode
}

/** In the server that has the embedded database, or here. */
async function execute(args: readonly string[], work: Parameters<Executor>[0]) {
  const config = loadConfig()
  const answered = config.database.kind === 'embedded' ? await askServer(config.database, args) : undefined
  if (answered) return answered
  // stdout is for the answer.
  const log = pino({ ...logOptions, name: 'admin', level: 'error' }, pino.destination({ fd: 2, sync: true }))
  const { app, close } = await openApp(config, await openDatabase(config.database), systemClock, log)
  try {
    return await work(app)
  } finally {
    await close()
  }
}

/** The server's configuration. The command line speaks to no edge, so that it needs no secret of theirs. */
function loadConfig(): ApiConfig {
  return loadApiConfig({
    // As `npm start` does.
    CULVERT_PUBLIC_URL: `http://localhost:${process.env.PORT || '4000'}`,
    ...process.env,
    EDGE_SECRET: 'nothing is signed or checked with this',
  })
}

await main()
