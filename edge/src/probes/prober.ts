import { messageOf } from '@culvert/program'
import { probeAnswerToken, probeField, probeTarget } from '@culvert/schema/tokens'
import type { ProbeAnswerClaims, ProbedHop } from '@culvert/schema/tokens'
import type { VisitorRequest } from '../visitor.ts'
import { signToken } from '../sign-token.ts'
import { type Answer, pageAnswer } from '../pages/answer.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import type { FindTunnel } from '../tunnels/reachable.ts'
import type { Probe } from '../tunnels/ticket.ts'
import { askApp } from './app-probe.ts'

export interface ProberOptions {
  findTunnel: FindTunnel
  edgeSecret: string
  /** How long the agent may take to answer, and then the app; milliseconds. */
  timeoutMs: number
}

/** Returns the token of a request that may be a probe of the API; undefined for any other request, which is the app's. */
export function findProbeToken({ method, target, fields }: VisitorRequest): string | undefined {
  if (target !== probeTarget || method !== 'GET') return undefined
  return fields.find(([name]) => name.toLowerCase() === probeFieldName)?.[1]
}

const probeFieldName = probeField.toLowerCase()

/** Answers the API's probes: reports how far a request from here gets. */
export class Prober {
  readonly #options: ProberOptions

  constructor(options: ProberOptions) {
    this.#options = options
  }

  /** Creates the answer to a probe whose token has been checked. */
  async answer(request: VisitorRequest, { id, agentId }: Probe): Promise<Answer> {
    const claims: Omit<ProbeAnswerClaims, 'sub'> = await this.#probe(request, agentId)
    const token = await signToken(this.#options.edgeSecret, probeAnswerToken, { ...claims, sub: id })
    return pageAnswer(200, 'token', token)
  }

  async #probe(request: VisitorRequest, agentId: string | null): Promise<Omit<ProbeAnswerClaims, 'sub'>> {
    const tunnel = await this.#options.findTunnel(request.hostname, agentId)
    const session = await tunnel?.reach()
    if (session === undefined) return { agent: absent, app: null }
    const agent = await this.#ping(session)
    if (agent.failure !== null) return { agent, app: null }
    const app = await askApp(session, request, this.#options.timeoutMs)
    if (app.failure === null) tunnel?.app.noteAnswer()
    return { agent, app }
  }

  async #ping(session: AgentSession): Promise<ProbedHop> {
    const { timeoutMs } = this.#options
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`no answer to a ping for ${timeoutMs / 1_000} s`)), timeoutMs)
    try {
      return { durationMs: await Promise.race([session.ping(), timeout]), failure: null, status: null }
    } catch (error) {
      const detail = messageOf(error)
      return { durationMs: null, failure: { code: 'CULVERT_AGENT_LOST', detail }, status: null }
    } finally {
      clearTimeout(timer)
    }
  }
}

const absent: ProbedHop = { durationMs: null, failure: { code: 'CULVERT_TUNNEL_OFFLINE', detail: null }, status: null }
