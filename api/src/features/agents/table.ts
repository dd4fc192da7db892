import type { Generated } from 'kysely'
import type { AgentStatus, TunnelEndReason } from '../../generated/schema.ts'

export interface AgentTable {
  id: string
  accountId: string
  /** Null when an agent token started it. */
  userId: string | null
  /** The AuthID that started it; null when a signed-in user did. */
  authTokenId: string | null
  /** The agent token that started it; null when a person did, and when the token has been deleted. */
  agentTokenId: string | null
  /** The agent token's label; null when a person started it. */
  label: string | null
  /** Null for a random hostname. */
  gatewayId: string | null
  name: string | null
  status: AgentStatus
  /** An active agent shares it with none, or with other active agents of its pool. */
  assignedDomain: string
  /** Whether it shares its gateway with others that were started that way. */
  pool: Generated<boolean>
  forwardingTo: string
  /** Where it is, in the words that edges use for their regions; null if it does not say. */
  region: string | null
  startedAt: Date
  stoppedAt: Date | null
  /** Why it is not active; null while it is, and when it fell silent. */
  endReason: TunnelEndReason | null
  /** When the agent itself last gave a sign of life: at its start, by reports, at its tunnel's opening and loss. */
  lastSeenAt: Date
  /** Whether an edge holds a session of it: whether it has a row in `agentEdges`. The two change together, while the agent is locked. */
  connected: Generated<boolean>
  /** When it lost its last session; null before the first loss and while it is connected. */
  disconnectedAt: Date | null
  /** Counters since the start, as the agent reports them; they only grow. */
  requestCount: Generated<number>
  dataIn: Generated<number>
  dataOut: Generated<number>
  /** The last measurement of an edge. */
  roundTripMs: number | null
  /** Whether its app did not answer the last request. */
  appFailing: Generated<boolean>
  /** The last request that its app did not answer; all null when there was none. */
  failureRequestId: string | null
  failureCode: string | null
  failureDetail: string | null
  failedAt: Date | null
}

/** The edges that hold a session of an active agent. */
export interface AgentEdgeTable {
  agentId: string
  edgeId: string
  /** When the API learned of it. */
  connectedAt: Date
  /** Whether the agent says where it is, and the edge is not in that region. */
  away: Generated<boolean>
  /** Up to when another edge counted the agent's time, if this one has counted it since; null if it is the first or does not count. */
  countsSince: Date | null
}

/** Agents that were moved from an edge to less full ones, with the last time of each. */
export interface AgentReleaseTable {
  agentId: string
  /** The address of that edge. */
  agentUrl: string
  releasedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    agents: AgentTable
    agentEdges: AgentEdgeTable
    agentReleases: AgentReleaseTable
  }
}
