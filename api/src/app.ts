import type { Logger } from 'pino'
import type { Keyring } from './auth/keyring.ts'
import type { RateLimiter } from './auth/rate-limiter.ts'
import type { Clock } from './clock.ts'
import type { ApiConfig } from './config.ts'
import type { Db } from './db/db.ts'
import type { Events } from './events/events.ts'

/** What lives as long as the program. Services and jobs take what they need from here. */
export interface App {
  config: ApiConfig
  db: Db
  events: Events
  keyring: Keyring
  rateLimiter: RateLimiter
  clock: Clock
  log: Logger
}
