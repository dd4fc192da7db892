import { pino, type Logger } from 'pino'
import { openAdminChannel } from './admin/channel.ts'
import type { App } from './app.ts'
import { systemClock, type Clock } from './clock.ts'
import type { ApiConfig, MailConfig } from './config.ts'
import type { Db, OpenDatabase } from './db/db.ts'
import { findErrorCode } from './errors.ts'
import { openDatabase } from './db/open.ts'
import { startHttpServer } from './http/server.ts'
import { createJobHandlers } from './job-handlers.ts'
import { logOptions } from './log.ts'
import { startJobRunner, type JobRunner } from './jobs/runner.ts'
import { startOutbox, type Outbox } from './mail/outbox.ts'
import { openApp } from './open-app.ts'
import { startSweeps } from './sweeps.ts'

/** The API while it runs. */
export interface RunningApi {
  url: string
  /** The page on this machine's loopback that shows the mails; undefined when they go to a mail server. */
  outboxUrl: string | undefined
  /** Lets running requests finish, then closes everything down to the database. */
  close: () => Promise<void>
}

/** Starts the API: opens and migrates the database, and listens. Rejects, with nothing left open, when it cannot. */
export async function startApi(config: ApiConfig): Promise<RunningApi> {
  const { app, url, outboxUrl, close } = await startApp(config, await openDatabase(config.database), systemClock)
  if (config.database.kind !== 'embedded') return { url, outboxUrl, close }
  const closeChannel = await openAdminChannel(app, config.database)
  return {
    url,
    outboxUrl,
    close: async () => {
      await closeChannel()
      await close()
    },
  }
}

/** Starts the API on an open database, which it closes in the end, and with a clock. */
export async function startApp(
  config: ApiConfig,
  database: OpenDatabase,
  clock: Clock,
): Promise<RunningApi & { app: App; jobs: JobRunner }> {
  const log = pino({ ...logOptions, name: 'api', level: config.logLevel })
  const opened = await openApp(config, database, clock, log)
  const closers = [opened.close]
  const close = async () => {
    for (const closeNext of closers.toReversed()) await closeNext()
  }

  try {
    const { app, mailer } = opened
    const { db } = app
    const jobs = await startJobRunner({ db, clock, log, handlers: [...mailer.handlers, ...createJobHandlers(app)] })
    closers.push(() => jobs.close())
    const outbox = await openOutbox(config.mail, db, log)
    closers.push(async () => outbox?.close())
    closers.push(startSweeps(app))
    const http = await startHttpServer(app)
    closers.push(http.close)
    return { app, jobs, url: http.url, outboxUrl: outbox?.url, close }
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
