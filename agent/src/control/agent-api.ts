import { ControlError } from '@culvert/control-client/requests'
import type { RequestClient } from '@culvert/control-client/requests'
import type { StartAgentInput } from '@culvert/schema/client-types'
import { createApiClient } from './api-client.ts'
import { isAgentToken } from './token-kinds.ts'
import type { Ticket } from '../connection/tickets.ts'
import { exitCodes, Failure } from '../failure.ts'
import { parseWebUrl } from '../net/url-parts.ts'
import type { Traffic } from '../origin/exchange-record.ts'
import {
  RenewAgentTicketDocument,
  ReportAgentDocument,
  StartAgentDocument,
  StopAgentDocument,
} from './control.generated.ts'
import type { TicketFieldsFragment } from './control.generated.ts'

/** An agent that the API has started. */
export interface StartedAgent extends Ticket {
  id: string
  publicUrl: string
}

/** The agent's requests to the API. */
export class AgentApi {
  readonly #server: string
  readonly #authToken: string
  readonly #client: RequestClient
  #agentId = ''
  #region: string | null | undefined

  /** `server` is the address without a trailing slash. */
  constructor(server: string, authToken: string, authorities: readonly string[]) {
    this.#server = server
    this.#authToken = authToken
    this.#client = createApiClient({ server, authToken, authorities })
  }

  /** Starts the agent. Throws Failure. */
  async start(input: StartAgentInput): Promise<StartedAgent> {
    try {
      const { startAgent } = await this.#client.request(StartAgentDocument, { input })
      const { id, publicUrl } = startAgent.agent
      this.#agentId = id
      this.#region = input.region
      // It is shown, and opened in browsers.
      if (parseWebUrl(publicUrl) === undefined) throw notAnAddress(publicUrl)
      return { id, publicUrl, ...readTicket(startAgent) }
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      const gateway = input.gateway ?? undefined
      const refuse = isAgentToken(this.#authToken) ? tokenRefused : startRefused
      throw refuse(error, this.#server, gateway)
    }
  }

  /** Asks for another ticket. Throws Failure when the agent has ended, ControlError when asking again may help. */
  async renewTicket(signal?: AbortSignal): Promise<Ticket> {
    try {
      const input = { agentId: this.#agentId, region: this.#region }
      const { renewAgentTicket } = await this.#client.request(RenewAgentTicketDocument, { input }, { signal })
      return readTicket(renewAgentTicket)
    } catch (error) {
      throw error instanceof ControlError && !error.retryable ? renewalRefused(error) : error
    }
  }

  /** Reports cumulative counters; returns whether the agent may continue. Throws ControlError when asking again may help. */
  async report({ requestCount, bytesIn, bytesOut }: Traffic): Promise<boolean> {
    const input = { agentId: this.#agentId, requestCount, dataIn: bytesIn, dataOut: bytesOut }
    try {
      const { reportAgent } = await this.#client.request(ReportAgentDocument, { input })
      return reportAgent.agent.status === 'active'
    } catch (error) {
      if (error instanceof ControlError && !error.retryable) return false
      throw error
    }
  }

  /** Ends the agent. Throws ControlError. */
  async stop(): Promise<void> {
    await this.#client.request(StopAgentDocument, { input: { id: this.#agentId } })
  }

  /** Cancels the requests in progress. */
  close(): void {
    this.#client.close()
  }
}

function readTicket({ ticket, edgeUrls, edgeAuthorities }: TicketFieldsFragment): Ticket {
  return { ticket, edges: { urls: edgeUrls, authorities: edgeAuthorities } }
}

/** Like `startRefused`, but for an agent token, whose holder has no account here to look anything up in. */
function tokenRefused(error: ControlError, server: string, gateway: string | undefined): Failure {
  const why = error.message
  switch (error.code) {
    case 'UNAUTHENTICATED':
    case 'FORBIDDEN':
      return error.field === 'gateway'
        ? new Failure(exitCodes.gatewayRefused, gatewayRefused(gateway), { why })
        : new Failure(exitCodes.authIdRefused, 'Your agent token was refused.', { why })
    case 'NOT_FOUND':
    case 'CONFLICT':
      return new Failure(exitCodes.gatewayRefused, gatewayRefused(gateway), { why })
    case 'PLAN_LIMIT_REACHED':
      return new Failure(exitCodes.gatewayRefused, 'There is no room for another agent.', { why })
    default:
      return startRefused(error, server, gateway)
  }
}

function startRefused(error: ControlError, server: string, gateway: string | undefined): Failure {
  const why = error.message
  switch (error.code) {
    case 'UNAUTHENTICATED':
    case 'FORBIDDEN':
      return new Failure(exitCodes.authIdRefused, 'Your token was refused.', {
        why,
        remedy: `Sign in again with \`culvert login --server ${server}\`, or create an AuthID at ${server}/admin/auth-id.`,
      })
    case 'NOT_FOUND':
      return new Failure(exitCodes.gatewayRefused, gatewayRefused(gateway), {
        why,
        remedy: `Your gateways are at ${server}/admin/gateway.`,
      })
    case 'CONFLICT':
      return new Failure(exitCodes.gatewayRefused, gatewayRefused(gateway), {
        why,
        remedy: `Running agents are at ${server}/admin/agents.`,
      })
    case 'PLAN_LIMIT_REACHED':
      return new Failure(exitCodes.gatewayRefused, 'Your plan has no room for another agent.', {
        why,
        remedy: `Running agents are at ${server}/admin/agents, plans at ${server}/admin/billing.`,
      })
    case 'BAD_USER_INPUT': {
      if (error.field !== 'gateway')
        return new Failure(exitCodes.usage, 'The server refused what it was asked for.', { why })
      const remedy = `Your gateways are at ${server}/admin/gateway.`
      return new Failure(exitCodes.gatewayRefused, gatewayRefused(gateway), { why, remedy })
    }
    case 'UNREACHABLE':
    case 'UNAVAILABLE':
    case 'RATE_LIMITED':
      return new Failure(exitCodes.serverUnreachable, `There is no answer from ${server}.`, {
        why,
        remedy: 'Check that Culvert runs there, or name another server with --server or CULVERT_SERVER.',
      })
    default:
      return new Failure(exitCodes.fault, 'The server could not start the tunnel.', { why, remedy: 'Try again later.' })
  }
}

function notAnAddress(publicUrl: string): Failure {
  return new Failure(exitCodes.fault, 'The server could not start the tunnel.', {
    why: `Expected a public URL, got ${JSON.stringify(publicUrl)}.`,
    remedy: 'Tell its operator.',
  })
}

function gatewayRefused(gateway: string | undefined): string {
  return gateway === undefined ? 'The tunnel was refused.' : `The gateway "${gateway}" was refused.`
}

function renewalRefused(error: ControlError): Failure {
  const isLimit = error.code === 'PLAN_LIMIT_REACHED'
  return new Failure(isLimit ? exitCodes.gatewayRefused : exitCodes.endedFromServer, 'Your tunnel was ended.', {
    why: error.message,
  })
}
