import { agentCallAnswerToken, agentCallField, agentCallTarget } from '@culvert/schema/tokens'
import { inspectionFeature } from '@culvert/wire'
import type { FaultReport } from '../reporting.ts'
import { signToken } from '../sign-token.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import type { FindTunnel, ReachableTunnel } from '../tunnels/reachable.ts'
import type { AgentCall } from '../tunnels/ticket.ts'
import type { Visitor, VisitorRequest } from '../visitor.ts'
import { AgentCallExchange, type AgentCallTiming } from './exchange.ts'

export interface AgentCallsOptions {
  findTunnel: FindTunnel
  edgeSecret: string
  timing: AgentCallTiming
  reportFault: FaultReport
}

/** A call whose token has been checked, with everything that its answer needs. */
interface PreparedCall {
  call: AgentCall
  proof: string
  /** Undefined if neither this edge nor another has the agent. */
  tunnel: ReachableTunnel | undefined
  session: AgentSession | undefined
}

/** How many calls a tunnel may have open. */
const openMax = 4

/** Returns the token of a request that may be a call of the API; undefined for any other request, which is the app's. */
export function findCallToken({ method, target, fields, kind }: VisitorRequest): string | undefined {
  if (target !== agentCallTarget || method !== 'POST' || kind !== 'http') return undefined
  return fields.find(([name]) => name.toLowerCase() === callFieldName)?.[1]
}

const callFieldName = agentCallField.toLowerCase()

/** Passes the API's calls on to agents, and the answers back. */
export class AgentCalls {
  readonly #options: AgentCallsOptions
  /** How many calls each tunnel has open. */
  readonly #open = new WeakMap<ReachableTunnel, number>()

  constructor(options: AgentCallsOptions) {
    this.#options = options
  }

  /** Prepares the answer to a call: creates the proof that it comes from an edge, and finds the agent. */
  async prepare(call: AgentCall): Promise<PreparedCall> {
    const tunnel = await this.#options.findTunnel(call.hostname, call.agentId)
    const session = await tunnel?.reach()
    const proof = await signToken(this.#options.edgeSecret, agentCallAnswerToken, { sub: call.id })
    return { call, proof, tunnel, session }
  }

  /** Answers a call whose token has been checked. */
  answer(visitor: Visitor, { call, proof, tunnel, session }: PreparedCall): void {
    const { timing, reportFault } = this.#options
    const exchange = new AgentCallExchange({ visitor, call, proof, timing, reportFault })
    if (tunnel === undefined || session === undefined) {
      exchange.fail('CULVERT_TUNNEL_OFFLINE', 'This edge has no connection to the agent.')
      return
    }
    if (!session.features.includes(inspectionFeature)) {
      exchange.fail(
        'CULVERT_AGENT_OLD',
        'The agent is older than calls of the dashboard: update culvert on its machine.',
      )
      return
    }
    const open = this.#open.get(tunnel) ?? 0
    if (open >= openMax) {
      exchange.fail('CULVERT_AGENT_BUSY', `The agent has ${openMax} calls to answer. Try again in a moment.`)
      return
    }
    this.#open.set(tunnel, open + 1)
    exchange.start(session, () => this.#open.set(tunnel, (this.#open.get(tunnel) ?? 1) - 1))
  }
}
