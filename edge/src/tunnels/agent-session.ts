import type { WireSession } from '@culvert/wire'

/** An agent's session here, or the way to one by another edge: requests open their streams on it. */
export type AgentSession = Pick<WireSession, 'open' | 'ping' | 'features'>
