import { EventEmitter, once } from 'node:events'
import type { StreamHandler } from '@culvert/wire'
import { EdgeLink } from '../connection/edge-link.ts'
import type { LinkStatus } from '../connection/edge-link.ts'
import type { RenewTicket } from '../connection/tickets.ts'
import { deferClose } from './cleanup.ts'
import type { FakeServer, FakeSession } from './fake-server.ts'

const handler: StreamHandler = { onData: () => {}, onEnd: () => {}, onWritable: () => {}, onReset: () => {} }

export interface TestLink {
  /** The requests through its sessions, in order. */
  targets: string[]
  statuses: LinkStatus['kind'][]
  /** The number of tickets that were issued. */
  tickets: number
  /** Resolves with the error that ended the link, or with undefined if the link was left. */
  ended: Promise<unknown>
  /** Resolves when this status is the last one. */
  untilStatus(kind: LinkStatus['kind']): Promise<void>
}

/** Starts an agent that knows these edges, learns others with each ticket but the first, and is connected at one by default. */
export function startLink({
  urls,
  laterUrls = urls,
  ...options
}: {
  urls: string[]
  laterUrls?: string[]
  edgesMax?: number
  refreshAfterMs?: number
  /** What the API answers instead of issuing another ticket. */
  renewTicket?: RenewTicket
}): TestLink {
  const events = new EventEmitter()
  const issue = (named: string[]) => {
    link.tickets += 1
    return { ticket: `ticket-${link.tickets}`, edges: { urls: named, authorities: [] } }
  }
  const link: TestLink = {
    targets: [],
    statuses: [],
    tickets: 0,
    ended: Promise.resolve(),
    async untilStatus(kind) {
      while (link.statuses.at(-1) !== kind) await once(events, 'status')
    },
  }
  const edgeLink = new EdgeLink({
    edgesMax: 1,
    renewTicket: async () => issue(laterUrls),
    ...options,
    ticket: issue(urls),
    openStream: (stream, { target }) => {
      link.targets.push(target)
      stream.sendHead({ status: 204, reason: '', fields: [] }, true)
      return handler
    },
    onStatus: ({ kind }) => {
      link.statuses.push(kind)
      events.emit('status')
    },
  })
  link.ended = edgeLink.run().catch((error: unknown) => error)
  deferClose(async () => {
    await edgeLink.leave(0)
    await link.ended
  })
  return link
}

/** Sends a request through a session, and waits for the answer. */
export async function sendRequest({ wire }: FakeSession, target: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const head = {
    kind: 'http',
    method: 'GET',
    target,
    visitorAddress: '203.0.113.7',
    requestId: '',
    fields: [],
  } as const
  wire.open(head, { ...handler, onEnd: () => resolve(), onReset: (code) => reject(new Error(code)) }, true)
  await promise
}

/** Welcomes the next session of an edge, and waits until the agent has processed that. */
export async function welcomeNext(edge: FakeServer): Promise<FakeSession> {
  const session = await edge.nextSession()
  session.welcome()
  // The agent has processed the WELCOME when it answers.
  await sendRequest(session, '/first')
  return session
}
