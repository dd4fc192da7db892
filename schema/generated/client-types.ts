/** The invitation to accept. */
export type AcceptInviteInput = {
  /** The secret of the invitation's link. */
  token: string
}

/** What happens in an account, as webhooks report it. */
export type AccountEvent =
  /** An agent ended: it was stopped, or something that it needed ended. One that was lost is a notice, AGENT_LOST. */
  | 'AGENT_ENDED'
  /** An agent that was lost came back. */
  | 'AGENT_RETURNED'
  /** An agent started. */
  | 'AGENT_STARTED'
  /** A domain was added. */
  | 'DOMAIN_ADDED'
  /** A domain was deleted. */
  | 'DOMAIN_DELETED'
  /** A domain was verified. One that counts as failed is a notice, DOMAIN_FAILED. */
  | 'DOMAIN_VERIFIED'
  /** A gateway was created. */
  | 'GATEWAY_CREATED'
  /** A gateway was deleted. */
  | 'GATEWAY_DELETED'
  /** The name or the description of a gateway was changed. */
  | 'GATEWAY_UPDATED'
  /** Somebody became a member. */
  | 'MEMBER_JOINED'
  /** A member left, or was removed. */
  | 'MEMBER_REMOVED'
  /** A member got another role. */
  | 'MEMBER_ROLE_CHANGED'

/** An account's use of its limits on one edge. */
export type AccountRatesInput = {
  /** The account. */
  accountId: string
  /** Requests and upgraded connections that are open. */
  openRequests: number
  /** The most that were open at once since the last report. */
  openRequestsPeak: number
  /** Requests within the last minute. */
  requestsPerMinute: number
  /** The most requests within a minute since the last report. */
  requestsPerMinutePeak: number
}

/** A domain to add. */
export type AddDomainInput = {
  /** The account. */
  accountId: string
  /** The full domain or subdomain, for example dev.example.com. */
  domain: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
}

/** An address or range to refuse. */
export type AddIpRestrictionInput = {
  /** The account. */
  accountId: string
  /** What it is for, at most 200 characters. */
  description?: string | null | undefined
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** An IPv4 address (203.0.113.7), a full IPv6 address of eight groups, or a range of either in CIDR form (203.0.113.0/24). */
  ipAddress: string
}

/** A request that an app did not answer. */
export type AgentFailureInput = {
  /** The code of the visitor's error page. */
  code: string
  /** The agent's description of the failure. */
  detail: string
  /** When it happened. */
  occurredAt: string
  /** The request's id. */
  requestId: string
}

/** The health of an agent, measured on the path that its visitors' requests take. */
export type AgentHealth =
  /** It is connected, but its app did not answer the last request, or its heartbeats take more than a second. */
  | 'degraded'
  /** It runs, but no edge holds its connection, or it gives no sign of life. */
  | 'down'
  /** It is connected, and its app answers. */
  | 'healthy'
  /** It has ended, or has not connected yet. */
  | 'inactive'

/** The health of one agent and its app. */
export type AgentHealthInput = {
  /** The agent. */
  agentId: string
  /** Whether its app did not answer the last request. */
  failing: boolean
  /** The last request that its app did not answer; null when there was none. */
  lastFailure?: AgentFailureInput | null | undefined
  /** The last measured round trip to it, in milliseconds. */
  roundTripMs: number
}

/** The state of an agent. */
export type AgentStatus =
  /** Running. */
  | 'active'
  /** Lost: it gave no sign of life for 45 seconds. It becomes active again when it comes back. */
  | 'error'
  /** Ended cleanly: stopped by its user or from the dashboard. */
  | 'inactive'

/**
 * A permission of an API key, which acts in its own account only. A scope that allows mutations also lets the key read what they return; everything else
 * of the account needs READ_ACCOUNT. No scope allows more than an administrator may do.
 */
export type ApiKeyScope =
  /** Create, list and revoke agent tokens. */
  | 'CREATE_AGENT_TOKENS'
  /** Stop any agent of the account. */
  | 'MANAGE_AGENTS'
  /** Add, check and delete custom domains. */
  | 'MANAGE_DOMAINS'
  /** Create, change and delete gateways. */
  | 'MANAGE_GATEWAYS'
  /** Invite people, revoke invitations, change the roles of members, and remove members; never those of a super_admin. */
  | 'MANAGE_MEMBERS'
  /** Read the account, its plan and its lists. */
  | 'READ_ACCOUNT'
  /** Read recorded requests of visitors, and their contents. */
  | 'READ_REQUESTS'
  /** Read usage. */
  | 'READ_USAGE'
  /** Replay recorded requests, and save and run sets of them, on the machines of running agents. */
  | 'REPLAY_REQUESTS'

/** The kind of token that a program presents. */
export type AuthTokenKind =
  /** An agent token. */
  | 'AGENT_TOKEN'
  /** The member's AuthID. */
  | 'AUTH_ID'
  /** A machine token. */
  | 'MACHINE'

/** The stage that a certificate has reached. */
export type CertificateStage =
  /** It has been ordered from an authority, which is validating the name. */
  | 'ORDERING'
  /** It is served. */
  | 'READY'
  /** It waits for its turn, or for the next attempt. */
  | 'WAITING'

/** How an authority validates that the installation controls a name (RFC 8555, section 8). */
export type ChallengeType =
  /** By a text under `/.well-known/acme-challenge/` on port 80 of the name (RFC 8555, section 8.3). */
  | 'HTTP_01'
  /** By a certificate presented in a handshake with the protocol `acme-tls/1` (RFC 8737). */
  | 'TLS_ALPN_01'

/** A plan to change to. */
export type ChangePlanInput = {
  /** The account. */
  accountId: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** The plan, which must be on offer. */
  planId: string
}

/** The gateway whose connection is checked. */
export type CheckGatewayInput = {
  /** The gateway's id. */
  id: string
}

/** A code, in addition to the password. Exactly one field is given. */
export type CodeInput = {
  /** One of the recovery codes. Each works once. */
  recoveryCode?: string | null | undefined
  /** The 6 digits that the authenticator app shows. Each code works once; one that is a step of 30 seconds early or late works too. */
  totp?: string | null | undefined
}

/** The outcome of an attempt to redeem a sign-in. */
export type CommandLineRedemption =
  /** It was approved: the payload has the token. */
  | 'APPROVED'
  /** It was denied, or the person who approved it is no longer in the account. It is over. */
  | 'DENIED'
  /** It was not redeemed in time. It is over. */
  | 'EXPIRED'
  /** It has not been answered yet or, with a loopback, no code was given. Ask again after the interval. */
  | 'PENDING'
  /** As PENDING, but the program asked again before the interval had passed. */
  | 'SLOW_DOWN'

/** A hop between a visitor and the local app, from the outside in. */
export type ConnectionHop =
  /** An agent is connected to the edge for this hostname, and answers it. */
  | 'AGENT'
  /** The local app answers the agent, whatever its status says. */
  | 'APP'
  /** That server is an edge of this installation. */
  | 'EDGE'
  /** The hostname leads to an address. */
  | 'NAME'
  /** A server answers at that address. */
  | 'SERVER'
  /** It presents a certificate that is valid for the hostname. Left out if the public address is plain HTTP. */
  | 'TLS'

/** The result of a check at one hop. */
export type ConnectionState =
  /** It does not work: this is where requests end. */
  | 'FAILED'
  /** It works. */
  | 'OK'
  /** It was not reached, because an earlier one failed. */
  | 'SKIPPED'

/** The encoding of bytes in a string. */
export type ContentEncoding =
  /** In Base64 (RFC 4648, section 4). */
  | 'BASE64'
  /** As text. */
  | 'UTF8'

/** An account to create. The viewer becomes its owner. */
export type CreateAccountInput = {
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** The account's name, without web addresses and without control, text-direction or zero-width characters. */
  name: string
  /** The account's namespace; made from the name when left out. */
  namespace?: string | null | undefined
}

/** An agent token to create. It is bound to a gateway or to a prefix: give exactly one of gatewayId and hostnamePrefix. */
export type CreateAgentTokenInput = {
  /** The account. */
  accountId: string
  /** The gateway of the account that its agents serve. */
  gatewayId?: string | null | undefined
  /** The prefix of its agents' hostnames: lowercase letters, digits and hyphens, not beginning with a hyphen. */
  hostnamePrefix?: string | null | undefined
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** The label under which usage is counted: 1 to 64 lowercase letters, digits, dots, underscores and hyphens. */
  label: string
  /** A display name, at most 100 characters. */
  name?: string | null | undefined
  /** Its lifetime in seconds, from 60 to 2592000 (30 days). */
  ttlSeconds: number
}

/** An API key to create. */
export type CreateApiKeyInput = {
  /** The account. */
  accountId: string
  /** The networks from which it is accepted: from 1 to 20 addresses or ranges, IPv4 or IPv6; from anywhere when left out. */
  allowedNetworks?: Array<string> | null | undefined
  /** When it stops working; never when left out. */
  expiresAt?: string | null | undefined
  /**
   * The gateways to limit it to: 1 to 50 live gateways of the account. When left out, the key is not limited. A limited key may have only the scopes
   * MANAGE_GATEWAYS, MANAGE_AGENTS, READ_USAGE, READ_REQUESTS, REPLAY_REQUESTS and CREATE_AGENT_TOKENS.
   */
  gatewayIds?: Array<string> | null | undefined
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** What the key is for, at most 100 characters, without control, text-direction or zero-width characters. */
  name: string
  /** What the key may do, at least one. */
  scopes: Array<ApiKeyScope>
}

/** The account that an AuthID is created for. */
export type CreateAuthTokenInput = {
  /** The account. */
  accountId: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
}

/** A hostname to reserve. */
export type CreateGatewayInput = {
  /** The account. */
  accountId: string
  /** Instead of `domain`: the full hostname, which is a verified domain of the account or a subdomain of one. */
  customDomain?: string | null | undefined
  /** One of the offered subpoint domains; left out for a custom domain. */
  domain?: string | null | undefined
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** Lowercase letters, digits and hyphens. On an offered domain it is the prefix: the hostname becomes {prefix}-{namespace}.{domain}. */
  name: string
}

/** A machine token to create. */
export type CreateMachineTokenInput = {
  /** The account. */
  accountId: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /**
   * The name of the machine that will have it: at most 64 characters, without control, text-direction or zero-width characters. If a live token has the
   * same name, a number is added, for example `ci (2)`.
   */
  name: string
}

/** A trust to create. It is bound to a gateway or to a prefix: give exactly one of gatewayId and hostnamePrefix. */
export type CreateTrustInput = {
  /** The account. */
  accountId: string
  /** The audience; this installation's address when left out. */
  audience?: string | null | undefined
  /**
   * One to ten. At least one must be on a claim that sets this workload apart: for GitHub Actions, `repository` or `sub` with the owner, or
   * `repository_id` or `repository_owner_id`.
   */
  conditions: Array<TrustConditionInput>
  /** The gateway of the account that agents serve. */
  gatewayId?: string | null | undefined
  /** The prefix of the agents' hostnames. */
  hostnamePrefix?: string | null | undefined
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** The issuer: an https address, exactly as the `iss` claim has it, for example `https://token.actions.githubusercontent.com`. */
  issuer: string
  /** The label of the agent tokens, as for `createAgentToken`. */
  label: string
  /** A display name, at most 100 characters. */
  name: string
  /** The lifetime of the agent tokens in seconds, from 60 to 2592000 (30 days). */
  ttlSeconds: number
}

/** A webhook to create. An account has at most 5. */
export type CreateWebhookInput = {
  /** The account. */
  accountId: string
  /** The events that it sends. */
  events?: Array<AccountEvent>
  /** The format of its requests. */
  format?: WebhookFormat
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** The kinds of notices that it sends. NEW_SIGN_IN is a user's own and cannot be among them. At least one notice or event. */
  kinds: Array<NoticeKind>
  /** Where to send to: an `https:` address on the Internet, unless the operator allows more. */
  url: string
}

/** An AuthID to delete. */
export type DeleteAuthTokenInput = {
  /** The token's id. */
  id: string
}

/** The gateway to delete. */
export type DeleteGatewayInput = {
  /** The gateway's id. */
  id: string
}

/** The type of a DNS record. */
export type DnsRecordType =
  /** An alias of another name. */
  | 'CNAME'
  /** A text. */
  | 'TXT'

/** An aspect of a domain that a check examines. */
export type DomainAspect =
  /** The A and AAAA records: the addresses to which the domain resolves. */
  | 'ADDRESSES'
  /** How a registered name, which cannot have a CNAME record, points here (RFC 1034, section 3.6.2). */
  | 'APEX'
  /** Whether CAA records let the installation's authority issue a certificate (RFC 8659). */
  | 'CAA'
  /** The CNAME record that proves the domain and leads visitors here. */
  | 'CNAME'
  /** A content delivery network in front of the domain. */
  | 'PROXY'
  /** Whether all name servers agree. */
  | 'RESOLVERS'
  /** The TXT record that proves the domain. */
  | 'TXT'

/** The state of a custom domain. */
export type DomainStatus =
  /** The last check did not find the records. */
  | 'failed'
  /** Waiting for its DNS records to be found. */
  | 'pending'
  /** Belongs to the account: gateways may use it. */
  | 'verified'

/** The address and the load of an edge. */
export type EdgeDescriptionInput = {
  /**
   * The origin at which agents reach this edge and no other, with https if the tunnels have it, at most 255 characters; null if
   * they dial the installation's one address.
   */
  agentUrl?: string | null | undefined
  /** The number of tunnels that it is meant to carry, 1 to 1,000,000. */
  capacity: number
  /**
   * The name that its operator knows it by, 1 to 100 printable characters. The processes of one edge have the same name and address, and are one
   * edge to agents and to the operator.
   */
  name: string
  /**
   * Which of its processes reports, from 0; null for an older edge. A process replaces an earlier one with the same name, address and number: what
   * the earlier one held counts as lost at once, unless it reported that it ends.
   */
  process?: number | null | undefined
  /**
   * Its region: at most 63 lowercase letters, digits and hyphens, for example `eu-west`. Regions that are equal up to the first hyphen are near each
   * other.
   */
  region?: string | null | undefined
  /**
   * The origin at which the other edges reach this one, at most 255 characters; null if they do not. Edges learn it from each other: the API shows it
   * only to the operator.
   */
  siblingUrl?: string | null | undefined
  /** Whether it takes agents. */
  state: EdgeState
  /** The number of tunnels that it carries, including those that wait for their agents; at most 10,000,000. */
  tunnelCount: number
  /** Its version of Culvert, 1 to 50 characters. */
  version: string
}

/** What an edge does with agents that dial it. */
export type EdgeState =
  /** It takes no new ones, because it was told to end. */
  | 'DRAINING'
  /** It takes them. */
  | 'SERVING'
  /** It has ended: this is its last report. */
  | 'STOPPED'

/** A header field of a request that is sent again. */
export type EditedFieldInput = {
  /** The name. */
  name: string
  /** The value. */
  value: string
}

/** A request to send in place of the recorded one. The whole body of the operation is at most 1 MiB. */
export type EditedRequestInput = {
  /** The body. */
  body: string
  /** The encoding of `body`. */
  bodyEncoding: ContentEncoding
  /** The header fields, at most 500. */
  fields: Array<EditedFieldInput>
  /** The method. */
  method: string
  /** Path and query. */
  target: string
}

/** A workload's token to exchange. */
export type ExchangeTokenInput = {
  /** The token: a JWT that the issuer of the trust has signed. */
  token: string
  /** The id of the trust. */
  trustId: string
}

/** The state of an aspect of a domain. */
export type FindingOutcome =
  /** As it should be, or of no consequence. */
  | 'OK'
  /** Visitors or certificates fail because of it. */
  | 'PROBLEM'
  /** It could not be determined. */
  | 'UNKNOWN'
  /** It works, and may stop working. */
  | 'WARNING'

/** The certificates and challenges that an edge already serves. */
export type FollowCertificatesInput = {
  /** The edge, by the id of its tunnel reports. */
  edgeId: string
  /** The version up to which the edge serves everything; null in its first request, whose answer then lists no changes. */
  version?: number | null | undefined
}

/** A person to invite. */
export type InviteMemberInput = {
  /** The account. */
  accountId: string
  /** The address to invite. */
  email: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** viewer or admin. */
  role?: Role
}

/** The invoice to mark as paid. */
export type MarkInvoicePaidInput = {
  /** The invoice's id. */
  id: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
}

/** The kind of event that a notice reports. */
export type NoticeKind =
  /** The operator has suspended the account. */
  | 'ACCOUNT_SUSPENDED'
  /** Agents have neither reported nor held a tunnel for 45 seconds. Agents that are lost within the same ten minutes share a notice. */
  | 'AGENT_LOST'
  /** A certificate expires soon, and could not be renewed so far. */
  | 'CERTIFICATE_FAILING'
  /** A custom domain that was verified counts as failed. */
  | 'DOMAIN_FAILED'
  /** The daily check no longer finds the DNS record of a custom domain; one more failed check, and the domain is lost. */
  | 'DOMAIN_FAILING'
  /** The operator has blocked a hostname of the account. */
  | 'HOSTNAME_BLOCKED'
  /** 80 % of a limit of the plan is used. */
  | 'LIMIT_NEAR'
  /** A limit of the plan is used up. */
  | 'LIMIT_REACHED'
  /** Somebody signed in as the user from a network not seen before. This notice belongs to the user, and to no account. */
  | 'NEW_SIGN_IN'
  /** A webhook was switched off automatically: its receiver asked for no more requests, or none got through for five days. */
  | 'WEBHOOK_OFF'

/** The answer of a passkey. */
export type PasskeyInput = {
  /** The id of the challenge that it answers. */
  challengeId: string
  /** The browser's answer as JSON: an `AuthenticationResponseJSON` of WebAuthn. */
  response: string
}

/** A request of a visitor, as an edge reports it. */
export type RecordedRequestInput = {
  /** The account. Null if no tunnel was there: the API finds the gateway by the hostname, and drops the request if there is none. */
  accountId?: string | null | undefined
  /** The agent that was asked; null if none was. */
  agentId?: string | null | undefined
  /** Who answered. */
  answeredBy: RequestAnswerer
  /** Bytes from the visitor. */
  bytesIn: number
  /** Bytes to the visitor. */
  bytesOut: number
  /** The code of the edge's error page; null if the edge did not answer. */
  code?: string | null | undefined
  /** From the head of the request to the end; milliseconds. */
  durationMs: number
  /** The part of it until the head of the answer had arrived; null if none did. */
  firstByteMs?: number | null | undefined
  /** The gateway; null for a random hostname, and if no tunnel was there. */
  gatewayId?: string | null | undefined
  /** The hostname that was requested. */
  hostname: string
  /** The version of HTTP that the visitor spoke: 1.0, 1.1 or 2. */
  httpVersion: string
  /** The request's id, a UUID. */
  id: string
  /** Whether the answer was sent completely. */
  isComplete: boolean
  /** WebSocket messages from the visitor; null if the connection was not one. */
  messagesIn?: number | null | undefined
  /** WebSocket messages to the visitor; null if the connection was not one. */
  messagesOut?: number | null | undefined
  /** The method; cut after 32 characters. */
  method: string
  /** The path with its query, which the API leaves out if the account does not have it recorded. Cut after 2,048 characters. */
  path: string
  /** Why the answer broke off, or why the edge answered; null if there is nothing to say. Cut after 500 characters. */
  reason?: string | null | undefined
  /** When its head had arrived. */
  startedAt: string
  /** The status that the visitor got; 499 if the visitor gave up before one was sent. */
  status: number
  /** The visitor's User-Agent; null when it sent none. Cut after 256 characters. */
  userAgent?: string | null | undefined
  /** The visitor's address: the API leaves it out if the account does not have it recorded. */
  visitorAddress: string
  /** The part of it until an agent took the request; null if none did. */
  waitingMs?: number | null | undefined
}

/** A sign-in to redeem. */
export type RedeemCommandLineSignInInput = {
  /** With a loopback: the code that the browser brought. */
  code?: string | null | undefined
  /** With a loopback: the verifier of the challenge (RFC 7636), 43 to 128 characters. */
  codeVerifier?: string | null | undefined
  /** The secret of the sign-in. */
  deviceCode: string
}

/** A restriction to remove. */
export type RemoveIpRestrictionInput = {
  /** The restriction's id. */
  id: string
}

/** The member to remove. */
export type RemoveMemberInput = {
  /** The membership's id. */
  id: string
}

/** The agent that reconnects. */
export type RenewAgentTicketInput = {
  /** The agent's id. */
  agentId: string
  /** The agent's region, as in `startAgent`; null if it is not known. */
  region?: string | null | undefined
}

/** A request to send to the app again. */
export type ReplayRequestInput = {
  /** The account. */
  accountId: string
  /** A request to send in its place; null sends the recorded one. */
  edited?: EditedRequestInput | null | undefined
  /** The id of the recorded request. */
  id: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
}

/** Agents whose health changed, or was last reported half a minute ago. */
export type ReportAgentHealthInput = {
  /** At most 1,000. */
  agents: Array<AgentHealthInput>
}

/** The traffic that an agent has carried since it started. */
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

/** The accounts' use of their limits on one edge. */
export type ReportRatesInput = {
  /** Accounts that carry something, and those that did at the last report; at most 1,000. */
  accounts: Array<AccountRatesInput>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: string
  /** Whether this edge shares the accounts' limits with others, through a Redis; otherwise it applies them by itself. */
  sharesLimits?: boolean
}

/** The requests that an edge has recorded since its last report. A request that is reported again is recorded once. */
export type ReportRequestsInput = {
  /** The id of this report. A report whose answer was lost is sent again with the same id, so that `unrecorded` counts once. */
  reportId: string
  /** At most 500; the whole body of the operation at most 1 MiB. */
  requests: Array<RecordedRequestInput>
  /** At most 500. */
  unrecorded: Array<UnrecordedRequestsInput>
}

/** The tunnels that an edge holds, or those that changed. */
export type ReportTunnelsInput = {
  /** The page of a complete report begins after this id; null means with the first. */
  after?: string | null | undefined
  /** The authority that signs the edge's certificates, in PEM; null if they are publicly trusted. */
  authority?: string | null | undefined
  /**
   * True when `connected` and `held` together list every tunnel of this edge, or every one of the page that `after` and `upTo` name:
   * those not listed count as disconnected.
   */
  complete: boolean
  /** Agents whose tunnel was opened here, and that no acknowledged report has listed yet. At most 20,000. */
  connected: Array<string>
  /** Agents whose tunnel was lost here. At most 20,000. */
  disconnected: Array<string>
  /** Its entry in the directory of edges; null for an older edge, which agents find by the installation's address. */
  edge?: EdgeDescriptionInput | null | undefined
  /** The reporting edge: an id that it makes at each start. */
  edgeId: string
  /** Agents whose tunnel is open here, as listed in an earlier report. At most 20,000; null means none. */
  held?: Array<string> | null | undefined
  /** The page of a complete report ends with this id; null means with the last. */
  upTo?: string | null | undefined
}

/** A batch of usage. */
export type ReportUsageInput = {
  /** A UUID that the edge makes for this batch: a batch is counted once however often it is sent. */
  reportId: string
  /** The traffic since the previous batch. */
  rows: Array<UsageRowInput>
}

/** Who answered a visitor. */
export type RequestAnswerer =
  /** The app behind the tunnel. */
  | 'APP'
  /** The edge: by an error page, a limit or a restriction. */
  | 'EDGE'
  /** Nobody: the visitor gave up before an answer began. */
  | 'NOBODY'

/** A sign-in to request. */
export type RequestCommandLineSignInInput = {
  /**
   * Given together with `loopbackPort`: SHA-256 of a random verifier in base64url without padding, 43 characters (`S256` of RFC 7636). The sign-in
   * is redeemed only with the verifier.
   */
  codeChallenge?: string | null | undefined
  /** The port, from 1024 to 65535, on which the program waits on 127.0.0.1 for the browser. Left out if no browser can reach it. */
  loopbackPort?: number | null | undefined
  /** The name that the machine gives itself: at most 64 characters, without control, text-direction or zero-width characters. */
  machineName: string
}

/** A filter of an account's requests. Every condition that is given must hold. */
export type RequestFilter = {
  /** Only requests to this agent. */
  agentId?: string | null | undefined
  /** Only with this code of an error page. */
  code?: string | null | undefined
  /** Only those that began at this instant or later. */
  from?: string | null | undefined
  /** Only requests to this gateway. */
  gatewayId?: string | null | undefined
  /** Only with one of these methods, at most 20. */
  methods?: Array<string> | null | undefined
  /** Only those that took at least this long; milliseconds. */
  minDurationMs?: number | null | undefined
  /** Only with a path that begins with this, of at most 2,048 characters. */
  pathPrefix?: string | null | undefined
  /** Only with a status of one of these classes. */
  statusClasses?: Array<StatusClass> | null | undefined
  /** Only those whose method, hostname, path, status, user agent, visitor's address or id hold this text, of at most 200 characters. Letters from A to Z are found in either case. */
  text?: string | null | undefined
  /** Only those that began before this instant. */
  to?: string | null | undefined
}

/** An agent token to revoke. */
export type RevokeAgentTokenInput = {
  /** The token's id. */
  id: string
}

/** A member's role in an account. */
export type Role =
  /** Manages gateways, domains and members. */
  | 'admin'
  /** Owns the account: may do everything, including billing and deletion. */
  | 'super_admin'
  /** Sees the account and starts tunnels. */
  | 'viewer'

/** Single sign-on to set up, or to change. */
export type SetSingleSignOnInput = {
  /** The domain, which must be verified. */
  domainId: string
  /** The provider's id. */
  providerId: string
  /** The role of new members: viewer or admin. */
  role?: Role
}

/** Credentials, and how the session is kept. */
export type SignInInput = {
  /** A code in addition to the password, for a user who has a factor: without it they get FACTOR_REQUIRED, whose `factors` list the kinds. */
  code?: CodeInput | null | undefined
  /** E-mail address; without a passkey, this or a phone number is required. */
  email?: string | null | undefined
  /** The answer of a passkey, instead of all of the above. */
  passkey?: PasskeyInput | null | undefined
  /** The password; required without a passkey. */
  password?: string | null | undefined
  /** Phone number in E.164 form. */
  phone?: string | null | undefined
  /** Whether the session outlives the browser; meaningful with COOKIE delivery only. */
  rememberMe?: boolean
  /** How the refresh token is delivered. */
  tokenDelivery?: TokenDelivery
}

/** The sessions to end. */
export type SignOutInput = {
  /** The refresh token of the session that makes the request; left out by browsers, whose cookie carries it. With neither, the access token identifies the session. */
  refreshToken?: string | null | undefined
  /** Which of the user's sessions to end. */
  scope?: SignOutScope
}

/** Which of the user's sessions to end. */
export type SignOutScope =
  /** All, including the session that makes the request. */
  | 'ALL'
  /** The session that makes the request. */
  | 'CURRENT'
  /** All but the session that makes the request. */
  | 'OTHERS'

/** A new user. */
export type SignUpInput = {
  /** Must be true: the terms of service and the privacy policy are accepted. */
  acceptTerms: boolean
  /** E-mail address; this or a phone number is required. */
  email?: string | null | undefined
  /** Given name; required. Like all names, without web addresses and without control, text-direction or zero-width characters. */
  firstName: string
  /**
   * The secret of an invitation's link, for a user who followed it. The link in the mail proves the address, even if somebody signed up with it before
   * and never proved it. The link that members can copy proves nothing.
   */
  inviteToken?: string | null | undefined
  /** Family name; required. */
  lastName: string
  /** At least 6 characters. */
  password: string
  /** Phone number in E.164 form, for example +33612345678. */
  phone?: string | null | undefined
  /** How the refresh token is delivered. */
  tokenDelivery?: TokenDelivery
}

/** An agent to start, as the `culvert` command describes it. */
export type StartAgentInput = {
  /** The account; needed with an access token, implied by any other token. */
  accountId?: string | null | undefined
  /** The local address, for example http://localhost:3000. */
  forwardingTo: string
  /** A reserved gateway by name or hostname; when left out, the gateway of an agent token that is bound to one, else a random hostname. */
  gateway?: string | null | undefined
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
  /** A name for the dashboard, at most 100 characters. Control, text-direction and zero-width characters are left out. */
  name?: string | null | undefined
  /**
   * Whether the agent is one of a pool: it shares its gateway with others, at most 32, that were started so. Requests go to the one with the fewest open.
   * Only on a gateway. When left out or false, the agent serves alone.
   */
  pool?: boolean | null | undefined
  /** The agent's region, named as edges name theirs, for example `eu-west`; null if it is not known. */
  region?: string | null | undefined
}

/** Statuses by their first digit. An upgraded connection has 101. */
export type StatusClass =
  /** 400 to 499, including those of visitors who gave up (499). */
  | 'CLIENT_ERROR'
  /** 101. */
  | 'INFORMATIONAL'
  /** 300 to 399. */
  | 'REDIRECTION'
  /** 500 to 599. */
  | 'SERVER_ERROR'
  /** 200 to 299. */
  | 'SUCCESS'

/** The agent to stop. */
export type StopAgentInput = {
  /** The agent's id. */
  id: string
}

/** A webhook to test. */
export type TestWebhookInput = {
  /** The webhook's id. */
  id: string
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: string | null | undefined
}

/** How the refresh token of a new session reaches the client. */
export type TokenDelivery =
  /** In an HttpOnly cookie, for the browser; the response's refreshToken is then null. */
  | 'COOKIE'
  /** In the response, for command-line and API clients. */
  | 'RESPONSE'

/** A condition on a claim of a workload's token. */
export type TrustConditionInput = {
  /** The claim's name, for example `repository`. */
  claim: string
  /** The value that it must have, at most 255 characters. An asterisk at the end stands for anything, for example `acme/*`. */
  value: string
}

/** Why a tunnel ends. */
export type TunnelEndReason =
  /** The account was deleted. */
  | 'ACCOUNT_DELETED'
  /** The operator suspended the account. */
  | 'ACCOUNT_SUSPENDED'
  /** The agent token that started the agent was revoked, or has expired. */
  | 'AGENT_TOKEN_ENDED'
  /** The AuthID that started the agent was deleted or replaced. */
  | 'AUTH_TOKEN_DELETED'
  /** The gateway was deleted. */
  | 'GATEWAY_DELETED'
  /** The operator blocked the hostname. */
  | 'HOSTNAME_BLOCKED'
  /** The member who started the agent was removed, or left the account. */
  | 'MEMBER_REMOVED'
  /**
   * The agent has a tunnel at another edge, and this edge's agents must go elsewhere. Sent only to an edge that is drained or told to end, in
   * the answer to a report: otherwise an agent may have tunnels at several edges.
   */
  | 'MOVED'
  /** The agent was lost, came back, and found that the plan allows no more agents at the same time. Sent only in the answer to a report. */
  | 'PLAN_LIMIT_REACHED'
  /** The agent lost its hostname to a newer session. */
  | 'REPLACED'
  /** The agent was stopped in the dashboard or through the API. */
  | 'STOPPED'
  /** The API does not know the agent. */
  | 'UNKNOWN'
  /** The operator disabled the user who started the agent. */
  | 'USER_DISABLED'

/** The number of requests, of an account or for a hostname without a tunnel, that were counted and not recorded. */
export type UnrecordedRequestsInput = {
  /** The account; null if no tunnel was there. */
  accountId?: string | null | undefined
  /** How many. */
  count: number
  /** The hostname, if the account is null. */
  hostname?: string | null | undefined
}

/** Changes to an account. A field that is left out, or that repeats the current value, changes nothing. */
export type UpdateAccountInput = {
  /** The account. */
  accountId: string
  /** The new name. */
  name?: string | null | undefined
  /** The new namespace: lowercase letters, numbers, underscores and hyphens. Existing gateways keep their hostnames. */
  namespace?: string | null | undefined
}

/** The traffic of one gateway or random hostname of an account on one day, for one label. */
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
  /** How many of them were answered with a status of 500 or above: by the app, or by the edge if the app did not answer. */
  failedRequests: number
  /** The gateway; null for random hostnames. */
  gatewayId?: string | null | undefined
  /** The label of the agent token whose agents carried it; null for agents that people started. */
  label?: string | null | undefined
  /** Requests. */
  requests: number
}

/** The periods in which past usage is added up. Days and months are those of UTC. */
export type UsageStep =
  /** A row a day. */
  | 'DAY'
  /** A row a calendar month. */
  | 'MONTH'

/** A domain to check. */
export type VerifyDomainInput = {
  /** The domain's id. */
  id: string
}

/** The token of the link in the mail. */
export type VerifyEmailInput = {
  /** The link's token. */
  token: string
}

/** The format of a webhook's requests. */
export type WebhookFormat =
  /** JSON with `text`, as the incoming webhooks of Slack and Mattermost take it, and Discord's at `/slack`. */
  | 'SLACK'
  /** JSON as the Standard Webhooks specification defines it: `type`, `timestamp` and `data`. */
  | 'STANDARD'
