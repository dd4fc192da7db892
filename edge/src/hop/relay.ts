import { messageOf } from '@culvert/program'
import { release } from '@culvert/program/memory'
import { enqueuePiece } from '@culvert/program/piece-queue'
import type { HeaderField, RequestHead, ResetCode, ResponseHead, StreamHandler, WireStream } from '@culvert/wire'
import { resetErrors } from '../pages/errors.ts'
import type { FaultReport } from '../reporting.ts'
import { type VisitorBytes, memoryReason } from '../tunnels/kept-bytes.ts'
import type { Waiting } from '../tunnels/parking.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import type { TunnelTable } from '../tunnels/tunnel-table.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'

/** The method of a stream of the kind `agent` that asks the agent's edge to ping it. */
export const pingMethod = 'PING'

/**
 * One request from another edge, from its stream to the agent's stream, and the answer back. The other edge has admitted the request and counts it; all that is
 * decided here is whether the agent is here. Neither side holds more than the window of a stream.
 */
export class Relay implements StreamHandler, Waiting, VisitorBytes {
  readonly #edgeStream: WireStream
  readonly #reportFault: FaultReport
  #tunnel: Tunnel | undefined
  #head: RequestHead | undefined
  #address = ''
  #requestId = ''
  #session: AgentSession | undefined
  #agentStream: WireStream | undefined
  /** Whether OPEN says that no body follows. */
  #hasNoBody = false
  /** Body bytes that arrived before the agent, at most the stream's window. */
  #held: Buffer[] = []
  /** The trailers of a request that was complete before the agent arrived. */
  #heldTrailers: readonly HeaderField[] | undefined
  /** Whether the final head of the answer has arrived. */
  #isAnswered = false
  #openDirections = 2

  constructor(edgeStream: WireStream, reportFault: FaultReport) {
    this.#edgeStream = edgeStream
    this.#reportFault = reportFault
  }

  /** Hands the request to its agent, now or when it is back. It considers this edge's own tunnels only, so that no request goes further. */
  start(tunnels: TunnelTable, head: RequestHead, end: boolean): this {
    this.#hasNoBody = end
    this.#head = head
    this.#address = head.visitorAddress
    this.#requestId = head.requestId
    const [agentId = '', hostname = ''] = head.tunnel?.split(' ') ?? []
    const tunnel = tunnels.findAgent(hostname, agentId)
    if (tunnel === undefined) {
      this.#refuse('the agent is not at this edge')
      return this
    }
    this.#tunnel = tunnel
    tunnel.relays.add(this)
    // Not AGENT_ABSENT: the route is right, and serves again once the agent is back.
    if (!tunnel.serve(this)) this.#refuse('too many requests wait for the agent', 'LINE_FULL')
    return this
  }

  proceed(session: AgentSession): void {
    if (this.#head === undefined) return
    if (this.#head.kind === 'agent' && this.#head.method === pingMethod) {
      void this.#ping(session)
      return
    }
    this.#session = session
    const stream = session.open(this.#head, new AgentSide(this), this.#hasNoBody)
    this.#agentStream = stream
    for (const chunk of this.#held.splice(0)) pass(chunk, this.#edgeStream, stream)
    if (this.#heldTrailers !== undefined) stream.end(this.#heldTrailers)
  }

  giveUp(): void {
    this.#refuse('the agent did not come back in time')
  }

  /** The edge that sent the request knows the other agents, and how many requests each has. */
  moveOn(): boolean {
    this.#refuse('the agent is away')
    return true
  }

  /** Ends a request that waits for its answer from this session, which was lost and has not resumed in time. */
  stopWaitingFor(session: AgentSession): void {
    if (this.#session !== session || this.#isAnswered) return
    this.#agentStream?.reset('CANCELLED', awayTooLong)
    this.#edgeStream.reset('AGENT_LOST', awayTooLong)
    this.#finish()
  }

  /** The bytes that the agent's session does not count: all until there is a stream to the agent, and again once that is over. */
  get heldBytes(): number {
    return Math.max(0, this.#edgeStream.keptBytes - (this.#agentStream?.keptBytes ?? 0))
  }

  endForMemory(): void {
    if (this.#agentStream === undefined) {
      this.#refuse('too much waits for agents', 'LINE_FULL')
      return
    }
    for (const stream of [this.#agentStream, this.#edgeStream]) stream.reset('CANCELLED', memoryReason)
    this.#finish()
  }

  get bearerName(): string {
    return this.#address
  }

  /** Ends the request on both sides, at any stage. */
  onFault(error: unknown, place: string): void {
    this.#reportFault(error, place, [{ id: this.#requestId }])
    const reason = 'The edge of the agent failed while it handled this request.'
    this.#edgeStream.reset('INTERNAL', reason)
    this.#agentStream?.reset('INTERNAL', reason)
    this.#finish()
  }

  // From the other edge

  onData(chunk: Buffer): void {
    if (this.#agentStream === undefined) enqueuePiece(this.#held, chunk, 'consumer', 2)
    else pass(chunk, this.#edgeStream, this.#agentStream)
  }

  onEnd(trailers: readonly HeaderField[]): void {
    if (this.#agentStream === undefined) this.#heldTrailers = trailers
    else if (!this.#hasNoBody) this.#agentStream.end(trailers)
    this.#endDirection()
  }

  onWritable(): void {
    this.#agentStream?.drained()
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    // The other edge has found a fault in the answer.
    if (code === 'ORIGIN_BAD_RESPONSE') this.#noteFailure(code, message)
    this.#agentStream?.reset(code === 'SESSION_LOST' ? 'CANCELLED' : code, message)
    this.#finish()
  }

  // From the agent

  onAgentHead(head: ResponseHead): void {
    if (head.status >= 200 || head.status === 101) {
      this.#isAnswered = true
      this.#tunnel?.app.noteAnswer()
    }
    this.#edgeStream.sendHead(head)
  }

  onAgentData(chunk: Buffer): void {
    if (this.#agentStream !== undefined) pass(chunk, this.#agentStream, this.#edgeStream)
  }

  onAgentEnd(trailers: readonly HeaderField[]): void {
    this.#edgeStream.end(trailers)
    this.#endDirection()
  }

  onAgentWritable(): void {
    this.#edgeStream.drained()
  }

  onAgentReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    if (!this.#isAnswered || code !== 'CANCELLED') this.#noteFailure(code, message)
    this.#edgeStream.reset(code === 'SESSION_LOST' ? 'AGENT_LOST' : code, message)
    this.#finish()
  }

  /** Notifies the tunnel's owner of a fault of the app: this edge reports the agent's health. */
  #noteFailure(code: ResetCode | 'SESSION_LOST', detail: string): void {
    this.#tunnel?.app.noteFailure(this.#requestId, resetErrors[code], detail)
  }

  async #ping(session: AgentSession): Promise<void> {
    try {
      await session.ping()
      this.#edgeStream.sendHead({ status: 204, reason: '', fields: [] }, true)
    } catch (error) {
      this.#edgeStream.reset('AGENT_LOST', messageOf(error))
    }
    this.#finish()
  }

  /** Refuses the request before its agent has seen any of it. */
  #refuse(reason: string, code: ResetCode = 'AGENT_ABSENT'): void {
    this.#edgeStream.reset(code, reason)
    this.#finish()
  }

  #endDirection(): void {
    this.#openDirections -= 1
    if (this.#openDirections === 0) this.#finish()
  }

  #finish(): void {
    this.#tunnel?.leave(this)
    this.#tunnel?.relays.delete(this)
    this.#tunnel = undefined
    this.#head = undefined
    this.#held = []
  }
}

const awayTooLong = 'the agent did not come back in time'

/** The events of the agent's stream. */
class AgentSide implements StreamHandler {
  readonly #relay: Relay

  constructor(relay: Relay) {
    this.#relay = relay
  }

  onHead(head: ResponseHead): void {
    this.#relay.onAgentHead(head)
  }

  onData(chunk: Buffer): void {
    this.#relay.onAgentData(chunk)
  }

  onEnd(trailers: readonly HeaderField[]): void {
    this.#relay.onAgentEnd(trailers)
  }

  onWritable(): void {
    this.#relay.onAgentWritable()
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#relay.onAgentReset(code, message)
  }

  onFault(error: unknown, place: string): void {
    this.#relay.onFault(error, place)
  }
}

/** Passes bytes on, and returns credit for them once there is room for more. */
function pass(chunk: Buffer, from: WireStream, to: WireStream): void {
  const bytes = chunk.length
  const hasRoom = to.write(chunk)
  // The other stream holds the bytes for as long as it needs them.
  release(chunk, 'consumer')
  if (hasRoom) from.consumed(bytes)
}
