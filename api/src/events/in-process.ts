import { PubSub } from 'graphql-subscriptions'
import { EventEmitter } from 'node:events'
import type { Logger } from 'pino'
import { createEvents, type Events } from './events.ts'

/** Events for an installation with one API node. */
export function openInProcessEvents(log: Logger): Events {
  const eventEmitter = new EventEmitter()
  // One listener a subscription: many dashboards are no leak.
  eventEmitter.setMaxListeners(0)
  return createEvents(new PubSub({ eventEmitter }), log, async () => undefined)
}
