import type { WireSession } from '@culvert/wire'

/** What a request opens its stream on: an agent's session here, or the way to one by another edge. */
export type AgentSession = Pick<WireSession, 'open' | 'ping' | 'features'>
