import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findLastDeliveries } from './repository.ts'

export function createWebhookLoaders(db: Db) {
  return {
    /** The newest delivery; undefined before the first. Key: the webhook's id. */
    lastDelivery: createLoader((webhookIds) => findLastDeliveries(db, webhookIds)),
  }
}
