import type { Logger } from 'pino'
import type { App } from './app.ts'
import { openKeyring } from './auth/keyring.ts'
import { createRateLimiter } from './auth/rate-limiter.ts'
import { seedPlans } from './billing/service.ts'
import type { Clock } from './clock.ts'
import type { ApiConfig } from './config.ts'
import type { OpenDatabase } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { createDnsClient } from './dns/look-up.ts'
import { openEvents } from './events/open.ts'
import { enqueue } from './jobs/service.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import { createStripeProvider } from './payments/stripe.ts'
import { seedSite } from './site/service.ts'

/** What services need, open. */
export interface OpenApp {
  app: App
  mailer: Mailer
  /** Closes everything down to the database. */
  close: () => Promise<void>
}

/**
 * Migrates an open database, gives a new installation its settings, and opens what services need beside it: for the server,
 * and for the operator's command line. Rejects, with nothing left open, when it cannot.
 */
export async function openApp(config: ApiConfig, database: OpenDatabase, clock: Clock, log: Logger): Promise<OpenApp> {
  const closers = [database.close]
  const close = async () => {
    for (const closeNext of closers.toReversed()) await closeNext()
  }

  try {
    const { db } = database
    await migrate(db)
    const { events, redis } = await openEvents(config.redisUrl, log)
    closers.push(events.close)
    const smtp = config.mail.kind === 'smtp' ? createSmtpTransport(config.mail) : undefined
    closers.push(async () => smtp?.close())
    const mailer = createMailer({ db, clock, smtp })
    const app: App = {
      config,
      db,
      events,
      keyring: await openKeyring(db, config.publicUrl, clock),
      rateLimiter: createRateLimiter(redis),
      jobs: { enqueue },
      mailer,
      dns: createDnsClient({ resolvers: config.dnsResolvers }),
      payments: config.stripe && createStripeProvider({ ...config.stripe, clock }),
      clock,
      log,
    }
    await seedPlans(db)
    await seedSite(app)
    return { app, mailer, close }
  } catch (error) {
    await close()
    throw error
  }
}
