import type { Logger } from 'pino'
import type { Keyring } from './auth/keyring.ts'
import type { RateLimiter } from './auth/rate-limiter.ts'
import type { Clock } from './clock.ts'
import type { ApiConfig } from './config.ts'
import type { Db } from './db/db.ts'
import type { DnsClient } from './dns/look-up.ts'
import type { Events } from './events/events.ts'
import type { enqueue } from './jobs/service.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PaymentProvider } from './payments/provider.ts'

/** What lives as long as the program. Services and jobs take what they need from here. */
export interface App {
  config: ApiConfig
  db: Db
  events: Events
  keyring: Keyring
  rateLimiter: RateLimiter
  jobs: {
    /** Enqueues a job as part of a change: it exists exactly when the change is committed. */
    enqueue: typeof enqueue
  }
  mailer: Pick<Mailer, 'sendMail'>
  dns: DnsClient
  /** Undefined while the operator has not named a payment provider. */
  payments: PaymentProvider | undefined
  clock: Clock
  log: Logger
}
