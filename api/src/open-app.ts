import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { endings } from './features/endings.ts'
import { seedPlans } from './features/plans/service.ts'
import { seedSite } from './features/site/service.ts'
import type { Clock } from './ground/clock.ts'
import type { ApiConfig } from './ground/config.ts'
import type { App } from './platform/app.ts'
import { openAcmeAccess } from './platform/acme/access.ts'
import { createRateLimiter } from './platform/attempts/rate-limiter.ts'
import { createChange } from './platform/change.ts'
import type { OpenDatabase } from './platform/db/db.ts'
import { migrate } from './platform/db/migrate.ts'
import { createDnsClient } from './platform/dns/look-up.ts'
import { createEndDependents } from './platform/endings.ts'
import { openEvents } from './platform/events/open.ts'
import { createIssuerKeys } from './platform/identity-providers/issuer-keys.ts'
import { createProviderOpener } from './platform/identity-providers/open.ts'
import { openKeyring } from './platform/keys/keyring.ts'
import { createMailer, type Mailer } from './platform/mail/mailer.ts'
import { openSealing, type Sealing } from './platform/sealing/sealing.ts'

/** The open resources that services need. */
export interface OpenApp {
  app: App
  mailer: Mailer
  /** Where several nodes count together; undefined if there is one node, or each counts separately. */
  redis: Redis | undefined
  /** Closes everything down to the database. */
  close: () => Promise<void>
}

/**
 * Migrates an open database, gives a new installation its settings, and opens what services need besides it: for the server,
 * and for the operator's command line. Rejects, with nothing left open, when it cannot.
 */
export async function openApp(config: ApiConfig, database: OpenDatabase, clock: Clock, log: Logger): Promise<OpenApp> {
  const closers = [database.close]
  const close = async () => {
    for (const closeNext of closers.toReversed()) await closeNext()
  }

  try {
    const { db, findObstacle = () => undefined } = database
    await migrate(db)
    const events = await openEvents(database, log)
    closers.push(events.close)
    const redis =
      config.redisUrl === undefined
        ? undefined
        : await (await import('./platform/attempts/redis.ts')).openRedis(config.redisUrl, log)
    closers.push(async () => redis?.close())
    // What an installation does without is not loaded: the libraries of Redis, SMTP and Stripe are a tenth of all modules.
    const smtp =
      config.mail.kind === 'smtp'
        ? (await import('./platform/mail/smtp.ts')).createSmtpTransport(config.mail)
        : undefined
    closers.push(async () => smtp?.close())
    const mailer = createMailer({ db, clock, smtp })
    const { change, changeAtOnce } = createChange(db, events)
    const dns = createDnsClient({ resolvers: config.dnsResolvers })
    let sealing: Promise<Sealing> | undefined
    const openOnce = () => (sealing ??= openSealing(config.sealing))
    const app: App = {
      config,
      db,
      findDatabaseObstacle: findObstacle,
      change,
      changeAtOnce,
      endDependents: createEndDependents(endings),
      events,
      keyring: await openKeyring({ db, change, clock }, config.publicUrl),
      openSealing: openOnce,
      rateLimiter: createRateLimiter(redis?.redis),
      mailer,
      dns,
      acme: config.certificates && (await openAcmeAccess(config.certificates, await openOnce())),
      payments:
        config.stripe &&
        (await import('./platform/payments/stripe.ts')).createStripeProvider({ ...config.stripe, clock }),
      openIdentityProvider: createProviderOpener(clock),
      issuerKeys: createIssuerKeys({ config, dns, clock }),
      clock,
      log,
    }
    await seedPlans(db)
    await seedSite(app)
    return { app, mailer, redis: redis?.redis, close }
  } catch (error) {
    await close()
    throw error
  }
}
