import type { PubSubEngine } from 'graphql-subscriptions'
import type { Logger } from 'pino'
import type { TunnelEndReason } from '../../generated/schema.ts'
import { Mailbox } from './mailbox.ts'
import { createPacer } from './pacer.ts'

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
  /** Never fails: what cannot be delivered is logged. */
  publish<T extends Topic>(topic: T, key: string, payload: EventPayloads[T]): void
  /** Each later event of the topic with this key; of those that say the same, one while it waits. Leaving the loop ends the subscription. */
  subscribe<T extends Topic>(topic: T, key: string): AsyncIterableIterator<EventPayloads[T]>
  /** Calls the listener after a time in which events of other nodes may have been missed. */
  onGap(listener: () => void): void
  /** Tells other nodes what is still to be told. */
  close: () => Promise<void>
}

/** What features see of events: they publish by the changes that they make. */
export type EventSource = Pick<Events, 'subscribe' | 'onGap'>

/** What edges and sockets hear of at once. Dashboards are told in turns. */
const urgentTopics: readonly Topic[] = ['credentialEnded', 'membershipEnded', 'restrictionsChanged', 'tunnelEnded']

const atOnce = () => Promise.resolve()

/** The port on top of either engine: this process, or PostgreSQL. */
export function createEvents(
  engine: PubSubEngine,
  log: Logger,
  close: () => Promise<void>,
  onGap: Events['onGap'],
): Events {
  const takeTurns = createPacer()
  return {
    publish: (topic, key, payload) => {
      engine
        .publish(channel(topic, key), payload)
        .catch((error: unknown) => log.error({ err: error, topic }, 'event not delivered'))
    },
    subscribe: (topic, key) =>
      new Mailbox(engine, channel(topic, key), urgentTopics.includes(topic) ? atOnce : takeTurns),
    onGap,
    close,
  }
}

function channel(topic: Topic, key: string): string {
  return `culvert:${topic}:${key}`
}
