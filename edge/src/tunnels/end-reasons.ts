import type { TunnelEndReason } from '@culvert/schema/client-types'
import type { GoAwayCode } from '@culvert/wire'

/** The GOAWAY to agents when all of them must go elsewhere. */
export const drained = { code: 'SHUTDOWN', message: 'This edge is drained: its agents are served by others.' } as const
/** The GOAWAY to agents that must go to a less full edge. */
export const released = { code: 'SHUTDOWN', message: 'This edge is full: others serve the agent.' } as const
/** The GOAWAY to agents when the edge stops. */
export const stopping = { code: 'SHUTDOWN', message: 'This edge is stopping.' } as const

/** What an agent that the API ends shows to its user. */
export const goAwayByReason: Record<TunnelEndReason, { code: GoAwayCode; message: string }> = {
  STOPPED: { code: 'STOPPED', message: 'This agent was stopped from the dashboard.' },
  GATEWAY_DELETED: { code: 'GATEWAY_DELETED', message: 'The gateway was deleted.' },
  AUTH_TOKEN_DELETED: {
    code: 'AUTH_TOKEN_DELETED',
    message: 'The AuthID or machine token of this agent was deleted or replaced.',
  },
  AGENT_TOKEN_ENDED: { code: 'STOPPED', message: 'The agent token of this agent was revoked, or has expired.' },
  MEMBER_REMOVED: { code: 'STOPPED', message: 'The member who started this agent is no longer in the account.' },
  USER_DISABLED: { code: 'STOPPED', message: 'The operator has disabled the user who started this agent.' },
  ACCOUNT_DELETED: { code: 'STOPPED', message: 'The account of this agent was deleted.' },
  HOSTNAME_BLOCKED: { code: 'STOPPED', message: 'The operator has blocked the hostname of this agent.' },
  ACCOUNT_SUSPENDED: { code: 'STOPPED', message: 'The operator has suspended the account of this agent.' },
  REPLACED: { code: 'REPLACED', message: 'Another agent has taken over this hostname.' },
  // SHUTDOWN: an agent that still receives it may redial.
  MOVED: { code: 'SHUTDOWN', message: 'This agent has a newer connection to another edge.' },
  UNKNOWN: { code: 'STOPPED', message: 'The server does not know this agent any more.' },
}
