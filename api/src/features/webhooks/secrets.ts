import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../platform/app.ts'
import { resealEach } from '../../platform/sealing/reseal.ts'
import * as repository from './repository.ts'
import type { StoredWebhook } from './rules.ts'

/** The prefix of a secret, before the Base64 of its bytes. */
export const secretPrefix = 'whsec_'

/** Makes a secret of 32 random bytes. */
export function makeSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64')
}

/** A sealed secret opens only as that of its own webhook. */
const purposeOf = (webhookId: string): string => `webhook secret ${webhookId}`

/** Seals a secret for the database. */
export async function sealSecret({ openSealing }: App, webhookId: string, secret: string): Promise<string> {
  return (await openSealing()).seal(secret, purposeOf(webhookId))
}

/** How many previous secrets sign beside a new one; of more, the oldest stop. */
const previousMax = 5

/** Seals the secrets with which a webhook signs until it gets a new one. Null if none can be opened. */
export async function sealPreviousSecrets(app: App, webhook: StoredWebhook): Promise<string | null> {
  const secrets = await openSecrets(app, webhook)
  return secrets ? await sealSecret(app, webhook.id, secrets.slice(0, previousMax).join(' ')) : null
}

/**
 * Opens the secrets with which a webhook signs now: its own and, for a day, the previous ones. Undefined if its secret cannot be opened, because
 * the secret that sealed it is gone.
 */
export async function openSecrets(app: App, webhook: StoredWebhook): Promise<string[] | undefined> {
  const { id, sealedSecret, sealedPreviousSecret, previousUntil } = webhook
  const sealing = await app.openSealing()
  const open = (sealed: string): string[] => {
    try {
      return sealing.open(sealed, purposeOf(id)).split(' ')
    } catch (error) {
      app.log.warn({ err: error, webhookId: id }, 'The secret of a webhook cannot be opened.')
      return []
    }
  }
  const current = open(sealedSecret)
  if (current.length === 0) return undefined
  const isPreviousKept = previousUntil !== null && app.clock.now() < previousUntil
  return [...current, ...(sealedPreviousSecret !== null && isPreviousKept ? open(sealedPreviousSecret) : [])]
}

/** Reseals every secret that is sealed with the previous sealing secret. Returns how many webhooks had one. */
export async function resealSecrets(app: App): Promise<number> {
  return await resealEach(app, repository.lockSealed, async (trx, { id, ...sealed }, sealing) => {
    const { sealedSecret, sealedPreviousSecret } = sealed
    const resealed = {
      sealedSecret: sealing.reseal(sealedSecret, purposeOf(id)),
      sealedPreviousSecret: sealedPreviousSecret && sealing.reseal(sealedPreviousSecret, purposeOf(id)),
    }
    if (isDeepStrictEqual(resealed, sealed)) return false
    await repository.updateWebhook(trx, id, resealed)
    return true
  })
}
