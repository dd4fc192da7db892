import { randomUUIDv7 } from 'node:crypto'
import { addMs, dayMs, hourMs } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { rateLimited } from '../../platform/attempts/rate-limiter.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/db/db.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import * as repository from './repository.ts'
import { makeVerificationToken, toVerificationUrl, verificationLifetimeMs, verificationsPerHourMax } from './rules.ts'

/** A link that proves an address, as its mail shows it. */
export interface VerificationLink {
  url: string
  expiresAt: Date
}

/** Makes the link that proves a user's address; mail it in the same transaction. */
export async function createVerificationLink(
  trx: Trx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  user: { id: string; email: string },
  { isChange = false } = {},
): Promise<VerificationLink> {
  const token = makeVerificationToken()
  const now = clock.now()
  const expiresAt = addMs(now, verificationLifetimeMs)
  await repository.insertVerification(trx, {
    id: randomUUIDv7(),
    userId: user.id,
    email: user.email,
    tokenHash: sha256Hex(token),
    createdAt: now,
    expiresAt,
    isChange,
  })
  return { url: toVerificationUrl(config.publicUrl, token), expiresAt }
}

/** Throws RATE_LIMITED when a user, whose row is locked, was sent as many links as they get in an hour. */
export async function checkLinksLeft(trx: Trx, userId: string, email: string, now: Date): Promise<void> {
  const sent = await repository.listVerificationsSince(trx, userId, addMs(now, -hourMs))
  const last = sent[sent.length - verificationsPerHourMax]
  if (!last) return
  const message = `${email} was sent ${verificationsPerHourMax} links within the last hour, which is the maximum.`
  throw rateLimited(message, addMs(last, hourMs).getTime() - now.getTime())
}

/** Deletes links that expired more than a day ago. */
export async function deleteExpiredVerifications({ db, clock }: App): Promise<void> {
  await repository.deleteVerificationsExpiredBefore(db, addMs(clock.now(), -dayMs))
}

const prune = defineRecurringJob({ name: 'email-addresses.prune', cron: '36 * * * *' })

/** Creates the job that deletes expired links. */
export function createVerificationJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteExpiredVerifications(app))]
}
