import { agentCallAnswerToken, agentCallField, agentCallTarget } from '@culvert/schema/tokens'
import { inspectionFeature } from '@culvert/wire'
import type { WireSession } from '@culvert/wire'
import { SignJWT } from 'jose'
import type { FaultReport } from '../reporting.ts'
import type { TunnelRegistry } from '../tunnels/registry.ts'
import type { AgentCall } from '../tunnels/ticket.ts'
import type { Visitor, VisitorRequest } from '../visitor.ts'
import { AgentCallExchange } from './exchange.ts'
import type { AgentCallTiming } from './exchange.ts'

export interface AgentCallsOptions {
  registry: TunnelRegistry
  edgeSecret: string
  timing: AgentCallTiming
  reportFault: FaultReport
}

/** Calls that a session may have open. */
const openMax = 4

/** Returns the token of a request that may be a call of the API; undefined for any other request, which is the app's. */
export function findCallToken({ method, target, fields, kind }: VisitorRequest): string | undefined {
  if (target !== agentCallTarget || method !== 'POST' || kind !== 'http') return undefined
  return fields.find(([name]) => name.toLowerCase() === callFieldName)?.[1]
}

const callFieldName = agentCallField.toLowerCase()

/** Passes calls of the API on to agents, and the answers back. */
export class AgentCalls {
  readonly #options: AgentCallsOptions
  readonly #key: Uint8Array
  /** By the session: how many calls it has open. */
  readonly #open = new WeakMap<WireSession, number>()

  constructor(options: AgentCallsOptions) {
    this.#options = options
    this.#key = new TextEncoder().encode(options.edgeSecret)
  }

  /** Makes the proof that an answer to this call comes from an edge. */
  async prove({ id }: AgentCall): Promise<string> {
    return await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: agentCallAnswerToken.typ })
      .setSubject(id)
      .setAudience(agentCallAnswerToken.audience)
      .setIssuedAt()
      .setExpirationTime(`${agentCallAnswerToken.lifetimeSeconds} s`)
      .sign(this.#key)
  }

  /** Answers a call whose token has been checked. */
  answer(visitor: Visitor, call: AgentCall, proof: string): void {
    const { registry, timing, reportFault } = this.#options
    const tunnel = registry.find(call.hostname)
    const session = tunnel?.agentId === call.agentId ? tunnel.session : undefined
    const exchange = new AgentCallExchange({ visitor, call, proof, timing, reportFault })
    if (session?.isOpen !== true) {
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
    const open = this.#open.get(session) ?? 0
    if (open >= openMax) {
      exchange.fail('CULVERT_AGENT_BUSY', `The agent has ${openMax} calls to answer. Try again in a moment.`)
      return
    }
    this.#open.set(session, open + 1)
    exchange.start(session, () => this.#open.set(session, (this.#open.get(session) ?? 1) - 1))
  }
}
