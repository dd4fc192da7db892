import type { TicketLimits } from '@culvert/schema/tokens'

/** An edge, or a process of one, as others reach it. */
export interface EdgeEntry {
  /** Made at each start. */
  id: string
  /** Where others reach it: an origin. */
  url: string
  /** The socket at which a process of the same edge reaches it, in the place of its address. */
  socketPath?: string | undefined
  /** The number of its process. */
  process: number
  region?: string | undefined
  /** PEM of the authority behind its certificates; undefined where they are publicly trusted. */
  authority?: string | undefined
  /** Whether connections to it begin with a header of the PROXY protocol. */
  takesProxyHeader?: boolean | undefined
  /** Whether its agents are going elsewhere: it serves where no other does. */
  isLeaving: boolean
}

/** What another edge must know of a tunnel to judge its visitors. */
export interface TunnelClaims {
  agentId: string
  accountId: string
  gatewayId: string | null
  label: string | null
  limits: TicketLimits
  /** When the newest ticket was issued, in seconds since the epoch. Of two agents, the later one serves the hostname. */
  issuedAt: number
  /** Whether the agent is connected; otherwise the hostname is held for it. */
  isConnected: boolean
  /** Whether other agents may serve the hostname too. */
  isPooled: boolean
  /** Whether it takes calls of the API. */
  takesCalls: boolean
}

/** An edge that has a tunnel. */
export interface Route extends TunnelClaims {
  edge: EdgeEntry
}

/** The tunnels of this edge, which a directory announces. */
export interface OwnTunnels {
  /** The state of a hostname's tunnels now: of none, of one, or of those of a pool. */
  describe(hostname: string): TunnelClaims[]
  /** The hostnames of all tunnels. */
  listHostnames(): Iterable<string>
}

/** Thrown when it cannot be known now which edge has a hostname. */
export class RoutesUnknown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RoutesUnknown'
  }
}

/** Which of the other edges, or of the other processes, serve what. */
export interface RouteDirectory {
  /** How many hostnames are remembered. */
  readonly size: number
  /** Returns the routes of a hostname as far as they are known without asking; undefined when they must be looked up. */
  peek(hostname: string): readonly Route[] | undefined
  /** Looks the routes of a hostname up. Throws RoutesUnknown. */
  look(hostname: string): Promise<readonly Route[]>
  /** Called when a route turned out to be wrong: the next request looks again. */
  forget(hostname: string): void
  /** Called when the state of a tunnel of this edge has changed. */
  announce(hostname: string): void
  /** Called when this edge's agents begin to go elsewhere, or do so no longer. */
  setLeaving(isLeaving: boolean): void
  /** Takes everything back that was announced, within `timeoutMs`. */
  close(timeoutMs: number): Promise<void>
}
