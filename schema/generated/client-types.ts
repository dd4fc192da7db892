/** Which invitation is accepted. */
export type AcceptInviteInput = {
  /** The secret of the invitation's link. */
  token: string
}

/** What the tunnels of an account use of their limits on one edge. */
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
}

/** An address or range to refuse. */
export type AddIpRestrictionInput = {
  /** The account. */
  accountId: string
  /** What it is for, at most 200 characters. */
  description?: string | null | undefined
  /** An IPv4 address (203.0.113.7), a full IPv6 address of eight groups, or a range of either in CIDR form (203.0.113.0/24). */
  ipAddress: string
}

/** A request that an app did not answer. */
export type AgentFailureInput = {
  /** The code of the visitor's error page. */
  code: string
  /** What the agent said of it. */
  detail: string
  /** When. */
  occurredAt: string
  /** The request's id. */
  requestId: string
}

/** How an agent is, measured on the way of its visitors. */
export type AgentHealth =
  /** It is connected, but its app did not answer the last request, or its heartbeats take more than a second. */
  | 'degraded'
  /** It runs, but no edge holds its connection, or nothing is heard of it any more. */
  | 'down'
  /** It is connected, and its app answers. */
  | 'healthy'
  /** It has ended, or was never connected yet. */
  | 'inactive'

/** How one agent and its app are. */
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

/** Where an agent is in its life. */
export type AgentStatus =
  /** Running. */
  | 'active'
  /** Lost: nothing was heard from it for 45 seconds. It becomes active again when it comes back. */
  | 'error'
  /** Ended cleanly: stopped by its user or from the dashboard. */
  | 'inactive'

/** What an API key may do. A key only reads, and only its own account. */
export type ApiKeyScope =
  /** Read the account, its plan and its lists. */
  | 'READ_ACCOUNT'
  /** Read usage. */
  | 'READ_USAGE'

/** How whoever made a change proved who they are. */
export type AuditActorKind =
  /** Nobody in particular: a request without a credential. */
  | 'ANONYMOUS'
  /** A program with an API key. */
  | 'API_KEY'
  /** A user by their AuthID. */
  | 'AUTH_TOKEN'
  /** The operator's command line. */
  | 'OPERATOR'
  /** An edge, or another service of this installation, such as the payment provider. */
  | 'SERVICE'
  /** A signed-in user. */
  | 'SESSION'
  /** Background work. */
  | 'SYSTEM'

/** Who becomes what. */
export type ChangeMemberRoleInput = {
  /** The membership's id. */
  id: string
  /** viewer or admin. */
  role: Role
}

/** A new password for the signed-in user. */
export type ChangePasswordInput = {
  /** The password so far. */
  currentPassword: string
  /** The new password: at least 6 characters. */
  newPassword: string
}

/** A plan to change to. */
export type ChangePlanInput = {
  /** The account. */
  accountId: string
  /** The plan; one that is on offer. */
  planId: string
}

/** An agent whose way is checked. */
export type CheckAgentInput = {
  /** The agent's id. */
  id: string
}

/** A gateway whose way is checked. */
export type CheckGatewayInput = {
  /** The gateway's id. */
  id: string
}

/** A station on the way from a visitor to the local app, in the order of the way. */
export type ConnectionHop =
  /** An agent is connected to the edge for this hostname, and answers it. */
  | 'AGENT'
  /** The local app answers the agent, whatever its status says. */
  | 'APP'
  /** That server is an edge of this installation. */
  | 'EDGE'
  /** The hostname leads to an address. */
  | 'NAME'
  /** A server answers at that address; over HTTPS with a certificate that is right for the hostname. */
  | 'SERVER'

/** What a check found at one hop. */
export type ConnectionState =
  /** It does not work: this is where requests end. */
  | 'FAILED'
  /** It works. */
  | 'OK'
  /** It was not reached, because one before it failed. */
  | 'SKIPPED'

/** What a contact request is about. */
export type ContactCategory =
  /** Invoices and payments. */
  | 'billing'
  /** A fault of the product. */
  | 'bug'
  /** A wish for the product. */
  | 'feature'
  /** Anything else. */
  | 'general'
  /** Working together. */
  | 'partnership'
  /** Help with using the service. */
  | 'support'

/** The form of the contact page. */
export type ContactFormInput = {
  /** What it is about. */
  category?: ContactCategory
  /** Where to answer. */
  email: string
  /** The text, at most 10,000 characters. */
  message: string
  /** The sender's name, at most 100 characters. */
  name: string
  /** One line, at most 200 characters. */
  subject: string
  /** When the form was sent, by the sender's clock; the server's when left out. */
  timestamp?: string | null | undefined
  /** The sender's browser; taken from the request's header when left out. */
  userAgent?: string | null | undefined
}

/** Which form a contact request comes from. */
export type ContactRequestType =
  /** The contact page. */
  | 'contact'
  /** The page Report an Issue. */
  | 'issue'

/** A further account for the viewer, who owns it. */
export type CreateAccountInput = {
  /** The account's name. */
  name: string
  /** The account's namespace; made from the name when left out. */
  namespace?: string | null | undefined
}

/** A key to make. */
export type CreateApiKeyInput = {
  /** The account. */
  accountId: string
  /** When it stops working; never when left out. */
  expiresAt?: string | null | undefined
  /** What the key is for, at most 100 characters. */
  name: string
  /** What the key may do, at least one. */
  scopes: Array<ApiKeyScope>
}

/** Where the AuthID is to act. */
export type CreateAuthTokenInput = {
  /** The account. */
  accountId: string
}

/** A hostname to reserve. */
export type CreateGatewayInput = {
  /** The account. */
  accountId: string
  /** Instead of `domain`: the full hostname, which is a verified domain of the account or a subdomain of one. */
  customDomain?: string | null | undefined
  /** One of the offered subpoint domains; left out for a custom domain. */
  domain?: string | null | undefined
  /** Lowercase letters, digits and hyphens. On an offered domain it is the prefix: the hostname becomes {prefix}-{namespace}.{domain}. */
  name: string
}

/** Which invitation is declined. */
export type DeclineInviteInput = {
  /** The secret of the invitation's link. */
  token: string
}

/** Which account is deleted. */
export type DeleteAccountInput = {
  /** The account. */
  accountId: string
  /** The account's namespace, as the confirmation. */
  namespace: string
}

/** An AuthID to delete. */
export type DeleteAuthTokenInput = {
  /** The token's id. */
  id: string
}

/** A domain to delete. */
export type DeleteDomainInput = {
  /** The domain's id. */
  id: string
}

/** A gateway to give back. */
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

/** Where a custom domain is in its life. */
export type DomainStatus =
  /** The last check did not find the records. */
  | 'failed'
  /** Waits for its DNS records to be found. */
  | 'pending'
  /** Belongs to the account: gateways may use it. */
  | 'verified'

/** Which session ends. */
export type EndSessionInput = {
  /** The session's id. */
  id: string
}

/** Which account is exported. */
export type ExportAccountInput = {
  /** The account. */
  accountId: string
}

/** Who is invited. */
export type InviteMemberInput = {
  /** The account. */
  accountId: string
  /** The address to invite. */
  email: string
  /** viewer or admin. */
  role?: Role
}

/** Where an invitation is in its life. */
export type InviteStatus =
  /** The invited person joined. */
  | 'accepted'
  /** The invited person declined. */
  | 'declined'
  /** Revoked, or past its date. */
  | 'expired'
  /** Waits for an answer. Counts only until it expires. */
  | 'pending'

/** Where an invoice is in its life. */
export type InvoiceStatus =
  /** Is not owed any more. */
  | 'cancelled'
  /** Was tried to be paid, without success. */
  | 'failed'
  /** Was paid. */
  | 'paid'
  /** Waits to be paid. */
  | 'pending'

/** The form of the page Report an Issue. Texts have at most 10,000 characters. */
export type IssueFormInput = {
  /** What happens instead. */
  actualBehavior?: string | null | undefined
  /** What happens. */
  description: string
  /** Where to answer. */
  email: string
  /** Operating system, browser and what else may matter, at most 500 characters. */
  environment?: string | null | undefined
  /** What should happen. */
  expectedBehavior?: string | null | undefined
  /** How much it matters. */
  priority?: IssuePriority
  /** What to do to see it. */
  stepsToReproduce?: string | null | undefined
  /** When the form was sent, by the sender's clock; the server's when left out. */
  timestamp?: string | null | undefined
  /** One line, at most 200 characters. */
  title: string
  /** What kind of issue it is. */
  type?: IssueType
  /** The address of the page that the form was sent from. */
  url?: string | null | undefined
  /** The sender's browser; taken from the request's header when left out. */
  userAgent?: string | null | undefined
  /** The version in which it was seen, at most 50 characters. */
  version?: string | null | undefined
}

/** How much an issue matters to whoever reports it. */
export type IssuePriority =
  /** It stops all work. */
  | 'critical'
  /** It stops a part of the work. */
  | 'high'
  /** It can wait. */
  | 'low'
  /** It is in the way. */
  | 'medium'

/** What kind of issue is reported. */
export type IssueType =
  /** Something does not work. */
  | 'bug'
  /** Something is missing. */
  | 'feature'
  /** Something could be better. */
  | 'improvement'
  /** Something is unsafe. */
  | 'security'

/** Which account is left. */
export type LeaveAccountInput = {
  /** The account. */
  accountId: string
}

/** An invoice that was paid. */
export type MarkInvoicePaidInput = {
  /** The invoice's id. */
  id: string
}

/** Whose subscription is to be looked after. */
export type OpenBillingPortalInput = {
  /** The account. */
  accountId: string
}

/** How an account comes by a plan at this moment. */
export type PlanAvailability =
  /** By an agreement with the operator; `changePlan` refuses it. */
  | 'BY_AGREEMENT'
  /** Not yet: the payment provider does not sell it. */
  | 'NOT_SOLD'
  /** By `changePlan`. */
  | 'SELECTABLE'

/** How accounts change their plan: the operator's choice. */
export type PlanChangeMode =
  /** Not yet: whoever asks is told that it is coming soon. */
  | 'coming_soon'
  /** At once, against invoices that are paid outside this installation and marked as paid by hand. */
  | 'manual'
  /** By a subscription at the payment provider. */
  | 'provider'

/** What became of the wish for another plan. */
export type PlanChangeOutcome =
  /** The plan changed. */
  | 'CHANGED'
  /** Nothing changed: plans cannot be changed yet. */
  | 'COMING_SOON'
  /** Nothing changed yet: the payment provider's page at `checkoutUrl` goes on. */
  | 'REDIRECT'
  /** The plan changes when the paid period ends. */
  | 'SCHEDULED'

/** The kind of a plan. */
export type PlanType =
  /** Agreed with the operator. */
  | 'custom'
  /** Costs nothing. */
  | 'free'
  /** Has a monthly price. */
  | 'pro'

/** What all tunnels of an account together may carry. Each edge keeps these limits by itself; none of them is about bytes. */
export type RateLimitName =
  /** Requests that are not answered yet, and open WebSockets. More are answered with 503. */
  | 'OPEN_REQUESTS'
  /** Requests within a minute. More than the limit may come at once, up to `burst`, where fewer came before. */
  | 'REQUESTS_PER_MINUTE'

/** A restriction to lift. */
export type RemoveIpRestrictionInput = {
  /** The restriction's id. */
  id: string
}

/** Who is removed. */
export type RemoveMemberInput = {
  /** The membership's id. */
  id: string
}

/** An agent that comes back. */
export type RenewAgentTicketInput = {
  /** The agent's id. */
  agentId: string
}

/** Agents whose health changed. */
export type ReportAgentHealthInput = {
  /** At most 1,000. */
  agents: Array<AgentHealthInput>
}

/** What an agent has carried since it started. */
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

/** What accounts use of their limits on one edge. */
export type ReportRatesInput = {
  /** Accounts that carry something, and those that did at the last report; at most 1,000. */
  accounts: Array<AccountRatesInput>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: string
}

/** Which tunnels an edge holds, or which of them changed. */
export type ReportTunnelsInput = {
  /** PEM of the authority that vouches for the edge's certificates; null where they are publicly trusted. */
  authority?: string | null | undefined
  /** True when `connected` lists every tunnel of this edge: those not listed count as disconnected. */
  complete: boolean
  /** Agents whose tunnel is open here. */
  connected: Array<string>
  /** Agents whose tunnel was lost here. */
  disconnected: Array<string>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: string
}

/** A batch of usage. */
export type ReportUsageInput = {
  /** A UUID that the edge makes for this batch: a batch is counted once however often it is sent. */
  reportId: string
  /** What was carried since the batch before. */
  rows: Array<UsageRowInput>
}

/** Whose password is forgotten. */
export type RequestPasswordResetInput = {
  /** The e-mail address the user signed up with. */
  email: string
}

/** What the link in the mail carries, and the new password. */
export type ResetPasswordInput = {
  /** The link's access_token. */
  accessToken: string
  /** The new password: at least 6 characters. */
  password: string
  /** The link's refresh_token. */
  refreshToken: string
}

/** A key to revoke. */
export type RevokeApiKeyInput = {
  /** The key's id. */
  id: string
}

/** Which invitation is withdrawn. */
export type RevokeInviteInput = {
  /** The invitation's id. */
  id: string
}

/** What a member may do in an account. */
export type Role =
  /** Manages gateways, domains and members. */
  | 'admin'
  /** Owns the account: everything, with billing and deletion. */
  | 'super_admin'
  /** Sees the account and starts tunnels. */
  | 'viewer'

/** A message to the operator: a type, and the form that belongs to it. */
export type SendContactRequestInput = {
  /** The form of a request of the type `contact`, and of no other. */
  contact?: ContactFormInput | null | undefined
  /** The form of a request of the type `issue`, and of no other. */
  issue?: IssueFormInput | null | undefined
  /** The path of the page with the form, for example /contact. */
  page?: string | null | undefined
  /** Where on the page the form was, for example contact_form. */
  source?: string | null | undefined
  /** Required. Nullable here so that its absence is answered in words. */
  type?: ContactRequestType | null | undefined
}

/** Who signs in, and how the session is kept. */
export type SignInInput = {
  /** E-mail address; this or a phone number is required. */
  email?: string | null | undefined
  /** The password. */
  password: string
  /** Phone number in E.164 form. */
  phone?: string | null | undefined
  /** Whether the session outlives the browser; meaningful with COOKIE delivery only. */
  rememberMe?: boolean
  /** How the refresh token is delivered. */
  tokenDelivery?: TokenDelivery
}

/** Which sessions end. */
export type SignOutInput = {
  /** The refresh token of the session that asks; left out by browsers, whose cookie carries it. Without both, the access token says which. */
  refreshToken?: string | null | undefined
  /** Which of the user's sessions end. */
  scope?: SignOutScope
}

/** Which of the user's sessions end. */
export type SignOutScope =
  /** All, the session that asks among them. */
  | 'ALL'
  /** The session that asks. */
  | 'CURRENT'
  /** All but the session that asks. */
  | 'OTHERS'

/** A new user. */
export type SignUpInput = {
  /** Must be true: the terms of service and the privacy policy are accepted. */
  acceptTerms: boolean
  /** E-mail address; this or a phone number is required. */
  email?: string | null | undefined
  /** Given name; required. */
  firstName: string
  /** Family name; required. */
  lastName: string
  /** At least 6 characters. */
  password: string
  /** Phone number in E.164 form, for example +33612345678. */
  phone?: string | null | undefined
  /** How the refresh token is delivered. */
  tokenDelivery?: TokenDelivery
}

/** How urgent a sitewide alert is; the colour and icon of its banner. */
export type SitewideAlertType =
  /** Something does not work. */
  | 'error'
  /** Something to know. */
  | 'info'
  /** Something works again, or is new. */
  | 'success'
  /** Something to prepare for. */
  | 'warning'

/** What the `culvert` command says when it starts. */
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

/** An agent to end. */
export type StopAgentInput = {
  /** The agent's id. */
  id: string
}

/** Where a subscription is in its life at the payment provider. */
export type SubscriptionStatus =
  /** Paid. */
  | 'active'
  /** Ended. */
  | 'canceled'
  /** Waits for the first payment. */
  | 'not_started'
  /** The last payment failed; the plan stays while the provider tries again. */
  | 'past_due'
  /** Not to be paid yet. */
  | 'trialing'

/** How the refresh token of a new session reaches the client. */
export type TokenDelivery =
  /** In an HttpOnly cookie, for the browser; the response's refreshToken is then null. */
  | 'COOKIE'
  /** In the response, for command-line and API clients. */
  | 'RESPONSE'

/** Who becomes the owner of what. */
export type TransferOwnershipInput = {
  /** The account. */
  accountId: string
  /** The membership that becomes super_admin; the viewer becomes admin. */
  memberId: string
}

/** Why a tunnel ends. The operations of this file are for edges: they need a service token, anything else is FORBIDDEN. */
export type TunnelEndReason =
  /** The account was deleted. */
  | 'ACCOUNT_DELETED'
  /** The AuthID that started the agent was deleted or replaced. */
  | 'AUTH_TOKEN_DELETED'
  /** The gateway was deleted. */
  | 'GATEWAY_DELETED'
  /** The member who started the agent was removed, or left the account. */
  | 'MEMBER_REMOVED'
  /** The agent lost its hostname to a newer session. */
  | 'REPLACED'
  /** Somebody stopped the agent in the dashboard or through the API. */
  | 'STOPPED'
  /** The API does not know the agent. */
  | 'UNKNOWN'

/** What changes of an account. Fields that are left out, or hold what is there, stay. */
export type UpdateAccountInput = {
  /** The account. */
  accountId: string
  /** The new name. */
  name?: string | null | undefined
  /** The new namespace: lowercase letters, numbers, underscores and hyphens. Hostnames of gateways that exist stay as they are. */
  namespace?: string | null | undefined
}

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
  /** Of these, answered with a status of 500 or above: by the app, or by the edge where the app did not answer. */
  failedRequests: number
  /** The gateway; null for random hostnames. */
  gatewayId?: string | null | undefined
  /** Requests. */
  requests: number
}

/** A domain to check. */
export type VerifyDomainInput = {
  /** The domain's id. */
  id: string
}
