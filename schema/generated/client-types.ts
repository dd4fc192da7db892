/** Where an agent is in its life. */
export type AgentStatus =
  /** Running. */
  | 'active'
  /** Lost: nothing was heard from it for 45 seconds. It becomes active again when it comes back. */
  | 'error'
  /** Ended cleanly: stopped by its user or from the dashboard. */
  | 'inactive'

export type RenewAgentTicketInput = {
  /** The agent's id. */
  agentId: string
}

export type ReportAgentInput = {
  /** The agent's id. */
  agentId: string
  /** Bytes from visitors since the agent started. */
  dataIn: number
  /** Bytes to visitors since the agent started. */
  dataOut: number
  /** Requests since the agent started. */
  requestCount: number
}

export type ReportTunnelsInput = {
  /** True when `connected` lists every tunnel of this edge: those not listed count as disconnected. */
  complete: boolean
  /** Agents whose tunnel is open here. */
  connected: Array<string>
  /** Agents whose tunnel was lost here. */
  disconnected: Array<string>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: string
}

export type ReportUsageInput = {
  /** A UUID that the edge makes for this batch: a batch is counted once however often it is sent. */
  reportId: string
  /** What was carried since the batch before. */
  rows: Array<UsageRowInput>
}

/** What a member may do in an account. */
export type Role =
  /** Manages gateways, domains and members. */
  | 'admin'
  /** Owns the account: everything, with billing and deletion. */
  | 'super_admin'
  /** Sees the account and starts tunnels. */
  | 'viewer'

export type StartAgentInput = {
  /** The account; needed with an access token, implied by an AuthID. */
  accountId?: string | null | undefined
  /** The local address, for example http://localhost:3000. */
  forwardingTo: string
  /** A reserved gateway by name or hostname; a random hostname when left out. */
  gateway?: string | null | undefined
  /** A name for the dashboard. */
  name?: string | null | undefined
}

export type StopAgentInput = {
  /** The agent's id. */
  id: string
}

/** Operations between an edge and the API. They need the service token; everybody else gets FORBIDDEN. */
export type TunnelEndReason =
  /** The AuthID that started the agent was deleted or replaced. */
  | 'AUTH_TOKEN_DELETED'
  /** The gateway was deleted. */
  | 'GATEWAY_DELETED'
  /** The agent lost its hostname to a newer session. */
  | 'REPLACED'
  /** Somebody stopped the agent in the dashboard or through the API. */
  | 'STOPPED'
  /** The API does not know the agent. */
  | 'UNKNOWN'

/** What one gateway or random hostname of an account carried on one day. */
export type UsageRowInput = {
  /** The account. */
  accountId: string
  /** Seconds that agents were connected. */
  connectedSeconds: number
  /** Bytes from visitors. */
  dataIn: number
  /** Bytes to visitors. */
  dataOut: number
  /** The day in UTC. */
  date: string
  /** The gateway; null for random hostnames. */
  gatewayId?: string | null | undefined
  /** Requests. */
  requests: number
}
