import type { ResetCode } from '@culvert/wire'
import type { Account, RunningRequest } from '../accounts/account.ts'
import type { UsageCounter } from '../usage/meter.ts'
import type { AgentSession } from './agent-session.ts'
import type { AppHealth } from './app-health.ts'
import type { Waiting } from './parking.ts'

/** Why a stream was lost through no fault of its own: with its session, or because the other edge no longer has, or never had, a session of the agent. */
export type Loss = 'SESSION_LOST' | Extract<ResetCode, 'AGENT_LOST' | 'AGENT_ABSENT'>

/** Reports whether a stream ended because no session carries it any more. */
export function isLoss(code: ResetCode | 'SESSION_LOST'): code is Loss {
  return code === 'SESSION_LOST' || code === 'AGENT_LOST' || code === 'AGENT_ABSENT'
}

/** Finds the tunnel of an agent of a hostname, or of any agent if `agentId` is null, here or at another edge. */
export type FindTunnel = (hostname: string, agentId: string | null) => Promise<ReachableTunnel | undefined>

/** A hostname and the agent that serves it, whether its session is here or at another edge. */
export interface ReachableTunnel {
  readonly hostname: string
  readonly agentId: string
  readonly gatewayId: string | null
  /** Whether other agents may also serve the hostname. */
  readonly isPooled: boolean
  /** Whether an edge has a session of the agent, as far as is known here. */
  readonly isConnected: boolean
  /** The requests and upgraded connections that are open, as far as is known here. */
  readonly openRequests: number
  /** Decides what is carried, at the edge where the visitor arrived. */
  readonly account: Account
  readonly app: AppHealth
  /** The traffic of visitors that arrived here. */
  readonly usage: UsageCounter
  /** Whether it will never have a session again. */
  readonly isEnded: boolean
  /** Called when a request that the account allows begins. */
  enter(running: RunningRequest): void
  /** Called when that request is over. */
  exit(running: RunningRequest): void
  /** Hands a request the session that serves it, now or once there is one. Returns false if too many wait already. */
  serve(request: Waiting): boolean
  /** Returns a session to the agent now, or undefined; for callers that do not wait for the agent's return. */
  reach(): Promise<AgentSession | undefined>
  /** Called when a request no longer waits for a session. */
  leave(request: Waiting): void
  /** Called when a stream was lost: no new ones may be opened on the session until its fate is known. */
  lose(session: AgentSession, loss: Loss): void
}
