import type { ResetCode } from '@culvert/wire'
import { type ReachableTunnel, isLoss } from '../tunnels/reachable.ts'
import { type VisitorRequest, isRepeatable } from '../visitor.ts'
import { KeptBody } from './kept-body.ts'

/** How many times a request is sent to agents of a pool, and to a single agent, at most. */
const pooledMax = 4
const singleMax = 2

/** The resets of streams that no app has seen. */
const unseenCodes: ReadonlySet<string> = new Set<ResetCode>(['AGENT_ABSENT', 'REFUSED', 'AGENT_FULL', 'LINE_FULL'])

/** The resets after which another agent's app may do better, even if this agent's app was reached or tried. */
const otherAgentCodes: ReadonlySet<string> = new Set<ResetCode>(['REFUSED', 'AGENT_FULL', 'LINE_FULL', 'ORIGIN_CLOSED'])

/** Returns another agent of a pool, among those that a request was not sent to. */
export type FindOther = (hostname: string, tried: ReadonlySet<string>) => ReachableTunnel | undefined

/** How many times a request was sent, to which agents, and whether it may be sent again. */
export class Attempts {
  /** How many times it was sent. */
  count = 0
  /** The part of its body that was sent; undefined if it has none. */
  readonly body: KeptBody | undefined
  readonly #request: VisitorRequest
  /** The agents that it was sent to, once it has moved from one to another. */
  #tried: Set<string> | undefined
  #isSeen = false

  constructor(request: VisitorRequest) {
    this.#request = request
    this.body = request.hasBody ? new KeptBody() : undefined
  }

  /** Called when the request is sent on a new stream. */
  noteSent(): void {
    this.count += 1
  }

  /** Called when any head has arrived, 1xx included: the app has seen the request. */
  noteSeen(): void {
    this.#isSeen = true
    this.body?.drop()
  }

  /**
   * Reports whether the request may be sent again: it is safe (RFC 9110, section 9.2.2), unseen as far as is known, and has no body to lose. No app has seen
   * a request that went to an edge without the agent, that its agent did not take before it left, or whose app accepted no connection.
   */
  mayRepeat(code: ResetCode | 'SESSION_LOST'): boolean {
    if (this.#isSeen) return false
    return unseenCodes.has(code) ? this.body?.isComplete !== false : isRepeatable(this.#request)
  }

  /** Reports whether another agent may do better after a reset. */
  mayOtherAgentSucceed(code: ResetCode | 'SESSION_LOST'): boolean {
    return isLoss(code) || otherAgentCodes.has(code)
  }

  /** Reports whether the agent that lost a request may be sent it once more. */
  mayRetrySameAgent({ isPooled, isEnded }: ReachableTunnel): boolean {
    return !isEnded && this.count < (isPooled ? pooledMax : singleMax)
  }

  /** Returns the agent of the pool that serves the request next. */
  findOther({ isPooled, agentId, hostname }: ReachableTunnel, findOther: FindOther): ReachableTunnel | undefined {
    if (!isPooled || this.count >= pooledMax) return undefined
    this.#tried ??= new Set()
    if (this.count > 0) this.#tried.add(agentId)
    return findOther(hostname, this.#tried)
  }
}
