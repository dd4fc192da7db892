import type { RequestHead, StreamHandler, WireSession, WireStream } from '@culvert/wire'
import type { AgentSession } from '../tunnels/agent-session.ts'

/** Whom a request is for. */
export interface Destination {
  hostname: string
  agentId: string
}

/** The way to an agent over a session to its edge. */
export class HopSession implements AgentSession {
  readonly edgeId: string
  readonly #session: WireSession
  readonly #tunnel: string

  constructor(edgeId: string, session: WireSession, { agentId, hostname }: Destination) {
    this.edgeId = edgeId
    this.#session = session
    this.#tunnel = `${agentId} ${hostname}`
  }

  /** Named one by one: the copy of an object would cost more. */
  open(head: RequestHead, handler: StreamHandler, end = false): WireStream {
    const { kind, method, target, fields, visitorAddress, requestId, isShared } = head
    const tunnel = this.#tunnel
    const hopHead = { kind, method, target, fields, visitorAddress, requestId, tunnel, isShared }
    return this.#session.open(hopHead, handler, end)
  }
}
