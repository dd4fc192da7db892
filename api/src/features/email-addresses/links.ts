import { randomUUIDv7 } from 'node:crypto'
import { addMs, dayMs } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/db/db.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import * as repository from './repository.ts'
import { makeVerificationToken, toVerificationUrl, verificationLifetimeMs } from './rules.ts'

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
  })
  return { url: toVerificationUrl(config.publicUrl, token), expiresAt }
}

/** Deletes links that expired more than a day ago. */
export async function deleteExpiredVerifications({ db, clock }: App): Promise<void> {
  await repository.deleteVerificationsExpiredBefore(db, addMs(clock.now(), -dayMs))
}

const prune = defineRecurringJob({ name: 'email-addresses.prune', cron: '36 * * * *' })

/** The job that deletes expired links. */
export function createVerificationJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteExpiredVerifications(app))]
}
