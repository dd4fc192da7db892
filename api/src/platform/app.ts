import type { Logger } from 'pino'
import type { Clock } from '../ground/clock.ts'
import type { ApiConfig } from '../ground/config.ts'
import type { AcmeAccess } from './acme/access.ts'
import type { RateLimiter } from './attempts/rate-limiter.ts'
import type { Change, ChangeAtOnce } from './change.ts'
import type { Db } from './db/db.ts'
import type { DnsClient } from './dns/look-up.ts'
import type { EndDependents } from './endings.ts'
import type { EventSource } from './events/events.ts'
import type { IssuerKeys } from './identity-providers/issuer-keys.ts'
import type { OpenProvider } from './identity-providers/open.ts'
import type { Keyring } from './keys/keyring.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { Sealing } from './sealing/sealing.ts'

/** The resources that live as long as the program: services and jobs take what they need from them. */
export interface App {
  config: ApiConfig
  /** For reads and single writes. Anything that takes several statements, or publishes, is a `change`. */
  db: Db
  change: Change
  changeAtOnce: ChangeAtOnce
  /** Ends what ends with something else, as part of the change that ends it. */
  endDependents: EndDependents
  /** Returns why the database takes no changes at the moment, without folder or server; undefined while it does, as far as is known. */
  findDatabaseObstacle: () => string | undefined
  events: EventSource
  keyring: Keyring
  /** Opens what seals texts for the database. If the operator has set no secret, the first call makes one. */
  openSealing: () => Promise<Sealing>
  rateLimiter: RateLimiter
  mailer: Pick<Mailer, 'sendMail'>
  dns: DnsClient
  /** Undefined while the installation orders no certificates. */
  acme: AcmeAccess | undefined
  /** Undefined if the operator has set no payment provider. */
  payments: PaymentProvider | undefined
  openIdentityProvider: OpenProvider
  issuerKeys: IssuerKeys
  clock: Clock
  log: Logger
}
