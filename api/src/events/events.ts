import type { PubSubEngine } from 'graphql-subscriptions'
import type { Logger } from 'pino'
import type { TunnelEndReason } from '../generated/schema.ts'

/** What is told, by topic. Ids only: PostgreSQL stays the truth, so a late or lost event costs freshness, never data. */
export interface EventPayloads {
  /** Key: the account's id. */
  agentChanged: { agentId: string }
  /** Key: the account's id. */
  gatewayChanged: { gatewayId: string }
  /** Key: the account's id. */
  domainChanged: { domainId: string }
  /** Key: the account's id. */
  accountChanged: { accountId: string }
  /** A user's sessions changed, or the invitations addressed to them. Key: the user's id. */
  viewerChanged: Record<string, never>
  /** Somebody is no longer a member, or the account is gone. Key: the account's id. */
  membershipEnded: { accountId: string }
  /** Key: always `edges`. */
  tunnelEnded: { agentId: string; reason: TunnelEndReason }
  /** Key: always `edges`. */
  restrictionsChanged: { accountId: string }
  /** The operator changed the installation's settings or a plan, or an alert begins or ends. Key: always `all`. */
  siteChanged: Record<string, never>
  /** A session, AuthID or API key no longer counts. Key: always `all`. */
  credentialEnded: { credentialId: string }
}

export type Topic = keyof EventPayloads

/** How the nodes of an installation tell each other, and their subscribers, that something changed. */
export interface Events {
  /** Never fails: what cannot be delivered is logged. Call it after the transaction, never inside. */
  publish<T extends Topic>(topic: T, key: string, payload: EventPayloads[T]): void
  /** Every later event of the topic with this key. Leaving the loop ends the subscription. */
  subscribe<T extends Topic>(topic: T, key: string): AsyncIterableIterator<EventPayloads[T]>
  close: () => Promise<void>
}

/** The port on top of either engine: in this process, or Redis. */
export function createEvents(engine: PubSubEngine, log: Logger, close: () => Promise<void>): Events {
  return {
    publish: (topic, key, payload) => {
      engine
        .publish(channel(topic, key), payload)
        .catch((error: unknown) => log.error({ err: error, topic }, 'event not delivered'))
    },
    subscribe: (topic, key) => engine.asyncIterableIterator(channel(topic, key)),
    close,
  }
}

function channel(topic: Topic, key: string): string {
  return `culvert:${topic}:${key}`
}
