import { EventEmitter } from 'node:events'
import { PubSub } from 'graphql-subscriptions'
import type { Logger } from 'pino'
import { createEvents, type Events } from './events.ts'

/** Nothing is missed within a process. */
const ignoreGaps = () => undefined

/** Events for an installation with one API node. */
export function openInProcessEvents(log: Logger): Events {
  return createEvents(createLocalPubSub(), log, async () => undefined, ignoreGaps)
}

/** Creates what publishes to subscribers of this process. */
export function createLocalPubSub(): PubSub {
  const eventEmitter = new EventEmitter()
  // One listener a subscription: many dashboards are no leak.
  eventEmitter.setMaxListeners(0)
  return new PubSub({ eventEmitter })
}
