import { pino } from 'pino'
import type { App } from './app.ts'
import { openKeyring } from './auth/keyring.ts'
import { createRateLimiter } from './auth/rate-limiter.ts'
import { seedPlans } from './billing/service.ts'
import { systemClock, type Clock } from './clock.ts'
import type { ApiConfig } from './config.ts'
import type { OpenDatabase } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { openEvents } from './events/open.ts'
import { startHttpServer } from './http/server.ts'
import { startJobs } from './jobs.ts'
import { seedSite } from './site/service.ts'

/** The API while it runs. */
export interface RunningApi {
  url: string
  /** Lets running requests finish, then closes everything down to the database. */
  close: () => Promise<void>
}

/** Starts the API: opens and migrates the database, and listens. Rejects, with nothing left open, when it cannot. */
export async function startApi(config: ApiConfig): Promise<RunningApi> {
  const { url, close } = await startApp(config, await openDatabase(config.database), systemClock)
  return { url, close }
}

/** Starts the API on an open database, which it closes in the end, and with a clock. */
export async function startApp(
  config: ApiConfig,
  database: OpenDatabase,
  clock: Clock,
): Promise<RunningApi & { app: App }> {
  const closers = [database.close]
  const close = async () => {
    for (const closeNext of closers.toReversed()) await closeNext()
  }

  try {
    const { db } = database
    await migrate(db)
    const log = pino({ name: 'api', level: config.logLevel })
    const { events, redis } = await openEvents(config.redisUrl, log)
    closers.push(events.close)
    const keyring = await openKeyring(db, config.publicUrl, clock)
    const app: App = { config, db, events, keyring, rateLimiter: createRateLimiter(redis), clock, log }
    await seedPlans(db)
    await seedSite(app)

    closers.push(startJobs(app))
    const http = await startHttpServer(app)
    closers.push(http.close)
    return { app, url: http.url, close }
  } catch (error) {
    await close()
    throw error
  }
}
