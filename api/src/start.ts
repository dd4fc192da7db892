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
  const database = await openDatabase(config.database)
  try {
    await migrate(database.db)
    const { url, close } = await startApp(config, database, systemClock)
    return {
      url,
      close: async () => {
        await close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Starts everything above a migrated database, which stays the caller's. */
export async function startApp(
  config: ApiConfig,
  { db }: Pick<OpenDatabase, 'db'>,
  clock: Clock,
): Promise<RunningApi & { app: App }> {
  const log = pino({ name: 'api', level: config.logLevel })
  const { events, redis } = await openEvents(config.redisUrl, log)
  const app: App = {
    config,
    db,
    events,
    keyring: await openKeyring(db, config.publicUrl, clock),
    rateLimiter: createRateLimiter(redis),
    clock,
    log,
  }
  await seedPlans(db)
  await seedSite(app)

  const http = await startHttpServer(app)
  const stopJobs = startJobs(app)
  return {
    app,
    url: http.url,
    close: async () => {
      await http.close()
      await stopJobs()
      await events.close()
    },
  }
}
