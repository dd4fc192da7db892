import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { logWarnings } from '@culvert/program/log'
import type { Logger } from 'pino'
import { openAdminChannel } from './admin/channel.ts'
import { createJobHandlers, createRounds } from './features/jobs.ts'
import { systemClock, type Clock } from './ground/clock.ts'
import type { ApiConfig, MailConfig } from './ground/config.ts'
import { findErrorCode, InstallationFault } from './ground/errors.ts'
import { createApiLog } from './ground/log.ts'
import type { Bounding } from './http/context.ts'
import { startHttpServer } from './http/server.ts'
import { openApp } from './open-app.ts'
import type { App } from './platform/app.ts'
import type { Db, OpenDatabase } from './platform/db/db.ts'
import { describeWriteFault, findWriteFault } from './platform/db/faults.ts'
import { openDatabase } from './platform/db/open.ts'
import type { Round } from './platform/jobs/rounds.ts'
import { startJobRunner, type JobRunner } from './platform/jobs/runner.ts'
import { startOutbox, type Outbox } from './platform/mail/outbox.ts'

/** The API while it runs. */
export interface RunningApi {
  url: string
  /** The page on this machine's loopback that shows the mails; undefined when they go to a mail server. */
  outboxUrl: string | undefined
  /** Leaves jobs to other nodes, serves until balancers have noticed, lets running requests finish, then closes everything down to the database. */
  close: () => Promise<void>
}

/** Starts the API: opens and migrates the database, and listens. Rejects, with nothing left open, when it cannot. */
export async function startApi(config: ApiConfig): Promise<RunningApi> {
  const database = await openDatabase(config.database, createApiLog({ name: 'api', level: config.logLevel }))
  const started = startApp(config, database, systemClock, createRounds)
  const { app, url, outboxUrl, close } = await started.catch(explainWriteFault)
  if (!existsSync(join(config.webFolder, 'index.html')))
    app.log.error('the dashboard is not built: run `npm run build`')
  const closeChannel = config.database.kind === 'embedded' ? await openAdminChannel(app, config.database) : undefined
  return {
    url,
    outboxUrl,
    close: async () => {
      await closeChannel?.()
      await close()
    },
  }
}

/** Rejects with what the operator can do about a database that takes no changes, and with any other error as it is. */
function explainWriteFault(error: unknown): never {
  const fault = findWriteFault(error)
  if (fault === undefined) throw error
  const said = `${describeWriteFault(fault)} Culvert writes to its database when it starts`
  throw new InstallationFault(`${said}: fix that first, or set DATABASE_URL to another database.`, { cause: error })
}

/** Starts the API on an open database, which it closes in the end, and with a clock. Rounds go by real time, whatever the clock is. */
export async function startApp(
  config: ApiConfig,
  database: OpenDatabase,
  clock: Clock,
  roundsOf: (app: App) => Round[] = () => [],
): Promise<RunningApi & { app: App; bounding: Bounding; jobs: JobRunner }> {
  const log = createApiLog({ name: 'api', level: config.logLevel })
  logWarnings(log)
  const opened = await openApp(config, database, clock, log)
  const closers = [opened.close]
  const close = async () => {
    for (const closeNext of closers.toReversed()) await closeNext()
  }

  try {
    const { app, mailer, redis } = opened
    const { db } = database
    const jobs = await startJobRunner({
      db,
      clock,
      log,
      handlers: [...mailer.handlers, ...createJobHandlers(app)],
      rounds: roundsOf(app),
    })
    closers.push(() => jobs.close())
    const outbox = await openOutbox(config.mail, db, log)
    closers.push(async () => outbox?.close())
    const http = await startHttpServer(app, redis)
    closers.push(http.close, async () => jobs.stopClaiming())
    return { app, jobs, bounding: http.bounding, url: http.url, outboxUrl: outbox?.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

const outboxPort = 8025

/** Without a port of the operator's own choice, a second installation on the machine takes a free one. */
async function openOutbox(mail: MailConfig, db: Db, log: Logger): Promise<Outbox | undefined> {
  if (mail.kind === 'smtp') return undefined
  try {
    return await startOutbox({ db, log, port: mail.port ?? outboxPort })
  } catch (error) {
    if (findErrorCode(error) !== 'EADDRINUSE') throw error
    if (mail.port !== undefined) {
      throw new Error(
        `Port ${mail.port} is in use by another program. Stop that program, or set MAIL_OUTBOX_PORT to another port.`,
        { cause: error },
      )
    }
    return await startOutbox({ db, log, port: 0 })
  }
}
