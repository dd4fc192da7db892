import type { SessionOptions, WireSession } from '../index.ts'
import { connectTunnel, hello, SessionOwner, startSession } from './sessions.ts'
import type { Tunnel } from './sessions.ts'
import type { TransportPair } from './transports.ts'

interface SideOptions {
  edge?: Partial<SessionOptions>
  agent?: Partial<SessionOptions>
}

/** A tunnel that redials whenever its connection is lost. */
export interface ResumableTunnel extends Tunnel {
  /** How many times the sessions resumed over another connection. */
  countResumed(): number
}

/**
 * Joins an edge and an agent over the first pair, and over the next one after each loss; also when that is lost before
 * WELCOME.
 */
export async function connectResumable(
  nextPair: () => TransportPair,
  options: SideOptions = {},
): Promise<ResumableTunnel> {
  const tunnel = await connectTunnel({ ...options, pair: nextPair() })
  tunnel.edgeOwner.onDetached = () => {}
  tunnel.agentOwner.onDetached = () => dial(tunnel, nextPair, options)
  return Object.assign(tunnel, {
    countResumed: () => tunnel.agentOwner.events.filter((event) => event === 'resumed').length,
  })
}

/** Opens the connection over which the sessions of a tunnel resume. */
export function dial(
  { edge, agent }: Pick<Tunnel, 'edge' | 'agent'>,
  nextPair: () => TransportPair,
  options: SideOptions = {},
): void {
  const [edgeEnd, agentEnd] = nextPair()
  const edgeOwner = new SessionOwner()
  const answering = startSession(edgeEnd, { role: 'edge', ...options.edge }, edgeOwner)
  edgeOwner.onHello = () => answer(answering, edge)
  const agentOwner = new SessionOwner()
  const asking = startSession(agentEnd, { role: 'agent', ...options.agent }, agentOwner)
  let isWelcome = false
  agentOwner.onWelcome = () => {
    isWelcome = true
  }
  agentOwner.onClose = () => {
    if (!isWelcome && agent.isResumable) dial({ edge, agent }, nextPair, options)
  }
  asking.hello({ ...hello, ticket: null, resumeToken: 'resume-1' }, agent)
}

function answer(answering: WireSession, edge: WireSession): void {
  if (edge.isResumable) answering.resume(edge)
  else answering.goAway({ code: 'RESUME_UNKNOWN', message: '', graceMs: 0 })
}
