import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql'
import type { Account as AccountModel } from '../features/accounts/rules.ts'
import type { ApiKey as ApiKeyModel } from '../features/api-keys/rules.ts'
import type { Agent as AgentModel, GatewaySessions as GatewaySessionsModel } from '../features/agents/rules.ts'
import type { AuthToken as AuthTokenModel } from '../features/auth-tokens/rules.ts'
import type { AuthSession as AuthSessionModel } from '../features/sessions/rules.ts'
import type { AuditEntry as AuditEntryModel } from '../platform/audit/rules.ts'
import type { ContactRequest as ContactRequestModel } from '../features/support/rules.ts'
import type { Domain as DomainModel } from '../features/domains/rules.ts'
import type { AccountExport as AccountExportModel } from '../features/accounts/export.ts'
import type { Gateway as GatewayModel } from '../features/gateways/rules.ts'
import type { InvoiceView as InvoiceViewModel } from '../features/invoices/service.ts'
import type { IpRestriction as IpRestrictionModel } from '../features/ip-restrictions/rules.ts'
import type { Invite as InviteModel, Member as MemberModel } from '../features/team/rules.ts'
import type { SignIn as SignInModel } from '../features/command-line-sign-ins/rules.ts'
import type { Plan as PlanModel } from '../features/plans/rules.ts'
import type { Subscription as SubscriptionModel } from '../features/subscriptions/rules.ts'
import type { Site as SiteModel } from '../features/site/service.ts'
import type {
  UsageMetric as UsageMetricModel,
  UsageStats as UsageStatsModel,
  UsageTotal as UsageTotalModel,
} from '../features/usage/rules.ts'
import type { TunnelError as TunnelErrorModel } from '../features/diagnostics/tunnel-errors.ts'
import type { User as UserModel, Viewer as ViewerModel } from '../features/users/rules.ts'
import type { RequestContext } from '../platform/context.ts'
export type Maybe<T> = T | null
export type InputMaybe<T> = Maybe<T>
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> }
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string }
  String: { input: string; output: string }
  Boolean: { input: boolean; output: boolean }
  Int: { input: number; output: number }
  Float: { input: number; output: number }
  /** A calendar day in UTC as YYYY-MM-DD. */
  Date: { input: string; output: string }
  /** An instant as an ISO 8601 string in UTC, for example 2026-11-21T09:30:00.000Z. */
  DateTime: { input: Date; output: Date }
  /** A whole number between 0 and 2^53 - 1. Byte counts do not fit GraphQL's 32-bit Int. */
  SafeInt: { input: number; output: number }
}

/** The invitation to accept. */
export type AcceptInviteInput = {
  /** The secret of the invitation's link. */
  token: Scalars['String']['input']
}

/** What accepting an invitation returns. */
export type AcceptInvitePayload = {
  __typename?: 'AcceptInvitePayload'
  /** The new membership. */
  membership: Membership
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type Account = {
  __typename?: 'Account'
  /** The account's agents, newest first. */
  agents?: Maybe<AgentPage>
  /** The account's API keys that were not revoked, newest first. For super_admin and admin. */
  apiKeys?: Maybe<Array<ApiKey>>
  /** What happened in the account, newest first. For super_admin and admin. */
  auditLog?: Maybe<AuditPage>
  /** The viewer's own AuthID for this account; null before it is created. */
  authToken?: Maybe<AuthToken>
  /** When the account was created. */
  createdAt?: Maybe<Scalars['DateTime']['output']>
  /** The account's domains, newest first. */
  domains?: Maybe<Array<Domain>>
  /**
   * The agents that were started in a range, by gateway, the gateway with the most first; at most 1,000 gateways. A gateway without any
   * has no row. This counts sessions of agents; `usageMetrics` has what edges counted. API keys need READ_USAGE.
   */
  gatewaySessions?: Maybe<Array<GatewaySessions>>
  /** The account's live gateways, newest first. */
  gateways?: Maybe<Array<Gateway>>
  /** The account's id. */
  id: Scalars['ID']['output']
  /** The latest 200 invitations, newest first. */
  invites?: Maybe<Array<Invite>>
  /** The account's invoices, newest first, at most 200. For super_admin and admin. */
  invoices?: Maybe<Array<Invoice>>
  /** Addresses that the account's tunnels refuse, newest first. */
  ipRestrictions?: Maybe<Array<IpRestriction>>
  /** The viewer's own machine tokens for this account, newest first. */
  machineTokens?: Maybe<Array<MachineToken>>
  /** The account's members, oldest first. */
  members?: Maybe<Array<Member>>
  /** The account's name, as its members see it. */
  name?: Maybe<Scalars['String']['output']>
  /** The part of the account's hostnames that is its own: {prefix}-{namespace}.{domain}. Unique. */
  namespace?: Maybe<Scalars['String']['output']>
  /** How often the namespace was changed. */
  namespaceChangesCount?: Maybe<Scalars['Int']['output']>
  /** The plan in force, with its limits. */
  plan?: Maybe<Plan>
  /** What the account uses of everything that plans limit. API keys need READ_USAGE. */
  planUsage?: Maybe<Array<PlanUsage>>
  /** The limits of the account's tunnels, with what they use of them now. API keys need READ_USAGE. */
  rateLimits?: Maybe<Array<RateLimit>>
  /** The account's subscription at the payment provider; null when it never had one. For super_admin and admin. */
  subscription?: Maybe<ProviderSubscription>
  /** What the account uses of its plan. API keys need READ_USAGE. */
  usage?: Maybe<UsageStats>
  /**
   * What each gateway carried, by period, oldest first and within a period the most requests first. A gateway that carried nothing
   * has no row: the rows of a period add up to its total. At most 5,000 rows; more are refused with BAD_USER_INPUT.
   * API keys need READ_USAGE.
   */
  usageMetrics?: Maybe<Array<UsageMetric>>
  /**
   * What the account carried in total, oldest first: one row for each period of the range, with zeros where nothing was carried.
   * At most 5,000 periods; more are refused with BAD_USER_INPUT. API keys need READ_USAGE.
   */
  usageTotals?: Maybe<Array<UsageTotal>>
  /** Whether the viewer may add one more custom domain, by their role and by the plan. */
  viewerCanAddDomain?: Maybe<Permission>
  /** Whether the viewer may add one more IP restriction, by their role and by the plan. */
  viewerCanAddIpRestriction?: Maybe<Permission>
  /** Whether the viewer may change the account's namespace: their role and the account's plan allow it. */
  viewerCanChangeNamespace?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may change the plan, and open the billing portal. */
  viewerCanChangePlan?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may create one more gateway, by their role and by the plan. */
  viewerCanCreateGateway?: Maybe<Permission>
  /** Whether the viewer may export the account's data and delete the account. */
  viewerCanDelete?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer's role lets them invite people; `viewerCanInviteMember` regards the plan too. */
  viewerCanInvite?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may invite one more person, by their role and by the plan. */
  viewerCanInviteMember?: Maybe<Permission>
  /** Whether the viewer may leave the account: an account keeps at least one super_admin. */
  viewerCanLeave?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may see, create and revoke API keys. */
  viewerCanManageApiKeys?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may add, verify and remove domains. */
  viewerCanManageDomains?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may create and delete gateways. */
  viewerCanManageGateways?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may add and remove IP restrictions. */
  viewerCanManageIpRestrictions?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may read the audit log. */
  viewerCanSeeAuditLog?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may read `invoices` and `subscription`. */
  viewerCanSeeInvoices?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may stop agents that others started. */
  viewerCanStopAgents?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may hand the account over. */
  viewerCanTransferOwnership?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may change the account's name. */
  viewerCanUpdate?: Maybe<Scalars['Boolean']['output']>
  /** The viewer's role in this account. Refused to API keys, which have none. */
  viewerRole?: Maybe<Role>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountAgentsArgs = {
  page: Scalars['Int']['input']
  pageSize: Scalars['Int']['input']
  status?: InputMaybe<Array<AgentStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountAuditLogArgs = {
  action?: InputMaybe<Array<Scalars['String']['input']>>
  actorId?: InputMaybe<Scalars['ID']['input']>
  from?: InputMaybe<Scalars['DateTime']['input']>
  objectId?: InputMaybe<Scalars['ID']['input']>
  objectType?: InputMaybe<Scalars['String']['input']>
  page: Scalars['Int']['input']
  pageSize: Scalars['Int']['input']
  to?: InputMaybe<Scalars['DateTime']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountDomainsArgs = {
  status?: InputMaybe<Array<DomainStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountGatewaySessionsArgs = {
  from: Scalars['Date']['input']
  to: Scalars['Date']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountInvitesArgs = {
  status?: InputMaybe<Array<InviteStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountPlanUsageArgs = {
  planId?: InputMaybe<Scalars['ID']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountUsageMetricsArgs = {
  from: Scalars['Date']['input']
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  step: UsageStep
  to: Scalars['Date']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that a credential may not read is null, with an error FORBIDDEN; the
 * others are answered. API keys read nothing that is for some roles only; without READ_USAGE they read no figures of usage, and without
 * READ_ACCOUNT no other field but `id`.
 */
export type AccountUsageTotalsArgs = {
  from: Scalars['Date']['input']
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  step: UsageStep
  to: Scalars['Date']['input']
}

/** What the tunnels of an account use of their limits on one edge. */
export type AccountRatesInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** Requests and upgraded connections that are open. */
  openRequests: Scalars['Int']['input']
  /** The most that were open at once since the last report. */
  openRequestsPeak: Scalars['Int']['input']
  /** Requests within the last minute. */
  requestsPerMinute: Scalars['Int']['input']
  /** The most requests within a minute since the last report. */
  requestsPerMinutePeak: Scalars['Int']['input']
}

/** What an account's tunnels refuse, at a version. */
export type AccountRestrictions = {
  __typename?: 'AccountRestrictions'
  /** The account. */
  accountId: Scalars['ID']['output']
  /** Every refused range in CIDR form, IPv6 in eight groups without leading zeros; empty when nothing is refused. */
  ranges: Array<Scalars['String']['output']>
  /**
   * Grows with each change of any account's restrictions. One that is not above the version already known for the account is
   * stale and must be ignored.
   */
  version: Scalars['SafeInt']['output']
}

/** A domain to add. */
export type AddDomainInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The full domain or subdomain, for example dev.example.com. */
  domain: Scalars['String']['input']
}

/** What adding a domain returns. */
export type AddDomainPayload = {
  __typename?: 'AddDomainPayload'
  /** The domain, pending. */
  domain: Domain
}

/** An address or range to refuse. */
export type AddIpRestrictionInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** What it is for, at most 200 characters. */
  description?: InputMaybe<Scalars['String']['input']>
  /** An IPv4 address (203.0.113.7), a full IPv6 address of eight groups, or a range of either in CIDR form (203.0.113.0/24). */
  ipAddress: Scalars['String']['input']
}

/** What refusing an address returns. */
export type AddIpRestrictionPayload = {
  __typename?: 'AddIpRestrictionPayload'
  /** The new restriction. */
  ipRestriction: IpRestriction
}

/** One running tunnel session of the `culvert` command, or one that has ended. */
export type Agent = {
  __typename?: 'Agent'
  /** The public hostname that it serves. */
  assignedDomain: Scalars['String']['output']
  /** Whether an edge holds its connection at this moment. */
  connected: Scalars['Boolean']['output']
  /** Bytes that came in from visitors. */
  dataIn: Scalars['SafeInt']['output']
  /** Bytes that went out to visitors. */
  dataOut: Scalars['SafeInt']['output']
  /** The local address that it forwards to, for example http://localhost:3000. */
  forwardingTo: Scalars['String']['output']
  /** The reserved gateway; null for a random hostname. */
  gateway?: Maybe<Gateway>
  /** Its health, as edges measure it. A change is known within 2 seconds. */
  health: AgentHealth
  /** The agent's id. */
  id: Scalars['ID']['output']
  /** The last request that its app did not answer, even if it answers again; null when there was none. */
  lastFailure?: Maybe<TunnelFailure>
  /** When its tunnel was lost, which is known within 2 seconds; null while it is connected, before its first connection, and once it has ended. */
  lostAt?: Maybe<Scalars['DateTime']['output']>
  /** A name given with --name; null when none was. */
  name?: Maybe<Scalars['String']['output']>
  /** The public address that it serves. */
  publicUrl: Scalars['String']['output']
  /** Requests it has answered. */
  requestCount: Scalars['SafeInt']['output']
  /** The last measured round trip between edge and agent, in milliseconds; null while it is not connected. */
  roundTripMs?: Maybe<Scalars['Float']['output']>
  /** When it started. */
  startedAt: Scalars['DateTime']['output']
  /** Who started it; null when the user was removed. */
  startedBy?: Maybe<User>
  /** Its state. */
  status: AgentStatus
  /** When it ended; null while it runs. */
  stoppedAt?: Maybe<Scalars['DateTime']['output']>
  /** Whether the viewer may stop it. */
  viewerCanStop: Scalars['Boolean']['output']
}

/** A request that an app did not answer. */
export type AgentFailureInput = {
  /** The code of the visitor's error page. */
  code: Scalars['String']['input']
  /** What the agent said about it. */
  detail: Scalars['String']['input']
  /** When it happened. */
  occurredAt: Scalars['DateTime']['input']
  /** The request's id. */
  requestId: Scalars['ID']['input']
}

/** The health of an agent, measured where its visitors' requests go. */
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
  agentId: Scalars['ID']['input']
  /** Whether its app did not answer the last request. */
  failing: Scalars['Boolean']['input']
  /** The last request that its app did not answer; null when there was none. */
  lastFailure?: InputMaybe<AgentFailureInput>
  /** The last measured round trip to it, in milliseconds. */
  roundTripMs: Scalars['Float']['input']
}

/** A package of the agent for one system. */
export type AgentPackage = {
  __typename?: 'AgentPackage'
  /** The SHA-256 of the file, in hexadecimal digits. */
  sha256: Scalars['String']['output']
  /** How many bytes that are. */
  sizeBytes: Scalars['SafeInt']['output']
  /** The system as Node names it: `linux-x64`, `linux-arm64`, `win32-x64`, `darwin-x64` or `darwin-arm64`. */
  target: Scalars['String']['output']
  /** Where it is downloaded. */
  url: Scalars['String']['output']
}

/** Packages of the agent for systems without Node. */
export type AgentPackages = {
  __typename?: 'AgentPackages'
  /** A package each system. */
  packages: Array<AgentPackage>
  /** The SHA-256 of the Ed25519 key that signed them, in hexadecimal digits; null when they are not signed. */
  signingKey?: Maybe<Scalars['String']['output']>
}

/** One page of an account's agents. */
export type AgentPage = {
  __typename?: 'AgentPage'
  /** The agents of this page, newest first. */
  nodes: Array<Agent>
  /** This page's number, from 1. */
  page: Scalars['Int']['output']
  /** How many pages there are, at least 1. */
  pageCount: Scalars['Int']['output']
  /** How many agents a page holds. */
  pageSize: Scalars['Int']['output']
  /** How many there are on all pages. */
  totalCount: Scalars['Int']['output']
}

/** The state of an agent. */
export type AgentStatus =
  /** Running. */
  | 'active'
  /** Lost: it gave no sign of life for 45 seconds. It becomes active again when it comes back. */
  | 'error'
  /** Ended cleanly: stopped by its user or from the dashboard. */
  | 'inactive'

/** What an agent needs to open its tunnel. */
export type AgentTicketPayload = {
  __typename?: 'AgentTicketPayload'
  /** The agent. */
  agent: Agent
  /**
   * PEM of the authorities that sign the certificates of edges that have no public ones. The agent trusts them, beside the public
   * authorities, when it dials these edges, and nowhere else.
   */
  edgeAuthorities: Array<Scalars['String']['output']>
  /** Addresses of edges, to be tried in this order. */
  edgeUrls: Array<Scalars['String']['output']>
  /** A short-lived JWT that an edge accepts as proof that this agent may serve its hostname. */
  ticket: Scalars['String']['output']
  /** When the ticket expires. An open tunnel outlives it. */
  ticketExpiresAt: Scalars['DateTime']['output']
}

/** A key with which a program reads an account: `Authorization: Bearer ck_…`. */
export type ApiKey = {
  __typename?: 'ApiKey'
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** Who created it; null when that user was removed. */
  createdBy?: Maybe<User>
  /** When it stops working; null when never. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>
  /** The key's id. */
  id: Scalars['ID']['output']
  /** When it was last used, to within a minute; null when never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>
  /** The key's name, which says what it is for. */
  name: Scalars['String']['output']
  /** The secret's first 8 characters, to tell keys apart. */
  prefix: Scalars['String']['output']
  /** When it was revoked; null while it works. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>
  /** What the key may do. */
  scopes: Array<ApiKeyScope>
}

/** What an API key may do. A key only reads, and only its own account. */
export type ApiKeyScope =
  /** Read the account, its plan and its lists. */
  | 'READ_ACCOUNT'
  /** Read usage. */
  | 'READ_USAGE'

/** A sign-in to approve. */
export type ApproveCommandLineSignInInput = {
  /** The account for which the machine is to act. */
  accountId: Scalars['ID']['input']
  /** The code that the program shows; case, spaces and hyphens do not matter. */
  userCode: Scalars['String']['input']
}

/** What approving a sign-in returns. */
export type ApproveCommandLineSignInPayload = {
  __typename?: 'ApproveCommandLineSignInPayload'
  /** The sign-in. */
  commandLineSignIn: CommandLineSignIn
  /**
   * Where the browser goes next, `http://127.0.0.1:{port}/callback?code=…`, with a code that works once; the page appends `state`. Null without a
   * loopback: the program then finds out by itself.
   */
  redirectUrl?: Maybe<Scalars['String']['output']>
}

/** How the actor behind a change was authenticated. */
export type AuditActorKind =
  /** A request without a credential. */
  | 'ANONYMOUS'
  /** A program with an API key. */
  | 'API_KEY'
  /** A user with an AuthID or a machine token. */
  | 'AUTH_TOKEN'
  /** The operator's command line. */
  | 'OPERATOR'
  /** An edge, or another service of this installation, such as the payment provider. */
  | 'SERVICE'
  /** A signed-in user. */
  | 'SESSION'
  /** Background work. */
  | 'SYSTEM'

/** One field of an object before and after a change. */
export type AuditChange = {
  __typename?: 'AuditChange'
  /** The field's name. */
  field: Scalars['String']['output']
  /** The value before, as JSON text. */
  from: Scalars['String']['output']
  /** The value after, as JSON text. */
  to: Scalars['String']['output']
}

/** An entry of the audit log: who did what to which object, when and from where. */
export type AuditEntry = {
  __typename?: 'AuditEntry'
  /** The action as noun.verb, for example gateway.deleted. */
  action: Scalars['String']['output']
  /** Who did it; null for background work, services, the operator, and users who were removed. */
  actor?: Maybe<User>
  /** How the actor was authenticated. */
  actorKind: AuditActorKind
  /** What changed; empty where the action says it all. Secrets never appear. */
  changes: Array<AuditChange>
  /** When it happened. */
  createdAt: Scalars['DateTime']['output']
  /** The id of the session, AuthID or API key that was used; null where there was none. */
  credentialId?: Maybe<Scalars['ID']['output']>
  /** The entry's id. */
  id: Scalars['ID']['output']
  /** The client's address; null for background work and the operator. */
  ipAddress?: Maybe<Scalars['String']['output']>
  /** The object's id. */
  objectId: Scalars['ID']['output']
  /** The object's name at that time, for example its hostname; null when it has none. */
  objectName?: Maybe<Scalars['String']['output']>
  /** What kind of object it was, for example gateway. */
  objectType: Scalars['String']['output']
  /** The client's User-Agent header; null when it sent none. */
  userAgent?: Maybe<Scalars['String']['output']>
}

/** One page of an audit log. */
export type AuditPage = {
  __typename?: 'AuditPage'
  /** The entries of this page, newest first. */
  nodes: Array<AuditEntry>
  /** This page's number, from 1. */
  page: Scalars['Int']['output']
  /** How many pages there are, at least 1. */
  pageCount: Scalars['Int']['output']
  /** How many entries a page holds. */
  pageSize: Scalars['Int']['output']
  /** How many there are on all pages. */
  totalCount: Scalars['Int']['output']
}

/** One device on which the user is signed in. */
export type AuthSession = {
  __typename?: 'AuthSession'
  /** When the user signed in. */
  createdAt: Scalars['DateTime']['output']
  /** Whether it is the session that asks. */
  current: Scalars['Boolean']['output']
  /** When it ends unless it is refreshed before. */
  expiresAt: Scalars['DateTime']['output']
  /** The session's id. */
  id: Scalars['ID']['output']
  /** The address it was last refreshed from; null when it is not known. */
  ipAddress?: Maybe<Scalars['String']['output']>
  /** When it was last refreshed: an access token in use is at most 15 minutes younger. */
  lastUsedAt: Scalars['DateTime']['output']
  /** The User-Agent header it was last refreshed with; null when there was none. */
  userAgent?: Maybe<Scalars['String']['output']>
}

/** An AuthID: the secret with which a member's agents act for the account. One for each member and account. */
export type AuthToken = {
  __typename?: 'AuthToken'
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** The token's id. */
  id: Scalars['ID']['output']
  /** When an agent last started with it; null when never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>
  /** The token's name, for example `Ada's account CLI Token`. */
  name: Scalars['String']['output']
}

/** What kind of token a program shows. */
export type AuthTokenKind =
  /** The member's AuthID. */
  | 'AUTH_ID'
  /** A machine token. */
  | 'MACHINE'

/** What edges show an authority that is about to look at a name. */
export type CertificateChallenge = {
  __typename?: 'CertificateChallenge'
  /** TLS-ALPN-01: the certificate in PEM; null otherwise. */
  chain?: Maybe<Scalars['String']['output']>
  /** The name that it looks at; lowercase. */
  hostname: Scalars['String']['output']
  /** TLS-ALPN-01: its private key in PEM; null otherwise. It is good for this one handshake. */
  key?: Maybe<Scalars['String']['output']>
  /** HTTP-01: the text there; null otherwise. */
  keyAuthorization?: Maybe<Scalars['String']['output']>
  /** HTTP-01: the last segment of the path; null otherwise. */
  token?: Maybe<Scalars['String']['output']>
  /** How the authority looks. */
  type: ChallengeType
}

/** How far a certificate has come. */
export type CertificateStage =
  /** An authority was asked for it, and looks whether the name points here. */
  | 'ORDERING'
  /** It is served. */
  | 'READY'
  /** It waits for its turn, or for the next attempt. */
  | 'WAITING'

/** Tells that certificates or challenges changed. */
export type CertificatesChange = {
  __typename?: 'CertificatesChange'
  /** The latest version. */
  version: Scalars['SafeInt']['output']
}

/** How an authority looks whether a name is the installation's (RFC 8555, section 8). */
export type ChallengeType =
  /** A text under `/.well-known/acme-challenge/` on port 80 of the name (RFC 8555, section 8.3). */
  | 'HTTP_01'
  /** A certificate that a handshake with the protocol `acme-tls/1` shows (RFC 8737). */
  | 'TLS_ALPN_01'

/** A member's new role. */
export type ChangeMemberRoleInput = {
  /** The membership's id. */
  id: Scalars['ID']['input']
  /** viewer or admin. */
  role: Role
}

/** What changing a role returns. */
export type ChangeMemberRolePayload = {
  __typename?: 'ChangeMemberRolePayload'
  /** The member with the new role. */
  member: Member
}

/** A new password for the signed-in user. */
export type ChangePasswordInput = {
  /** The current password. */
  currentPassword: Scalars['String']['input']
  /** The new password: at least 6 characters. */
  newPassword: Scalars['String']['input']
}

/** What changing the password returns. */
export type ChangePasswordPayload = {
  __typename?: 'ChangePasswordPayload'
  /** The user. All their other sessions have ended. */
  user: User
}

/** A plan to change to. */
export type ChangePlanInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The plan; one that is on offer. */
  planId: Scalars['ID']['input']
}

/** What asking for another plan returns. */
export type ChangePlanPayload = {
  __typename?: 'ChangePlanPayload'
  /** The account. */
  account: Account
  /** The payment provider's page to send the browser to, with the outcome REDIRECT. */
  checkoutUrl?: Maybe<Scalars['String']['output']>
  /** The invoice that the change created: for a plan that costs something, in the `manual` mode. */
  invoice?: Maybe<Invoice>
  /** The outcome as a sentence for people. */
  message: Scalars['String']['output']
  /** The outcome. */
  outcome: PlanChangeOutcome
}

/** The agent whose connection is checked. */
export type CheckAgentInput = {
  /** The agent's id. */
  id: Scalars['ID']['input']
}

/** What a check returns. */
export type CheckConnectionPayload = {
  __typename?: 'CheckConnectionPayload'
  /** Each hop and how it went. */
  check: ConnectionCheck
}

/** The gateway whose connection is checked. */
export type CheckGatewayInput = {
  /** The gateway's id. */
  id: Scalars['ID']['input']
}

/** What came of an attempt to redeem a sign-in. */
export type CommandLineRedemption =
  /** It was approved: the payload has the token. */
  | 'APPROVED'
  /** It was denied, or whoever approved it is no longer in the account. It is over. */
  | 'DENIED'
  /** It was not redeemed in time. It is over. */
  | 'EXPIRED'
  /** Nobody has answered yet or, with a loopback, no code was given. Ask again after the interval. */
  | 'PENDING'
  /** As PENDING, but the program asked sooner than after the interval. */
  | 'SLOW_DOWN'

/**
 * How a command line gets a machine token without seeing a password (RFC 8628, and RFC 8252 where the browser runs on the same machine).
 * The program asks for a sign-in, a signed-in person approves it on the dashboard within 10 minutes, and the program redeems it.
 */
export type CommandLineSignIn = {
  __typename?: 'CommandLineSignIn'
  /** When it expires. */
  expiresAt: Scalars['DateTime']['output']
  /** How the machine calls itself. Anybody can claim any name. */
  machineName: Scalars['String']['output']
  /** When it was asked for. */
  requestedAt: Scalars['DateTime']['output']
  /** The network address that it was asked for from. */
  requestedFrom: Scalars['String']['output']
  /** The code that the program shows, as `XXXX-XXXX`. */
  userCode: Scalars['String']['output']
  /**
   * Whether the approval is carried by the browser to a program on the same machine. Otherwise the program that asked gets the token, wherever
   * it runs.
   */
  usesLoopback: Scalars['Boolean']['output']
}

/** The connection from the public address to the local app, as a check found it. */
export type ConnectionCheck = {
  __typename?: 'ConnectionCheck'
  /** When it was checked. */
  checkedAt: Scalars['DateTime']['output']
  /** Whether every hop works. */
  passed: Scalars['Boolean']['output']
  /** The public address that was asked. */
  publicUrl: Scalars['String']['output']
  /** Every hop, from the outside in. */
  steps: Array<ConnectionStep>
}

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
  /** It shows a certificate that is valid for the hostname. Left out where the public address is one of plain HTTP. */
  | 'TLS'

/** What a check found at one hop. */
export type ConnectionState =
  /** It does not work: this is where requests end. */
  | 'FAILED'
  /** It works. */
  | 'OK'
  /** It was not reached, because one before it failed. */
  | 'SKIPPED'

/** One hop of a connection, and what was found there. */
export type ConnectionStep = {
  __typename?: 'ConnectionStep'
  /** A stable name for what failed, as listed at `/docs/errors`; null otherwise. */
  code?: Maybe<Scalars['String']['output']>
  /** How long it took, in milliseconds; null where nothing could be measured. */
  durationMs?: Maybe<Scalars['Float']['output']>
  /** What to do about it; null where nothing failed. */
  fix?: Maybe<Scalars['String']['output']>
  /** Which hop. */
  hop: ConnectionHop
  /** What was found, in a sentence; null for a hop that was not reached. */
  message?: Maybe<Scalars['String']['output']>
  /** Whether it works. */
  state: ConnectionState
}

/** What a contact request is about. */
export type ContactCategory =
  /** Invoices and payments. */
  | 'billing'
  /** A bug report. */
  | 'bug'
  /** A feature request. */
  | 'feature'
  /** Anything else. */
  | 'general'
  /** Working together. */
  | 'partnership'
  /** Help with using the service. */
  | 'support'

/** How to reach the operator. What the operator did not name is null. */
export type ContactDetails = {
  __typename?: 'ContactDetails'
  /** A postal address; it may have several lines. */
  address?: Maybe<Scalars['String']['output']>
  /** The https address of a chat community. */
  chatUrl?: Maybe<Scalars['String']['output']>
  /** An e-mail address. */
  email?: Maybe<Scalars['String']['output']>
  /** A phone number, as people write it. */
  phone?: Maybe<Scalars['String']['output']>
}

/** The form of the contact page. */
export type ContactFormInput = {
  /** What it is about. */
  category: ContactCategory
  /** Where to answer. */
  email: Scalars['String']['input']
  /** The text, at most 10,000 characters. */
  message: Scalars['String']['input']
  /** The sender's name, at most 100 characters. */
  name: Scalars['String']['input']
  /** One line, at most 200 characters. */
  subject: Scalars['String']['input']
  /** When the form was sent, by the sender's clock; the server's when left out. */
  timestamp?: InputMaybe<Scalars['DateTime']['input']>
  /** The sender's browser; taken from the request's header when left out. */
  userAgent?: InputMaybe<Scalars['String']['input']>
}

/** A message to the operator, as its sender sees it. */
export type ContactRequest = {
  __typename?: 'ContactRequest'
  /** When it arrived. */
  createdAt: Scalars['DateTime']['output']
  /** The request's id: what to name when asking about it. */
  id: Scalars['ID']['output']
  /** Its state. */
  status: ContactRequestStatus
  /** Which form it comes from. */
  type: ContactRequestType
}

/** The state of a contact request. */
export type ContactRequestStatus =
  /** Done. */
  | 'closed'
  /** Not looked at yet. */
  | 'new'
  /** In progress. */
  | 'open'

/** Which form a contact request comes from. */
export type ContactRequestType =
  /** The contact page. */
  | 'contact'
  /** The page Report an Issue. */
  | 'issue'

/** An account to open. The viewer owns it. */
export type CreateAccountInput = {
  /** The account's name: without web addresses, control, text direction and zero-width characters. */
  name: Scalars['String']['input']
  /** The account's namespace; made from the name when left out. */
  namespace?: InputMaybe<Scalars['String']['input']>
}

/** What creating an account returns. */
export type CreateAccountPayload = {
  __typename?: 'CreateAccountPayload'
  /** The viewer's place in the new account. */
  membership: Membership
}

/** An API key to create. */
export type CreateApiKeyInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** When it stops working; never when left out. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>
  /** What the key is for, at most 100 characters. */
  name: Scalars['String']['input']
  /** What the key may do, at least one. */
  scopes: Array<ApiKeyScope>
}

/** A new key with its secret. */
export type CreateApiKeyPayload = {
  __typename?: 'CreateApiKeyPayload'
  /** The key. */
  apiKey: ApiKey
  /** `ck_` and 64 hex characters. Returned this once: only its SHA-256 is kept. */
  secret: Scalars['String']['output']
}

/** The account that an AuthID is created for. */
export type CreateAuthTokenInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
}

/** A new AuthID with its secret. */
export type CreateAuthTokenPayload = {
  __typename?: 'CreateAuthTokenPayload'
  /** The token. */
  authToken: AuthToken
  /** `pk_` and 64 hex characters. Returned this once: only its SHA-256 is kept. */
  secret: Scalars['String']['output']
}

/** A hostname to reserve. */
export type CreateGatewayInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** Instead of `domain`: the full hostname, which is a verified domain of the account or a subdomain of one. */
  customDomain?: InputMaybe<Scalars['String']['input']>
  /** One of the offered subpoint domains; left out for a custom domain. */
  domain?: InputMaybe<Scalars['String']['input']>
  /** Lowercase letters, digits and hyphens. On an offered domain it is the prefix: the hostname becomes {prefix}-{namespace}.{domain}. */
  name: Scalars['String']['input']
}

/** What reserving a gateway returns. */
export type CreateGatewayPayload = {
  __typename?: 'CreateGatewayPayload'
  /** The new gateway. */
  gateway: Gateway
}

/** A machine token to create. */
export type CreateMachineTokenInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /**
   * Which machine is to have it: at most 64 characters, without control, text direction and zero-width characters. If a live token has the
   * name, the new one is named with a number, for example `ci (2)`.
   */
  name: Scalars['String']['input']
}

/** A new machine token with its secret. */
export type CreateMachineTokenPayload = {
  __typename?: 'CreateMachineTokenPayload'
  /** The token. */
  machineToken: MachineToken
  /** `pk_` and 64 hex characters. Returned this once: only its SHA-256 is kept. */
  secret: Scalars['String']['output']
}

/** The invitation to decline. */
export type DeclineInviteInput = {
  /** The secret of the invitation's link. */
  token: Scalars['String']['input']
}

/** What declining an invitation returns. */
export type DeclineInvitePayload = {
  __typename?: 'DeclineInvitePayload'
  /** The id of the invitation that was declined. */
  inviteId: Scalars['ID']['output']
}

/** The account to delete. */
export type DeleteAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The account's namespace, as the confirmation. */
  namespace: Scalars['String']['input']
}

/** What deleting an account returns. */
export type DeleteAccountPayload = {
  __typename?: 'DeleteAccountPayload'
  /** The id of the account that was deleted. */
  accountId: Scalars['ID']['output']
}

/** An AuthID to delete. */
export type DeleteAuthTokenInput = {
  /** The token's id. */
  id: Scalars['ID']['input']
}

/** What deleting an AuthID returns. */
export type DeleteAuthTokenPayload = {
  __typename?: 'DeleteAuthTokenPayload'
  /** The token that was deleted. */
  authToken: AuthToken
}

/** A domain to delete. */
export type DeleteDomainInput = {
  /** The domain's id. */
  id: Scalars['ID']['input']
}

/** What deleting a domain returns. */
export type DeleteDomainPayload = {
  __typename?: 'DeleteDomainPayload'
  /** The domain that was deleted. */
  domain: Domain
}

/** The gateway to delete. */
export type DeleteGatewayInput = {
  /** The gateway's id. */
  id: Scalars['ID']['input']
}

/** What deleting a gateway returns. */
export type DeleteGatewayPayload = {
  __typename?: 'DeleteGatewayPayload'
  /** The gateway that was deleted. */
  gateway: Gateway
}

/** A machine token to delete. */
export type DeleteMachineTokenInput = {
  /** The token's id. */
  id: Scalars['ID']['input']
}

/** What deleting a machine token returns. */
export type DeleteMachineTokenPayload = {
  __typename?: 'DeleteMachineTokenPayload'
  /** The token that was deleted. */
  machineToken: MachineToken
}

/** A sign-in to deny. */
export type DenyCommandLineSignInInput = {
  /** The code that the program shows. */
  userCode: Scalars['String']['input']
}

/** What denying a sign-in returns. */
export type DenyCommandLineSignInPayload = {
  __typename?: 'DenyCommandLineSignInPayload'
  /** The sign-in. */
  commandLineSignIn: CommandLineSignIn
  /** Where the browser goes next, `http://127.0.0.1:{port}/callback?error=access_denied`; null without a loopback. */
  redirectUrl?: Maybe<Scalars['String']['output']>
}

/** A DNS record to set. */
export type DnsRecord = {
  __typename?: 'DnsRecord'
  /** What the last check found in its place, as words that complete “we found …”; null before the first. */
  found?: Maybe<Scalars['String']['output']>
  /** The record's name. */
  name: Scalars['String']['output']
  /** Its type. */
  type: DnsRecordType
  /** The record's value. A CNAME points to the account's own name under the tunnel host. */
  value: Scalars['String']['output']
}

/** The type of a DNS record. */
export type DnsRecordType =
  /** An alias of another name. */
  | 'CNAME'
  /** A text. */
  | 'TXT'

/** A custom domain of an account. */
export type Domain = {
  __typename?: 'Domain'
  /**
   * How long a CNAME to the tunnel host itself still counts, for a domain that was verified by it before accounts had names of their
   * own; null where another record proves the domain.
   */
  bareCnameUntil?: Maybe<Scalars['DateTime']['output']>
  /** Its certificate; null while the domain is not verified, and where the installation orders none. */
  certificate?: Maybe<DomainCertificate>
  /** When it was added. */
  createdAt: Scalars['DateTime']['output']
  /** When it was deleted; null while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>
  /**
   * The CNAME to the account's own name and the TXT record with the token: one of them must be found. Inside a domain that another
   * account has verified, it must be the TXT record. The better one comes first.
   */
  dnsRecords: Array<DnsRecord>
  /** The domain, lowercase; international names in punycode. */
  domain: Scalars['String']['output']
  /** What the last check found, an entry for each aspect; empty before the first. */
  findings: Array<DomainFinding>
  /** The domain's id. */
  id: Scalars['ID']['output']
  /** What the last check found, in a sentence; null before the first. */
  lastCheckMessage?: Maybe<Scalars['String']['output']>
  /** When it was last checked; null before the first. */
  lastCheckedAt?: Maybe<Scalars['DateTime']['output']>
  /** Its state. */
  status: DomainStatus
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output']
  /** The token that the TXT record carries. */
  verificationToken: Scalars['String']['output']
  /** Whether a check is running. */
  verifying: Scalars['Boolean']['output']
}

/** What a check of a domain looks at. */
export type DomainAspect =
  /** The A and AAAA records: the addresses to which the domain leads. */
  | 'ADDRESSES'
  /** How a registered name, which can have no CNAME record, is led here (RFC 1034, section 3.6.2). */
  | 'APEX'
  /** Whether CAA records let the installation's authority issue a certificate (RFC 8659). */
  | 'CAA'
  /** The CNAME record that proves the domain and leads visitors here. */
  | 'CNAME'
  /** A content delivery network in front of the domain. */
  | 'PROXY'
  /** Whether all name servers say the same. */
  | 'RESOLVERS'
  /** The TXT record that proves the domain. */
  | 'TXT'

/** The certificate of a hostname, and how far it has come. */
export type DomainCertificate = {
  __typename?: 'DomainCertificate'
  /** What to do about that; null when there is nothing to do but wait. */
  advice?: Maybe<Scalars['String']['output']>
  /** The authority that issues it, for example Let's Encrypt. */
  authority: Scalars['String']['output']
  /** When it expires; null before the first. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>
  /** When it was issued; null before the first. */
  issuedAt?: Maybe<Scalars['DateTime']['output']>
  /** Why the last attempt failed, in a sentence; null when it did not. */
  lastError?: Maybe<Scalars['String']['output']>
  /** When the next attempt is due; null while none is. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>
  /** When it is renewed; null before the first. */
  renewsAt?: Maybe<Scalars['DateTime']['output']>
  /** How far it has come. One that is being renewed stays READY as long as it is valid. */
  stage: CertificateStage
}

/** What a check found of one aspect of a domain. */
export type DomainFinding = {
  __typename?: 'DomainFinding'
  /** What to do, in one sentence that names the record; null where nothing is to be done. */
  advice?: Maybe<Scalars['String']['output']>
  /** What was looked at. */
  aspect: DomainAspect
  /** What should be there; null where nothing in particular should. */
  expected?: Maybe<Scalars['String']['output']>
  /** What was there. */
  found: Scalars['String']['output']
  /** How it is. */
  outcome: FindingOutcome
}

/** The state of a custom domain. */
export type DomainStatus =
  /** The last check did not find the records. */
  | 'failed'
  /** Waiting for its DNS records to be found. */
  | 'pending'
  /** Belongs to the account: gateways may use it. */
  | 'verified'

/** What a verification link is for. */
export type EmailVerification = {
  __typename?: 'EmailVerification'
  /** The address that it verifies. */
  email: Scalars['String']['output']
  /** The full name given by the person who signed up with the address. */
  fullName: Scalars['String']['output']
  /** The link's state. */
  state: EmailVerificationState
}

/** The state of a verification link. */
export type EmailVerificationState =
  /** Expired, or void because the address went to somebody else. The user can ask for another one. */
  | 'EXPIRED'
  /** Opened by the user it was sent to, it verifies the address. */
  | 'OPEN'
  /** The address is verified; nothing is left to do. */
  | 'VERIFIED'

/** What deleting the token of the request returns. */
export type EndOwnTokenPayload = {
  __typename?: 'EndOwnTokenPayload'
  /** The token that was deleted. */
  machineToken: MachineToken
}

/** The session to end. */
export type EndSessionInput = {
  /** The session's id. */
  id: Scalars['ID']['input']
}

/** What ending a session returns. */
export type EndSessionPayload = {
  __typename?: 'EndSessionPayload'
  /** The session that has ended. */
  session: AuthSession
}

/** A tunnel that an edge must close. */
export type EndedTunnel = {
  __typename?: 'EndedTunnel'
  /** The agent whose tunnel ends. */
  agentId: Scalars['ID']['output']
  /** Why it ends. */
  reason: TunnelEndReason
}

/** The account to export. */
export type ExportAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
}

/** What exporting an account returns. */
export type ExportAccountPayload = {
  __typename?: 'ExportAccountPayload'
  /** When the path stops working. */
  expiresAt: Scalars['DateTime']['output']
  /** A name for the file, with the namespace and the day. */
  fileName: Scalars['String']['output']
  /**
   * The file itself, up to 4 MiB; a larger one is refused with BAD_USER_INPUT.
   * @deprecated Download the file from `path`, whatever its size.
   */
  json: Scalars['String']['output']
  /**
   * The path of the file on the address of the API, for one download that begins within 60 seconds: all that is kept of the account as
   * one JSON object with a list for each kind of object; secrets are left out. Anyone with the path can download the file, as long as
   * the session that asked for it lasts and its user may export the account.
   */
  path: Scalars['String']['output']
}

/** How an aspect of a domain is. */
export type FindingOutcome =
  /** As it should be, or nothing that matters. */
  | 'OK'
  /** Visitors or certificates fail by it. */
  | 'PROBLEM'
  /** It could not be found out. */
  | 'UNKNOWN'
  /** It works, and may stop working. */
  | 'WARNING'

/** How far an edge has come with certificates and challenges. */
export type FollowCertificatesInput = {
  /** The edge, by the id of its tunnel reports. */
  edgeId: Scalars['ID']['input']
  /** The version up to which the edge serves everything; null at its first question, which then names no changes. */
  version?: InputMaybe<Scalars['SafeInt']['input']>
}

/** What changed since. */
export type FollowCertificatesPayload = {
  __typename?: 'FollowCertificatesPayload'
  /** Every challenge that is open now. The edge shows these and no others. */
  challenges: Array<CertificateChallenge>
  /** Whether there is more to ask for at once. */
  hasMore: Scalars['Boolean']['output']
  /** The names whose certificates were issued, renewed or ended since; at most 500. What is known of them must be asked for anew. */
  names: Array<Scalars['String']['output']>
  /**
   * The version that the edge has reached once it has done so. One below that of the question comes from another database, or from before
   * a backup was restored: then nothing that the edge knows is certain.
   */
  version: Scalars['SafeInt']['output']
}

/** A reserved hostname. */
export type Gateway = {
  __typename?: 'Gateway'
  /** When the bound agent's tunnel was lost, as in `Agent.lostAt`: until it comes back, visitors are told that it is away. Null while no agent is bound. */
  agentLostAt?: Maybe<Scalars['DateTime']['output']>
  /** Its certificate; null where another one covers it, and where the installation orders none. */
  certificate?: Maybe<DomainCertificate>
  /** When it was reserved. */
  createdAt: Scalars['DateTime']['output']
  /** When it was deleted; null while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>
  /** The gateway's id. */
  id: Scalars['ID']['output']
  /** The name that `culvert http --gateway NAME` takes; on an offered domain the prefix. */
  name: Scalars['String']['output']
  /** The public address. */
  publicUrl: Scalars['String']['output']
  /** The full hostname, for example demo-ada.culvert.localhost, or one on the account's own domain. Unique among live gateways. */
  subdomain: Scalars['String']['output']
  /** The id of the agent that is bound to it; null when it is available. */
  tunnelBinding?: Maybe<Scalars['ID']['output']>
}

/** The agents that were started on one gateway in a range of days. */
export type GatewaySessions = {
  __typename?: 'GatewaySessions'
  /** The gateway; null for all random hostnames together. */
  gateway?: Maybe<UsageGateway>
  /** How many seconds they ran altogether; those that still run count up to now. */
  runSeconds: Scalars['Float']['output']
  /** How many were started. */
  sessionCount: Scalars['Int']['output']
}

/** An invitation to an account, as the account's members see it. */
export type Invite = {
  __typename?: 'Invite'
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** The invited e-mail address. */
  email: Scalars['String']['output']
  /** When it stops working. */
  expiresAt: Scalars['DateTime']['output']
  /** The invitation's id. */
  id: Scalars['ID']['output']
  /** Who sent it; null when that user was removed. */
  invitedBy?: Maybe<User>
  /** The role that the person will have. */
  role: Role
  /** Its state; a pending one that has expired reads expired. */
  status: InviteStatus
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output']
  /** The sign-up page with the invitation's secret, to hand to the invited person. Null when it is no longer pending, and for members who may not invite. */
  url?: Maybe<Scalars['String']['output']>
  /** Whether the viewer may revoke it. */
  viewerCanRevoke: Scalars['Boolean']['output']
}

/** A person to invite. */
export type InviteMemberInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The address to invite. */
  email: Scalars['String']['input']
  /** viewer or admin. */
  role: Role
}

/** What inviting somebody returns. */
export type InviteMemberPayload = {
  __typename?: 'InviteMemberPayload'
  /** The new invitation. Its link has been mailed. */
  invite: Invite
}

/** The state of an invitation. */
export type InviteStatus =
  /** The invited person joined. */
  | 'accepted'
  /** The invited person declined. */
  | 'declined'
  /** Revoked, or expired. */
  | 'expired'
  /** Waiting for an answer. It counts only until it expires. */
  | 'pending'

/** What an account owes, or owed, for a month. */
export type Invoice = {
  __typename?: 'Invoice'
  /** The amount in USD: the plan's price and the overage. */
  amount: Scalars['Float']['output']
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** What it is for: Pro Plan - Monthly, or Data transfer over the limit where that is all. */
  description: Scalars['String']['output']
  /** When it is due. Nothing is cut off after that. */
  dueDate: Scalars['DateTime']['output']
  /** The invoice's id. */
  id: Scalars['ID']['output']
  /** The overage of the previous period, which is part of the amount; null when there was none. */
  overage?: Maybe<Overage>
  /** When the month ends, and the next one begins. */
  periodEnd: Scalars['DateTime']['output']
  /** When the month begins. */
  periodStart: Scalars['DateTime']['output']
  /** The plan that it is for. */
  plan: Plan
  /** Its state. */
  status: InvoiceStatus
  /** Whether the viewer may mark it as paid now. */
  viewerCanMarkPaid: Scalars['Boolean']['output']
}

/** The state of an invoice. */
export type InvoiceStatus =
  /** No longer owed. */
  | 'cancelled'
  /** Payment was tried, and failed. */
  | 'failed'
  /** Paid. */
  | 'paid'
  /** Not paid yet. */
  | 'pending'

/** An address or range whose visitors an account's tunnels refuse. */
export type IpRestriction = {
  __typename?: 'IpRestriction'
  /** When it was added. */
  createdAt: Scalars['DateTime']['output']
  /** When it was removed; null while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>
  /** What it is for; null when nothing was given. */
  description?: Maybe<Scalars['String']['output']>
  /** The restriction's id. */
  id: Scalars['ID']['output']
  /** An IPv4 or full IPv6 address, or a range of them in CIDR form. */
  ipAddress: Scalars['String']['output']
}

/** The form of the page Report an Issue. Texts have at most 10,000 characters. */
export type IssueFormInput = {
  /** What happens instead. */
  actualBehavior?: InputMaybe<Scalars['String']['input']>
  /** What happens. */
  description: Scalars['String']['input']
  /** Where to answer. */
  email: Scalars['String']['input']
  /** Operating system, browser and whatever else may matter, at most 500 characters. */
  environment?: InputMaybe<Scalars['String']['input']>
  /** What should happen. */
  expectedBehavior?: InputMaybe<Scalars['String']['input']>
  /** How much it matters. */
  priority: IssuePriority
  /** What to do to see it. */
  stepsToReproduce?: InputMaybe<Scalars['String']['input']>
  /** When the form was sent, by the sender's clock; the server's when left out. */
  timestamp?: InputMaybe<Scalars['DateTime']['input']>
  /** One line, at most 200 characters. */
  title: Scalars['String']['input']
  /** What kind of issue it is. */
  type: IssueType
  /** The address of the page that the form was sent from. */
  url?: InputMaybe<Scalars['String']['input']>
  /** The sender's browser; taken from the request's header when left out. */
  userAgent?: InputMaybe<Scalars['String']['input']>
  /** The version in which it was seen, at most 50 characters. */
  version?: InputMaybe<Scalars['String']['input']>
}

/** How much an issue matters to its reporter. */
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

/** The account to leave. */
export type LeaveAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
}

/** What leaving an account returns. */
export type LeaveAccountPayload = {
  __typename?: 'LeaveAccountPayload'
  /** The id of the account that was left. */
  accountId: Scalars['ID']['output']
}

/**
 * A token of one machine of a member: agents start with it exactly as with an AuthID. `culvert login` gets one for the machine that it
 * runs on, and a member can create one by name, for CI. At most 50 for each member and account.
 */
export type MachineToken = {
  __typename?: 'MachineToken'
  /** The network address from which the member approved or created it. */
  approvedFrom?: Maybe<Scalars['String']['output']>
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** The token's id. */
  id: Scalars['ID']['output']
  /** When an agent last started with it; null when never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>
  /** Which machine has it, for example `adas-laptop.local`; no two live tokens of a member and account have the same name. */
  name: Scalars['String']['output']
}

/** The invoice to mark as paid. */
export type MarkInvoicePaidInput = {
  /** The invoice's id. */
  id: Scalars['ID']['input']
}

/** What marking an invoice as paid returns. */
export type MarkInvoicePaidPayload = {
  __typename?: 'MarkInvoicePaidPayload'
  /** The invoice. */
  invoice: Invoice
}

/** A person in an account. */
export type Member = {
  __typename?: 'Member'
  /** When they joined. */
  createdAt: Scalars['DateTime']['output']
  /** The membership's id. */
  id: Scalars['ID']['output']
  /** What they may do in the account. */
  role: Role
  /** The person. */
  user: User
  /** Whether the viewer may change this member's role. */
  viewerCanChangeRole: Scalars['Boolean']['output']
  /** Whether the viewer may remove this member. */
  viewerCanRemove: Scalars['Boolean']['output']
  /** Whether the viewer may hand the account over to this member. */
  viewerCanTransferOwnershipTo: Scalars['Boolean']['output']
}

/** A user's place in an account. */
export type Membership = {
  __typename?: 'Membership'
  /** The account. */
  account: Account
  /** When the user joined. */
  createdAt: Scalars['DateTime']['output']
  /** The membership's id. */
  id: Scalars['ID']['output']
  /** What the user may do in the account. */
  role: Role
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type Mutation = {
  __typename?: 'Mutation'
  /** Joins the account of an invitation addressed to the viewer's e-mail. */
  acceptInvite: AcceptInvitePayload
  /** Adds a custom domain, pending until its DNS records are found. */
  addDomain: AddDomainPayload
  /** Refuses visitors from an address or range, on every tunnel of the account within 2 seconds. */
  addIpRestriction: AddIpRestrictionPayload
  /** Lets the machine act for the viewer in an account. */
  approveCommandLineSignIn: ApproveCommandLineSignInPayload
  /** Makes a member a viewer or an admin; a super_admin stays one. */
  changeMemberRole: ChangeMemberRolePayload
  /** Sets a new password for the signed-in user, and ends all their other sessions. */
  changePassword: ChangePasswordPayload
  /** Asks for another plan. One that allows less than is in use is not refused: what exists stays, and nothing can be added. */
  changePlan: ChangePlanPayload
  /** The same for the hostname of a running agent. */
  checkAgent: CheckConnectionPayload
  /**
   * Sends a request through the public address of a gateway, and reports which hop fails. The local app gets one `HEAD /`
   * with the field `Culvert-Probe`. At most 30 checks of an account a minute.
   */
  checkGateway: CheckConnectionPayload
  /** Opens one more account on the free plan. A user owns at most 10. */
  createAccount: CreateAccountPayload
  /** Creates an API key. */
  createApiKey: CreateApiKeyPayload
  /** Creates the viewer's AuthID for an account, or replaces it: an older secret stops working and its agents end. */
  createAuthToken: CreateAuthTokenPayload
  /** Reserves a hostname on an offered domain, or on a verified domain of the account. */
  createGateway: CreateGatewayPayload
  /** Creates a machine token of the viewer for an account. */
  createMachineToken: CreateMachineTokenPayload
  /** Declines an invitation addressed to the viewer's e-mail. */
  declineInvite: DeclineInvitePayload
  /** Deletes the account for good: its tunnels, AuthIDs and API keys end, its hostnames and domains are free again. */
  deleteAccount: DeleteAccountPayload
  /** Deletes the viewer's own AuthID; its agents end within 2 seconds. */
  deleteAuthToken: DeleteAuthTokenPayload
  /** Deletes a domain; gateways on it end with their tunnels, within 2 seconds. */
  deleteDomain: DeleteDomainPayload
  /** Gives a hostname back; an agent bound to it ends within 2 seconds. */
  deleteGateway: DeleteGatewayPayload
  /** Deletes one of the viewer's own machine tokens; its agents end within 2 seconds. */
  deleteMachineToken: DeleteMachineTokenPayload
  /** Refuses a sign-in. */
  denyCommandLineSignIn: DenyCommandLineSignInPayload
  /** Deletes the machine token that the request shows; its agents end within 2 seconds. An AuthID is deleted on the dashboard. */
  endOwnToken: EndOwnTokenPayload
  /** Ends one of the user's own sessions, on any device. */
  endSession: EndSessionPayload
  /** Exports what is kept of the account, to be stored before it is deleted. At most 10 an hour for each account. */
  exportAccount: ExportAccountPayload
  /**
   * Notes how far an edge has come, and returns what changed since. An edge asks every 5 seconds, after `certificatesChanged`, and
   * again as soon as it has reached a new version: an authority is told to look only once every edge shows the challenge.
   */
  followCertificates: FollowCertificatesPayload
  /** Invites somebody by mail, for 7 days. Members and pending invitations together stay within the plan's maxTeamMembers. */
  inviteMember: InviteMemberPayload
  /** Ends the viewer's own membership, AuthID and agents. The last super_admin cannot leave. */
  leaveAccount: LeaveAccountPayload
  /** Marks an invoice as paid, where plans change in the `manual` mode. For super_admin. */
  markInvoicePaid: MarkInvoicePaidPayload
  /** Opens the payment provider's pages for the account's subscription. For super_admin. */
  openBillingPortal: OpenBillingPortalPayload
  /** Exchanges an approved sign-in for a machine token, once. An attempt that was redeemed before fails with CONFLICT. */
  redeemCommandLineSignIn: RedeemCommandLineSignInPayload
  /** Exchanges a refresh token for a new session; the old refresh token stops working. */
  refreshSession: SessionPayload
  /** Lets visitors from an address or range connect again. */
  removeIpRestriction: RemoveIpRestrictionPayload
  /** Ends somebody's membership, their AuthID and their agents; never a super_admin's. */
  removeMember: RemoveMemberPayload
  /** A new ticket for a session that lost its edge and comes back; its hostname stays its own. */
  renewAgentTicket: AgentTicketPayload
  /** Reports cumulative counters. Repeated and late reports change nothing; each one counts as a sign of life. */
  reportAgent: ReportAgentPayload
  /** Reports the health of connected agents, where it changed. An edge reports each agent again within 30 seconds. */
  reportAgentHealth: ReportAgentHealthPayload
  /** Reports to the API what accounts use of their limits. For edges, every 5 seconds. */
  reportRates: ReportRatesPayload
  /**
   * Tells the API which tunnels are open, and returns those that must be closed. An edge reports all of them at least every 30 seconds,
   * so that nothing depends on `tunnelEnded` alone. Each report, even one without news, is a sign of life of the edge: after 25 seconds
   * without one it no longer vouches for its agents.
   */
  reportTunnels: ReportTunnelsPayload
  /** Adds a batch of usage, exactly once. */
  reportUsage: ReportUsagePayload
  /** Asks for a sign-in of a command line. It waits for 10 minutes. */
  requestCommandLineSignIn: RequestCommandLineSignInPayload
  /** Mails the viewer another link that verifies their address, for 3 days. At most 5 an hour. CONFLICT when it is verified already. */
  requestEmailVerification: RequestEmailVerificationPayload
  /** Sends a link for a new password. It works once, for 60 minutes, and proves the e-mail address. */
  requestPasswordReset: RequestPasswordResetPayload
  /**
   * Sets a new password by the link in the mail, and ends all sessions of the user. If the address was not proven, the AuthIDs and
   * API keys that the user created, and their memberships by invitation, end too.
   */
  resetPassword: ResetPasswordPayload
  /** Revokes an API key: it stops working at once, and its live connections end. */
  revokeApiKey: RevokeApiKeyPayload
  /** Makes an invitation's link stop working. */
  revokeInvite: RevokeInvitePayload
  /** Sends a message to the operator, signed in or not. At most 10 an hour from one address. */
  sendContactRequest: SendContactRequestPayload
  /** Signs in with e-mail or phone and a password. */
  signIn: SessionPayload
  /** Ends sessions: the one that asks, the user's others, or all. Succeeds when there is none to end. */
  signOut: SignOutPayload
  /**
   * Creates a user, an account with a namespace, its super_admin membership and the free plan, and signs in. A link that verifies
   * the e-mail address is mailed.
   */
  signUp: SessionPayload
  /** Starts a tunnel session on a reserved gateway or a random hostname. */
  startAgent: AgentTicketPayload
  /** Ends an agent; its tunnel closes within 2 seconds. Stopping an ended agent changes nothing. */
  stopAgent: StopAgentPayload
  /** Makes another member, who owns fewer than 10 accounts, a super_admin; the viewer becomes an admin. */
  transferOwnership: TransferOwnershipPayload
  /** Changes the account's name, its namespace, or both. A namespace that was given up stays blocked for others for 30 days. */
  updateAccount: UpdateAccountPayload
  /**
   * Asks for a DNS check now, in any state; it runs in the background, and `domainChanged` reports its result. One that does not find the
   * record of a verified domain costs it nothing: only daily checks count.
   */
  verifyDomain: VerifyDomainPayload
  /**
   * Verifies the viewer's e-mail address by the link that was mailed to it. It takes a session of the user who asked for the link,
   * so that somebody who only receives the mail proves nothing for a stranger who typed their address. Succeeds again when the
   * address is verified already.
   */
  verifyEmail: VerifyEmailPayload
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationAcceptInviteArgs = {
  input: AcceptInviteInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationAddDomainArgs = {
  input: AddDomainInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationAddIpRestrictionArgs = {
  input: AddIpRestrictionInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationApproveCommandLineSignInArgs = {
  input: ApproveCommandLineSignInInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationChangeMemberRoleArgs = {
  input: ChangeMemberRoleInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationChangePasswordArgs = {
  input: ChangePasswordInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationChangePlanArgs = {
  input: ChangePlanInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationCheckAgentArgs = {
  input: CheckAgentInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationCheckGatewayArgs = {
  input: CheckGatewayInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationCreateAccountArgs = {
  input: CreateAccountInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationCreateAuthTokenArgs = {
  input: CreateAuthTokenInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationCreateGatewayArgs = {
  input: CreateGatewayInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationCreateMachineTokenArgs = {
  input: CreateMachineTokenInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationDeclineInviteArgs = {
  input: DeclineInviteInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteAccountArgs = {
  input: DeleteAccountInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteAuthTokenArgs = {
  input: DeleteAuthTokenInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteDomainArgs = {
  input: DeleteDomainInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteGatewayArgs = {
  input: DeleteGatewayInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteMachineTokenArgs = {
  input: DeleteMachineTokenInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationDenyCommandLineSignInArgs = {
  input: DenyCommandLineSignInInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationEndSessionArgs = {
  input: EndSessionInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationExportAccountArgs = {
  input: ExportAccountInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationFollowCertificatesArgs = {
  input: FollowCertificatesInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationInviteMemberArgs = {
  input: InviteMemberInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationLeaveAccountArgs = {
  input: LeaveAccountInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationMarkInvoicePaidArgs = {
  input: MarkInvoicePaidInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationOpenBillingPortalArgs = {
  input: OpenBillingPortalInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRedeemCommandLineSignInArgs = {
  input: RedeemCommandLineSignInInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRefreshSessionArgs = {
  input: RefreshSessionInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRemoveIpRestrictionArgs = {
  input: RemoveIpRestrictionInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRemoveMemberArgs = {
  input: RemoveMemberInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRenewAgentTicketArgs = {
  input: RenewAgentTicketInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationReportAgentArgs = {
  input: ReportAgentInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationReportAgentHealthArgs = {
  input: ReportAgentHealthInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationReportRatesArgs = {
  input: ReportRatesInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationReportTunnelsArgs = {
  input: ReportTunnelsInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationReportUsageArgs = {
  input: ReportUsageInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRequestCommandLineSignInArgs = {
  input: RequestCommandLineSignInInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRequestPasswordResetArgs = {
  input: RequestPasswordResetInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationResetPasswordArgs = {
  input: ResetPasswordInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationRevokeInviteArgs = {
  input: RevokeInviteInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationSendContactRequestArgs = {
  input: SendContactRequestInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationSignInArgs = {
  input: SignInInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationSignOutArgs = {
  input: SignOutInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationSignUpArgs = {
  input: SignUpInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationStartAgentArgs = {
  input: StartAgentInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationStopAgentArgs = {
  input: StopAgentInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationTransferOwnershipArgs = {
  input: TransferOwnershipInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationUpdateAccountArgs = {
  input: UpdateAccountInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationVerifyDomainArgs = {
  input: VerifyDomainInput
}

/** What can be changed. Each takes one input and returns a payload with the changed object. */
export type MutationVerifyEmailArgs = {
  input: VerifyEmailInput
}

/** The account whose billing portal is opened. */
export type OpenBillingPortalInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
}

/** What opening the billing portal returns. */
export type OpenBillingPortalPayload = {
  __typename?: 'OpenBillingPortalPayload'
  /** The payment provider's page for the payment method, receipts and cancellation. It works for a short time. */
  url: Scalars['String']['output']
}

/** Data that left through an account's tunnels beyond what its plan includes. */
export type Overage = {
  __typename?: 'Overage'
  /** What they cost in USD, at 0.10 per GiB; part of the amount of an invoice. */
  amount: Scalars['Float']['output']
  /** How many bytes. */
  dataOutBytes: Scalars['SafeInt']['output']
}

/** Whether the viewer may do something at this moment: their role allows it, and the account's plan has room. */
export type Permission = {
  __typename?: 'Permission'
  /** Whether it is allowed. */
  allowed: Scalars['Boolean']['output']
  /** Why not; null when it is allowed. */
  refusal?: Maybe<Refusal>
}

/** What an account may use. A limit of -1 means unlimited. */
export type Plan = {
  __typename?: 'Plan'
  /** Whether the account's namespace may be changed. */
  allowsNamespaceChange: Scalars['Boolean']['output']
  /** How an account can get the plan in the installation's current mode of plan changes. */
  availability: PlanAvailability
  /** What it includes and lacks of everything that plans limit, the main features first. */
  features: Array<PlanFeature>
  /** The plan's id. */
  id: Scalars['ID']['output']
  /** Whether the plan is on offer; accounts may be on one that no longer is. */
  isActive: Scalars['Boolean']['output']
  /** Whether it costs nothing: changing to it is a downgrade, and is never paid for. */
  isFree: Scalars['Boolean']['output']
  /** Whether the payment provider sells the plan: changing to it then leads to the provider's page. */
  isProviderBacked: Scalars['Boolean']['output']
  /** How many agent hours a month are included. */
  maxAgentHoursMonthly: Scalars['Int']['output']
  /** How many API requests a month are included. */
  maxApiRequests: Scalars['Int']['output']
  /** How many agents may run at the same time. */
  maxConcurrentAgents: Scalars['Int']['output']
  /** How many GiB may leave through the account's tunnels a month. */
  maxDataOutGb: Scalars['Int']['output']
  /** How many custom domains the account may add. */
  maxDomains: Scalars['Int']['output']
  /** How many IP restrictions the account may add. */
  maxIpRestrictions: Scalars['Int']['output']
  /** How many gateways the account may reserve. */
  maxSubpoints: Scalars['Int']['output']
  /** How many members the account may have. */
  maxTeamMembers: Scalars['Int']['output']
  /** The plan's name, for example Early Access. */
  name: Scalars['String']['output']
  /** Price a month in USD; null when it is agreed with the operator. */
  priceMonthly?: Maybe<Scalars['Float']['output']>
  /** The plan's kind. */
  type: PlanType
}

/** How an account can get a plan now. */
export type PlanAvailability =
  /** By an agreement with the operator; `changePlan` refuses it. */
  | 'BY_AGREEMENT'
  /** Not yet: the payment provider does not sell it. */
  | 'NOT_SOLD'
  /** By `changePlan`. */
  | 'SELECTABLE'

/** How accounts change their plan: the operator's choice. */
export type PlanChangeMode =
  /** Not yet: the answer is that it is coming soon. */
  | 'coming_soon'
  /** At once, against invoices that are paid outside this installation and marked as paid by hand. */
  | 'manual'
  /** By a subscription at the payment provider. */
  | 'provider'

/** The outcome of a plan change. */
export type PlanChangeOutcome =
  /** The plan changed. */
  | 'CHANGED'
  /** Nothing changed: plans cannot be changed yet. */
  | 'COMING_SOON'
  /** Nothing changed yet: it goes on at the payment provider's page, `checkoutUrl`. */
  | 'REDIRECT'
  /** The plan changes when the paid period ends. */
  | 'SCHEDULED'

/** Something that a plan includes, or lacks, for people to read. */
export type PlanFeature = {
  __typename?: 'PlanFeature'
  /** Whether a short list of features has it too. */
  isMain: Scalars['Boolean']['output']
  /** Whether the plan has none of it. */
  missing: Scalars['Boolean']['output']
  /** What it is, for example 3 gateways, or No custom domains. */
  text: Scalars['String']['output']
}

/** The kind of a plan. */
export type PlanType =
  /** Agreed with the operator. */
  | 'custom'
  /** Costs nothing. */
  | 'free'
  /** Has a monthly price. */
  | 'pro'

/** What a plan's limit is counted in. */
export type PlanUnit =
  /** Things, or requests. */
  | 'COUNT'
  /** GiB. */
  | 'GIB'
  /** Hours. */
  | 'HOURS'

/** How much an account uses of something that plans limit. */
export type PlanUsage = {
  __typename?: 'PlanUsage'
  /** Whether more is used than the plan allows. */
  exceeded: Scalars['Boolean']['output']
  /** What it is, for example Custom domains. */
  label: Scalars['String']['output']
  /** The plan's limit; -1 means unlimited. */
  limit: Scalars['Int']['output']
  /** What both are counted in. */
  unit: PlanUnit
  /** How much is used: now, or this calendar month of what is counted by the month. */
  used: Scalars['Float']['output']
}

/** An account's subscription, as the payment provider reports it. */
export type ProviderSubscription = {
  __typename?: 'ProviderSubscription'
  /** Whether it ends then instead of renewing. */
  cancelAtPeriodEnd: Scalars['Boolean']['output']
  /** When the paid period ends, in seconds since 1970-01-01T00:00:00Z. */
  currentPeriodEnd: Scalars['SafeInt']['output']
  /** The payment method, for example visa; null when the provider knows none. */
  paymentMethodBrand?: Maybe<Scalars['String']['output']>
  /** The last four digits of the card or bank account; null where there are none. */
  paymentMethodLast4?: Maybe<Scalars['String']['output']>
  /** The plan that it pays for; null when no plan is sold by its price. */
  plan?: Maybe<Plan>
  /** The price's id at the provider. */
  priceId: Scalars['String']['output']
  /** Its state. */
  subscriptionStatus: SubscriptionStatus
}

/** What can be read. */
export type Query = {
  __typename?: 'Query'
  /** An account that the viewer belongs to; NOT_FOUND for any other. */
  account?: Maybe<Account>
  /**
   * The certificates for hostnames, those for the hostname itself before wildcards; hostnames without one are left out. An edge asks
   * when a handshake names a hostname for which it holds none.
   */
  certificates?: Maybe<Array<ServedCertificate>>
  /** The sign-in that waits with this code; for signed-in users, who may try 30 times in 15 minutes. */
  commandLineSignIn?: Maybe<CommandLineSignIn>
  /** What a verification link is for, by its token; null for any that was not sent. Public: the token is the credential, and reading verifies nothing. */
  emailVerification?: Maybe<EmailVerification>
  /** A pending and unexpired invitation by the secret of its link; null for any other. Public. */
  invite?: Maybe<ReceivedInvite>
  /** The plans on offer, cheapest first. */
  plans: Array<Plan>
  /**
   * Those of the hostnames that belong to a live gateway, whether or not its agent is connected. An edge asks when a request
   * names a hostname that it does not serve.
   */
  reservedHostnames?: Maybe<Array<Scalars['String']['output']>>
  /**
   * What tunnels refuse, 500 accounts a page; everything, when `since` is 0. An edge first subscribes to `restrictionsChanged`, then
   * reads pages until there are no more; after a lost connection it goes on from the version that it reached.
   */
  restrictions?: Maybe<RestrictionsPage>
  /** The installation's settings; public. */
  site: Site
  /** For whom the AuthID or machine token of the request acts; for such tokens only. */
  tokenHolder?: Maybe<TokenHolder>
  /**
   * What an edge knows of a request that it answered with an error page. The link on the page carries it, sealed, and only members
   * of the tunnel's account can open it, for 24 hours. For everybody else, it does not exist.
   */
  tunnelError?: Maybe<TunnelError>
  /** The signed-in user; needs an access token. */
  viewer?: Maybe<Viewer>
}

/** What can be read. */
export type QueryAccountArgs = {
  id: Scalars['ID']['input']
}

/** What can be read. */
export type QueryCertificatesArgs = {
  hostnames: Array<Scalars['String']['input']>
}

/** What can be read. */
export type QueryCommandLineSignInArgs = {
  userCode: Scalars['String']['input']
}

/** What can be read. */
export type QueryEmailVerificationArgs = {
  token: Scalars['String']['input']
}

/** What can be read. */
export type QueryInviteArgs = {
  token: Scalars['String']['input']
}

/** What can be read. */
export type QueryReservedHostnamesArgs = {
  hostnames: Array<Scalars['String']['input']>
}

/** What can be read. */
export type QueryRestrictionsArgs = {
  since: Scalars['SafeInt']['input']
}

/** What can be read. */
export type QueryTunnelErrorArgs = {
  report: Scalars['String']['input']
}

/** A limit of the account's tunnels, and what they use of it. With several edges, the figures are those of the edge that carries most. */
export type RateLimit = {
  __typename?: 'RateLimit'
  /** How many may come at once after a quiet time; null where there is no such allowance. */
  burst?: Maybe<Scalars['Int']['output']>
  /** How many there are now: within the last minute, or open. Edges report it every 5 seconds. */
  current: Scalars['Int']['output']
  /** How many there may be. Requests over it are answered with 429, open ones with 503, and `Retry-After`. */
  limit: Scalars['Int']['output']
  /** What is limited. */
  name: RateLimitName
  /** The highest figure of today (UTC). */
  peak: Scalars['Int']['output']
}

/** What all tunnels of an account together may carry. Each edge applies these limits by itself; bytes are not limited. */
export type RateLimitName =
  /** Requests that are not answered yet, and open WebSockets. More are answered with 503. */
  | 'OPEN_REQUESTS'
  /** Requests within a minute. More than the limit may come at once, up to `burst`, after a quieter time. */
  | 'REQUESTS_PER_MINUTE'

/** An invitation as the invited person sees it. */
export type ReceivedInvite = {
  __typename?: 'ReceivedInvite'
  /** The account's name. */
  accountName: Scalars['String']['output']
  /** The account's namespace. */
  accountNamespace: Scalars['String']['output']
  /** The invited e-mail address. */
  email: Scalars['String']['output']
  /** When it stops working. */
  expiresAt: Scalars['DateTime']['output']
  /** The invitation's id. */
  inviteId: Scalars['ID']['output']
  /** The full name of the person who invited; null when that user was removed. */
  invitedByName?: Maybe<Scalars['String']['output']>
  /** The role that the person will have. */
  role: Role
  /** The secret of the invitation's link. */
  token: Scalars['String']['output']
}

/** A sign-in to redeem. */
export type RedeemCommandLineSignInInput = {
  /** With a loopback: the code that the browser brought. */
  code?: InputMaybe<Scalars['String']['input']>
  /** With a loopback: the verifier of the challenge (RFC 7636), 43 to 128 characters. */
  codeVerifier?: InputMaybe<Scalars['String']['input']>
  /** The secret of the sign-in. */
  deviceCode: Scalars['String']['input']
}

/** What redeeming a sign-in returns. */
export type RedeemCommandLineSignInPayload = {
  __typename?: 'RedeemCommandLineSignInPayload'
  /** With APPROVED, for whom the token acts; null otherwise. */
  holder?: Maybe<TokenHolder>
  /** With APPROVED, the machine token: `pk_` and 64 hex characters. Returned this once: only its SHA-256 is kept. Null otherwise. */
  secret?: Maybe<Scalars['String']['output']>
  /** What came of it. */
  status: CommandLineRedemption
}

/** The session to refresh. */
export type RefreshSessionInput = {
  /** The refresh token; left out by browsers, whose cookie carries it. */
  refreshToken?: InputMaybe<Scalars['String']['input']>
}

/** What is refused, in the words of the mutation's error. */
export type Refusal = {
  __typename?: 'Refusal'
  /** Why. Of several reasons the first of the enum: what the plan has none of is refused to every role. */
  reason: RefusalReason
  /** What to do about it. */
  text: Scalars['String']['output']
  /** A headline, for example Gateway Limit Reached. */
  title: Scalars['String']['output']
}

/** Why something is refused at this moment. */
export type RefusalReason =
  /** The account's plan allows no more of it. */
  | 'LIMIT_REACHED'
  /** The account's plan has none of it. */
  | 'NOT_IN_PLAN'
  /** The viewer's role does not allow it, or an API key asks. */
  | 'ROLE'

/** A restriction to lift. */
export type RemoveIpRestrictionInput = {
  /** The restriction's id. */
  id: Scalars['ID']['input']
}

/** What lifting a restriction returns. */
export type RemoveIpRestrictionPayload = {
  __typename?: 'RemoveIpRestrictionPayload'
  /** The restriction that was removed. */
  ipRestriction: IpRestriction
}

/** The member to remove. */
export type RemoveMemberInput = {
  /** The membership's id. */
  id: Scalars['ID']['input']
}

/** What removing a member returns. */
export type RemoveMemberPayload = {
  __typename?: 'RemoveMemberPayload'
  /** The id of the membership that ended. */
  memberId: Scalars['ID']['output']
}

/** The agent that comes back. */
export type RenewAgentTicketInput = {
  /** The agent's id. */
  agentId: Scalars['ID']['input']
}

/** Agents whose health changed, or was last reported half a minute ago. */
export type ReportAgentHealthInput = {
  /** At most 1,000. */
  agents: Array<AgentHealthInput>
}

/** What a report of health returns. */
export type ReportAgentHealthPayload = {
  __typename?: 'ReportAgentHealthPayload'
  /** How many of the agents run. */
  agentCount: Scalars['Int']['output']
}

/** What an agent has carried since it started. */
export type ReportAgentInput = {
  /** The agent's id. */
  agentId: Scalars['ID']['input']
  /** Bytes from visitors since the agent started. */
  dataIn: Scalars['SafeInt']['input']
  /** Bytes to visitors since the agent started. */
  dataOut: Scalars['SafeInt']['input']
  /** Requests since the agent started. */
  requestCount: Scalars['SafeInt']['input']
}

/** What a report returns. */
export type ReportAgentPayload = {
  __typename?: 'ReportAgentPayload'
  /** The agent after the report. Its status tells the agent whether it was stopped. */
  agent: Agent
}

/** What accounts use of their limits on one edge. */
export type ReportRatesInput = {
  /** Accounts that carry something, and those that did at the last report; at most 1,000. */
  accounts: Array<AccountRatesInput>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: Scalars['ID']['input']
}

/** What a report of rates returns. */
export type ReportRatesPayload = {
  __typename?: 'ReportRatesPayload'
  /** How many accounts were taken. */
  accountCount: Scalars['Int']['output']
}

/** Which tunnels an edge holds, or which of them changed. */
export type ReportTunnelsInput = {
  /** The page of a complete report begins behind this id; null: with the first. */
  after?: InputMaybe<Scalars['ID']['input']>
  /** PEM of the authority that vouches for the edge's certificates; null where they are publicly trusted. */
  authority?: InputMaybe<Scalars['String']['input']>
  /**
   * True when `connected` and `held` together list every tunnel of this edge, or every one of the page that `after` and `upTo` name:
   * those not listed count as disconnected.
   */
  complete: Scalars['Boolean']['input']
  /** Agents whose tunnel was opened here, and that no answered report has named yet. At most 20,000. */
  connected: Array<Scalars['ID']['input']>
  /** Agents whose tunnel was lost here. At most 20,000. */
  disconnected: Array<Scalars['ID']['input']>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: Scalars['ID']['input']
  /**
   * Agents whose tunnel is open here, as an earlier report said. One that has a tunnel at another edge now must be closed. At
   * most 20,000; null means none.
   */
  held?: InputMaybe<Array<Scalars['ID']['input']>>
  /** The page of a complete report ends with this id; null: with the last. */
  upTo?: InputMaybe<Scalars['ID']['input']>
}

/** What a tunnel report returns. */
export type ReportTunnelsPayload = {
  __typename?: 'ReportTunnelsPayload'
  /** Tunnels among the reported ones that must be closed. */
  ended: Array<EndedTunnel>
  /** The limits that hold for every account now; tickets carry those of the moment in which they were issued. */
  limits: TunnelLimits
}

/** A batch of usage. */
export type ReportUsageInput = {
  /** A UUID that the edge makes for this batch: a batch is counted once however often it is sent. */
  reportId: Scalars['ID']['input']
  /** What was carried since the batch before. */
  rows: Array<UsageRowInput>
}

/** What a usage report returns. */
export type ReportUsagePayload = {
  __typename?: 'ReportUsagePayload'
  /** False when this batch had been counted before. */
  counted: Scalars['Boolean']['output']
}

/** A sign-in that a command line asks for. */
export type RequestCommandLineSignInInput = {
  /**
   * Given together with `loopbackPort`: SHA-256 of a random verifier in base64url without padding, 43 characters (`S256` of RFC 7636). The sign-in
   * is redeemed only with the verifier.
   */
  codeChallenge?: InputMaybe<Scalars['String']['input']>
  /** The port, from 1024 to 65535, on which the program waits on 127.0.0.1 for the browser. Left out where no browser can reach it. */
  loopbackPort?: InputMaybe<Scalars['Int']['input']>
  /** How the machine calls itself: at most 64 characters, without control, text direction and zero-width characters. */
  machineName: Scalars['String']['input']
}

/** A sign-in that waits for its approval. */
export type RequestCommandLineSignInPayload = {
  __typename?: 'RequestCommandLineSignInPayload'
  /** The secret with which the program redeems the sign-in. */
  deviceCode: Scalars['String']['output']
  /** When the sign-in expires. */
  expiresAt: Scalars['DateTime']['output']
  /** How many seconds to wait from one attempt to redeem it to the next. */
  intervalSeconds: Scalars['Int']['output']
  /** The code that the program shows to people, as `XXXX-XXXX`. */
  userCode: Scalars['String']['output']
  /** The page of the dashboard that asks for the code. */
  verificationUrl: Scalars['String']['output']
  /**
   * The page with the code filled in. A program with a loopback adds the query parameter `state`, of at most 200 letters, digits, `-`, `.`, `_` and
   * `~`, and finds it again in the request of the browser.
   */
  verificationUrlComplete: Scalars['String']['output']
}

/** What asking for another verification link returns. */
export type RequestEmailVerificationPayload = {
  __typename?: 'RequestEmailVerificationPayload'
  /** The address that the link is sent to. */
  email: Scalars['String']['output']
}

/** The user whose password is to be reset. */
export type RequestPasswordResetInput = {
  /** The e-mail address the user signed up with. */
  email: Scalars['String']['input']
}

/** What asking for a reset link returns: the same whether or not a user has the address. */
export type RequestPasswordResetPayload = {
  __typename?: 'RequestPasswordResetPayload'
  /** Always true. A mail goes out if somebody signed up with the address. */
  accepted: Scalars['Boolean']['output']
}

/** What the link in the mail carries, and the new password. */
export type ResetPasswordInput = {
  /** The link's access_token. */
  accessToken: Scalars['String']['input']
  /** The new password: at least 6 characters. */
  password: Scalars['String']['input']
  /** The link's refresh_token. */
  refreshToken: Scalars['String']['input']
}

/** What choosing a new password by a link returns. */
export type ResetPasswordPayload = {
  __typename?: 'ResetPasswordPayload'
  /** The user. All their sessions have ended: sign in with the new password. */
  user: User
}

/** Accounts whose restrictions changed, in the order of their versions. */
export type RestrictionsPage = {
  __typename?: 'RestrictionsPage'
  /** The accounts, each with all that it refuses now. */
  accounts: Array<AccountRestrictions>
  /** Whether another page can be read at once. */
  hasMore: Scalars['Boolean']['output']
  /** The version to go on from: this page completes everything up to it. */
  version: Scalars['SafeInt']['output']
}

/** A key to revoke. */
export type RevokeApiKeyInput = {
  /** The key's id. */
  id: Scalars['ID']['input']
}

/** What revoking a key returns. */
export type RevokeApiKeyPayload = {
  __typename?: 'RevokeApiKeyPayload'
  /** The key that was revoked. */
  apiKey: ApiKey
}

/** The invitation to revoke. */
export type RevokeInviteInput = {
  /** The invitation's id. */
  id: Scalars['ID']['input']
}

/** What revoking an invitation returns. */
export type RevokeInvitePayload = {
  __typename?: 'RevokeInvitePayload'
  /** The invitation, now expired. */
  invite: Invite
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
  contact?: InputMaybe<ContactFormInput>
  /** The form of a request of the type `issue`, and of no other. */
  issue?: InputMaybe<IssueFormInput>
  /** The path of the page with the form, for example /contact. */
  page?: InputMaybe<Scalars['String']['input']>
  /** Where on the page the form was, for example contact_form. */
  source?: InputMaybe<Scalars['String']['input']>
  /** Required. Nullable here so that leaving it out is answered with a sentence. */
  type?: InputMaybe<ContactRequestType>
}

/** What sending a contact request returns. */
export type SendContactRequestPayload = {
  __typename?: 'SendContactRequestPayload'
  /** The request as it was stored. */
  contactRequest: ContactRequest
}

/** A certificate that edges serve. The operations of this file are for edges. */
export type ServedCertificate = {
  __typename?: 'ServedCertificate'
  /** The certificate and those that vouch for it, in PEM. */
  chain: Scalars['String']['output']
  /** When it expires. */
  expiresAt: Scalars['DateTime']['output']
  /** The certificate's id. It stays when the certificate is renewed. */
  id: Scalars['ID']['output']
  /** The name that it covers: a hostname, or a wildcard such as `*.example.com`; lowercase. */
  name: Scalars['String']['output']
  /**
   * The private key in PKCS #8 (PEM), sealed with AES-256-GCM under a key that the API and its edges derive from EDGE_SECRET:
   * base64url of nonce (12 bytes), ciphertext and tag (16 bytes). The certificate's name is the additional data.
   */
  sealedKey: Scalars['String']['output']
  /** Grows with each change of any certificate. One that is not above the version already known for the name is stale. */
  version: Scalars['SafeInt']['output']
}

/** A signed-in session. The access token goes into the header `Authorization: Bearer …`. */
export type Session = {
  __typename?: 'Session'
  /** A JWT that lives 15 minutes. */
  accessToken: Scalars['String']['output']
  /** When the access token expires. */
  expiresAt: Scalars['DateTime']['output']
  /** Seconds until the access token expires. */
  expiresIn: Scalars['Int']['output']
  /** An opaque token to be exchanged for the next session, once; null when it was delivered as a cookie. */
  refreshToken?: Maybe<Scalars['String']['output']>
  /** Always `bearer`. */
  tokenType: Scalars['String']['output']
  /** The user of the session. */
  user: User
}

/** What signing up, signing in and refreshing return. */
export type SessionPayload = {
  __typename?: 'SessionPayload'
  /** The new session. */
  session: Session
}

/** A credential, and how the session is kept. */
export type SignInInput = {
  /** E-mail address; this or a phone number is required. */
  email?: InputMaybe<Scalars['String']['input']>
  /** The password. */
  password: Scalars['String']['input']
  /** Phone number in E.164 form. */
  phone?: InputMaybe<Scalars['String']['input']>
  /** Whether the session outlives the browser; meaningful with COOKIE delivery only. */
  rememberMe: Scalars['Boolean']['input']
  /** How the refresh token is delivered. */
  tokenDelivery: TokenDelivery
}

/** The sessions to end. */
export type SignOutInput = {
  /** The refresh token of the session that asks; left out by browsers, whose cookie carries it. Without both, the access token says which. */
  refreshToken?: InputMaybe<Scalars['String']['input']>
  /** Which of the user's sessions to end. */
  scope: SignOutScope
}

/** What signing out returns. */
export type SignOutPayload = {
  __typename?: 'SignOutPayload'
  /** True when a session was ended, false when there was none to end. */
  ended: Scalars['Boolean']['output']
}

/** Which of the user's sessions to end. */
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
  acceptTerms: Scalars['Boolean']['input']
  /** E-mail address; this or a phone number is required. */
  email?: InputMaybe<Scalars['String']['input']>
  /** Given name; required. Without web addresses, control, text direction and zero-width characters, as all names. */
  firstName: Scalars['String']['input']
  /**
   * The secret of the link of an invitation, for a user who followed it. The link in the mail proves the address, even if somebody
   * signed up with it before and never proved it. The link that members can copy proves nothing.
   */
  inviteToken?: InputMaybe<Scalars['String']['input']>
  /** Family name; required. */
  lastName: Scalars['String']['input']
  /** At least 6 characters. */
  password: Scalars['String']['input']
  /** Phone number in E.164 form, for example +33612345678. */
  phone?: InputMaybe<Scalars['String']['input']>
  /** How the refresh token is delivered. */
  tokenDelivery: TokenDelivery
}

/** What the operator set for the whole installation. */
export type Site = {
  __typename?: 'Site'
  /** The agent for systems without Node; null where this installation has it for Node only. */
  agentPackages?: Maybe<AgentPackages>
  /** Domains on which gateways are offered. */
  availableSubpointDomains: Array<SubpointDomain>
  /** The product's name. */
  brandName: Scalars['String']['output']
  /**
   * The authority that issues certificates for custom domains, for example Let's Encrypt; null where visitors see those of the
   * operator or of a local authority.
   */
  certificateAuthority?: Maybe<Scalars['String']['output']>
  /** How to reach the operator. */
  contact: ContactDetails
  /** The public URL of a gateway `demo` of a namespace `ada` on the default domain: what pages show to somebody who has no gateway. */
  exampleUrl: Scalars['String']['output']
  /** How accounts change their plan. */
  planChanges: PlanChangeMode
  /** The address to give to `culvert --server`. */
  serverUrl: Scalars['String']['output']
  /** The alert to show now, by the server's clock; null when there is none. */
  sitewideAlert?: Maybe<SitewideAlert>
  /** The version that runs, for example 1.0.2. */
  version: Scalars['String']['output']
}

/** A banner that the operator shows to everybody. */
export type SitewideAlert = {
  __typename?: 'SitewideAlert'
  /** Whether a reader may close it. */
  dismissible: Scalars['Boolean']['output']
  /** When it stops showing; null when the operator takes it down by hand. */
  endDate?: Maybe<Scalars['DateTime']['output']>
  /** Changes each time the operator sets an alert, so that a reader who dismissed the last one sees the next. */
  id: Scalars['ID']['output']
  /** The message, as plain text. */
  message: Scalars['String']['output']
  /** The pages that show it: `all`, or paths such as /pricing, each for that page alone. */
  showOnPages: Array<Scalars['String']['output']>
  /** When it began to show; null when it showed at once. */
  startDate?: Maybe<Scalars['DateTime']['output']>
  /** A few words in bold; null when the message says it all. */
  title?: Maybe<Scalars['String']['output']>
  /** How urgent it is. */
  type: SitewideAlertType
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

/** What the `culvert` command sends when it starts. */
export type StartAgentInput = {
  /** The account; needed with an access token, implied by an AuthID. */
  accountId?: InputMaybe<Scalars['ID']['input']>
  /** The local address, for example http://localhost:3000. */
  forwardingTo: Scalars['String']['input']
  /** A reserved gateway by name or hostname; a random hostname when left out. */
  gateway?: InputMaybe<Scalars['String']['input']>
  /** A name for the dashboard. */
  name?: InputMaybe<Scalars['String']['input']>
}

/** The agent to stop. */
export type StopAgentInput = {
  /** The agent's id. */
  id: Scalars['ID']['input']
}

/** What stopping an agent returns. */
export type StopAgentPayload = {
  __typename?: 'StopAgentPayload'
  /** The agent that was stopped. */
  agent: Agent
}

/** A domain on which the operator offers gateways. */
export type SubpointDomain = {
  __typename?: 'SubpointDomain'
  /** The domain, for example culvert.localhost. */
  domain: Scalars['String']['output']
  /** Whether forms preselect it and random hostnames use it. */
  isDefault: Scalars['Boolean']['output']
}

/** Changes as they happen, over graphql-ws. A subscription ends with its session, or with the membership. */
export type Subscription = {
  __typename?: 'Subscription'
  /** The account after each change of its name, members, lists, plan or usage. */
  accountChanged: Account
  /** An agent after each change: when it starts, connects, reports traffic, stops, or is lost. */
  agentChanged: Agent
  /** Certificates or challenges after each change. */
  certificatesChanged: CertificatesChange
  /** A domain after it was added, checked or deleted (deletedAt is then set). */
  domainChanged: Domain
  /** A gateway after it was created, bound, released, deleted, or after its agent was lost or came back (deletedAt is then set). */
  gatewayChanged: Gateway
  /** An account's restrictions after each change. */
  restrictionsChanged: AccountRestrictions
  /** The installation's settings after each change of them or of a plan, and whenever an alert begins or ends. */
  siteChanged: Site
  /** Tunnels that every edge must close at once if it holds them. */
  tunnelEnded: EndedTunnel
  /** The viewer after each change of their sessions, or of the invitations addressed to them; needs an access token. */
  viewerChanged: Viewer
}

/** Changes as they happen, over graphql-ws. A subscription ends with its session, or with the membership. */
export type SubscriptionAccountChangedArgs = {
  accountId: Scalars['ID']['input']
}

/** Changes as they happen, over graphql-ws. A subscription ends with its session, or with the membership. */
export type SubscriptionAgentChangedArgs = {
  accountId: Scalars['ID']['input']
}

/** Changes as they happen, over graphql-ws. A subscription ends with its session, or with the membership. */
export type SubscriptionDomainChangedArgs = {
  accountId: Scalars['ID']['input']
}

/** Changes as they happen, over graphql-ws. A subscription ends with its session, or with the membership. */
export type SubscriptionGatewayChangedArgs = {
  accountId: Scalars['ID']['input']
}

/** The state of a subscription at the payment provider. */
export type SubscriptionStatus =
  /** Paid. */
  | 'active'
  /** Ended. */
  | 'canceled'
  /** Waiting for the first payment. */
  | 'not_started'
  /** The last payment failed; the plan stays while the provider tries again. */
  | 'past_due'
  /** In its trial period. */
  | 'trialing'

/** The account for which a token acts. */
export type TokenAccount = {
  __typename?: 'TokenAccount'
  /** The account's id. */
  id: Scalars['ID']['output']
  /** The account's name. */
  name: Scalars['String']['output']
  /** The account's namespace. */
  namespace: Scalars['String']['output']
}

/** How the refresh token of a new session reaches the client. */
export type TokenDelivery =
  /** In an HttpOnly cookie, for the browser; the response's refreshToken is then null. */
  | 'COOKIE'
  /** In the response, for command-line and API clients. */
  | 'RESPONSE'

/** For whom a program acts that shows an AuthID or a machine token. */
export type TokenHolder = {
  __typename?: 'TokenHolder'
  /** The account. */
  account: TokenAccount
  /** What kind of token it shows. */
  kind: AuthTokenKind
  /** The token's name. */
  tokenName: Scalars['String']['output']
  /** The member. */
  user: TokenUser
}

/** The member for whom a token acts. */
export type TokenUser = {
  __typename?: 'TokenUser'
  /** The e-mail address; null for a user who has only a phone number. */
  email?: Maybe<Scalars['String']['output']>
  /** Given and family name as one string. */
  fullName: Scalars['String']['output']
}

/** The account to hand over, and its new owner. */
export type TransferOwnershipInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The membership that becomes super_admin; the viewer becomes admin. */
  memberId: Scalars['ID']['input']
}

/** What handing an account over returns. */
export type TransferOwnershipPayload = {
  __typename?: 'TransferOwnershipPayload'
  /** The account. */
  account: Account
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
  /** The agent has a tunnel at another edge now. Sent only to edges, in the answer to a report. */
  | 'MOVED'
  /** The agent lost its hostname to a newer session. */
  | 'REPLACED'
  /** Somebody stopped the agent in the dashboard or through the API. */
  | 'STOPPED'
  /** The API does not know the agent. */
  | 'UNKNOWN'
  /** The operator disabled the user who started the agent. */
  | 'USER_DISABLED'

/** A request that an edge answered with an error page, for the owner of the tunnel. */
export type TunnelError = {
  __typename?: 'TunnelError'
  /** The agent that served the hostname; null when none did. */
  agent?: Maybe<Agent>
  /** What failed, why, and what to do. */
  failure: TunnelFailure
  /** The gateway that reserves the hostname; null when none does. */
  gateway?: Maybe<Gateway>
  /** Where the request ended. */
  hop: ConnectionHop
  /** The hostname that was asked for. */
  hostname: Scalars['String']['output']
  /** The request's method. */
  method: Scalars['String']['output']
  /** The request's path, without the query, shortened where it is long. */
  path: Scalars['String']['output']
  /** The address that was asked for, without its query: where to try again. */
  url: Scalars['String']['output']
}

/** A request that did not reach the app, or that the app did not answer. */
export type TunnelFailure = {
  __typename?: 'TunnelFailure'
  /** Why it failed, in a sentence. */
  cause: Scalars['String']['output']
  /** The code on the visitor's error page, as listed at `/docs/errors`. */
  code: Scalars['String']['output']
  /** Details from the agent or the edge; null when there are none. */
  detail?: Maybe<Scalars['String']['output']>
  /** What to do about it. */
  fix: Scalars['String']['output']
  /** When it happened. */
  occurredAt: Scalars['DateTime']['output']
  /** The request's id, also on the visitor's error page and in the edge's log. */
  requestId: Scalars['ID']['output']
}

/** What all tunnels of an account together may carry on one edge. */
export type TunnelLimits = {
  __typename?: 'TunnelLimits'
  /** Requests and upgraded connections that may be open at the same time. */
  openRequests: Scalars['Int']['output']
  /** Requests that may come at once after a quiet time. */
  requestBurst: Scalars['Int']['output']
  /** The sustained number of requests a minute. */
  requestsPerMinute: Scalars['Int']['output']
}

/** Changes to an account. A field that is left out, or repeats the present value, changes nothing. */
export type UpdateAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The new name. */
  name?: InputMaybe<Scalars['String']['input']>
  /** The new namespace: lowercase letters, numbers, underscores and hyphens. Existing gateways keep their hostnames. */
  namespace?: InputMaybe<Scalars['String']['input']>
}

/** What changing an account returns. */
export type UpdateAccountPayload = {
  __typename?: 'UpdateAccountPayload'
  /** The account. */
  account: Account
}

/** A gateway as usage names it, also after it was deleted. Everything else about it takes READ_ACCOUNT. */
export type UsageGateway = {
  __typename?: 'UsageGateway'
  /** When it was deleted; null while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>
  /** The gateway's id. */
  id: Scalars['ID']['output']
  /** Its name. */
  name: Scalars['String']['output']
  /** Its full hostname. */
  subdomain: Scalars['String']['output']
}

/** What one gateway of an account carried in a period, as the edges counted it. */
export type UsageMetric = {
  __typename?: 'UsageMetric'
  /** Hours that agents were connected. */
  agentRunHours: Scalars['Float']['output']
  /** Requests. */
  apiRequests: Scalars['SafeInt']['output']
  /** Bytes received from visitors. */
  dataInBytes: Scalars['SafeInt']['output']
  /** Bytes sent to visitors. */
  dataOutBytes: Scalars['SafeInt']['output']
  /** The day; with MONTH the month's first day, also where the range cuts the month. */
  date: Scalars['Date']['output']
  /** Of these, answered with a status of 500 or above: by the app, or by the edge where the app did not answer. */
  failedRequests: Scalars['SafeInt']['output']
  /** The gateway; null for all random hostnames together. */
  gateway?: Maybe<UsageGateway>
}

/** What one gateway or random hostname of an account carried on one day. */
export type UsageRowInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** Seconds that agents were connected. */
  connectedSeconds: Scalars['Float']['input']
  /** Bytes from visitors. */
  dataIn: Scalars['SafeInt']['input']
  /** Bytes to visitors. */
  dataOut: Scalars['SafeInt']['input']
  /** The day in UTC. */
  date: Scalars['Date']['input']
  /** Of these, answered with a status of 500 or above: by the app, or by the edge where the app did not answer. */
  failedRequests: Scalars['SafeInt']['input']
  /** The gateway; null for random hostnames. */
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  /** Requests. */
  requests: Scalars['SafeInt']['input']
}

/** What an account uses now and has used this calendar month (UTC), as the edges counted it. */
export type UsageStats = {
  __typename?: 'UsageStats'
  /** Agents that run now, including those that were lost and may come back: each counts against the plan's limit. */
  activeAgents: Scalars['Int']['output']
  /** Minutes that agents were connected this month. */
  agentMinutes: Scalars['Float']['output']
  /** Requests through the account's tunnels this month. */
  apiRequests: Scalars['SafeInt']['output']
  /** Bytes received from visitors this month. */
  dataInBytes: Scalars['SafeInt']['output']
  /** Bytes sent to visitors this month. */
  dataOutBytes: Scalars['SafeInt']['output']
  /** Custom domains, in any state. */
  domains: Scalars['Int']['output']
  /**
   * The data beyond the plan's limit in this calendar month, and what it costs; null within the limit. Invoices count by months of
   * their own.
   */
  overage?: Maybe<Overage>
  /** Reserved gateways. */
  subpoints: Scalars['Int']['output']
}

/** The periods in which past usage is added up. Days and months are those of UTC. */
export type UsageStep =
  /** A row a day. */
  | 'DAY'
  /** A row a calendar month. */
  | 'MONTH'

/** What an account, or one of its gateways, carried in a period, as the edges counted it. */
export type UsageTotal = {
  __typename?: 'UsageTotal'
  /** Hours that agents were connected. */
  agentRunHours: Scalars['Float']['output']
  /** Requests. */
  apiRequests: Scalars['SafeInt']['output']
  /** Bytes received from visitors. */
  dataInBytes: Scalars['SafeInt']['output']
  /** Bytes sent to visitors. */
  dataOutBytes: Scalars['SafeInt']['output']
  /** The day; with MONTH the month's first day, also where the range cuts the month. */
  date: Scalars['Date']['output']
  /** Of these, answered with a status of 500 or above: by the app, or by the edge where the app did not answer. */
  failedRequests: Scalars['SafeInt']['output']
}

/** A person who can sign in. */
export type User = {
  __typename?: 'User'
  /** The e-mail address the user signed up with; null for a user who has only a phone number. */
  email?: Maybe<Scalars['String']['output']>
  /** When the user proved that the e-mail address is theirs, by a link that was mailed to it; null until then, and without an address. */
  emailVerifiedAt?: Maybe<Scalars['DateTime']['output']>
  /** Given name. */
  firstName: Scalars['String']['output']
  /** Given and family name as one string. */
  fullName: Scalars['String']['output']
  /** The user's id. */
  id: Scalars['ID']['output']
  /** Family name. */
  lastName: Scalars['String']['output']
  /** The phone number in E.164 form; null for a user who has only an e-mail address. */
  phone?: Maybe<Scalars['String']['output']>
}

/** A domain to check. */
export type VerifyDomainInput = {
  /** The domain's id. */
  id: Scalars['ID']['input']
}

/** What asking for a check returns. */
export type VerifyDomainPayload = {
  __typename?: 'VerifyDomainPayload'
  /** The domain; its `verifying` is true until the result arrives over domainChanged. */
  domain: Domain
}

/** The token of the link in the mail. */
export type VerifyEmailInput = {
  /** The link's token. */
  token: Scalars['String']['input']
}

/** What verifying an address returns. */
export type VerifyEmailPayload = {
  __typename?: 'VerifyEmailPayload'
  /** The user, whose address is verified. */
  user: User
}

/** The signed-in user and what belongs to them. */
export type Viewer = {
  __typename?: 'Viewer'
  /** What happened to the user's own sign-in: sessions and passwords, newest first. No account shows it. */
  auditLog: AuditPage
  /** Invitations addressed to the viewer's e-mail that are pending and not expired. */
  invites: Array<ReceivedInvite>
  /** The accounts the user belongs to, oldest first. The first is the default account. */
  memberships: Array<Membership>
  /** Where the user is signed in, the most recently used first. */
  sessions: Array<AuthSession>
  /** The signed-in user. */
  user: User
}

/** The signed-in user and what belongs to them. */
export type ViewerAuditLogArgs = {
  action?: InputMaybe<Array<Scalars['String']['input']>>
  from?: InputMaybe<Scalars['DateTime']['input']>
  page: Scalars['Int']['input']
  pageSize: Scalars['Int']['input']
  to?: InputMaybe<Scalars['DateTime']['input']>
}

export type ResolverTypeWrapper<T> = Promise<T> | T

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>
}
export type Resolver<
  TResult,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => Promise<TResult> | TResult

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>

export type SubscriptionResolver<
  TResult,
  TKey extends string,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo,
) => Maybe<TTypes> | Promise<Maybe<TTypes>>

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  obj: T,
  context: TContext,
  info: GraphQLResolveInfo,
) => boolean | Promise<boolean>

export type NextResolverFn<T> = () => Promise<T>

export type DirectiveResolverFn<
  TResult = Record<PropertyKey, never>,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AcceptInviteInput: AcceptInviteInput
  AcceptInvitePayload: ResolverTypeWrapper<
    Omit<AcceptInvitePayload, 'membership'> & { membership: ResolversTypes['Membership'] }
  >
  Account: ResolverTypeWrapper<AccountModel>
  AccountRatesInput: AccountRatesInput
  AccountRestrictions: ResolverTypeWrapper<AccountRestrictions>
  AddDomainInput: AddDomainInput
  AddDomainPayload: ResolverTypeWrapper<Omit<AddDomainPayload, 'domain'> & { domain: ResolversTypes['Domain'] }>
  AddIpRestrictionInput: AddIpRestrictionInput
  AddIpRestrictionPayload: ResolverTypeWrapper<
    Omit<AddIpRestrictionPayload, 'ipRestriction'> & { ipRestriction: ResolversTypes['IpRestriction'] }
  >
  Agent: ResolverTypeWrapper<AgentModel>
  AgentFailureInput: AgentFailureInput
  AgentHealth: AgentHealth
  AgentHealthInput: AgentHealthInput
  AgentPackage: ResolverTypeWrapper<AgentPackage>
  AgentPackages: ResolverTypeWrapper<AgentPackages>
  AgentPage: ResolverTypeWrapper<Omit<AgentPage, 'nodes'> & { nodes: Array<ResolversTypes['Agent']> }>
  AgentStatus: AgentStatus
  AgentTicketPayload: ResolverTypeWrapper<Omit<AgentTicketPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>
  ApiKey: ResolverTypeWrapper<ApiKeyModel>
  ApiKeyScope: ApiKeyScope
  ApproveCommandLineSignInInput: ApproveCommandLineSignInInput
  ApproveCommandLineSignInPayload: ResolverTypeWrapper<
    Omit<ApproveCommandLineSignInPayload, 'commandLineSignIn'> & {
      commandLineSignIn: ResolversTypes['CommandLineSignIn']
    }
  >
  AuditActorKind: AuditActorKind
  AuditChange: ResolverTypeWrapper<AuditChange>
  AuditEntry: ResolverTypeWrapper<AuditEntryModel>
  AuditPage: ResolverTypeWrapper<Omit<AuditPage, 'nodes'> & { nodes: Array<ResolversTypes['AuditEntry']> }>
  AuthSession: ResolverTypeWrapper<AuthSessionModel>
  AuthToken: ResolverTypeWrapper<AuthTokenModel>
  AuthTokenKind: AuthTokenKind
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>
  CertificateChallenge: ResolverTypeWrapper<CertificateChallenge>
  CertificateStage: CertificateStage
  CertificatesChange: ResolverTypeWrapper<CertificatesChange>
  ChallengeType: ChallengeType
  ChangeMemberRoleInput: ChangeMemberRoleInput
  ChangeMemberRolePayload: ResolverTypeWrapper<
    Omit<ChangeMemberRolePayload, 'member'> & { member: ResolversTypes['Member'] }
  >
  ChangePasswordInput: ChangePasswordInput
  ChangePasswordPayload: ResolverTypeWrapper<Omit<ChangePasswordPayload, 'user'> & { user: ResolversTypes['User'] }>
  ChangePlanInput: ChangePlanInput
  ChangePlanPayload: ResolverTypeWrapper<
    Omit<ChangePlanPayload, 'account' | 'invoice'> & {
      account: ResolversTypes['Account']
      invoice?: Maybe<ResolversTypes['Invoice']>
    }
  >
  CheckAgentInput: CheckAgentInput
  CheckConnectionPayload: ResolverTypeWrapper<CheckConnectionPayload>
  CheckGatewayInput: CheckGatewayInput
  CommandLineRedemption: CommandLineRedemption
  CommandLineSignIn: ResolverTypeWrapper<SignInModel>
  ConnectionCheck: ResolverTypeWrapper<ConnectionCheck>
  ConnectionHop: ConnectionHop
  ConnectionState: ConnectionState
  ConnectionStep: ResolverTypeWrapper<ConnectionStep>
  ContactCategory: ContactCategory
  ContactDetails: ResolverTypeWrapper<ContactDetails>
  ContactFormInput: ContactFormInput
  ContactRequest: ResolverTypeWrapper<ContactRequestModel>
  ContactRequestStatus: ContactRequestStatus
  ContactRequestType: ContactRequestType
  CreateAccountInput: CreateAccountInput
  CreateAccountPayload: ResolverTypeWrapper<
    Omit<CreateAccountPayload, 'membership'> & { membership: ResolversTypes['Membership'] }
  >
  CreateApiKeyInput: CreateApiKeyInput
  CreateApiKeyPayload: ResolverTypeWrapper<Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>
  CreateAuthTokenInput: CreateAuthTokenInput
  CreateAuthTokenPayload: ResolverTypeWrapper<
    Omit<CreateAuthTokenPayload, 'authToken'> & { authToken: ResolversTypes['AuthToken'] }
  >
  CreateGatewayInput: CreateGatewayInput
  CreateGatewayPayload: ResolverTypeWrapper<
    Omit<CreateGatewayPayload, 'gateway'> & { gateway: ResolversTypes['Gateway'] }
  >
  CreateMachineTokenInput: CreateMachineTokenInput
  CreateMachineTokenPayload: ResolverTypeWrapper<
    Omit<CreateMachineTokenPayload, 'machineToken'> & { machineToken: ResolversTypes['MachineToken'] }
  >
  Date: ResolverTypeWrapper<Scalars['Date']['output']>
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>
  DeclineInviteInput: DeclineInviteInput
  DeclineInvitePayload: ResolverTypeWrapper<DeclineInvitePayload>
  DeleteAccountInput: DeleteAccountInput
  DeleteAccountPayload: ResolverTypeWrapper<DeleteAccountPayload>
  DeleteAuthTokenInput: DeleteAuthTokenInput
  DeleteAuthTokenPayload: ResolverTypeWrapper<
    Omit<DeleteAuthTokenPayload, 'authToken'> & { authToken: ResolversTypes['AuthToken'] }
  >
  DeleteDomainInput: DeleteDomainInput
  DeleteDomainPayload: ResolverTypeWrapper<Omit<DeleteDomainPayload, 'domain'> & { domain: ResolversTypes['Domain'] }>
  DeleteGatewayInput: DeleteGatewayInput
  DeleteGatewayPayload: ResolverTypeWrapper<
    Omit<DeleteGatewayPayload, 'gateway'> & { gateway: ResolversTypes['Gateway'] }
  >
  DeleteMachineTokenInput: DeleteMachineTokenInput
  DeleteMachineTokenPayload: ResolverTypeWrapper<
    Omit<DeleteMachineTokenPayload, 'machineToken'> & { machineToken: ResolversTypes['MachineToken'] }
  >
  DenyCommandLineSignInInput: DenyCommandLineSignInInput
  DenyCommandLineSignInPayload: ResolverTypeWrapper<
    Omit<DenyCommandLineSignInPayload, 'commandLineSignIn'> & { commandLineSignIn: ResolversTypes['CommandLineSignIn'] }
  >
  DnsRecord: ResolverTypeWrapper<DnsRecord>
  DnsRecordType: DnsRecordType
  Domain: ResolverTypeWrapper<DomainModel>
  DomainAspect: DomainAspect
  DomainCertificate: ResolverTypeWrapper<DomainCertificate>
  DomainFinding: ResolverTypeWrapper<DomainFinding>
  DomainStatus: DomainStatus
  EmailVerification: ResolverTypeWrapper<EmailVerification>
  EmailVerificationState: EmailVerificationState
  EndOwnTokenPayload: ResolverTypeWrapper<
    Omit<EndOwnTokenPayload, 'machineToken'> & { machineToken: ResolversTypes['MachineToken'] }
  >
  EndSessionInput: EndSessionInput
  EndSessionPayload: ResolverTypeWrapper<
    Omit<EndSessionPayload, 'session'> & { session: ResolversTypes['AuthSession'] }
  >
  EndedTunnel: ResolverTypeWrapper<EndedTunnel>
  ExportAccountInput: ExportAccountInput
  ExportAccountPayload: ResolverTypeWrapper<AccountExportModel>
  FindingOutcome: FindingOutcome
  Float: ResolverTypeWrapper<Scalars['Float']['output']>
  FollowCertificatesInput: FollowCertificatesInput
  FollowCertificatesPayload: ResolverTypeWrapper<FollowCertificatesPayload>
  Gateway: ResolverTypeWrapper<GatewayModel>
  GatewaySessions: ResolverTypeWrapper<GatewaySessionsModel>
  ID: ResolverTypeWrapper<Scalars['ID']['output']>
  Int: ResolverTypeWrapper<Scalars['Int']['output']>
  Invite: ResolverTypeWrapper<InviteModel>
  InviteMemberInput: InviteMemberInput
  InviteMemberPayload: ResolverTypeWrapper<Omit<InviteMemberPayload, 'invite'> & { invite: ResolversTypes['Invite'] }>
  InviteStatus: InviteStatus
  Invoice: ResolverTypeWrapper<InvoiceViewModel>
  InvoiceStatus: InvoiceStatus
  IpRestriction: ResolverTypeWrapper<IpRestrictionModel>
  IssueFormInput: IssueFormInput
  IssuePriority: IssuePriority
  IssueType: IssueType
  LeaveAccountInput: LeaveAccountInput
  LeaveAccountPayload: ResolverTypeWrapper<LeaveAccountPayload>
  MachineToken: ResolverTypeWrapper<AuthTokenModel>
  MarkInvoicePaidInput: MarkInvoicePaidInput
  MarkInvoicePaidPayload: ResolverTypeWrapper<
    Omit<MarkInvoicePaidPayload, 'invoice'> & { invoice: ResolversTypes['Invoice'] }
  >
  Member: ResolverTypeWrapper<MemberModel>
  Membership: ResolverTypeWrapper<Omit<Membership, 'account'> & { account: ResolversTypes['Account'] }>
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>
  OpenBillingPortalInput: OpenBillingPortalInput
  OpenBillingPortalPayload: ResolverTypeWrapper<OpenBillingPortalPayload>
  Overage: ResolverTypeWrapper<Overage>
  Permission: ResolverTypeWrapper<Permission>
  Plan: ResolverTypeWrapper<PlanModel>
  PlanAvailability: PlanAvailability
  PlanChangeMode: PlanChangeMode
  PlanChangeOutcome: PlanChangeOutcome
  PlanFeature: ResolverTypeWrapper<PlanFeature>
  PlanType: PlanType
  PlanUnit: PlanUnit
  PlanUsage: ResolverTypeWrapper<PlanUsage>
  ProviderSubscription: ResolverTypeWrapper<SubscriptionModel>
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>
  RateLimit: ResolverTypeWrapper<RateLimit>
  RateLimitName: RateLimitName
  ReceivedInvite: ResolverTypeWrapper<ReceivedInvite>
  RedeemCommandLineSignInInput: RedeemCommandLineSignInInput
  RedeemCommandLineSignInPayload: ResolverTypeWrapper<RedeemCommandLineSignInPayload>
  RefreshSessionInput: RefreshSessionInput
  Refusal: ResolverTypeWrapper<Refusal>
  RefusalReason: RefusalReason
  RemoveIpRestrictionInput: RemoveIpRestrictionInput
  RemoveIpRestrictionPayload: ResolverTypeWrapper<
    Omit<RemoveIpRestrictionPayload, 'ipRestriction'> & { ipRestriction: ResolversTypes['IpRestriction'] }
  >
  RemoveMemberInput: RemoveMemberInput
  RemoveMemberPayload: ResolverTypeWrapper<RemoveMemberPayload>
  RenewAgentTicketInput: RenewAgentTicketInput
  ReportAgentHealthInput: ReportAgentHealthInput
  ReportAgentHealthPayload: ResolverTypeWrapper<ReportAgentHealthPayload>
  ReportAgentInput: ReportAgentInput
  ReportAgentPayload: ResolverTypeWrapper<Omit<ReportAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>
  ReportRatesInput: ReportRatesInput
  ReportRatesPayload: ResolverTypeWrapper<ReportRatesPayload>
  ReportTunnelsInput: ReportTunnelsInput
  ReportTunnelsPayload: ResolverTypeWrapper<ReportTunnelsPayload>
  ReportUsageInput: ReportUsageInput
  ReportUsagePayload: ResolverTypeWrapper<ReportUsagePayload>
  RequestCommandLineSignInInput: RequestCommandLineSignInInput
  RequestCommandLineSignInPayload: ResolverTypeWrapper<RequestCommandLineSignInPayload>
  RequestEmailVerificationPayload: ResolverTypeWrapper<RequestEmailVerificationPayload>
  RequestPasswordResetInput: RequestPasswordResetInput
  RequestPasswordResetPayload: ResolverTypeWrapper<RequestPasswordResetPayload>
  ResetPasswordInput: ResetPasswordInput
  ResetPasswordPayload: ResolverTypeWrapper<Omit<ResetPasswordPayload, 'user'> & { user: ResolversTypes['User'] }>
  RestrictionsPage: ResolverTypeWrapper<RestrictionsPage>
  RevokeApiKeyInput: RevokeApiKeyInput
  RevokeApiKeyPayload: ResolverTypeWrapper<Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>
  RevokeInviteInput: RevokeInviteInput
  RevokeInvitePayload: ResolverTypeWrapper<Omit<RevokeInvitePayload, 'invite'> & { invite: ResolversTypes['Invite'] }>
  Role: Role
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>
  SendContactRequestInput: SendContactRequestInput
  SendContactRequestPayload: ResolverTypeWrapper<
    Omit<SendContactRequestPayload, 'contactRequest'> & { contactRequest: ResolversTypes['ContactRequest'] }
  >
  ServedCertificate: ResolverTypeWrapper<ServedCertificate>
  Session: ResolverTypeWrapper<Omit<Session, 'user'> & { user: ResolversTypes['User'] }>
  SessionPayload: ResolverTypeWrapper<Omit<SessionPayload, 'session'> & { session: ResolversTypes['Session'] }>
  SignInInput: SignInInput
  SignOutInput: SignOutInput
  SignOutPayload: ResolverTypeWrapper<SignOutPayload>
  SignOutScope: SignOutScope
  SignUpInput: SignUpInput
  Site: ResolverTypeWrapper<SiteModel>
  SitewideAlert: ResolverTypeWrapper<SitewideAlert>
  SitewideAlertType: SitewideAlertType
  StartAgentInput: StartAgentInput
  StopAgentInput: StopAgentInput
  StopAgentPayload: ResolverTypeWrapper<Omit<StopAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>
  String: ResolverTypeWrapper<Scalars['String']['output']>
  SubpointDomain: ResolverTypeWrapper<SubpointDomain>
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>
  SubscriptionStatus: SubscriptionStatus
  TokenAccount: ResolverTypeWrapper<TokenAccount>
  TokenDelivery: TokenDelivery
  TokenHolder: ResolverTypeWrapper<TokenHolder>
  TokenUser: ResolverTypeWrapper<TokenUser>
  TransferOwnershipInput: TransferOwnershipInput
  TransferOwnershipPayload: ResolverTypeWrapper<
    Omit<TransferOwnershipPayload, 'account'> & { account: ResolversTypes['Account'] }
  >
  TunnelEndReason: TunnelEndReason
  TunnelError: ResolverTypeWrapper<TunnelErrorModel>
  TunnelFailure: ResolverTypeWrapper<TunnelFailure>
  TunnelLimits: ResolverTypeWrapper<TunnelLimits>
  UpdateAccountInput: UpdateAccountInput
  UpdateAccountPayload: ResolverTypeWrapper<
    Omit<UpdateAccountPayload, 'account'> & { account: ResolversTypes['Account'] }
  >
  UsageGateway: ResolverTypeWrapper<UsageGateway>
  UsageMetric: ResolverTypeWrapper<UsageMetricModel>
  UsageRowInput: UsageRowInput
  UsageStats: ResolverTypeWrapper<UsageStatsModel>
  UsageStep: UsageStep
  UsageTotal: ResolverTypeWrapper<UsageTotalModel>
  User: ResolverTypeWrapper<UserModel>
  VerifyDomainInput: VerifyDomainInput
  VerifyDomainPayload: ResolverTypeWrapper<Omit<VerifyDomainPayload, 'domain'> & { domain: ResolversTypes['Domain'] }>
  VerifyEmailInput: VerifyEmailInput
  VerifyEmailPayload: ResolverTypeWrapper<Omit<VerifyEmailPayload, 'user'> & { user: ResolversTypes['User'] }>
  Viewer: ResolverTypeWrapper<ViewerModel>
}

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AcceptInviteInput: AcceptInviteInput
  AcceptInvitePayload: Omit<AcceptInvitePayload, 'membership'> & { membership: ResolversParentTypes['Membership'] }
  Account: AccountModel
  AccountRatesInput: AccountRatesInput
  AccountRestrictions: AccountRestrictions
  AddDomainInput: AddDomainInput
  AddDomainPayload: Omit<AddDomainPayload, 'domain'> & { domain: ResolversParentTypes['Domain'] }
  AddIpRestrictionInput: AddIpRestrictionInput
  AddIpRestrictionPayload: Omit<AddIpRestrictionPayload, 'ipRestriction'> & {
    ipRestriction: ResolversParentTypes['IpRestriction']
  }
  Agent: AgentModel
  AgentFailureInput: AgentFailureInput
  AgentHealthInput: AgentHealthInput
  AgentPackage: AgentPackage
  AgentPackages: AgentPackages
  AgentPage: Omit<AgentPage, 'nodes'> & { nodes: Array<ResolversParentTypes['Agent']> }
  AgentTicketPayload: Omit<AgentTicketPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] }
  ApiKey: ApiKeyModel
  ApproveCommandLineSignInInput: ApproveCommandLineSignInInput
  ApproveCommandLineSignInPayload: Omit<ApproveCommandLineSignInPayload, 'commandLineSignIn'> & {
    commandLineSignIn: ResolversParentTypes['CommandLineSignIn']
  }
  AuditChange: AuditChange
  AuditEntry: AuditEntryModel
  AuditPage: Omit<AuditPage, 'nodes'> & { nodes: Array<ResolversParentTypes['AuditEntry']> }
  AuthSession: AuthSessionModel
  AuthToken: AuthTokenModel
  Boolean: Scalars['Boolean']['output']
  CertificateChallenge: CertificateChallenge
  CertificatesChange: CertificatesChange
  ChangeMemberRoleInput: ChangeMemberRoleInput
  ChangeMemberRolePayload: Omit<ChangeMemberRolePayload, 'member'> & { member: ResolversParentTypes['Member'] }
  ChangePasswordInput: ChangePasswordInput
  ChangePasswordPayload: Omit<ChangePasswordPayload, 'user'> & { user: ResolversParentTypes['User'] }
  ChangePlanInput: ChangePlanInput
  ChangePlanPayload: Omit<ChangePlanPayload, 'account' | 'invoice'> & {
    account: ResolversParentTypes['Account']
    invoice?: Maybe<ResolversParentTypes['Invoice']>
  }
  CheckAgentInput: CheckAgentInput
  CheckConnectionPayload: CheckConnectionPayload
  CheckGatewayInput: CheckGatewayInput
  CommandLineSignIn: SignInModel
  ConnectionCheck: ConnectionCheck
  ConnectionStep: ConnectionStep
  ContactDetails: ContactDetails
  ContactFormInput: ContactFormInput
  ContactRequest: ContactRequestModel
  CreateAccountInput: CreateAccountInput
  CreateAccountPayload: Omit<CreateAccountPayload, 'membership'> & { membership: ResolversParentTypes['Membership'] }
  CreateApiKeyInput: CreateApiKeyInput
  CreateApiKeyPayload: Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] }
  CreateAuthTokenInput: CreateAuthTokenInput
  CreateAuthTokenPayload: Omit<CreateAuthTokenPayload, 'authToken'> & { authToken: ResolversParentTypes['AuthToken'] }
  CreateGatewayInput: CreateGatewayInput
  CreateGatewayPayload: Omit<CreateGatewayPayload, 'gateway'> & { gateway: ResolversParentTypes['Gateway'] }
  CreateMachineTokenInput: CreateMachineTokenInput
  CreateMachineTokenPayload: Omit<CreateMachineTokenPayload, 'machineToken'> & {
    machineToken: ResolversParentTypes['MachineToken']
  }
  Date: Scalars['Date']['output']
  DateTime: Scalars['DateTime']['output']
  DeclineInviteInput: DeclineInviteInput
  DeclineInvitePayload: DeclineInvitePayload
  DeleteAccountInput: DeleteAccountInput
  DeleteAccountPayload: DeleteAccountPayload
  DeleteAuthTokenInput: DeleteAuthTokenInput
  DeleteAuthTokenPayload: Omit<DeleteAuthTokenPayload, 'authToken'> & { authToken: ResolversParentTypes['AuthToken'] }
  DeleteDomainInput: DeleteDomainInput
  DeleteDomainPayload: Omit<DeleteDomainPayload, 'domain'> & { domain: ResolversParentTypes['Domain'] }
  DeleteGatewayInput: DeleteGatewayInput
  DeleteGatewayPayload: Omit<DeleteGatewayPayload, 'gateway'> & { gateway: ResolversParentTypes['Gateway'] }
  DeleteMachineTokenInput: DeleteMachineTokenInput
  DeleteMachineTokenPayload: Omit<DeleteMachineTokenPayload, 'machineToken'> & {
    machineToken: ResolversParentTypes['MachineToken']
  }
  DenyCommandLineSignInInput: DenyCommandLineSignInInput
  DenyCommandLineSignInPayload: Omit<DenyCommandLineSignInPayload, 'commandLineSignIn'> & {
    commandLineSignIn: ResolversParentTypes['CommandLineSignIn']
  }
  DnsRecord: DnsRecord
  Domain: DomainModel
  DomainCertificate: DomainCertificate
  DomainFinding: DomainFinding
  EmailVerification: EmailVerification
  EndOwnTokenPayload: Omit<EndOwnTokenPayload, 'machineToken'> & { machineToken: ResolversParentTypes['MachineToken'] }
  EndSessionInput: EndSessionInput
  EndSessionPayload: Omit<EndSessionPayload, 'session'> & { session: ResolversParentTypes['AuthSession'] }
  EndedTunnel: EndedTunnel
  ExportAccountInput: ExportAccountInput
  ExportAccountPayload: AccountExportModel
  Float: Scalars['Float']['output']
  FollowCertificatesInput: FollowCertificatesInput
  FollowCertificatesPayload: FollowCertificatesPayload
  Gateway: GatewayModel
  GatewaySessions: GatewaySessionsModel
  ID: Scalars['ID']['output']
  Int: Scalars['Int']['output']
  Invite: InviteModel
  InviteMemberInput: InviteMemberInput
  InviteMemberPayload: Omit<InviteMemberPayload, 'invite'> & { invite: ResolversParentTypes['Invite'] }
  Invoice: InvoiceViewModel
  IpRestriction: IpRestrictionModel
  IssueFormInput: IssueFormInput
  LeaveAccountInput: LeaveAccountInput
  LeaveAccountPayload: LeaveAccountPayload
  MachineToken: AuthTokenModel
  MarkInvoicePaidInput: MarkInvoicePaidInput
  MarkInvoicePaidPayload: Omit<MarkInvoicePaidPayload, 'invoice'> & { invoice: ResolversParentTypes['Invoice'] }
  Member: MemberModel
  Membership: Omit<Membership, 'account'> & { account: ResolversParentTypes['Account'] }
  Mutation: Record<PropertyKey, never>
  OpenBillingPortalInput: OpenBillingPortalInput
  OpenBillingPortalPayload: OpenBillingPortalPayload
  Overage: Overage
  Permission: Permission
  Plan: PlanModel
  PlanFeature: PlanFeature
  PlanUsage: PlanUsage
  ProviderSubscription: SubscriptionModel
  Query: Record<PropertyKey, never>
  RateLimit: RateLimit
  ReceivedInvite: ReceivedInvite
  RedeemCommandLineSignInInput: RedeemCommandLineSignInInput
  RedeemCommandLineSignInPayload: RedeemCommandLineSignInPayload
  RefreshSessionInput: RefreshSessionInput
  Refusal: Refusal
  RemoveIpRestrictionInput: RemoveIpRestrictionInput
  RemoveIpRestrictionPayload: Omit<RemoveIpRestrictionPayload, 'ipRestriction'> & {
    ipRestriction: ResolversParentTypes['IpRestriction']
  }
  RemoveMemberInput: RemoveMemberInput
  RemoveMemberPayload: RemoveMemberPayload
  RenewAgentTicketInput: RenewAgentTicketInput
  ReportAgentHealthInput: ReportAgentHealthInput
  ReportAgentHealthPayload: ReportAgentHealthPayload
  ReportAgentInput: ReportAgentInput
  ReportAgentPayload: Omit<ReportAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] }
  ReportRatesInput: ReportRatesInput
  ReportRatesPayload: ReportRatesPayload
  ReportTunnelsInput: ReportTunnelsInput
  ReportTunnelsPayload: ReportTunnelsPayload
  ReportUsageInput: ReportUsageInput
  ReportUsagePayload: ReportUsagePayload
  RequestCommandLineSignInInput: RequestCommandLineSignInInput
  RequestCommandLineSignInPayload: RequestCommandLineSignInPayload
  RequestEmailVerificationPayload: RequestEmailVerificationPayload
  RequestPasswordResetInput: RequestPasswordResetInput
  RequestPasswordResetPayload: RequestPasswordResetPayload
  ResetPasswordInput: ResetPasswordInput
  ResetPasswordPayload: Omit<ResetPasswordPayload, 'user'> & { user: ResolversParentTypes['User'] }
  RestrictionsPage: RestrictionsPage
  RevokeApiKeyInput: RevokeApiKeyInput
  RevokeApiKeyPayload: Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] }
  RevokeInviteInput: RevokeInviteInput
  RevokeInvitePayload: Omit<RevokeInvitePayload, 'invite'> & { invite: ResolversParentTypes['Invite'] }
  SafeInt: Scalars['SafeInt']['output']
  SendContactRequestInput: SendContactRequestInput
  SendContactRequestPayload: Omit<SendContactRequestPayload, 'contactRequest'> & {
    contactRequest: ResolversParentTypes['ContactRequest']
  }
  ServedCertificate: ServedCertificate
  Session: Omit<Session, 'user'> & { user: ResolversParentTypes['User'] }
  SessionPayload: Omit<SessionPayload, 'session'> & { session: ResolversParentTypes['Session'] }
  SignInInput: SignInInput
  SignOutInput: SignOutInput
  SignOutPayload: SignOutPayload
  SignUpInput: SignUpInput
  Site: SiteModel
  SitewideAlert: SitewideAlert
  StartAgentInput: StartAgentInput
  StopAgentInput: StopAgentInput
  StopAgentPayload: Omit<StopAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] }
  String: Scalars['String']['output']
  SubpointDomain: SubpointDomain
  Subscription: Record<PropertyKey, never>
  TokenAccount: TokenAccount
  TokenHolder: TokenHolder
  TokenUser: TokenUser
  TransferOwnershipInput: TransferOwnershipInput
  TransferOwnershipPayload: Omit<TransferOwnershipPayload, 'account'> & { account: ResolversParentTypes['Account'] }
  TunnelError: TunnelErrorModel
  TunnelFailure: TunnelFailure
  TunnelLimits: TunnelLimits
  UpdateAccountInput: UpdateAccountInput
  UpdateAccountPayload: Omit<UpdateAccountPayload, 'account'> & { account: ResolversParentTypes['Account'] }
  UsageGateway: UsageGateway
  UsageMetric: UsageMetricModel
  UsageRowInput: UsageRowInput
  UsageStats: UsageStatsModel
  UsageTotal: UsageTotalModel
  User: UserModel
  VerifyDomainInput: VerifyDomainInput
  VerifyDomainPayload: Omit<VerifyDomainPayload, 'domain'> & { domain: ResolversParentTypes['Domain'] }
  VerifyEmailInput: VerifyEmailInput
  VerifyEmailPayload: Omit<VerifyEmailPayload, 'user'> & { user: ResolversParentTypes['User'] }
  Viewer: ViewerModel
}

export type AcceptInvitePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AcceptInvitePayload'] = ResolversParentTypes['AcceptInvitePayload'],
> = {
  membership?: Resolver<ResolversTypes['Membership'], ParentType, ContextType>
}

export type AccountResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account'],
> = {
  agents?: Resolver<
    ResolversTypes['AgentPage'],
    ParentType,
    ContextType,
    RequireFields<AccountAgentsArgs, 'page' | 'pageSize'>
  >
  apiKeys?: Resolver<Array<ResolversTypes['ApiKey']>, ParentType, ContextType>
  auditLog?: Resolver<
    ResolversTypes['AuditPage'],
    ParentType,
    ContextType,
    RequireFields<AccountAuditLogArgs, 'page' | 'pageSize'>
  >
  authToken?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  domains?: Resolver<Array<ResolversTypes['Domain']>, ParentType, ContextType, Partial<AccountDomainsArgs>>
  gatewaySessions?: Resolver<
    Array<ResolversTypes['GatewaySessions']>,
    ParentType,
    ContextType,
    RequireFields<AccountGatewaySessionsArgs, 'from' | 'to'>
  >
  gateways?: Resolver<Array<ResolversTypes['Gateway']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  invites?: Resolver<Array<ResolversTypes['Invite']>, ParentType, ContextType, Partial<AccountInvitesArgs>>
  invoices?: Resolver<Array<ResolversTypes['Invoice']>, ParentType, ContextType>
  ipRestrictions?: Resolver<Array<ResolversTypes['IpRestriction']>, ParentType, ContextType>
  machineTokens?: Resolver<Array<ResolversTypes['MachineToken']>, ParentType, ContextType>
  members?: Resolver<Array<ResolversTypes['Member']>, ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  namespaceChangesCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  plan?: Resolver<ResolversTypes['Plan'], ParentType, ContextType>
  planUsage?: Resolver<Array<ResolversTypes['PlanUsage']>, ParentType, ContextType, Partial<AccountPlanUsageArgs>>
  rateLimits?: Resolver<Array<ResolversTypes['RateLimit']>, ParentType, ContextType>
  subscription?: Resolver<Maybe<ResolversTypes['ProviderSubscription']>, ParentType, ContextType>
  usage?: Resolver<ResolversTypes['UsageStats'], ParentType, ContextType>
  usageMetrics?: Resolver<
    Array<ResolversTypes['UsageMetric']>,
    ParentType,
    ContextType,
    RequireFields<AccountUsageMetricsArgs, 'from' | 'step' | 'to'>
  >
  usageTotals?: Resolver<
    Array<ResolversTypes['UsageTotal']>,
    ParentType,
    ContextType,
    RequireFields<AccountUsageTotalsArgs, 'from' | 'step' | 'to'>
  >
  viewerCanAddDomain?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>
  viewerCanAddIpRestriction?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>
  viewerCanChangeNamespace?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanChangePlan?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanCreateGateway?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>
  viewerCanDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanInvite?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanInviteMember?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>
  viewerCanLeave?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageApiKeys?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageDomains?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageGateways?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageIpRestrictions?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanSeeAuditLog?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanSeeInvoices?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanStopAgents?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanTransferOwnership?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerRole?: Resolver<ResolversTypes['Role'], ParentType, ContextType>
}

export type AccountRestrictionsResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AccountRestrictions'] = ResolversParentTypes['AccountRestrictions'],
> = {
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  ranges?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type AddDomainPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AddDomainPayload'] = ResolversParentTypes['AddDomainPayload'],
> = {
  domain?: Resolver<ResolversTypes['Domain'], ParentType, ContextType>
}

export type AddIpRestrictionPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AddIpRestrictionPayload'] = ResolversParentTypes['AddIpRestrictionPayload'],
> = {
  ipRestriction?: Resolver<ResolversTypes['IpRestriction'], ParentType, ContextType>
}

export type AgentResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'],
> = {
  assignedDomain?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  connected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  dataIn?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataOut?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  forwardingTo?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  gateway?: Resolver<Maybe<ResolversTypes['Gateway']>, ParentType, ContextType>
  health?: Resolver<ResolversTypes['AgentHealth'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  lastFailure?: Resolver<Maybe<ResolversTypes['TunnelFailure']>, ParentType, ContextType>
  lostAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  publicUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  requestCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  roundTripMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  startedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  status?: Resolver<ResolversTypes['AgentStatus'], ParentType, ContextType>
  stoppedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  viewerCanStop?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type AgentPackageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentPackage'] = ResolversParentTypes['AgentPackage'],
> = {
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  sizeBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  target?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type AgentPackagesResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentPackages'] = ResolversParentTypes['AgentPackages'],
> = {
  packages?: Resolver<Array<ResolversTypes['AgentPackage']>, ParentType, ContextType>
  signingKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type AgentPageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentPage'] = ResolversParentTypes['AgentPage'],
> = {
  nodes?: Resolver<Array<ResolversTypes['Agent']>, ParentType, ContextType>
  page?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type AgentTicketPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentTicketPayload'] = ResolversParentTypes['AgentTicketPayload'],
> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>
  edgeAuthorities?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  edgeUrls?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  ticket?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  ticketExpiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
}

export type ApiKeyResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  createdBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  prefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  scopes?: Resolver<Array<ResolversTypes['ApiKeyScope']>, ParentType, ContextType>
}

export type ApproveCommandLineSignInPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ApproveCommandLineSignInPayload'] =
    ResolversParentTypes['ApproveCommandLineSignInPayload'],
> = {
  commandLineSignIn?: Resolver<ResolversTypes['CommandLineSignIn'], ParentType, ContextType>
  redirectUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type AuditChangeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuditChange'] = ResolversParentTypes['AuditChange'],
> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type AuditEntryResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry'],
> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  actor?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  actorKind?: Resolver<ResolversTypes['AuditActorKind'], ParentType, ContextType>
  changes?: Resolver<Array<ResolversTypes['AuditChange']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  credentialId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  ipAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  objectId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  objectName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  objectType?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type AuditPageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuditPage'] = ResolversParentTypes['AuditPage'],
> = {
  nodes?: Resolver<Array<ResolversTypes['AuditEntry']>, ParentType, ContextType>
  page?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type AuthSessionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuthSession'] = ResolversParentTypes['AuthSession'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  current?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  ipAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type AuthTokenResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuthToken'] = ResolversParentTypes['AuthToken'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CertificateChallengeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CertificateChallenge'] = ResolversParentTypes['CertificateChallenge'],
> = {
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  hostname?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  keyAuthorization?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  type?: Resolver<ResolversTypes['ChallengeType'], ParentType, ContextType>
}

export type CertificatesChangeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CertificatesChange'] = ResolversParentTypes['CertificatesChange'],
> = {
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type ChangeMemberRolePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ChangeMemberRolePayload'] = ResolversParentTypes['ChangeMemberRolePayload'],
> = {
  member?: Resolver<ResolversTypes['Member'], ParentType, ContextType>
}

export type ChangePasswordPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ChangePasswordPayload'] = ResolversParentTypes['ChangePasswordPayload'],
> = {
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type ChangePlanPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ChangePlanPayload'] = ResolversParentTypes['ChangePlanPayload'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
  checkoutUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  invoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType>
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  outcome?: Resolver<ResolversTypes['PlanChangeOutcome'], ParentType, ContextType>
}

export type CheckConnectionPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CheckConnectionPayload'] = ResolversParentTypes['CheckConnectionPayload'],
> = {
  check?: Resolver<ResolversTypes['ConnectionCheck'], ParentType, ContextType>
}

export type CommandLineSignInResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CommandLineSignIn'] = ResolversParentTypes['CommandLineSignIn'],
> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  machineName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  requestedFrom?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  userCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  usesLoopback?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type ConnectionCheckResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ConnectionCheck'] = ResolversParentTypes['ConnectionCheck'],
> = {
  checkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  passed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  publicUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  steps?: Resolver<Array<ResolversTypes['ConnectionStep']>, ParentType, ContextType>
}

export type ConnectionStepResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ConnectionStep'] = ResolversParentTypes['ConnectionStep'],
> = {
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  durationMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  fix?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  hop?: Resolver<ResolversTypes['ConnectionHop'], ParentType, ContextType>
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  state?: Resolver<ResolversTypes['ConnectionState'], ParentType, ContextType>
}

export type ContactDetailsResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ContactDetails'] = ResolversParentTypes['ContactDetails'],
> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  chatUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type ContactRequestResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ContactRequest'] = ResolversParentTypes['ContactRequest'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  status?: Resolver<ResolversTypes['ContactRequestStatus'], ParentType, ContextType>
  type?: Resolver<ResolversTypes['ContactRequestType'], ParentType, ContextType>
}

export type CreateAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateAccountPayload'] = ResolversParentTypes['CreateAccountPayload'],
> = {
  membership?: Resolver<ResolversTypes['Membership'], ParentType, ContextType>
}

export type CreateApiKeyPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateApiKeyPayload'] = ResolversParentTypes['CreateApiKeyPayload'],
> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CreateAuthTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateAuthTokenPayload'] = ResolversParentTypes['CreateAuthTokenPayload'],
> = {
  authToken?: Resolver<ResolversTypes['AuthToken'], ParentType, ContextType>
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CreateGatewayPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateGatewayPayload'] = ResolversParentTypes['CreateGatewayPayload'],
> = {
  gateway?: Resolver<ResolversTypes['Gateway'], ParentType, ContextType>
}

export type CreateMachineTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateMachineTokenPayload'] =
    ResolversParentTypes['CreateMachineTokenPayload'],
> = {
  machineToken?: Resolver<ResolversTypes['MachineToken'], ParentType, ContextType>
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date'
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime'
}

export type DeclineInvitePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeclineInvitePayload'] = ResolversParentTypes['DeclineInvitePayload'],
> = {
  inviteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type DeleteAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteAccountPayload'] = ResolversParentTypes['DeleteAccountPayload'],
> = {
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type DeleteAuthTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteAuthTokenPayload'] = ResolversParentTypes['DeleteAuthTokenPayload'],
> = {
  authToken?: Resolver<ResolversTypes['AuthToken'], ParentType, ContextType>
}

export type DeleteDomainPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteDomainPayload'] = ResolversParentTypes['DeleteDomainPayload'],
> = {
  domain?: Resolver<ResolversTypes['Domain'], ParentType, ContextType>
}

export type DeleteGatewayPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteGatewayPayload'] = ResolversParentTypes['DeleteGatewayPayload'],
> = {
  gateway?: Resolver<ResolversTypes['Gateway'], ParentType, ContextType>
}

export type DeleteMachineTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteMachineTokenPayload'] =
    ResolversParentTypes['DeleteMachineTokenPayload'],
> = {
  machineToken?: Resolver<ResolversTypes['MachineToken'], ParentType, ContextType>
}

export type DenyCommandLineSignInPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DenyCommandLineSignInPayload'] =
    ResolversParentTypes['DenyCommandLineSignInPayload'],
> = {
  commandLineSignIn?: Resolver<ResolversTypes['CommandLineSignIn'], ParentType, ContextType>
  redirectUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type DnsRecordResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DnsRecord'] = ResolversParentTypes['DnsRecord'],
> = {
  found?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  type?: Resolver<ResolversTypes['DnsRecordType'], ParentType, ContextType>
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type DomainResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Domain'] = ResolversParentTypes['Domain'],
> = {
  bareCnameUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  certificate?: Resolver<Maybe<ResolversTypes['DomainCertificate']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  dnsRecords?: Resolver<Array<ResolversTypes['DnsRecord']>, ParentType, ContextType>
  domain?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  findings?: Resolver<Array<ResolversTypes['DomainFinding']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  lastCheckMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  lastCheckedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  status?: Resolver<ResolversTypes['DomainStatus'], ParentType, ContextType>
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  verificationToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  verifying?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type DomainCertificateResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DomainCertificate'] = ResolversParentTypes['DomainCertificate'],
> = {
  advice?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  authority?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  issuedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  renewsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  stage?: Resolver<ResolversTypes['CertificateStage'], ParentType, ContextType>
}

export type DomainFindingResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DomainFinding'] = ResolversParentTypes['DomainFinding'],
> = {
  advice?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  aspect?: Resolver<ResolversTypes['DomainAspect'], ParentType, ContextType>
  expected?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  found?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  outcome?: Resolver<ResolversTypes['FindingOutcome'], ParentType, ContextType>
}

export type EmailVerificationResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EmailVerification'] = ResolversParentTypes['EmailVerification'],
> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  fullName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  state?: Resolver<ResolversTypes['EmailVerificationState'], ParentType, ContextType>
}

export type EndOwnTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndOwnTokenPayload'] = ResolversParentTypes['EndOwnTokenPayload'],
> = {
  machineToken?: Resolver<ResolversTypes['MachineToken'], ParentType, ContextType>
}

export type EndSessionPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndSessionPayload'] = ResolversParentTypes['EndSessionPayload'],
> = {
  session?: Resolver<ResolversTypes['AuthSession'], ParentType, ContextType>
}

export type EndedTunnelResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndedTunnel'] = ResolversParentTypes['EndedTunnel'],
> = {
  agentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  reason?: Resolver<ResolversTypes['TunnelEndReason'], ParentType, ContextType>
}

export type ExportAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ExportAccountPayload'] = ResolversParentTypes['ExportAccountPayload'],
> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  fileName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  json?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type FollowCertificatesPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['FollowCertificatesPayload'] =
    ResolversParentTypes['FollowCertificatesPayload'],
> = {
  challenges?: Resolver<Array<ResolversTypes['CertificateChallenge']>, ParentType, ContextType>
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  names?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type GatewayResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Gateway'] = ResolversParentTypes['Gateway'],
> = {
  agentLostAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  certificate?: Resolver<Maybe<ResolversTypes['DomainCertificate']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  publicUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  subdomain?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  tunnelBinding?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>
}

export type GatewaySessionsResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['GatewaySessions'] = ResolversParentTypes['GatewaySessions'],
> = {
  gateway?: Resolver<Maybe<ResolversTypes['UsageGateway']>, ParentType, ContextType>
  runSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  sessionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type InviteResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Invite'] = ResolversParentTypes['Invite'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  invitedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>
  status?: Resolver<ResolversTypes['InviteStatus'], ParentType, ContextType>
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  viewerCanRevoke?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type InviteMemberPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['InviteMemberPayload'] = ResolversParentTypes['InviteMemberPayload'],
> = {
  invite?: Resolver<ResolversTypes['Invite'], ParentType, ContextType>
}

export type InvoiceResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Invoice'] = ResolversParentTypes['Invoice'],
> = {
  amount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  dueDate?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  overage?: Resolver<Maybe<ResolversTypes['Overage']>, ParentType, ContextType>
  periodEnd?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  periodStart?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  plan?: Resolver<ResolversTypes['Plan'], ParentType, ContextType>
  status?: Resolver<ResolversTypes['InvoiceStatus'], ParentType, ContextType>
  viewerCanMarkPaid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type IpRestrictionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['IpRestriction'] = ResolversParentTypes['IpRestriction'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  ipAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type LeaveAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['LeaveAccountPayload'] = ResolversParentTypes['LeaveAccountPayload'],
> = {
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type MachineTokenResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['MachineToken'] = ResolversParentTypes['MachineToken'],
> = {
  approvedFrom?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type MarkInvoicePaidPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['MarkInvoicePaidPayload'] = ResolversParentTypes['MarkInvoicePaidPayload'],
> = {
  invoice?: Resolver<ResolversTypes['Invoice'], ParentType, ContextType>
}

export type MemberResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Member'] = ResolversParentTypes['Member'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
  viewerCanChangeRole?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanRemove?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanTransferOwnershipTo?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type MembershipResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Membership'] = ResolversParentTypes['Membership'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>
}

export type MutationResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation'],
> = {
  acceptInvite?: Resolver<
    ResolversTypes['AcceptInvitePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationAcceptInviteArgs, 'input'>
  >
  addDomain?: Resolver<
    ResolversTypes['AddDomainPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationAddDomainArgs, 'input'>
  >
  addIpRestriction?: Resolver<
    ResolversTypes['AddIpRestrictionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationAddIpRestrictionArgs, 'input'>
  >
  approveCommandLineSignIn?: Resolver<
    ResolversTypes['ApproveCommandLineSignInPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationApproveCommandLineSignInArgs, 'input'>
  >
  changeMemberRole?: Resolver<
    ResolversTypes['ChangeMemberRolePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationChangeMemberRoleArgs, 'input'>
  >
  changePassword?: Resolver<
    ResolversTypes['ChangePasswordPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationChangePasswordArgs, 'input'>
  >
  changePlan?: Resolver<
    ResolversTypes['ChangePlanPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationChangePlanArgs, 'input'>
  >
  checkAgent?: Resolver<
    ResolversTypes['CheckConnectionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCheckAgentArgs, 'input'>
  >
  checkGateway?: Resolver<
    ResolversTypes['CheckConnectionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCheckGatewayArgs, 'input'>
  >
  createAccount?: Resolver<
    ResolversTypes['CreateAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateAccountArgs, 'input'>
  >
  createApiKey?: Resolver<
    ResolversTypes['CreateApiKeyPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateApiKeyArgs, 'input'>
  >
  createAuthToken?: Resolver<
    ResolversTypes['CreateAuthTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateAuthTokenArgs, 'input'>
  >
  createGateway?: Resolver<
    ResolversTypes['CreateGatewayPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateGatewayArgs, 'input'>
  >
  createMachineToken?: Resolver<
    ResolversTypes['CreateMachineTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateMachineTokenArgs, 'input'>
  >
  declineInvite?: Resolver<
    ResolversTypes['DeclineInvitePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeclineInviteArgs, 'input'>
  >
  deleteAccount?: Resolver<
    ResolversTypes['DeleteAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteAccountArgs, 'input'>
  >
  deleteAuthToken?: Resolver<
    ResolversTypes['DeleteAuthTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteAuthTokenArgs, 'input'>
  >
  deleteDomain?: Resolver<
    ResolversTypes['DeleteDomainPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteDomainArgs, 'input'>
  >
  deleteGateway?: Resolver<
    ResolversTypes['DeleteGatewayPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteGatewayArgs, 'input'>
  >
  deleteMachineToken?: Resolver<
    ResolversTypes['DeleteMachineTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteMachineTokenArgs, 'input'>
  >
  denyCommandLineSignIn?: Resolver<
    ResolversTypes['DenyCommandLineSignInPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDenyCommandLineSignInArgs, 'input'>
  >
  endOwnToken?: Resolver<ResolversTypes['EndOwnTokenPayload'], ParentType, ContextType>
  endSession?: Resolver<
    ResolversTypes['EndSessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationEndSessionArgs, 'input'>
  >
  exportAccount?: Resolver<
    ResolversTypes['ExportAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationExportAccountArgs, 'input'>
  >
  followCertificates?: Resolver<
    ResolversTypes['FollowCertificatesPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationFollowCertificatesArgs, 'input'>
  >
  inviteMember?: Resolver<
    ResolversTypes['InviteMemberPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationInviteMemberArgs, 'input'>
  >
  leaveAccount?: Resolver<
    ResolversTypes['LeaveAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationLeaveAccountArgs, 'input'>
  >
  markInvoicePaid?: Resolver<
    ResolversTypes['MarkInvoicePaidPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationMarkInvoicePaidArgs, 'input'>
  >
  openBillingPortal?: Resolver<
    ResolversTypes['OpenBillingPortalPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationOpenBillingPortalArgs, 'input'>
  >
  redeemCommandLineSignIn?: Resolver<
    ResolversTypes['RedeemCommandLineSignInPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRedeemCommandLineSignInArgs, 'input'>
  >
  refreshSession?: Resolver<
    ResolversTypes['SessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRefreshSessionArgs, 'input'>
  >
  removeIpRestriction?: Resolver<
    ResolversTypes['RemoveIpRestrictionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRemoveIpRestrictionArgs, 'input'>
  >
  removeMember?: Resolver<
    ResolversTypes['RemoveMemberPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRemoveMemberArgs, 'input'>
  >
  renewAgentTicket?: Resolver<
    ResolversTypes['AgentTicketPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRenewAgentTicketArgs, 'input'>
  >
  reportAgent?: Resolver<
    ResolversTypes['ReportAgentPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReportAgentArgs, 'input'>
  >
  reportAgentHealth?: Resolver<
    ResolversTypes['ReportAgentHealthPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReportAgentHealthArgs, 'input'>
  >
  reportRates?: Resolver<
    ResolversTypes['ReportRatesPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReportRatesArgs, 'input'>
  >
  reportTunnels?: Resolver<
    ResolversTypes['ReportTunnelsPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReportTunnelsArgs, 'input'>
  >
  reportUsage?: Resolver<
    ResolversTypes['ReportUsagePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReportUsageArgs, 'input'>
  >
  requestCommandLineSignIn?: Resolver<
    ResolversTypes['RequestCommandLineSignInPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRequestCommandLineSignInArgs, 'input'>
  >
  requestEmailVerification?: Resolver<ResolversTypes['RequestEmailVerificationPayload'], ParentType, ContextType>
  requestPasswordReset?: Resolver<
    ResolversTypes['RequestPasswordResetPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRequestPasswordResetArgs, 'input'>
  >
  resetPassword?: Resolver<
    ResolversTypes['ResetPasswordPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationResetPasswordArgs, 'input'>
  >
  revokeApiKey?: Resolver<
    ResolversTypes['RevokeApiKeyPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRevokeApiKeyArgs, 'input'>
  >
  revokeInvite?: Resolver<
    ResolversTypes['RevokeInvitePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRevokeInviteArgs, 'input'>
  >
  sendContactRequest?: Resolver<
    ResolversTypes['SendContactRequestPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSendContactRequestArgs, 'input'>
  >
  signIn?: Resolver<
    ResolversTypes['SessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSignInArgs, 'input'>
  >
  signOut?: Resolver<
    ResolversTypes['SignOutPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSignOutArgs, 'input'>
  >
  signUp?: Resolver<
    ResolversTypes['SessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSignUpArgs, 'input'>
  >
  startAgent?: Resolver<
    ResolversTypes['AgentTicketPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationStartAgentArgs, 'input'>
  >
  stopAgent?: Resolver<
    ResolversTypes['StopAgentPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationStopAgentArgs, 'input'>
  >
  transferOwnership?: Resolver<
    ResolversTypes['TransferOwnershipPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationTransferOwnershipArgs, 'input'>
  >
  updateAccount?: Resolver<
    ResolversTypes['UpdateAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateAccountArgs, 'input'>
  >
  verifyDomain?: Resolver<
    ResolversTypes['VerifyDomainPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationVerifyDomainArgs, 'input'>
  >
  verifyEmail?: Resolver<
    ResolversTypes['VerifyEmailPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationVerifyEmailArgs, 'input'>
  >
}

export type OpenBillingPortalPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['OpenBillingPortalPayload'] =
    ResolversParentTypes['OpenBillingPortalPayload'],
> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type OverageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Overage'] = ResolversParentTypes['Overage'],
> = {
  amount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  dataOutBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type PermissionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Permission'] = ResolversParentTypes['Permission'],
> = {
  allowed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  refusal?: Resolver<Maybe<ResolversTypes['Refusal']>, ParentType, ContextType>
}

export type PlanResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Plan'] = ResolversParentTypes['Plan'],
> = {
  allowsNamespaceChange?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  availability?: Resolver<ResolversTypes['PlanAvailability'], ParentType, ContextType>
  features?: Resolver<Array<ResolversTypes['PlanFeature']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  isFree?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  isProviderBacked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  maxAgentHoursMonthly?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxApiRequests?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxConcurrentAgents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxDataOutGb?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxDomains?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxIpRestrictions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxSubpoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxTeamMembers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  priceMonthly?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  type?: Resolver<ResolversTypes['PlanType'], ParentType, ContextType>
}

export type PlanFeatureResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['PlanFeature'] = ResolversParentTypes['PlanFeature'],
> = {
  isMain?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  missing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type PlanUsageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['PlanUsage'] = ResolversParentTypes['PlanUsage'],
> = {
  exceeded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  unit?: Resolver<ResolversTypes['PlanUnit'], ParentType, ContextType>
  used?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
}

export type ProviderSubscriptionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ProviderSubscription'] = ResolversParentTypes['ProviderSubscription'],
> = {
  cancelAtPeriodEnd?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  currentPeriodEnd?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  paymentMethodBrand?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  paymentMethodLast4?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  plan?: Resolver<Maybe<ResolversTypes['Plan']>, ParentType, ContextType>
  priceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  subscriptionStatus?: Resolver<ResolversTypes['SubscriptionStatus'], ParentType, ContextType>
}

export type QueryResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType, RequireFields<QueryAccountArgs, 'id'>>
  certificates?: Resolver<
    Array<ResolversTypes['ServedCertificate']>,
    ParentType,
    ContextType,
    RequireFields<QueryCertificatesArgs, 'hostnames'>
  >
  commandLineSignIn?: Resolver<
    ResolversTypes['CommandLineSignIn'],
    ParentType,
    ContextType,
    RequireFields<QueryCommandLineSignInArgs, 'userCode'>
  >
  emailVerification?: Resolver<
    Maybe<ResolversTypes['EmailVerification']>,
    ParentType,
    ContextType,
    RequireFields<QueryEmailVerificationArgs, 'token'>
  >
  invite?: Resolver<
    Maybe<ResolversTypes['ReceivedInvite']>,
    ParentType,
    ContextType,
    RequireFields<QueryInviteArgs, 'token'>
  >
  plans?: Resolver<Array<ResolversTypes['Plan']>, ParentType, ContextType>
  reservedHostnames?: Resolver<
    Array<ResolversTypes['String']>,
    ParentType,
    ContextType,
    RequireFields<QueryReservedHostnamesArgs, 'hostnames'>
  >
  restrictions?: Resolver<
    ResolversTypes['RestrictionsPage'],
    ParentType,
    ContextType,
    RequireFields<QueryRestrictionsArgs, 'since'>
  >
  site?: Resolver<ResolversTypes['Site'], ParentType, ContextType>
  tokenHolder?: Resolver<ResolversTypes['TokenHolder'], ParentType, ContextType>
  tunnelError?: Resolver<
    ResolversTypes['TunnelError'],
    ParentType,
    ContextType,
    RequireFields<QueryTunnelErrorArgs, 'report'>
  >
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>
}

export type RateLimitResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit'],
> = {
  burst?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>
  current?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['RateLimitName'], ParentType, ContextType>
  peak?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type ReceivedInviteResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReceivedInvite'] = ResolversParentTypes['ReceivedInvite'],
> = {
  accountName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  accountNamespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  inviteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  invitedByName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RedeemCommandLineSignInPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RedeemCommandLineSignInPayload'] =
    ResolversParentTypes['RedeemCommandLineSignInPayload'],
> = {
  holder?: Resolver<Maybe<ResolversTypes['TokenHolder']>, ParentType, ContextType>
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  status?: Resolver<ResolversTypes['CommandLineRedemption'], ParentType, ContextType>
}

export type RefusalResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Refusal'] = ResolversParentTypes['Refusal'],
> = {
  reason?: Resolver<ResolversTypes['RefusalReason'], ParentType, ContextType>
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RemoveIpRestrictionPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RemoveIpRestrictionPayload'] =
    ResolversParentTypes['RemoveIpRestrictionPayload'],
> = {
  ipRestriction?: Resolver<ResolversTypes['IpRestriction'], ParentType, ContextType>
}

export type RemoveMemberPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RemoveMemberPayload'] = ResolversParentTypes['RemoveMemberPayload'],
> = {
  memberId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type ReportAgentHealthPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportAgentHealthPayload'] =
    ResolversParentTypes['ReportAgentHealthPayload'],
> = {
  agentCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type ReportAgentPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportAgentPayload'] = ResolversParentTypes['ReportAgentPayload'],
> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>
}

export type ReportRatesPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportRatesPayload'] = ResolversParentTypes['ReportRatesPayload'],
> = {
  accountCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type ReportTunnelsPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportTunnelsPayload'] = ResolversParentTypes['ReportTunnelsPayload'],
> = {
  ended?: Resolver<Array<ResolversTypes['EndedTunnel']>, ParentType, ContextType>
  limits?: Resolver<ResolversTypes['TunnelLimits'], ParentType, ContextType>
}

export type ReportUsagePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportUsagePayload'] = ResolversParentTypes['ReportUsagePayload'],
> = {
  counted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type RequestCommandLineSignInPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestCommandLineSignInPayload'] =
    ResolversParentTypes['RequestCommandLineSignInPayload'],
> = {
  deviceCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  intervalSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  userCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  verificationUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  verificationUrlComplete?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RequestEmailVerificationPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestEmailVerificationPayload'] =
    ResolversParentTypes['RequestEmailVerificationPayload'],
> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RequestPasswordResetPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestPasswordResetPayload'] =
    ResolversParentTypes['RequestPasswordResetPayload'],
> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type ResetPasswordPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ResetPasswordPayload'] = ResolversParentTypes['ResetPasswordPayload'],
> = {
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type RestrictionsPageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RestrictionsPage'] = ResolversParentTypes['RestrictionsPage'],
> = {
  accounts?: Resolver<Array<ResolversTypes['AccountRestrictions']>, ParentType, ContextType>
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type RevokeApiKeyPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RevokeApiKeyPayload'] = ResolversParentTypes['RevokeApiKeyPayload'],
> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>
}

export type RevokeInvitePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RevokeInvitePayload'] = ResolversParentTypes['RevokeInvitePayload'],
> = {
  invite?: Resolver<ResolversTypes['Invite'], ParentType, ContextType>
}

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt'
}

export type SendContactRequestPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SendContactRequestPayload'] =
    ResolversParentTypes['SendContactRequestPayload'],
> = {
  contactRequest?: Resolver<ResolversTypes['ContactRequest'], ParentType, ContextType>
}

export type ServedCertificateResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ServedCertificate'] = ResolversParentTypes['ServedCertificate'],
> = {
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  sealedKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type SessionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session'],
> = {
  accessToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  expiresIn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  refreshToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  tokenType?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type SessionPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SessionPayload'] = ResolversParentTypes['SessionPayload'],
> = {
  session?: Resolver<ResolversTypes['Session'], ParentType, ContextType>
}

export type SignOutPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SignOutPayload'] = ResolversParentTypes['SignOutPayload'],
> = {
  ended?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type SiteResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Site'] = ResolversParentTypes['Site'],
> = {
  agentPackages?: Resolver<Maybe<ResolversTypes['AgentPackages']>, ParentType, ContextType>
  availableSubpointDomains?: Resolver<Array<ResolversTypes['SubpointDomain']>, ParentType, ContextType>
  brandName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  certificateAuthority?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  contact?: Resolver<ResolversTypes['ContactDetails'], ParentType, ContextType>
  exampleUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  planChanges?: Resolver<ResolversTypes['PlanChangeMode'], ParentType, ContextType>
  serverUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  sitewideAlert?: Resolver<Maybe<ResolversTypes['SitewideAlert']>, ParentType, ContextType>
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type SitewideAlertResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SitewideAlert'] = ResolversParentTypes['SitewideAlert'],
> = {
  dismissible?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  endDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  showOnPages?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  startDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  type?: Resolver<ResolversTypes['SitewideAlertType'], ParentType, ContextType>
}

export type StopAgentPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['StopAgentPayload'] = ResolversParentTypes['StopAgentPayload'],
> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>
}

export type SubpointDomainResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SubpointDomain'] = ResolversParentTypes['SubpointDomain'],
> = {
  domain?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  isDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type SubscriptionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription'],
> = {
  accountChanged?: SubscriptionResolver<
    ResolversTypes['Account'],
    'accountChanged',
    ParentType,
    ContextType,
    RequireFields<SubscriptionAccountChangedArgs, 'accountId'>
  >
  agentChanged?: SubscriptionResolver<
    ResolversTypes['Agent'],
    'agentChanged',
    ParentType,
    ContextType,
    RequireFields<SubscriptionAgentChangedArgs, 'accountId'>
  >
  certificatesChanged?: SubscriptionResolver<
    ResolversTypes['CertificatesChange'],
    'certificatesChanged',
    ParentType,
    ContextType
  >
  domainChanged?: SubscriptionResolver<
    ResolversTypes['Domain'],
    'domainChanged',
    ParentType,
    ContextType,
    RequireFields<SubscriptionDomainChangedArgs, 'accountId'>
  >
  gatewayChanged?: SubscriptionResolver<
    ResolversTypes['Gateway'],
    'gatewayChanged',
    ParentType,
    ContextType,
    RequireFields<SubscriptionGatewayChangedArgs, 'accountId'>
  >
  restrictionsChanged?: SubscriptionResolver<
    ResolversTypes['AccountRestrictions'],
    'restrictionsChanged',
    ParentType,
    ContextType
  >
  siteChanged?: SubscriptionResolver<ResolversTypes['Site'], 'siteChanged', ParentType, ContextType>
  tunnelEnded?: SubscriptionResolver<ResolversTypes['EndedTunnel'], 'tunnelEnded', ParentType, ContextType>
  viewerChanged?: SubscriptionResolver<ResolversTypes['Viewer'], 'viewerChanged', ParentType, ContextType>
}

export type TokenAccountResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TokenAccount'] = ResolversParentTypes['TokenAccount'],
> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type TokenHolderResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TokenHolder'] = ResolversParentTypes['TokenHolder'],
> = {
  account?: Resolver<ResolversTypes['TokenAccount'], ParentType, ContextType>
  kind?: Resolver<ResolversTypes['AuthTokenKind'], ParentType, ContextType>
  tokenName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  user?: Resolver<ResolversTypes['TokenUser'], ParentType, ContextType>
}

export type TokenUserResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TokenUser'] = ResolversParentTypes['TokenUser'],
> = {
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  fullName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type TransferOwnershipPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TransferOwnershipPayload'] =
    ResolversParentTypes['TransferOwnershipPayload'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
}

export type TunnelErrorResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TunnelError'] = ResolversParentTypes['TunnelError'],
> = {
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>
  failure?: Resolver<ResolversTypes['TunnelFailure'], ParentType, ContextType>
  gateway?: Resolver<Maybe<ResolversTypes['Gateway']>, ParentType, ContextType>
  hop?: Resolver<ResolversTypes['ConnectionHop'], ParentType, ContextType>
  hostname?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  method?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type TunnelFailureResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TunnelFailure'] = ResolversParentTypes['TunnelFailure'],
> = {
  cause?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  fix?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type TunnelLimitsResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TunnelLimits'] = ResolversParentTypes['TunnelLimits'],
> = {
  openRequests?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  requestBurst?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  requestsPerMinute?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type UpdateAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UpdateAccountPayload'] = ResolversParentTypes['UpdateAccountPayload'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
}

export type UsageGatewayResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UsageGateway'] = ResolversParentTypes['UsageGateway'],
> = {
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  subdomain?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type UsageMetricResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UsageMetric'] = ResolversParentTypes['UsageMetric'],
> = {
  agentRunHours?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  apiRequests?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataInBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataOutBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>
  failedRequests?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  gateway?: Resolver<Maybe<ResolversTypes['UsageGateway']>, ParentType, ContextType>
}

export type UsageStatsResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UsageStats'] = ResolversParentTypes['UsageStats'],
> = {
  activeAgents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  agentMinutes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  apiRequests?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataInBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataOutBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  domains?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  overage?: Resolver<Maybe<ResolversTypes['Overage']>, ParentType, ContextType>
  subpoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type UsageTotalResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UsageTotal'] = ResolversParentTypes['UsageTotal'],
> = {
  agentRunHours?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  apiRequests?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataInBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataOutBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>
  failedRequests?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type UserResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User'],
> = {
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  emailVerifiedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  firstName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  fullName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  lastName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type VerifyDomainPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['VerifyDomainPayload'] = ResolversParentTypes['VerifyDomainPayload'],
> = {
  domain?: Resolver<ResolversTypes['Domain'], ParentType, ContextType>
}

export type VerifyEmailPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['VerifyEmailPayload'] = ResolversParentTypes['VerifyEmailPayload'],
> = {
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type ViewerResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer'],
> = {
  auditLog?: Resolver<
    ResolversTypes['AuditPage'],
    ParentType,
    ContextType,
    RequireFields<ViewerAuditLogArgs, 'page' | 'pageSize'>
  >
  invites?: Resolver<Array<ResolversTypes['ReceivedInvite']>, ParentType, ContextType>
  memberships?: Resolver<Array<ResolversTypes['Membership']>, ParentType, ContextType>
  sessions?: Resolver<Array<ResolversTypes['AuthSession']>, ParentType, ContextType>
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type Resolvers<ContextType = RequestContext> = {
  AcceptInvitePayload?: AcceptInvitePayloadResolvers<ContextType>
  Account?: AccountResolvers<ContextType>
  AccountRestrictions?: AccountRestrictionsResolvers<ContextType>
  AddDomainPayload?: AddDomainPayloadResolvers<ContextType>
  AddIpRestrictionPayload?: AddIpRestrictionPayloadResolvers<ContextType>
  Agent?: AgentResolvers<ContextType>
  AgentPackage?: AgentPackageResolvers<ContextType>
  AgentPackages?: AgentPackagesResolvers<ContextType>
  AgentPage?: AgentPageResolvers<ContextType>
  AgentTicketPayload?: AgentTicketPayloadResolvers<ContextType>
  ApiKey?: ApiKeyResolvers<ContextType>
  ApproveCommandLineSignInPayload?: ApproveCommandLineSignInPayloadResolvers<ContextType>
  AuditChange?: AuditChangeResolvers<ContextType>
  AuditEntry?: AuditEntryResolvers<ContextType>
  AuditPage?: AuditPageResolvers<ContextType>
  AuthSession?: AuthSessionResolvers<ContextType>
  AuthToken?: AuthTokenResolvers<ContextType>
  CertificateChallenge?: CertificateChallengeResolvers<ContextType>
  CertificatesChange?: CertificatesChangeResolvers<ContextType>
  ChangeMemberRolePayload?: ChangeMemberRolePayloadResolvers<ContextType>
  ChangePasswordPayload?: ChangePasswordPayloadResolvers<ContextType>
  ChangePlanPayload?: ChangePlanPayloadResolvers<ContextType>
  CheckConnectionPayload?: CheckConnectionPayloadResolvers<ContextType>
  CommandLineSignIn?: CommandLineSignInResolvers<ContextType>
  ConnectionCheck?: ConnectionCheckResolvers<ContextType>
  ConnectionStep?: ConnectionStepResolvers<ContextType>
  ContactDetails?: ContactDetailsResolvers<ContextType>
  ContactRequest?: ContactRequestResolvers<ContextType>
  CreateAccountPayload?: CreateAccountPayloadResolvers<ContextType>
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>
  CreateAuthTokenPayload?: CreateAuthTokenPayloadResolvers<ContextType>
  CreateGatewayPayload?: CreateGatewayPayloadResolvers<ContextType>
  CreateMachineTokenPayload?: CreateMachineTokenPayloadResolvers<ContextType>
  Date?: GraphQLScalarType
  DateTime?: GraphQLScalarType
  DeclineInvitePayload?: DeclineInvitePayloadResolvers<ContextType>
  DeleteAccountPayload?: DeleteAccountPayloadResolvers<ContextType>
  DeleteAuthTokenPayload?: DeleteAuthTokenPayloadResolvers<ContextType>
  DeleteDomainPayload?: DeleteDomainPayloadResolvers<ContextType>
  DeleteGatewayPayload?: DeleteGatewayPayloadResolvers<ContextType>
  DeleteMachineTokenPayload?: DeleteMachineTokenPayloadResolvers<ContextType>
  DenyCommandLineSignInPayload?: DenyCommandLineSignInPayloadResolvers<ContextType>
  DnsRecord?: DnsRecordResolvers<ContextType>
  Domain?: DomainResolvers<ContextType>
  DomainCertificate?: DomainCertificateResolvers<ContextType>
  DomainFinding?: DomainFindingResolvers<ContextType>
  EmailVerification?: EmailVerificationResolvers<ContextType>
  EndOwnTokenPayload?: EndOwnTokenPayloadResolvers<ContextType>
  EndSessionPayload?: EndSessionPayloadResolvers<ContextType>
  EndedTunnel?: EndedTunnelResolvers<ContextType>
  ExportAccountPayload?: ExportAccountPayloadResolvers<ContextType>
  FollowCertificatesPayload?: FollowCertificatesPayloadResolvers<ContextType>
  Gateway?: GatewayResolvers<ContextType>
  GatewaySessions?: GatewaySessionsResolvers<ContextType>
  Invite?: InviteResolvers<ContextType>
  InviteMemberPayload?: InviteMemberPayloadResolvers<ContextType>
  Invoice?: InvoiceResolvers<ContextType>
  IpRestriction?: IpRestrictionResolvers<ContextType>
  LeaveAccountPayload?: LeaveAccountPayloadResolvers<ContextType>
  MachineToken?: MachineTokenResolvers<ContextType>
  MarkInvoicePaidPayload?: MarkInvoicePaidPayloadResolvers<ContextType>
  Member?: MemberResolvers<ContextType>
  Membership?: MembershipResolvers<ContextType>
  Mutation?: MutationResolvers<ContextType>
  OpenBillingPortalPayload?: OpenBillingPortalPayloadResolvers<ContextType>
  Overage?: OverageResolvers<ContextType>
  Permission?: PermissionResolvers<ContextType>
  Plan?: PlanResolvers<ContextType>
  PlanFeature?: PlanFeatureResolvers<ContextType>
  PlanUsage?: PlanUsageResolvers<ContextType>
  ProviderSubscription?: ProviderSubscriptionResolvers<ContextType>
  Query?: QueryResolvers<ContextType>
  RateLimit?: RateLimitResolvers<ContextType>
  ReceivedInvite?: ReceivedInviteResolvers<ContextType>
  RedeemCommandLineSignInPayload?: RedeemCommandLineSignInPayloadResolvers<ContextType>
  Refusal?: RefusalResolvers<ContextType>
  RemoveIpRestrictionPayload?: RemoveIpRestrictionPayloadResolvers<ContextType>
  RemoveMemberPayload?: RemoveMemberPayloadResolvers<ContextType>
  ReportAgentHealthPayload?: ReportAgentHealthPayloadResolvers<ContextType>
  ReportAgentPayload?: ReportAgentPayloadResolvers<ContextType>
  ReportRatesPayload?: ReportRatesPayloadResolvers<ContextType>
  ReportTunnelsPayload?: ReportTunnelsPayloadResolvers<ContextType>
  ReportUsagePayload?: ReportUsagePayloadResolvers<ContextType>
  RequestCommandLineSignInPayload?: RequestCommandLineSignInPayloadResolvers<ContextType>
  RequestEmailVerificationPayload?: RequestEmailVerificationPayloadResolvers<ContextType>
  RequestPasswordResetPayload?: RequestPasswordResetPayloadResolvers<ContextType>
  ResetPasswordPayload?: ResetPasswordPayloadResolvers<ContextType>
  RestrictionsPage?: RestrictionsPageResolvers<ContextType>
  RevokeApiKeyPayload?: RevokeApiKeyPayloadResolvers<ContextType>
  RevokeInvitePayload?: RevokeInvitePayloadResolvers<ContextType>
  SafeInt?: GraphQLScalarType
  SendContactRequestPayload?: SendContactRequestPayloadResolvers<ContextType>
  ServedCertificate?: ServedCertificateResolvers<ContextType>
  Session?: SessionResolvers<ContextType>
  SessionPayload?: SessionPayloadResolvers<ContextType>
  SignOutPayload?: SignOutPayloadResolvers<ContextType>
  Site?: SiteResolvers<ContextType>
  SitewideAlert?: SitewideAlertResolvers<ContextType>
  StopAgentPayload?: StopAgentPayloadResolvers<ContextType>
  SubpointDomain?: SubpointDomainResolvers<ContextType>
  Subscription?: SubscriptionResolvers<ContextType>
  TokenAccount?: TokenAccountResolvers<ContextType>
  TokenHolder?: TokenHolderResolvers<ContextType>
  TokenUser?: TokenUserResolvers<ContextType>
  TransferOwnershipPayload?: TransferOwnershipPayloadResolvers<ContextType>
  TunnelError?: TunnelErrorResolvers<ContextType>
  TunnelFailure?: TunnelFailureResolvers<ContextType>
  TunnelLimits?: TunnelLimitsResolvers<ContextType>
  UpdateAccountPayload?: UpdateAccountPayloadResolvers<ContextType>
  UsageGateway?: UsageGatewayResolvers<ContextType>
  UsageMetric?: UsageMetricResolvers<ContextType>
  UsageStats?: UsageStatsResolvers<ContextType>
  UsageTotal?: UsageTotalResolvers<ContextType>
  User?: UserResolvers<ContextType>
  VerifyDomainPayload?: VerifyDomainPayloadResolvers<ContextType>
  VerifyEmailPayload?: VerifyEmailPayloadResolvers<ContextType>
  Viewer?: ViewerResolvers<ContextType>
}
