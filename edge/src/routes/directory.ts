import type { TicketLimits } from '@culvert/schema/tokens'

/** An edge, or a process of one, as others reach it. */
export interface EdgeEntry {
  /** New at each start. */
  id: string
  /** Where others reach it: an origin. */
  url: string
  /** The socket through which a process of the same edge reaches it, instead of its address. */
  socketPath?: string | undefined
  /** The number of its process. */
  process: number
  region?: string | undefined
  /** PEM of the authority behind its certificates; undefined if they are publicly trusted. */
  authority?: string | undefined
  /** Whether connections to it begin with a header of the PROXY protocol. */
  takesProxyHeader?: boolean | undefined
  /** Whether its agents are moving elsewhere: it is used only if no other edge serves. */
  isLeaving: boolean
}

/** What another edge must know about a tunnel to admit its visitors. */
export interface TunnelClaims {
  agentId: string
  accountId: string
  gatewayId: string | null
  label: string | null
  limits: TicketLimits
  /** When the newest ticket was issued, in seconds since the epoch. Of two agents, the later one serves the hostname. */
  issuedAt: number
  /** Whether the agent is connected; if not, the hostname is held for it. */
  isConnected: boolean
  /** Whether other agents may also serve the hostname. */
  isPooled: boolean
  /** Whether it accepts calls of the API. */
  takesCalls: boolean
}

/** An edge that has a tunnel. */
export interface Route extends TunnelClaims {
  edge: EdgeEntry
}

/** The tunnels of this edge, which a directory announces. */
export interface OwnTunnels {
  /** Returns the current state of a hostname's tunnels: of none, of one, or of those of a pool. */
  describe(hostname: string): TunnelClaims[]
  /** The hostnames of all tunnels. */
  listHostnames(): Iterable<string>
}

/** Thrown if it cannot be determined now which edge has a hostname. */
export class RoutesUnknown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RoutesUnknown'
  }
}

/** Knows which of the other edges, or of the other processes, serve what. */
export interface RouteDirectory {
  /** How many hostnames are cached. */
  readonly size: number
  /** Returns the routes of a hostname as far as they are known without asking; undefined if they must be looked up. */
  peek(hostname: string): readonly Route[] | undefined
  /** Looks up the routes of a hostname. Throws RoutesUnknown. */
  lookUp(hostname: string): Promise<readonly Route[]>
  /** Called when a route turned out to be wrong: the next request looks it up again. */
  forget(hostname: string): void
  /** Called when the state of a tunnel of this edge has changed. */
  announce(hostname: string): void
  /** Called when this edge's agents begin to move elsewhere, or stop doing so. */
  setLeaving(isLeaving: boolean): void
  /** Withdraws everything that was announced, within `timeoutMs`. */
  close(timeoutMs: number): Promise<void>
}
