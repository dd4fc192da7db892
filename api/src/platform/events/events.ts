import type { PubSubEngine } from 'graphql-subscriptions'
import type { Logger } from 'pino'
import type { TunnelEndReason } from '../../generated/schema.ts'
import { Mailbox } from './mailbox.ts'
import { createPacer } from './pacer.ts'

/** The events by topic. They carry ids only: the database has the state, so a late or lost event costs freshness, never data. */
export interface EventPayloads {
  /** Key: the account's id. */
  agentChanged: { agentId: string }
  /** Key: the account's id. */
  gatewayChanged: { gatewayId: string }
  /** Key: the account's id. */
  domainChanged: { domainId: string }
  /** Key: the account's id. */
  accountChanged: { accountId: string }
  /** Requests of visitors were recorded. Key: the account's id. */
  requestsAdded: { accountId: string }
  /** A user's sessions, memberships or the invitations addressed to them changed. Key: the user's id. */
  viewerChanged: Record<string, never>
  /** Somebody is no longer a member, or the account is gone. Key: the account's id. */
  membershipEnded: { accountId: string }
  /** Key: always `edges`. */
  tunnelEnded: { agentId: string; reason: TunnelEndReason }
  /** Key: always `edges`. */
  certificatesChanged: { version: number }
  /** Key: always `edges`. */
  restrictionsChanged: { accountId: string }
  /** Key: always `edges`. */
  hostnameBlocksChanged: Record<string, never>
  /** The operator changed the installation's settings or a plan, or an alert begins or ends. Key: always `all`. */
  siteChanged: Record<string, never>
  /** A session, AuthID or API key no longer counts, or a session proves more than it did: its sockets must connect again. Key: always `all`. */
  credentialEnded: { credentialId: string }
}

export type Topic = keyof EventPayloads

/** Notifies the nodes of an installation, and their subscribers, that something changed. */
export interface Events {
  /** Never fails: an event that cannot be delivered is logged. */
  publish<T extends Topic>(topic: T, key: string, payload: EventPayloads[T]): void
  /** Yields each later event of the topic with this key, and an event that waits only once. Leaving the loop ends the subscription. */
  subscribe<T extends Topic>(topic: T, key: string): AsyncIterableIterator<EventPayloads[T]>
  /** Calls the listener after a time in which events of other nodes may have been missed. */
  onGap(listener: () => void): void
  /** Sends other nodes the events that wait. */
  close: () => Promise<void>
}

/** The events as features see them: they publish by their changes. */
export type EventSource = Pick<Events, 'subscribe' | 'onGap'>

/** The topics that edges and sockets receive at once. Dashboards receive theirs in turns. */
const urgentTopics: readonly Topic[] = [
  'certificatesChanged',
  'credentialEnded',
  'hostnameBlocksChanged',
  'membershipEnded',
  'restrictionsChanged',
  'tunnelEnded',
]

const atOnce = () => Promise.resolve()

/** Makes `Events` from an engine: this process, or PostgreSQL. */
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
        // A separate object for each event: by it, the subscribers know what they have in common.
        .publish(channel(topic, key), { ...payload })
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
