import { inspectionFeature } from '@culvert/wire'
import type { RequestHead, ResetCode, ResponseHead, StreamHandler, WireSession, WireStream } from '@culvert/wire'
import type { Route } from '../routes/directory.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import { pingMethod } from './relay.ts'

/** The agent that a request is for. */
export interface Destination {
  hostname: string
  agentId: string
}

/** Reaches an agent over a session to its edge. */
export class HopSession implements AgentSession {
  readonly edgeId: string
  /** The agent's features that matter beyond its edge. */
  readonly features: readonly string[]
  readonly #session: WireSession
  readonly #tunnel: string

  constructor({ agentId, edge, takesCalls }: Route, session: WireSession, hostname: string) {
    this.edgeId = edge.id
    this.features = takesCalls ? callFeatures : noFeatures
    this.#session = session
    this.#tunnel = `${agentId} ${hostname}`
  }

  /** Names the fields one by one: a copy of the object would cost more. */
  open(head: RequestHead, handler: StreamHandler, end = false): WireStream {
    const { kind, method, target, fields, visitorAddress, requestId, isShared } = head
    const tunnel = this.#tunnel
    const hopHead = { kind, method, target, fields, visitorAddress, requestId, tunnel, isShared }
    return this.#session.open(hopHead, handler, end)
  }

  /** Resolves with the round trip to the agent, which its edge pings. */
  async ping(): Promise<number> {
    const startedMs = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const handler: StreamHandler = {
      onHead: ({ status }: ResponseHead) => {
        if (status === 204) resolve()
      },
      onData: () => {},
      onEnd: () => reject(new Error('The edge of the agent gave no answer.')),
      onWritable: () => {},
      onReset: (_code: ResetCode | 'SESSION_LOST', message: string) => reject(new Error(message)),
    }
    const head = {
      kind: 'agent',
      method: pingMethod,
      target: '*',
      fields: [],
      visitorAddress: '-',
      requestId: '',
    } as const
    this.open(head, handler, true)
    await promise
    return performance.now() - startedMs
  }
}

const callFeatures = [inspectionFeature]
const noFeatures: readonly string[] = []
