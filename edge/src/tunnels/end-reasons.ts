import type { TunnelEndReason } from '@culvert/schema/client-types'
import type { GoAwayCode } from '@culvert/wire'

/** The GOAWAY to agents when all of them must go elsewhere. */
export const drained = { code: 'SHUTDOWN', message: 'This edge is drained: its agents are served by others.' } as const
/** The GOAWAY to agents that must go to a less full edge. */
export const released = { code: 'SHUTDOWN', message: 'This edge is full: others serve the agent.' } as const
/** The GOAWAY to agents when the edge stops. */
export const stopping = { code: 'SHUTDOWN', message: 'This edge is stopping.' } as const

/** What an agent that the API ends shows to its user: why, and what to do if that does not follow. */
interface Farewell {
  code: GoAwayCode
  message: string
}

/** Returns the farewell for a reason. An API is updated before its edges, and may give a reason that this one does not know. */
export function farewellFor(reason: TunnelEndReason): Farewell {
  const known: Partial<Record<string, Farewell>> = farewells
  return known[reason] ?? { code: 'STOPPED', message: 'The server has ended this agent.' }
}

const farewells: Record<TunnelEndReason, Farewell> = {
  STOPPED: { code: 'STOPPED', message: 'This agent was stopped from the dashboard.' },
  GATEWAY_DELETED: { code: 'GATEWAY_DELETED', message: 'The gateway was deleted.' },
  AUTH_TOKEN_DELETED: {
    code: 'AUTH_TOKEN_DELETED',
    message: 'The AuthID or machine token of this agent was deleted or replaced.',
  },
  AGENT_TOKEN_ENDED: {
    code: 'STOPPED',
    message: 'The agent token of this agent was revoked, or has expired: ask whoever issued it for another one.',
  },
  MEMBER_REMOVED: { code: 'STOPPED', message: 'The member who started this agent is no longer in the account.' },
  USER_DISABLED: { code: 'STOPPED', message: 'The operator has disabled the user who started this agent.' },
  ACCOUNT_DELETED: { code: 'STOPPED', message: 'The account of this agent was deleted.' },
  HOSTNAME_BLOCKED: {
    code: 'STOPPED',
    message: 'The operator has blocked the hostname of this agent: use another gateway, or write to the operator.',
  },
  ACCOUNT_SUSPENDED: {
    code: 'STOPPED',
    message: 'The operator has suspended the account of this agent: sign in to see why.',
  },
  PLAN_LIMIT_REACHED: {
    code: 'STOPPED',
    message: 'The plan of the account allows no more agents at the same time: stop one that you do not need.',
  },
  REPLACED: { code: 'REPLACED', message: 'Another agent has taken over this hostname.' },
  // SHUTDOWN: an agent that still receives it may redial.
  MOVED: { code: 'SHUTDOWN', message: 'This agent has a newer connection to another edge.' },
  UNKNOWN: { code: 'STOPPED', message: 'The server does not know this agent any more: start it again.' },
}
