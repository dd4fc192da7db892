import { findLastDeliveries } from './repository.ts'

export const webhookLoaders = {
  /** The newest delivery; undefined before the first. Key: the webhook's id. */
  lastDelivery: findLastDeliveries,
}
