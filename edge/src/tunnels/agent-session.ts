import type { WireSession } from '@culvert/wire'

/** An agent's session here, or a hop to it through another edge: requests open their streams on it. */
export type AgentSession = Pick<WireSession, 'open' | 'ping' | 'features'>
