import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql'
import type { Account as AccountModel } from '../features/accounts/rules.ts'
import type { ApiKey as ApiKeyModel } from '../features/api-keys/rules.ts'
import type { Agent as AgentModel, GatewaySessions as GatewaySessionsModel } from '../features/agents/rules.ts'
import type { AgentToken as AgentTokenModel } from '../features/agent-tokens/rules.ts'
import type { AuthToken as AuthTokenModel } from '../features/auth-tokens/rules.ts'
import type { AuthSession as AuthSessionModel } from '../features/sessions/rules.ts'
import type { AuditEntry as AuditEntryModel } from '../platform/audit/rules.ts'
import type { ContactRequest as ContactRequestModel } from '../features/support/rules.ts'
import type { Domain as DomainModel } from '../features/domains/rules.ts'
import type { AccountExport as AccountExportModel } from '../features/accounts/export.ts'
import type { Factor as FactorModel } from '../features/factors/rules.ts'
import type { Gateway as GatewayModel } from '../features/gateways/rules.ts'
import type { Identity as IdentityModel } from '../features/identities/rules.ts'
import type { InvoiceView as InvoiceViewModel } from '../features/invoices/service.ts'
import type { HostnameBlock as HostnameBlockModel } from '../features/hostname-blocks/rules.ts'
import type { IpRestriction as IpRestrictionModel } from '../features/ip-restrictions/rules.ts'
import type { Invite as InviteModel, Member as MemberModel } from '../features/team/rules.ts'
import type { SignIn as SignInModel } from '../features/command-line-sign-ins/rules.ts'
import type { Notice as NoticeModel } from '../features/notices/rules.ts'
import type { Overage as OverageModel } from '../features/invoices/rules.ts'
import type { PageInfo as PageInfoModel } from '../ground/connections.ts'
import type { Plan as PlanModel } from '../features/plans/rules.ts'
import type { Subscription as SubscriptionModel } from '../features/subscriptions/rules.ts'
import type {
  RequestContent as RequestContentModel,
  RequestShare as RequestShareModel,
} from '../features/request-contents/rules.ts'
import type {
  RequestRecording as RequestRecordingModel,
  VisitorRequest as VisitorRequestModel,
} from '../features/requests/rules.ts'
import type {
  SignInProvider as SignInProviderModel,
  SingleSignOn as SingleSignOnModel,
} from '../features/sign-in-providers/rules.ts'
import type { Site as SiteModel } from '../features/site/service.ts'
import type { Traffic as TrafficModel } from '../features/traffic/rules.ts'
import type {
  LabelUsage as LabelUsageModel,
  UsageMetric as UsageMetricModel,
  UsageStats as UsageStatsModel,
  UsageTotal as UsageTotalModel,
} from '../features/usage/rules.ts'
import type { Trust as TrustModel } from '../features/token-exchange/rules.ts'
import type { TunnelError as TunnelErrorModel } from '../features/diagnostics/tunnel-errors.ts'
import type { User as UserModel, Viewer as ViewerModel } from '../features/users/rules.ts'
import type { Webhook as WebhookModel, Delivery as DeliveryModel } from '../features/webhooks/rules.ts'
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

/** The result of accepting an invitation. */
export type AcceptInvitePayload = {
  __typename?: 'AcceptInvitePayload'
  /** The new membership. */
  membership: Membership
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type Account = {
  __typename?: 'Account'
  /** One agent of the account, running or ended; null if there is none. */
  agent?: Maybe<Agent>
  /**
   * The account's agent tokens that were not revoked and have not expired, newest first. For super_admin and admin; API keys need CREATE_AGENT_TOKENS.
   * `first` pages forward and `last` backward; with neither, the first 20 are returned.
   */
  agentTokensConnection?: Maybe<AgentTokenConnection>
  /** The account's agents, newest first. */
  agents?: Maybe<AgentPage>
  /** The account's agents, newest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  agentsConnection?: Maybe<AgentConnection>
  /** The account's API keys that were not revoked, newest first. For super_admin and admin. */
  apiKeys?: Maybe<Array<ApiKey>>
  /**
   * The account's audit log, newest first. For super_admin and admin.
   * @deprecated Use `auditLogConnection`. Until 2027-05-25.
   */
  auditLog?: Maybe<AuditPage>
  /** The account's audit log, newest first. For super_admin and admin. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  auditLogConnection?: Maybe<AuditConnection>
  /** The viewer's own AuthID for this account; null before it is created. */
  authToken?: Maybe<AuthToken>
  /** When the account was created. */
  createdAt?: Maybe<Scalars['DateTime']['output']>
  /**
   * The account's domains, newest first.
   * @deprecated Use `domainsConnection`. Until 2027-05-25.
   */
  domains?: Maybe<Array<Domain>>
  /** The account's domains, newest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  domainsConnection?: Maybe<DomainConnection>
  /** One gateway of the account, live or deleted; null if there is none. */
  gateway?: Maybe<Gateway>
  /**
   * The agents that were started in a range of days, by gateway, those with the most first; at most 1,000 gateways. A gateway without any has no row.
   * These are sessions of agents; for what edges counted, see `usageMetrics`. API keys need READ_USAGE.
   */
  gatewaySessions?: Maybe<Array<GatewaySessions>>
  /**
   * The account's live gateways, newest first.
   * @deprecated Use `gatewaysConnection`. Until 2027-05-25.
   */
  gateways?: Maybe<Array<Gateway>>
  /** The account's live gateways, newest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  gatewaysConnection?: Maybe<GatewayConnection>
  /** Whether an agent of the account has ever been connected, as counted by the edges: known some seconds after the first connection. */
  hasConnected?: Maybe<Scalars['Boolean']['output']>
  /** The account's id. */
  id: Scalars['ID']['output']
  /**
   * The latest 200 invitations, newest first.
   * @deprecated Use `invitesConnection`. Until 2027-05-25.
   */
  invites?: Maybe<Array<Invite>>
  /** All of the account's invitations, newest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  invitesConnection?: Maybe<InviteConnection>
  /**
   * The account's invoices, newest first, at most 200. For super_admin and admin.
   * @deprecated Use `invoicesConnection`. Until 2027-05-25.
   */
  invoices?: Maybe<Array<Invoice>>
  /** All of the account's invoices, newest first. For super_admin and admin. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  invoicesConnection?: Maybe<InvoiceConnection>
  /**
   * Addresses that the account's tunnels refuse, newest first.
   * @deprecated Use `ipRestrictionsConnection`. Until 2027-05-25.
   */
  ipRestrictions?: Maybe<Array<IpRestriction>>
  /** Addresses that the account's tunnels refuse, newest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  ipRestrictionsConnection?: Maybe<IpRestrictionConnection>
  /** The viewer's own machine tokens for this account, newest first. */
  machineTokens?: Maybe<Array<MachineToken>>
  /**
   * The account's members, oldest first.
   * @deprecated Use `membersConnection`. Until 2027-05-25.
   */
  members?: Maybe<Array<Member>>
  /** The account's members, oldest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  membersConnection?: Maybe<MemberConnection>
  /** The account's name, as its members see it. */
  name?: Maybe<Scalars['String']['output']>
  /** The part that all of the account's hostnames on offered domains share: {prefix}-{namespace}.{domain}. Unique. */
  namespace?: Maybe<Scalars['String']['output']>
  /** How many times the namespace has been changed. */
  namespaceChangesCount?: Maybe<Scalars['Int']['output']>
  /**
   * Notices of the account, newest first.
   * @deprecated Use `noticesConnection`. Until 2027-05-25.
   */
  notices?: Maybe<NoticePage>
  /** Notices of the account, newest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  noticesConnection?: Maybe<NoticeConnection>
  /** The plan in force, with its limits. */
  plan?: Maybe<Plan>
  /** The account's use of everything that plans limit. API keys need READ_USAGE. */
  planUsage?: Maybe<Array<PlanUsage>>
  /** The limits of the account's tunnels, with their current use. API keys need READ_USAGE. */
  rateLimits?: Maybe<Array<RateLimit>>
  /** One recorded request; null if there is none, or no longer. API keys need READ_REQUESTS. */
  request?: Maybe<VisitorRequest>
  /**
   * The content of a recorded request, read from the running agent or, if the agent does not have it, from the shared copy; null if there is
   * no such request, or no longer. At most 300 a minute. API keys need READ_REQUESTS.
   */
  requestContent?: Maybe<RequestContentResult>
  /** The settings and state of the recording of requests. API keys need READ_REQUESTS. */
  requestRecording?: Maybe<RequestRecording>
  /** The names of the sets of requests on the machine of a running agent. For super_admin and admin; API keys need REPLAY_REQUESTS. */
  requestSets?: Maybe<Array<Scalars['String']['output']>>
  /**
   * The recorded requests that match a filter, newest first. `after` continues with older ones and `before` with newer ones; only one of them may be
   * given. API keys need READ_REQUESTS.
   */
  requests?: Maybe<RequestPage>
  /**
   * Whether the account is open only to sessions that prove two factors. For other sessions, every field but this one, `id`, `name` and `namespace` is
   * null, with the error FACTOR_REQUIRED. AuthIDs, machine tokens and API keys keep working.
   */
  requiresSecondFactor?: Maybe<Scalars['Boolean']['output']>
  /** The account's subscription at the payment provider; null when it never had one. For super_admin and admin. */
  subscription?: Maybe<ProviderSubscription>
  /** The account's suspension by the operator; null while there is none. */
  suspension?: Maybe<Suspension>
  /**
   * The traffic of one gateway or one agent of the account, including deleted and ended ones: give its id as `gatewayId` or `agentId`.
   * API keys need READ_USAGE.
   */
  traffic?: Maybe<Traffic>
  /** The workloads that the account trusts, newest first. For super_admin and admin. */
  trusts?: Maybe<Array<Trust>>
  /** The account's usage. API keys need READ_USAGE. */
  usage?: Maybe<UsageStats>
  /**
   * The traffic of the agents of each label by period, oldest first, and within a period the most requests first. Labels are those of agent tokens;
   * agents that people started have a row with no label, so that the rows of a period add up to its total. A label that carried nothing has no row. At
   * most 5,000 rows; more are refused with BAD_USER_INPUT. API keys need READ_USAGE.
   */
  usageByLabel?: Maybe<Array<LabelUsage>>
  /**
   * The traffic of each gateway by period, oldest first, and within a period the most requests first. A gateway that carried nothing has no row: the
   * rows of a period add up to its total. At most 5,000 rows; more are refused with BAD_USER_INPUT. API keys need READ_USAGE.
   */
  usageMetrics?: Maybe<Array<UsageMetric>>
  /**
   * The traffic of the whole account, oldest first: one row for each period of the range, with zeros where nothing was carried. At most 5,000 periods;
   * more are refused with BAD_USER_INPUT. API keys need READ_USAGE.
   */
  usageTotals?: Maybe<Array<UsageTotal>>
  /** Whether the viewer may add one more custom domain, by their role and by the plan. */
  viewerCanAddDomain?: Maybe<Permission>
  /** Whether the viewer may add one more IP restriction, by their role and by the plan. */
  viewerCanAddIpRestriction?: Maybe<Permission>
  /** Whether the viewer may change the account's namespace, by their role and by the plan. */
  viewerCanChangeNamespace?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may change the plan, and open the billing portal. */
  viewerCanChangePlan?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may create one more gateway, by their role and by the plan. */
  viewerCanCreateGateway?: Maybe<Permission>
  /** Whether the viewer may export the account's data and delete the account. */
  viewerCanDelete?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer's role lets them invite people; `viewerCanInviteMember` considers the plan too. */
  viewerCanInvite?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may invite one more person, by their role and by the plan. */
  viewerCanInviteMember?: Maybe<Permission>
  /** Whether the viewer may leave the account: an account keeps at least one super_admin. */
  viewerCanLeave?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may create and revoke agent tokens. */
  viewerCanManageAgentTokens?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may see, create and revoke API keys. */
  viewerCanManageApiKeys?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may add, verify and remove domains. */
  viewerCanManageDomains?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may create and delete gateways. */
  viewerCanManageGateways?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may add and remove IP restrictions. */
  viewerCanManageIpRestrictions?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may create and delete trusts. */
  viewerCanManageTrusts?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may see, create and change webhooks. */
  viewerCanManageWebhooks?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may replay requests, and save and run sets. */
  viewerCanReplayRequests?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may read the audit log. */
  viewerCanSeeAuditLog?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may read `invoices` and `subscription`. */
  viewerCanSeeInvoices?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may change what is recorded. */
  viewerCanSetRequestRecording?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may stop agents that others started. */
  viewerCanStopAgents?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may hand the account over. */
  viewerCanTransferOwnership?: Maybe<Scalars['Boolean']['output']>
  /** Whether the viewer may change the account's name. */
  viewerCanUpdate?: Maybe<Scalars['Boolean']['output']>
  /** The viewer's role in this account. Refused to API keys, which have none. */
  viewerRole?: Maybe<Role>
  /** One of the webhooks; null if it is gone. For super_admin and admin. */
  webhook?: Maybe<Webhook>
  /** The events that webhooks may send. */
  webhookEvents?: Maybe<Array<WebhookEvent>>
  /** The kinds of notices that webhooks may send. */
  webhookKinds?: Maybe<Array<WebhookKind>>
  /** The account's webhooks, newest first. For super_admin and admin. */
  webhooks?: Maybe<Array<Webhook>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountAgentArgs = {
  id: Scalars['ID']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountAgentTokensConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  label?: InputMaybe<Scalars['String']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountAgentsArgs = {
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  page: Scalars['Int']['input']
  pageSize: Scalars['Int']['input']
  status?: InputMaybe<Array<AgentStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountAgentsConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
  status?: InputMaybe<Array<AgentStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
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
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountAuditLogConnectionArgs = {
  action?: InputMaybe<Array<Scalars['String']['input']>>
  actorId?: InputMaybe<Scalars['ID']['input']>
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  from?: InputMaybe<Scalars['DateTime']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
  objectId?: InputMaybe<Scalars['ID']['input']>
  objectType?: InputMaybe<Scalars['String']['input']>
  to?: InputMaybe<Scalars['DateTime']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountDomainsArgs = {
  status?: InputMaybe<Array<DomainStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountDomainsConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
  status?: InputMaybe<Array<DomainStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountGatewayArgs = {
  id: Scalars['ID']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountGatewaySessionsArgs = {
  from: Scalars['Date']['input']
  to: Scalars['Date']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountGatewaysConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountInvitesArgs = {
  status?: InputMaybe<Array<InviteStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountInvitesConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
  status?: InputMaybe<Array<InviteStatus>>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountInvoicesConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountIpRestrictionsConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountMembersConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountNoticesArgs = {
  page: Scalars['Int']['input']
  pageSize: Scalars['Int']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountNoticesConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountPlanUsageArgs = {
  planId?: InputMaybe<Scalars['ID']['input']>
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountRequestArgs = {
  id: Scalars['ID']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountRequestContentArgs = {
  id: Scalars['ID']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountRequestSetsArgs = {
  agentId: Scalars['ID']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountRequestsArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  filter?: InputMaybe<RequestFilter>
  first: Scalars['Int']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountTrafficArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  range: TrafficRange
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountUsageByLabelArgs = {
  from: Scalars['Date']['input']
  label?: InputMaybe<Scalars['String']['input']>
  step: UsageStep
  to: Scalars['Date']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountUsageMetricsArgs = {
  from: Scalars['Date']['input']
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  step: UsageStep
  to: Scalars['Date']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountUsageTotalsArgs = {
  from: Scalars['Date']['input']
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  step: UsageStep
  to: Scalars['Date']['input']
}

/**
 * A team's space: its members, gateways, agents and plan. A field that the credential may not read is null, with the error FORBIDDEN; the other fields
 * are still returned. API keys cannot read fields that are reserved for certain roles. They need READ_USAGE for usage figures, READ_REQUESTS for
 * recorded requests, REPLAY_REQUESTS for sets of requests, and READ_ACCOUNT for every other field but `id`.
 */
export type AccountWebhookArgs = {
  id: Scalars['ID']['input']
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

/** The addresses that an account's tunnels refuse, at a version. */
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
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** The result of adding a domain. */
export type AddDomainPayload = {
  __typename?: 'AddDomainPayload'
  /** The domain, pending. */
  domain: Domain
}

/** The result of enrolling a factor. */
export type AddFactorPayload = {
  __typename?: 'AddFactorPayload'
  /** The factor. */
  factor: Factor
  /** The recovery codes, returned only once: with the first factor. Empty with any other. */
  recoveryCodes: Array<Scalars['String']['output']>
  /** The session, which proves two factors from now on. */
  session: AuthSession
}

/** An address or range to refuse. */
export type AddIpRestrictionInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** What it is for, at most 200 characters. */
  description?: InputMaybe<Scalars['String']['input']>
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** An IPv4 address (203.0.113.7), a full IPv6 address of eight groups, or a range of either in CIDR form (203.0.113.0/24). */
  ipAddress: Scalars['String']['input']
}

/** The result of adding an IP restriction. */
export type AddIpRestrictionPayload = {
  __typename?: 'AddIpRestrictionPayload'
  /** The new restriction. */
  ipRestriction: IpRestriction
}

/** The passkey to enrol. */
export type AddPasskeyInput = {
  /** The challenge that it answers. */
  challengeId: Scalars['String']['input']
  /** A name for the passkey, up to 64 characters. */
  name: Scalars['String']['input']
  /** The browser's answer as JSON: a `RegistrationResponseJSON` of WebAuthn. */
  response: Scalars['String']['input']
}

/** The enrolment to complete. */
export type AddTotpInput = {
  /** A code that the app shows at present. */
  code: Scalars['String']['input']
  /** The enrolment. */
  enrolmentId: Scalars['String']['input']
  /** A name for the app, up to 64 characters. */
  name: Scalars['String']['input']
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
  /** The edges that hold a connection to it at this moment, longest first, at most 8; empty when none does. */
  edges: Array<ServingEdge>
  /** The local address that it forwards to, for example http://localhost:3000. */
  forwardingTo: Scalars['String']['output']
  /** The reserved gateway; null for a random hostname. */
  gateway?: Maybe<Gateway>
  /** Its health, as edges measure it. A change is known within 2 seconds. */
  health: AgentHealth
  /** The agent's id. */
  id: Scalars['ID']['output']
  /** The label of the agent token that started it; null when a person did. */
  label?: Maybe<Scalars['String']['output']>
  /** The last request that its app did not answer, even if it answers again now; null when there was none. */
  lastFailure?: Maybe<TunnelFailure>
  /** When its tunnel was lost, which is known within 2 seconds; null while it is connected, before its first connection, and once it has ended. */
  lostAt?: Maybe<Scalars['DateTime']['output']>
  /** A name given with --name; null when none was. */
  name?: Maybe<Scalars['String']['output']>
  /** Whether it was started as one of a pool: several agents that serve one gateway, and share its requests. */
  pool: Scalars['Boolean']['output']
  /** The public address that it serves. */
  publicUrl: Scalars['String']['output']
  /** Requests it has answered. */
  requestCount: Scalars['SafeInt']['output']
  /** The last measured round trip between edge and agent, in milliseconds; null while it is not connected. */
  roundTripMs?: Maybe<Scalars['Float']['output']>
  /** When it started. */
  startedAt: Scalars['DateTime']['output']
  /** Who started it; null when the user was removed, and when an agent token started it. */
  startedBy?: Maybe<User>
  /** Its state. */
  status: AgentStatus
  /** When it ended; null while it runs. */
  stoppedAt?: Maybe<Scalars['DateTime']['output']>
  /** Whether the viewer may stop it. */
  viewerCanStop: Scalars['Boolean']['output']
}

/** A part of a list of agents. */
export type AgentConnection = {
  __typename?: 'AgentConnection'
  /** The agents, each with its cursor. */
  edges: Array<AgentEdge>
  /** The same without cursors. */
  nodes: Array<Agent>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** An agent in a list, with its cursor. */
export type AgentEdge = {
  __typename?: 'AgentEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The agent itself. */
  node: Agent
}

/** A request that an app did not answer. */
export type AgentFailureInput = {
  /** The code of the visitor's error page. */
  code: Scalars['String']['input']
  /** The agent's description of the failure. */
  detail: Scalars['String']['input']
  /** When it happened. */
  occurredAt: Scalars['DateTime']['input']
  /** The request's id. */
  requestId: Scalars['ID']['input']
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
  /** Its size in bytes. */
  sizeBytes: Scalars['SafeInt']['output']
  /** The system as Node names it: `linux-x64`, `linux-arm64`, `win32-x64`, `darwin-x64` or `darwin-arm64`. */
  target: Scalars['String']['output']
  /** The address to download it from. */
  url: Scalars['String']['output']
}

/** Packages of the agent for systems without Node. */
export type AgentPackages = {
  __typename?: 'AgentPackages'
  /** One package for each system. */
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

/** A ticket with which an agent opens its tunnel. */
export type AgentTicketPayload = {
  __typename?: 'AgentTicketPayload'
  /** The agent. */
  agent: Agent
  /**
   * The authorities that sign the certificates of edges without publicly trusted ones, in PEM. The agent trusts them in addition to the public
   * authorities, only when it dials these edges.
   */
  edgeAuthorities: Array<Scalars['String']['output']>
  /**
   * 1 to 4 addresses of edges, to be tried in this order: those of the agent's region first, then those near it, and within each the least loaded for
   * its capacity first.
   */
  edgeUrls: Array<Scalars['String']['output']>
  /** A short-lived JWT that an edge accepts as proof that this agent may serve its hostname. */
  ticket: Scalars['String']['output']
  /** When the ticket expires. An open tunnel outlives it. */
  ticketExpiresAt: Scalars['DateTime']['output']
}

/**
 * A token with which a program starts agents of the account on one gateway, or on hostnames that begin with a prefix, until the token
 * expires: `Authorization: Bearer at_…`. A product that embeds Culvert makes one for each of its customers.
 */
export type AgentToken = {
  __typename?: 'AgentToken'
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** When it was revoked, or was found to have expired; null while it works. */
  endedAt?: Maybe<Scalars['DateTime']['output']>
  /** When it stops working. Its agents end then, within 30 seconds. */
  expiresAt: Scalars['DateTime']['output']
  /** The only gateway that its agents may serve; null for a token that is bound to a prefix. */
  gateway?: Maybe<UsageGateway>
  /**
   * The prefix of its agents' hostnames: an agent gets `{prefix}{random}-{namespace}.{domain}` for as long as it runs, or serves a gateway of the
   * account whose name begins with the prefix. Null for a token that is bound to a gateway.
   */
  hostnamePrefix?: Maybe<Scalars['String']['output']>
  /** The token's id. */
  id: Scalars['ID']['output']
  /** The label under which its usage is counted. Several tokens may have the same label. */
  label: Scalars['String']['output']
  /** When it was last used, to within a minute; null when never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>
  /** A display name; null when it has none. */
  name?: Maybe<Scalars['String']['output']>
  /** The secret's first 8 characters, to tell tokens apart. */
  prefix: Scalars['String']['output']
}

/** A part of a list of agent tokens. */
export type AgentTokenConnection = {
  __typename?: 'AgentTokenConnection'
  /** The tokens, each with its cursor. */
  edges: Array<AgentTokenEdge>
  /** The same without cursors. */
  nodes: Array<AgentToken>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** An agent token in a list, with its cursor. */
export type AgentTokenEdge = {
  __typename?: 'AgentTokenEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The token itself. */
  node: AgentToken
}

/** A key with which a program acts in an account: `Authorization: Bearer ck_…`. */
export type ApiKey = {
  __typename?: 'ApiKey'
  /** The networks from which it is accepted, as ranges such as 203.0.113.0/24; null when it is accepted from anywhere. */
  allowedNetworks?: Maybe<Array<Scalars['String']['output']>>
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** Who created it; null when that user was removed. */
  createdBy?: Maybe<User>
  /** When it stops working; null when never. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>
  /**
   * The gateways that the key is limited to; null when it is not limited. It has no access to other gateways, nor to the account as a whole. Deleted
   * gateways are listed, but no longer accessible.
   */
  gateways?: Maybe<Array<Gateway>>
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

/** A sign-in to approve. */
export type ApproveCommandLineSignInInput = {
  /** The account for which the machine will act. */
  accountId: Scalars['ID']['input']
  /** The code that the program shows; case, spaces and hyphens do not matter. */
  userCode: Scalars['String']['input']
}

/** The result of approving a sign-in. */
export type ApproveCommandLineSignInPayload = {
  __typename?: 'ApproveCommandLineSignInPayload'
  /** The sign-in. */
  commandLineSignIn: CommandLineSignIn
  /**
   * Where the browser goes next, `http://127.0.0.1:{port}/callback?code=…`, with a code that works once; the page appends `state`. Null without a
   * loopback: the program then learns of the approval when it tries to redeem the sign-in.
   */
  redirectUrl?: Maybe<Scalars['String']['output']>
}

/** How strongly a session proves the user's identity. */
export type Assurance =
  /** The password or a provider's assertion alone. */
  | 'ONE_FACTOR'
  /** One of these with a code, or a passkey. */
  | 'TWO_FACTORS'

/** How the actor behind a change was authenticated. */
export type AuditActorKind =
  /** An agent with an agent token. */
  | 'AGENT_TOKEN'
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

/** A part of an audit log. */
export type AuditConnection = {
  __typename?: 'AuditConnection'
  /** The entries, each with its cursor. */
  edges: Array<AuditEdge>
  /** The same without cursors. */
  nodes: Array<AuditEntry>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** An entry in a list, with its cursor. */
export type AuditEdge = {
  __typename?: 'AuditEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The entry itself. */
  node: AuditEntry
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
  /** The name of the API key that was used; null if none was. */
  apiKeyName?: Maybe<Scalars['String']['output']>
  /** What changed; empty if the action says it all. Secrets never appear. */
  changes: Array<AuditChange>
  /** When it happened. */
  createdAt: Scalars['DateTime']['output']
  /** The id of the session, AuthID, API key or agent token that was used; null if there was none. */
  credentialId?: Maybe<Scalars['ID']['output']>
  /** The entry's id. */
  id: Scalars['ID']['output']
  /** The client's address; null for background work and the operator. */
  ipAddress?: Maybe<Scalars['String']['output']>
  /** The object's id. */
  objectId: Scalars['ID']['output']
  /** The object's name at that time, for example its hostname; null when it has none. */
  objectName?: Maybe<Scalars['String']['output']>
  /** The kind of the object, for example gateway. */
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
  /** How strongly that proves it. */
  assurance: Assurance
  /** When the user signed in. */
  createdAt: Scalars['DateTime']['output']
  /** Whether it is the session that makes the request. */
  current: Scalars['Boolean']['output']
  /** When it ends unless it is refreshed first. */
  expiresAt: Scalars['DateTime']['output']
  /** The session's id. */
  id: Scalars['ID']['output']
  /** The address it was last refreshed from; null when it is not known. */
  ipAddress?: Maybe<Scalars['String']['output']>
  /** When it was last refreshed: an access token in use is at most 15 minutes younger. */
  lastUsedAt: Scalars['DateTime']['output']
  /** How the user proved their identity in this session, each way once. */
  provenBy: Array<ProofKind>
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

/** The kind of token that a program presents. */
export type AuthTokenKind =
  /** An agent token. */
  | 'AGENT_TOKEN'
  /** The member's AuthID. */
  | 'AUTH_ID'
  /** A machine token. */
  | 'MACHINE'

/** The provider to send a user to, and the purpose. */
export type BeginProviderProofInput = {
  /** The provider's id. */
  providerId: Scalars['ID']['input']
  /** The purpose. All but SIGN_IN need an access token. */
  purpose: ProviderPurpose
}

/** The result of beginProviderProof. The response also sets a cookie, so that only the same browser can complete the proof. */
export type BeginProviderProofPayload = {
  __typename?: 'BeginProviderProofPayload'
  /** Where the browser goes. The provider redirects it to `/signin/with/` and the provider's id, within 10 minutes. */
  url: Scalars['String']['output']
}

/** The result of beginning to enrol an authenticator app. */
export type BeginTotpPayload = {
  __typename?: 'BeginTotpPayload'
  /** The enrolment's id, with which it is completed within 10 minutes. */
  enrolmentId: Scalars['String']['output']
  /** The secret in base32, to be typed into an app that cannot scan. Returned only once. */
  secret: Scalars['String']['output']
  /** The same for apps that scan, as an otpauth:// address. */
  uri: Scalars['String']['output']
}

/** The result of cancelling a change of address. */
export type CancelEmailChangePayload = {
  __typename?: 'CancelEmailChangePayload'
  /** The user, who keeps their address. */
  user: User
}

/** A challenge that edges answer while an authority validates a name. */
export type CertificateChallenge = {
  __typename?: 'CertificateChallenge'
  /** TLS-ALPN-01: the certificate in PEM; null otherwise. */
  chain?: Maybe<Scalars['String']['output']>
  /** The name that is validated; lowercase. */
  hostname: Scalars['String']['output']
  /** TLS-ALPN-01: its private key in PEM; null otherwise. It serves for no other handshake. */
  key?: Maybe<Scalars['String']['output']>
  /** HTTP-01: the text there; null otherwise. */
  keyAuthorization?: Maybe<Scalars['String']['output']>
  /** HTTP-01: the last segment of the path; null otherwise. */
  token?: Maybe<Scalars['String']['output']>
  /** How the authority validates the name. */
  type: ChallengeType
}

/** The stage that a certificate has reached. */
export type CertificateStage =
  /** It has been ordered from an authority, which is validating the name. */
  | 'ORDERING'
  /** It is served. */
  | 'READY'
  /** It waits for its turn, or for the next attempt. */
  | 'WAITING'

/** A change of certificates or challenges. */
export type CertificatesChange = {
  __typename?: 'CertificatesChange'
  /** The latest version. */
  version: Scalars['SafeInt']['output']
}

/** How an authority validates that the installation controls a name (RFC 8555, section 8). */
export type ChallengeType =
  /** By a text under `/.well-known/acme-challenge/` on port 80 of the name (RFC 8555, section 8.3). */
  | 'HTTP_01'
  /** By a certificate presented in a handshake with the protocol `acme-tls/1` (RFC 8737). */
  | 'TLS_ALPN_01'

/** A member's new role. */
export type ChangeMemberRoleInput = {
  /** The membership's id. */
  id: Scalars['ID']['input']
  /** viewer or admin. */
  role: Role
}

/** The result of changing a role. */
export type ChangeMemberRolePayload = {
  __typename?: 'ChangeMemberRolePayload'
  /** The member with the new role. */
  member: Member
}

/** A new password for the signed-in user. */
export type ChangePasswordInput = {
  /** The current password; left out by a user who has none, and signs in with a provider or a passkey. That needs a fresh proof. */
  currentPassword?: InputMaybe<Scalars['String']['input']>
  /** The new password: at least 6 characters. */
  newPassword: Scalars['String']['input']
}

/** The result of changing the password. */
export type ChangePasswordPayload = {
  __typename?: 'ChangePasswordPayload'
  /** The user. All their other sessions have ended. */
  user: User
}

/** A plan to change to. */
export type ChangePlanInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The plan, which must be on offer. */
  planId: Scalars['ID']['input']
}

/** The result of changing the plan. */
export type ChangePlanPayload = {
  __typename?: 'ChangePlanPayload'
  /** The account. */
  account: Account
  /** The payment provider's page to send the browser to, with the outcome REDIRECT. */
  checkoutUrl?: Maybe<Scalars['String']['output']>
  /** The invoice that the change created: for a plan that costs something, in the `manual` mode. */
  invoice?: Maybe<Invoice>
  /** The outcome in a sentence. */
  message: Scalars['String']['output']
  /** The outcome. */
  outcome: PlanChangeOutcome
}

/** The agent whose connection is checked. */
export type CheckAgentInput = {
  /** The agent's id. */
  id: Scalars['ID']['input']
}

/** The result of checking a connection. */
export type CheckConnectionPayload = {
  __typename?: 'CheckConnectionPayload'
  /** The hops, each with its result. */
  check: ConnectionCheck
}

/** The gateway whose connection is checked. */
export type CheckGatewayInput = {
  /** The gateway's id. */
  id: Scalars['ID']['input']
}

/** A code, in addition to the password. Exactly one field is given. */
export type CodeInput = {
  /** One of the recovery codes. Each works once. */
  recoveryCode?: InputMaybe<Scalars['String']['input']>
  /** The 6 digits that the authenticator app shows. Each code works once; one that is a step of 30 seconds early or late works too. */
  totp?: InputMaybe<Scalars['String']['input']>
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

/**
 * A sign-in by which a command line gets a machine token without handling a password (RFC 8628, and RFC 8252 if the browser runs on the same
 * machine). The program requests it, a signed-in person approves it on the dashboard within 10 minutes, and the program redeems it.
 */
export type CommandLineSignIn = {
  __typename?: 'CommandLineSignIn'
  /** When it expires. */
  expiresAt: Scalars['DateTime']['output']
  /** The name that the machine gives itself. It is not verified. */
  machineName: Scalars['String']['output']
  /** When it was requested. */
  requestedAt: Scalars['DateTime']['output']
  /** The network address from which it was requested. */
  requestedFrom: Scalars['String']['output']
  /** The code that the program shows, as `XXXX-XXXX`. */
  userCode: Scalars['String']['output']
  /** Whether the browser carries the approval to a program on the same machine. Otherwise the program that requested the sign-in gets the token, wherever it runs. */
  usesLoopback: Scalars['Boolean']['output']
}

/** The redirect with which the provider sent the user back. */
export type CompleteProviderProofInput = {
  /** The provider's id, as the path has it. */
  providerId: Scalars['ID']['input']
  /** The query of the address that the provider redirected to, without its question mark. It works once. */
  response: Scalars['String']['input']
}

/** The result of completeProviderProof. */
export type CompleteProviderProofPayload = {
  __typename?: 'CompleteProviderProofPayload'
  /** The provider's assertion. */
  proof: ProviderProof
}

/** A fresh proof: the password or a provider's assertion and, for a user who has a factor, a code; or a passkey. */
export type ConfirmIdentityInput = {
  /** A code, in addition to the password or the provider's assertion. */
  code?: InputMaybe<CodeInput>
  /** The answer of a passkey, instead of all of the above. */
  passkey?: InputMaybe<PasskeyInput>
  /** The password. */
  password?: InputMaybe<Scalars['String']['input']>
  /** A provider's assertion, instead of the password: a token of completeProviderProof, for the purpose CONFIRM. */
  providerProof?: InputMaybe<Scalars['String']['input']>
}

/** The result of confirming one's identity. */
export type ConfirmIdentityPayload = {
  __typename?: 'ConfirmIdentityPayload'
  /** The session, freshly proven. */
  session: AuthSession
}

/** The connection from the public address to the local app, as a check found it. */
export type ConnectionCheck = {
  __typename?: 'ConnectionCheck'
  /** When it was checked. */
  checkedAt: Scalars['DateTime']['output']
  /** Whether every hop works. */
  passed: Scalars['Boolean']['output']
  /** The public address that was checked. */
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

/** One hop of a connection, with the result of its check. */
export type ConnectionStep = {
  __typename?: 'ConnectionStep'
  /** A stable code for the failure, as listed at `/docs/errors`; null if nothing failed. */
  code?: Maybe<Scalars['String']['output']>
  /** How long it took, in milliseconds; null if nothing could be measured. */
  durationMs?: Maybe<Scalars['Float']['output']>
  /** What to do about it; null if nothing failed. */
  fix?: Maybe<Scalars['String']['output']>
  /** The hop. */
  hop: ConnectionHop
  /** What was found, in a sentence; null for a hop that was not reached. */
  message?: Maybe<Scalars['String']['output']>
  /** Whether it works. */
  state: ConnectionState
}

/** The category of a contact request. */
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

/** How to reach the operator. What the operator did not give is null. */
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
  /** Its category. */
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
  /** The request's id, to be quoted when asking about it. */
  id: Scalars['ID']['output']
  /** Its state. */
  status: ContactRequestStatus
  /** The form that it comes from. */
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

/** The form that a contact request comes from. */
export type ContactRequestType =
  /** The contact page. */
  | 'contact'
  /** The page Report an Issue. */
  | 'issue'

/** Why there is no content to show. */
export type ContentAbsence =
  /** The agent that carried the request has ended, and what it kept with it. */
  | 'AGENT_ENDED'
  /** The agent, or the edge that it is connected to, is of a version that cannot be asked. */
  | 'AGENT_TOO_OLD'
  /** The agent could not be reached, or did not answer correctly. */
  | 'AGENT_UNREACHABLE'
  /** The agent runs with --no-inspect: it keeps nothing. */
  | 'INSPECTOR_OFF'
  /** The agent runs with --no-remote-inspect: what it keeps is not for the dashboard. */
  | 'NOT_ALLOWED'
  /** No agent was asked: the edge answered, or the visitor gave up before one was. */
  | 'NOT_CARRIED'
  /** The agent does not keep the request any more, or never did. */
  | 'NOT_KEPT'

/** The body of a request or of an answer. */
export type ContentBody = {
  __typename?: 'ContentBody'
  /** Why nothing was kept of it; null if something was, or if it was empty. */
  absence?: Maybe<Scalars['String']['output']>
  /** What was kept of it, without secrets. */
  content: Scalars['String']['output']
  /** Its Content-Type; empty if it had none. */
  contentType: Scalars['String']['output']
  /** The Content-Encoding that was removed, for example gzip; null if there was none. */
  decodedFrom?: Maybe<Scalars['String']['output']>
  /** The encoding of `content`. */
  encoding: ContentEncoding
  /** Whether `content` holds only its beginning. */
  isTruncated: Scalars['Boolean']['output']
  /** Its bytes, as they were sent. */
  size: Scalars['SafeInt']['output']
}

/** The encoding of bytes in a string. */
export type ContentEncoding =
  /** In Base64 (RFC 4648, section 4). */
  | 'BASE64'
  /** As text. */
  | 'UTF8'

/** A header field. */
export type ContentField = {
  __typename?: 'ContentField'
  /** The name, as it was sent. */
  name: Scalars['String']['output']
  /** The value, or [redacted] if it was a secret. */
  value: Scalars['String']['output']
}

/** A message on a WebSocket, or an event of an event stream. */
export type ContentFrame = {
  __typename?: 'ContentFrame'
  /** Milliseconds since the request arrived. */
  atMs: Scalars['Float']['output']
  /** What was kept of it, without secrets. */
  content: Scalars['String']['output']
  /** Its direction. */
  direction: FrameDirection
  /** The encoding of `content`. */
  encoding: ContentEncoding
  /** Whether `content` holds only its beginning. */
  isTruncated: Scalars['Boolean']['output']
  /** Its kind. */
  kind: FrameKind
  /** Its bytes, as they were sent. */
  size: Scalars['SafeInt']['output']
}

/** The source of a request's content. */
export type ContentSource =
  /** The running agent, on whose machine it is kept. */
  | 'AGENT'
  /** A copy that a member of the account shared. */
  | 'SHARED_COPY'

/** The state of a request when its content was read. */
export type ContentState =
  /** The visitor left before the answer was complete. */
  | 'ABANDONED'
  /** It was answered completely. */
  | 'COMPLETE'
  /** There is no complete answer. */
  | 'FAILED'
  /** It is still open. */
  | 'OPEN'

/** An agent whose time an edge counts in place of another edge. */
export type CountedSince = {
  __typename?: 'CountedSince'
  /** The agent. */
  agentId: Scalars['ID']['output']
  /** How long ago the other edge counted last, in seconds. */
  seconds: Scalars['Float']['output']
}

/** An account to create. The viewer becomes its owner. */
export type CreateAccountInput = {
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The account's name, without web addresses and without control, text-direction or zero-width characters. */
  name: Scalars['String']['input']
  /** The account's namespace; made from the name when left out. */
  namespace?: InputMaybe<Scalars['String']['input']>
}

/** The result of creating an account. */
export type CreateAccountPayload = {
  __typename?: 'CreateAccountPayload'
  /** The viewer's membership in the new account. */
  membership: Membership
}

/** An agent token to create. It is bound to a gateway or to a prefix: give exactly one of gatewayId and hostnamePrefix. */
export type CreateAgentTokenInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The gateway of the account that its agents serve. */
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  /** The prefix of its agents' hostnames: lowercase letters, digits and hyphens, not beginning with a hyphen. */
  hostnamePrefix?: InputMaybe<Scalars['String']['input']>
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The label under which usage is counted: 1 to 64 lowercase letters, digits, dots, underscores and hyphens. */
  label: Scalars['String']['input']
  /** A display name, at most 100 characters. */
  name?: InputMaybe<Scalars['String']['input']>
  /** Its lifetime in seconds, from 60 to 2592000 (30 days). */
  ttlSeconds: Scalars['Int']['input']
}

/** A new agent token with its secret. */
export type CreateAgentTokenPayload = {
  __typename?: 'CreateAgentTokenPayload'
  /** The token. */
  agentToken: AgentToken
  /** `at_` and 64 hex characters. Returned only once: the server keeps just its SHA-256. */
  secret: Scalars['String']['output']
}

/** An API key to create. */
export type CreateApiKeyInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The networks from which it is accepted: from 1 to 20 addresses or ranges, IPv4 or IPv6; from anywhere when left out. */
  allowedNetworks?: InputMaybe<Array<Scalars['String']['input']>>
  /** When it stops working; never when left out. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>
  /**
   * The gateways to limit it to: 1 to 50 live gateways of the account. When left out, the key is not limited. A limited key may have only the scopes
   * MANAGE_GATEWAYS, MANAGE_AGENTS, READ_USAGE, READ_REQUESTS, REPLAY_REQUESTS and CREATE_AGENT_TOKENS.
   */
  gatewayIds?: InputMaybe<Array<Scalars['ID']['input']>>
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** What the key is for, at most 100 characters, without control, text-direction or zero-width characters. */
  name: Scalars['String']['input']
  /** What the key may do, at least one. */
  scopes: Array<ApiKeyScope>
}

/** A new key with its secret. */
export type CreateApiKeyPayload = {
  __typename?: 'CreateApiKeyPayload'
  /** The key. */
  apiKey: ApiKey
  /** `ck_` and 64 hex characters. Returned only once: the server keeps just its SHA-256. */
  secret: Scalars['String']['output']
}

/** The account that an AuthID is created for. */
export type CreateAuthTokenInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** A new AuthID with its secret. */
export type CreateAuthTokenPayload = {
  __typename?: 'CreateAuthTokenPayload'
  /** The token. */
  authToken: AuthToken
  /** `pk_` and 64 hex characters. Returned only once: the server keeps just its SHA-256. */
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
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** Lowercase letters, digits and hyphens. On an offered domain it is the prefix: the hostname becomes {prefix}-{namespace}.{domain}. */
  name: Scalars['String']['input']
}

/** The result of reserving a gateway. */
export type CreateGatewayPayload = {
  __typename?: 'CreateGatewayPayload'
  /** The new gateway. */
  gateway: Gateway
}

/** A machine token to create. */
export type CreateMachineTokenInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /**
   * The name of the machine that will have it: at most 64 characters, without control, text-direction or zero-width characters. If a live token has the
   * same name, a number is added, for example `ci (2)`.
   */
  name: Scalars['String']['input']
}

/** A new machine token with its secret. */
export type CreateMachineTokenPayload = {
  __typename?: 'CreateMachineTokenPayload'
  /** The token. */
  machineToken: MachineToken
  /** `pk_` and 64 hex characters. Returned only once: the server keeps just its SHA-256. */
  secret: Scalars['String']['output']
}

/** A trust to create. It is bound to a gateway or to a prefix: give exactly one of gatewayId and hostnamePrefix. */
export type CreateTrustInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The audience; this installation's address when left out. */
  audience?: InputMaybe<Scalars['String']['input']>
  /**
   * One to ten. At least one must be on a claim that sets this workload apart: for GitHub Actions, `repository` or `sub` with the owner, or
   * `repository_id` or `repository_owner_id`.
   */
  conditions: Array<TrustConditionInput>
  /** The gateway of the account that agents serve. */
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  /** The prefix of the agents' hostnames. */
  hostnamePrefix?: InputMaybe<Scalars['String']['input']>
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The issuer: an https address, exactly as the `iss` claim has it, for example `https://token.actions.githubusercontent.com`. */
  issuer: Scalars['String']['input']
  /** The label of the agent tokens, as for `createAgentToken`. */
  label: Scalars['String']['input']
  /** A display name, at most 100 characters. */
  name: Scalars['String']['input']
  /** The lifetime of the agent tokens in seconds, from 60 to 2592000 (30 days). */
  ttlSeconds: Scalars['Int']['input']
}

/** The result of creating a trust. */
export type CreateTrustPayload = {
  __typename?: 'CreateTrustPayload'
  /** The trust. */
  trust: Trust
}

/** A webhook to create. An account has at most 5. */
export type CreateWebhookInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The events that it sends. */
  events: Array<AccountEvent>
  /** The format of its requests. */
  format: WebhookFormat
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The kinds of notices that it sends. NEW_SIGN_IN is a user's own and cannot be among them. At least one notice or event. */
  kinds: Array<NoticeKind>
  /** Where to send to: an `https:` address on the Internet, unless the operator allows more. */
  url: Scalars['String']['input']
}

/** A new webhook with its secret. */
export type CreateWebhookPayload = {
  __typename?: 'CreateWebhookPayload'
  /** `whsec_` and 32 random bytes in Base64, which sign each request. Returned only once. */
  secret: Scalars['String']['output']
  /** The webhook. */
  webhook: Webhook
}

/** The invitation to decline. */
export type DeclineInviteInput = {
  /** The secret of the invitation's link. */
  token: Scalars['String']['input']
}

/** The result of declining an invitation. */
export type DeclineInvitePayload = {
  __typename?: 'DeclineInvitePayload'
  /** The id of the invitation that was declined. */
  inviteId: Scalars['ID']['output']
}

/** The account to delete. */
export type DeleteAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The account's namespace, as confirmation. */
  namespace: Scalars['String']['input']
}

/** The result of deleting an account. */
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

/** The result of deleting an AuthID. */
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

/** The result of deleting a domain. */
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

/** The result of deleting a gateway. */
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

/** The result of deleting a machine token. */
export type DeleteMachineTokenPayload = {
  __typename?: 'DeleteMachineTokenPayload'
  /** The token that was deleted. */
  machineToken: MachineToken
}

/** A trust to delete. */
export type DeleteTrustInput = {
  /** The trust's id. */
  id: Scalars['ID']['input']
}

/** The result of deleting a trust. */
export type DeleteTrustPayload = {
  __typename?: 'DeleteTrustPayload'
  /** The trust that was deleted. */
  trust: Trust
}

/** The user's own confirmation. */
export type DeleteUserInput = {
  /** The user's e-mail address, or the phone number of one who has none. */
  confirmation: Scalars['String']['input']
}

/** The result of deleting the user. */
export type DeleteUserPayload = {
  __typename?: 'DeleteUserPayload'
  /** The id of the user who was deleted. */
  userId: Scalars['ID']['output']
}

/** A webhook to delete. */
export type DeleteWebhookInput = {
  /** The webhook's id. */
  id: Scalars['ID']['input']
}

/** The result of deleting a webhook. */
export type DeleteWebhookPayload = {
  __typename?: 'DeleteWebhookPayload'
  /** The webhook that was deleted. */
  id: Scalars['ID']['output']
}

/** A sign-in to deny. */
export type DenyCommandLineSignInInput = {
  /** The code that the program shows. */
  userCode: Scalars['String']['input']
}

/** The result of denying a sign-in. */
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
  /** What the last check found under its name, worded to complete “we found …”; null before the first check. */
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
   * Until when a CNAME record to the tunnel host itself still counts, for a domain that was verified by one before accounts had names of their own; null
   * if another record proves the domain.
   */
  bareCnameUntil?: Maybe<Scalars['DateTime']['output']>
  /** Its certificate; null while the domain is not verified, and if the installation orders none. */
  certificate?: Maybe<DomainCertificate>
  /** When it was added. */
  createdAt: Scalars['DateTime']['output']
  /** When it was deleted; null while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>
  /**
   * The CNAME record to the account's own name and the TXT record with the token: one of them must be found. For a name inside a domain that another
   * account has verified, it must be the TXT record. The preferred one comes first.
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
  /** Single sign-on for the domain; null when there is none. It ends when the domain is no longer verified. */
  singleSignOn?: Maybe<SingleSignOn>
  /** Its state. */
  status: DomainStatus
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output']
  /** The token that the TXT record carries. */
  verificationToken: Scalars['String']['output']
  /** Whether a check is running. */
  verifying: Scalars['Boolean']['output']
  /** Whether the viewer may set up single sign-on for the domain, or end it: an owner may, once it is verified. */
  viewerCanSetSingleSignOn: Scalars['Boolean']['output']
}

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

/** The certificate of a hostname: issued, or on its way. */
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
  /** The stage that it has reached. A certificate that is being renewed stays READY as long as it is valid. */
  stage: CertificateStage
}

/** A part of a list of domains. */
export type DomainConnection = {
  __typename?: 'DomainConnection'
  /** The domains, each with its cursor. */
  edges: Array<DomainEdge>
  /** The same without cursors. */
  nodes: Array<Domain>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** A domain in a list, with its cursor. */
export type DomainEdge = {
  __typename?: 'DomainEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The domain itself. */
  node: Domain
}

/** The finding of a check about one aspect of a domain. */
export type DomainFinding = {
  __typename?: 'DomainFinding'
  /** What to do, in one sentence that names the record; null when there is nothing to do. */
  advice?: Maybe<Scalars['String']['output']>
  /** The aspect that was examined. */
  aspect: DomainAspect
  /** What was expected; null if nothing in particular was. */
  expected?: Maybe<Scalars['String']['output']>
  /** What was found. */
  found: Scalars['String']['output']
  /** Its state. */
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

/** The address and the load of an edge. */
export type EdgeDescriptionInput = {
  /**
   * The origin at which agents reach this edge and no other, with https if the tunnels have it, at most 255 characters; null if
   * they dial the installation's one address.
   */
  agentUrl?: InputMaybe<Scalars['String']['input']>
  /** The number of tunnels that it is meant to carry, 1 to 1,000,000. */
  capacity: Scalars['Int']['input']
  /**
   * The name that its operator knows it by, 1 to 100 printable characters. The processes of one edge have the same name and address, and are one
   * edge to agents and to the operator.
   */
  name: Scalars['String']['input']
  /**
   * Which of its processes reports, from 0; null for an older edge. A process replaces an earlier one with the same name, address and number: what
   * the earlier one held counts as lost at once, unless it reported that it ends.
   */
  process?: InputMaybe<Scalars['Int']['input']>
  /**
   * Its region: at most 63 lowercase letters, digits and hyphens, for example `eu-west`. Regions that are equal up to the first hyphen are near each
   * other.
   */
  region?: InputMaybe<Scalars['String']['input']>
  /**
   * The origin at which the other edges reach this one, at most 255 characters; null if they do not. Edges learn it from each other: the API shows it
   * only to the operator.
   */
  siblingUrl?: InputMaybe<Scalars['String']['input']>
  /** Whether it takes agents. */
  state: EdgeState
  /** The number of tunnels that it carries, including those that wait for their agents; at most 10,000,000. */
  tunnelCount: Scalars['Int']['input']
  /** Its version of Culvert, 1 to 50 characters. */
  version: Scalars['String']['input']
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
  name: Scalars['String']['input']
  /** The value. */
  value: Scalars['String']['input']
}

/** A request to send in place of the recorded one. The whole body of the operation is at most 1 MiB. */
export type EditedRequestInput = {
  /** The body. */
  body: Scalars['String']['input']
  /** The encoding of `body`. */
  bodyEncoding: ContentEncoding
  /** The header fields, at most 500. */
  fields: Array<EditedFieldInput>
  /** The method. */
  method: Scalars['String']['input']
  /** Path and query. */
  target: Scalars['String']['input']
}

/** A verification link, and the address that it verifies. */
export type EmailVerification = {
  __typename?: 'EmailVerification'
  /** The address that it verifies. */
  email: Scalars['String']['output']
  /** The full name given by the person who signed up with the address. */
  fullName: Scalars['String']['output']
  /** Whether opening the link replaces the user's current address with this one. */
  isChange: Scalars['Boolean']['output']
  /** The link's state. */
  state: EmailVerificationState
}

/** The state of a verification link. */
export type EmailVerificationState =
  /** Expired, or void because the address went to another user. The user can ask for another one. */
  | 'EXPIRED'
  /** Opened by the user it was sent to, it verifies the address. */
  | 'OPEN'
  /** The address is verified; nothing is left to do. */
  | 'VERIFIED'

/** The result of deleting the token that the request presents. */
export type EndOwnTokenPayload = {
  __typename?: 'EndOwnTokenPayload'
  /** The token that was deleted. */
  machineToken: MachineToken
}

/** A copy to delete. */
export type EndRequestShareInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The id of the request that was shared. */
  id: Scalars['ID']['input']
}

/** The result of `endRequestShare`. */
export type EndRequestSharePayload = {
  __typename?: 'EndRequestSharePayload'
  /** The id of the request whose copy was deleted. */
  id: Scalars['ID']['output']
}

/** The session to end. */
export type EndSessionInput = {
  /** The session's id. */
  id: Scalars['ID']['input']
}

/** The result of ending a session. */
export type EndSessionPayload = {
  __typename?: 'EndSessionPayload'
  /** The session that has ended. */
  session: AuthSession
}

/** The domain whose single sign-on is to end. */
export type EndSingleSignOnInput = {
  /** The domain. */
  domainId: Scalars['ID']['input']
}

/** The result of ending single sign-on. */
export type EndSingleSignOnPayload = {
  __typename?: 'EndSingleSignOnPayload'
  /** The domain. */
  domain: Domain
}

/** A tunnel that an edge must close. */
export type EndedTunnel = {
  __typename?: 'EndedTunnel'
  /** The agent whose tunnel ends. */
  agentId: Scalars['ID']['output']
  /** Why it ends. */
  reason: TunnelEndReason
}

/** A workload's token to exchange. */
export type ExchangeTokenInput = {
  /** The token: a JWT that the issuer of the trust has signed. */
  token: Scalars['String']['input']
  /** The id of the trust. */
  trustId: Scalars['ID']['input']
}

/** The result of exchanging a token. */
export type ExchangeTokenPayload = {
  __typename?: 'ExchangeTokenPayload'
  /** The agent token. */
  agentToken: AgentToken
  /** When it stops working. */
  expiresAt: Scalars['DateTime']['output']
  /** The agent token's secret. Returned only once: the server keeps just its SHA-256. */
  secret: Scalars['String']['output']
}

/** The account to export. */
export type ExportAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
}

/** The result of exporting an account. */
export type ExportAccountPayload = {
  __typename?: 'ExportAccountPayload'
  /** When the path stops working. */
  expiresAt: Scalars['DateTime']['output']
  /** A file name that contains the namespace and the date. */
  fileName: Scalars['String']['output']
  /**
   * The file itself, up to 4 MiB; a larger one is refused with BAD_USER_INPUT.
   * @deprecated Download the file from `path`, whatever its size. Until 2027-05-25.
   */
  json: Scalars['String']['output']
  /**
   * The path of the file at the API's address, for one download that begins within 60 seconds. The file holds everything that is stored for the account,
   * without secrets, as one JSON object with a list for each kind of object. Anyone with the path can download the file while the session that
   * requested it lasts and its user may export the account.
   */
  path: Scalars['String']['output']
}

/** A factor that a user enrolled. */
export type Factor = {
  __typename?: 'Factor'
  /** When it was enrolled. */
  createdAt: Scalars['DateTime']['output']
  /** The factor's id. */
  id: Scalars['ID']['output']
  /** Its kind. */
  kind: FactorKind
  /** When the user last proved their identity with it; null when never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>
  /** The name that the user gave it. */
  name: Scalars['String']['output']
}

/** A means by which users prove their identity, in addition to the password. */
export type FactorKind =
  /** A passkey (WebAuthn). It proves two factors at once: the device, and who holds it. */
  | 'PASSKEY'
  /** An app that shows a new code every 30 seconds (RFC 6238). */
  | 'TOTP'

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
  edgeId: Scalars['ID']['input']
  /** The version up to which the edge serves everything; null in its first request, whose answer then lists no changes. */
  version?: InputMaybe<Scalars['SafeInt']['input']>
}

/** The changes since the version of the edge. */
export type FollowCertificatesPayload = {
  __typename?: 'FollowCertificatesPayload'
  /** Every challenge that is open now. The edge answers these and no others. */
  challenges: Array<CertificateChallenge>
  /** Whether there are more changes, which the edge should request at once. */
  hasMore: Scalars['Boolean']['output']
  /** The names whose certificates were issued, renewed or ended since; at most 500. The edge must ask for these certificates again. */
  names: Array<Scalars['String']['output']>
  /**
   * The version that the edge has reached once it has done so. A version below that of the request comes from another database or from a restored
   * backup: the edge can then rely on nothing that it knows.
   */
  version: Scalars['SafeInt']['output']
}

/** The direction of a message. */
export type FrameDirection =
  /** From the visitor. */
  | 'IN'
  /** To the visitor. */
  | 'OUT'

/** The kind of a message. */
export type FrameKind =
  /** Bytes on a WebSocket. */
  | 'BINARY'
  /** The end of a WebSocket. */
  | 'CLOSE'
  /** An event of an event stream. */
  | 'EVENT'
  /** A ping on a WebSocket. */
  | 'PING'
  /** A pong on a WebSocket. */
  | 'PONG'
  /** Text on a WebSocket. */
  | 'TEXT'

/** A reserved hostname. */
export type Gateway = {
  __typename?: 'Gateway'
  /** When the bound agent's tunnel was lost, as in `Agent.lostAt`; for a pool, when the last one was. Until one is back, visitors are told that it is away. Null while no agent is bound. */
  agentLostAt?: Maybe<Scalars['DateTime']['output']>
  /** The block of its hostname by the operator; null while there is none. */
  block?: Maybe<GatewayBlock>
  /** Its certificate; null if another one covers it, and if the installation orders none. */
  certificate?: Maybe<DomainCertificate>
  /** When it was reserved. */
  createdAt: Scalars['DateTime']['output']
  /** When it was deleted; null while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>
  /** What it is for, in the account's own words, at most 200 characters; null when nothing was given. */
  description?: Maybe<Scalars['String']['output']>
  /** The gateway's id. */
  id: Scalars['ID']['output']
  /** Whether its name can be changed. On an offered domain the name is a part of the hostname, which never changes. */
  isRenamable: Scalars['Boolean']['output']
  /** The name that `culvert http --gateway NAME` takes; on an offered domain the prefix. */
  name: Scalars['String']['output']
  /** The public address. */
  publicUrl: Scalars['String']['output']
  /** The full hostname, for example demo-ada.culvert.localhost, or one on the account's own domain. Unique among live gateways. */
  subdomain: Scalars['String']['output']
  /** The id of the agent that is bound to it; for a pool, of a connected one if there is one. Null when it is available. */
  tunnelBinding?: Maybe<Scalars['ID']['output']>
}

/** A block of a gateway's hostname by the operator: no agent serves it, and visitors are told why. */
export type GatewayBlock = {
  __typename?: 'GatewayBlock'
  /** The reason, in the operator's words, as visitors see it. */
  reason: Scalars['String']['output']
  /** When it began. */
  since: Scalars['DateTime']['output']
}

/** A part of a list of gateways. */
export type GatewayConnection = {
  __typename?: 'GatewayConnection'
  /** The gateways, each with its cursor. */
  edges: Array<GatewayEdge>
  /** The same without cursors. */
  nodes: Array<Gateway>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** A gateway in a list, with its cursor. */
export type GatewayEdge = {
  __typename?: 'GatewayEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The gateway itself. */
  node: Gateway
}

/** The agents that were started on one gateway in a range of days. */
export type GatewaySessions = {
  __typename?: 'GatewaySessions'
  /** The gateway; null for all random hostnames together. */
  gateway?: Maybe<UsageGateway>
  /** How many seconds they ran in total; agents that still run count up to now. */
  runSeconds: Scalars['Float']['output']
  /** How many agents were started. */
  sessionCount: Scalars['Int']['output']
}

/** A hostname that the operator has blocked: no tunnel serves it, and visitors are told why. */
export type HostnameBlock = {
  __typename?: 'HostnameBlock'
  /** The hostname, in lowercase. */
  hostname: Scalars['String']['output']
  /** The reason, in the operator's words, as visitors see it; at most 300 characters. */
  reason: Scalars['String']['output']
}

/** All hostnames that are blocked, as of a version. */
export type HostnameBlocks = {
  __typename?: 'HostnameBlocks'
  /** All of them, at most 1,000; null when the version is the one that the edge knows. */
  blocks?: Maybe<Array<HostnameBlock>>
  /** Grows with each change. */
  version: Scalars['SafeInt']['output']
}

/** A user's identity at a provider. A user has at most one for each provider. */
export type Identity = {
  __typename?: 'Identity'
  /** When the user linked it. */
  createdAt: Scalars['DateTime']['output']
  /** The identity's id. */
  id: Scalars['ID']['output']
  /** When the user last proved their identity with it; null when never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>
  /** The user's name at the provider, as last reported: an e-mail address or a user name; null when it reported neither. */
  name?: Maybe<Scalars['String']['output']>
  /** The provider. */
  provider: SignInProvider
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
  /** Who sent it; null when that user was removed, and when an API key sent it, which the audit log names. */
  invitedBy?: Maybe<User>
  /** The role that the person will have. */
  role: Role
  /** Its state; a pending invitation that has expired reads `expired`. */
  status: InviteStatus
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output']
  /** The sign-up page with the invitation's secret, to hand to the invited person. Null when it is no longer pending, and for members who may not invite. */
  url?: Maybe<Scalars['String']['output']>
  /** Whether the viewer may revoke it. */
  viewerCanRevoke: Scalars['Boolean']['output']
}

/** A part of a list of invitations. */
export type InviteConnection = {
  __typename?: 'InviteConnection'
  /** The invitations, each with its cursor. */
  edges: Array<InviteEdge>
  /** The same without cursors. */
  nodes: Array<Invite>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** An invitation in a list, with its cursor. */
export type InviteEdge = {
  __typename?: 'InviteEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The invitation itself. */
  node: Invite
}

/** A person to invite. */
export type InviteMemberInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The address to invite. */
  email: Scalars['String']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** viewer or admin. */
  role: Role
}

/** The result of inviting somebody. */
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

/** An account's invoice for a month. */
export type Invoice = {
  __typename?: 'Invoice'
  /**
   * The amount in USD: the plan's price and the overage.
   * @deprecated Use `amountCents`. Until 2027-05-25.
   */
  amount: Scalars['Float']['output']
  /** The amount in hundredths of the currency: the plan's price and the overage. */
  amountCents: Scalars['SafeInt']['output']
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** The currency of the amount, by its code of ISO 4217: USD. */
  currency: Scalars['String']['output']
  /** What it is for: Pro Plan - Monthly, or Data transfer over the limit if that is all. */
  description: Scalars['String']['output']
  /** When it is due. Nothing is cut off after that. */
  dueDate: Scalars['DateTime']['output']
  /** The invoice's id. */
  id: Scalars['ID']['output']
  /** The overage of the previous period, and of earlier ones if it was reported too late for their invoice. It is part of the amount; null when there was none. */
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

/** A part of a list of invoices. */
export type InvoiceConnection = {
  __typename?: 'InvoiceConnection'
  /** The invoices, each with its cursor. */
  edges: Array<InvoiceEdge>
  /** The same without cursors. */
  nodes: Array<Invoice>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** An invoice in a list, with its cursor. */
export type InvoiceEdge = {
  __typename?: 'InvoiceEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The invoice itself. */
  node: Invoice
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

/** A part of a list of IP restrictions. */
export type IpRestrictionConnection = {
  __typename?: 'IpRestrictionConnection'
  /** The restrictions, each with its cursor. */
  edges: Array<IpRestrictionEdge>
  /** The same without cursors. */
  nodes: Array<IpRestriction>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** An IP restriction in a list, with its cursor. */
export type IpRestrictionEdge = {
  __typename?: 'IpRestrictionEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The restriction itself. */
  node: IpRestriction
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
  /** Its priority. */
  priority: IssuePriority
  /** What to do to see it. */
  stepsToReproduce?: InputMaybe<Scalars['String']['input']>
  /** When the form was sent, by the sender's clock; the server's when left out. */
  timestamp?: InputMaybe<Scalars['DateTime']['input']>
  /** One line, at most 200 characters. */
  title: Scalars['String']['input']
  /** Its kind. */
  type: IssueType
  /** The address of the page that the form was sent from. */
  url?: InputMaybe<Scalars['String']['input']>
  /** The sender's browser; taken from the request's header when left out. */
  userAgent?: InputMaybe<Scalars['String']['input']>
  /** The version in which it was seen, at most 50 characters. */
  version?: InputMaybe<Scalars['String']['input']>
}

/** The priority of an issue to its reporter. */
export type IssuePriority =
  /** It stops all work. */
  | 'critical'
  /** It stops a part of the work. */
  | 'high'
  /** It can wait. */
  | 'low'
  /** It is in the way. */
  | 'medium'

/** The kind of an issue. */
export type IssueType =
  /** Something does not work. */
  | 'bug'
  /** Something is missing. */
  | 'feature'
  /** Something could be better. */
  | 'improvement'
  /** Something is unsafe. */
  | 'security'

/** The traffic of the agents of one label in a period, as counted by the edges. */
export type LabelUsage = {
  __typename?: 'LabelUsage'
  /** Hours that agents were connected. */
  agentRunHours: Scalars['Float']['output']
  /** Requests. */
  apiRequests: Scalars['SafeInt']['output']
  /** Bytes received from visitors. */
  dataInBytes: Scalars['SafeInt']['output']
  /** Bytes sent to visitors. */
  dataOutBytes: Scalars['SafeInt']['output']
  /** The day; with MONTH the first day of the month, even if the range begins within it. */
  date: Scalars['Date']['output']
  /** How many of them were answered with a status of 500 or above: by the app, or by the edge if the app did not answer. */
  failedRequests: Scalars['SafeInt']['output']
  /** The label of the agent tokens; null for agents that people started. */
  label?: Maybe<Scalars['String']['output']>
}

/** The account to leave. */
export type LeaveAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
}

/** The result of leaving an account. */
export type LeaveAccountPayload = {
  __typename?: 'LeaveAccountPayload'
  /** The id of the account that was left. */
  accountId: Scalars['ID']['output']
}

/** The identity to link. */
export type LinkIdentityInput = {
  /** The provider's assertion: a token of completeProviderProof, for the purpose LINK or SIGN_IN. */
  proof: Scalars['String']['input']
}

/** The result of linking an identity. */
export type LinkIdentityPayload = {
  __typename?: 'LinkIdentityPayload'
  /** The identity. */
  identity: Identity
}

/**
 * A token for one of a member's machines: agents start with it exactly as with an AuthID. `culvert login` gets one for the machine that it runs on, and
 * a member can create one by name, for example for CI. At most 50 for each member and account.
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
  /** The name of the machine that has it, for example `adas-laptop.local`. Unique among the live tokens of a member and account. */
  name: Scalars['String']['output']
}

/** The invoice to mark as paid. */
export type MarkInvoicePaidInput = {
  /** The invoice's id. */
  id: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** The result of marking an invoice as paid. */
export type MarkInvoicePaidPayload = {
  __typename?: 'MarkInvoicePaidPayload'
  /** The invoice. */
  invoice: Invoice
}

/** The notices to mark as read. */
export type MarkNoticesReadInput = {
  /** The `happenedAt` of the newest notice that was read: it and all before it count as read. */
  until: Scalars['DateTime']['input']
}

/** The viewer after the change. */
export type MarkNoticesReadPayload = {
  __typename?: 'MarkNoticesReadPayload'
  /** The viewer, with the new number of unread notices. */
  viewer: Viewer
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

/** A part of a list of members. */
export type MemberConnection = {
  __typename?: 'MemberConnection'
  /** The members, each with its cursor. */
  edges: Array<MemberEdge>
  /** The same without cursors. */
  nodes: Array<Member>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** A member in a list, with its cursor. */
export type MemberEdge = {
  __typename?: 'MemberEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The member itself. */
  node: Member
}

/** A user's membership in an account. */
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

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type Mutation = {
  __typename?: 'Mutation'
  /** Joins the account of an invitation addressed to the viewer's e-mail. */
  acceptInvite: AcceptInvitePayload
  /** Adds a custom domain, pending until its DNS records are found. API keys need MANAGE_DOMAINS. */
  addDomain: AddDomainPayload
  /** Refuses visitors from an address or range, on every tunnel of the account within 2 seconds. */
  addIpRestriction: AddIpRestrictionPayload
  /** Enrols a passkey. A user has at most 10. */
  addPasskey: AddFactorPayload
  /** Enrols an authenticator app by a correct code. A user has at most one. */
  addTotp: AddFactorPayload
  /** Lets the machine act for the viewer in an account. */
  approveCommandLineSignIn: ApproveCommandLineSignInPayload
  /** Creates a challenge with which the viewer registers a new passkey. Needs a proof from the last 10 minutes. */
  beginPasskey: PasskeyChallengePayload
  /** Creates a challenge with which a passkey of the viewer confirms their identity. */
  beginPasskeyConfirmation: PasskeyChallengePayload
  /** Creates a challenge with which any passkey of this installation can sign in. Public. */
  beginPasskeySignIn: PasskeyChallengePayload
  /** Begins a proof of identity at a provider. Over HTTP only, because it sets a cookie. */
  beginProviderProof: BeginProviderProofPayload
  /** Creates a secret for an authenticator app. Needs a proof from the last 10 minutes. Nothing is stored until a correct code is given. */
  beginTotp: BeginTotpPayload
  /** Cancels the requested change of address: its link no longer works. */
  cancelEmailChange: CancelEmailChangePayload
  /** Makes a member a viewer or an admin; a super_admin stays one. API keys need MANAGE_MEMBERS. */
  changeMemberRole: ChangeMemberRolePayload
  /** Sets a new password for the signed-in user, and ends all their other sessions. */
  changePassword: ChangePasswordPayload
  /** Changes the account's plan, or begins to. A plan that allows less than is in use is not refused: what exists stays, and nothing can be added. */
  changePlan: ChangePlanPayload
  /** Checks the hostname of a running agent in the same way. */
  checkAgent: CheckConnectionPayload
  /**
   * Sends a request through the public address of a gateway, and reports which hop fails. The local app gets one `HEAD /`
   * with the field `Culvert-Probe`. At most 30 checks of an account a minute.
   */
  checkGateway: CheckConnectionPayload
  /** Completes the proof: takes the provider's redirect, and asks the provider who the user is. */
  completeProviderProof: CompleteProviderProofPayload
  /** Proves the viewer's identity again, for operations that need a proof from the last 10 minutes. */
  confirmIdentity: ConfirmIdentityPayload
  /** Creates an account on the free plan. A user may own at most 10, and take at most 30 namespaces a day. */
  createAccount: CreateAccountPayload
  /** Creates an agent token. An account may have at most 1,000 that are in force. */
  createAgentToken: CreateAgentTokenPayload
  /** Creates an API key. */
  createApiKey: CreateApiKeyPayload
  /** Creates the viewer's AuthID for an account, or replaces it: an older secret stops working and its agents end. */
  createAuthToken: CreateAuthTokenPayload
  /** Reserves a hostname on an offered domain, or on a verified domain of the account. API keys need MANAGE_GATEWAYS. */
  createGateway: CreateGatewayPayload
  /** Creates a machine token of the viewer for an account. */
  createMachineToken: CreateMachineTokenPayload
  /** Lets a workload exchange its tokens for agent tokens. An account has at most 50 trusts. */
  createTrust: CreateTrustPayload
  /** Creates a webhook. */
  createWebhook: CreateWebhookPayload
  /** Declines an invitation addressed to the viewer's e-mail. */
  declineInvite: DeclineInvitePayload
  /** Deletes the account permanently. Its tunnels, AuthIDs and API keys end; its domains become free at once, its hostnames and namespace after 30 days. */
  deleteAccount: DeleteAccountPayload
  /** Deletes the viewer's own AuthID; its agents end within 2 seconds. */
  deleteAuthToken: DeleteAuthTokenPayload
  /** Deletes a domain; gateways on it end with their tunnels, within 2 seconds. API keys need MANAGE_DOMAINS. */
  deleteDomain: DeleteDomainPayload
  /**
   * Deletes a gateway; an agent bound to it ends within 2 seconds. A hostname on an offered domain is kept from other accounts for
   * 30 days. API keys need MANAGE_GATEWAYS.
   */
  deleteGateway: DeleteGatewayPayload
  /** Deletes one of the viewer's own machine tokens; its agents end within 2 seconds. */
  deleteMachineToken: DeleteMachineTokenPayload
  /** Deletes a trust: no more tokens are exchanged, and the agent tokens that were issued by it end with their agents. */
  deleteTrust: DeleteTrustPayload
  /**
   * Permanently deletes the signed-in user: their sessions, sign-in, tokens, notices and own log, and the accounts that have no other member. What they
   * did in other accounts stays in the logs of those accounts, without their name. Needs a fresh proof.
   */
  deleteUser: DeleteUserPayload
  /** Deletes a webhook with its log. Deliveries that are still pending are not sent. */
  deleteWebhook: DeleteWebhookPayload
  /** Refuses a sign-in. */
  denyCommandLineSignIn: DenyCommandLineSignInPayload
  /** Deletes the machine token that the request presents; its agents end within 2 seconds. An AuthID is deleted on the dashboard. */
  endOwnToken: EndOwnTokenPayload
  /** Deletes the copy of a request. For the member who shared it, super_admin and admin. */
  endRequestShare: EndRequestSharePayload
  /** Ends one of the user's own sessions, on any device. */
  endSession: EndSessionPayload
  /** Ends single sign-on for a domain. Members stay. For owners of the account, with a fresh proof. */
  endSingleSignOn: EndSingleSignOnPayload
  /**
   * Exchanges a workload's token for an agent token, once. Needs no credential. The token must be signed with RS256, PS256, ES256 or EdDSA, and have
   * been issued within the last 10 minutes.
   */
  exchangeToken: ExchangeTokenPayload
  /** Exports the account's data, for example before it is deleted. At most 10 exports an hour for each account. */
  exportAccount: ExportAccountPayload
  /** Returns everything that is stored about the signed-in user. Needs a fresh proof. At most 10 times an hour. */
  exportUser: UserExport
  /**
   * Records the version that an edge has reached, and returns the changes since. An edge asks every 5 seconds, after `certificatesChanged`, and again as
   * soon as it has reached a new version: an authority is told to validate only once every edge answers the challenge.
   */
  followCertificates: FollowCertificatesPayload
  /** Invites somebody by mail, for 7 days. Members and pending invitations together stay within the plan's maxTeamMembers. API keys need MANAGE_MEMBERS. */
  inviteMember: InviteMemberPayload
  /** Ends the viewer's own membership, AuthID, machine tokens and agents. The last super_admin cannot leave. */
  leaveAccount: LeaveAccountPayload
  /** Links an identity to the signed-in user. Needs a fresh proof, as enrolling a factor does. */
  linkIdentity: LinkIdentityPayload
  /** Marks an invoice as paid, if plans change in the `manual` mode. For super_admin. */
  markInvoicePaid: MarkInvoicePaidPayload
  /** Marks notices as read, the viewer's own and those of all their accounts. Notices that were read before stay read. */
  markNoticesRead: MarkNoticesReadPayload
  /** Opens the payment provider's pages for the account's subscription. For super_admin. */
  openBillingPortal: OpenBillingPortalPayload
  /** Exchanges an approved sign-in for a machine token, once. A sign-in that was redeemed before fails with CONFLICT. */
  redeemCommandLineSignIn: RedeemCommandLineSignInPayload
  /** Sends a delivery again, with the same id, to a webhook that is on. One that waits for its next attempt is sent at once. */
  redeliverWebhook: RedeliverWebhookPayload
  /** Exchanges a refresh token for a new session; the old refresh token stops working. */
  refreshSession: SessionPayload
  /** Removes a factor, and with the last one the recovery codes. Needs two factors, proven within the last 10 minutes. */
  removeFactor: RemoveFactorPayload
  /** Lets visitors from an address or range connect again. */
  removeIpRestriction: RemoveIpRestrictionPayload
  /** Ends somebody's membership, AuthID, machine tokens and agents; never a super_admin's. API keys need MANAGE_MEMBERS. */
  removeMember: RemoveMemberPayload
  /** Renames a factor. */
  renameFactor: RenameFactorPayload
  /** Returns a new ticket to an agent that lost its edge and reconnects. It keeps its hostname. */
  renewAgentTicket: AgentTicketPayload
  /** Replaces the recovery codes. Needs two factors, proven within the last 10 minutes. */
  renewRecoveryCodes: RenewRecoveryCodesPayload
  /**
   * Makes a running agent send a request to its app again, as recorded or as edited. At most 60 a minute for each account. For super_admin and admin;
   * API keys need REPLAY_REQUESTS.
   */
  replayRequest: ReplayRequestPayload
  /** Reports cumulative counters. Repeated and late reports change nothing; each one counts as a sign of life. */
  reportAgent: ReportAgentPayload
  /** Reports the health of connected agents, if it changed. An edge reports each agent again within 30 seconds. */
  reportAgentHealth: ReportAgentHealthPayload
  /** Reports to the API the accounts' use of their limits. Edges do so every 5 seconds. */
  reportRates: ReportRatesPayload
  /** Records requests of visitors. */
  reportRequests: ReportRequestsPayload
  /**
   * Tells the API which tunnels are open, and returns those that must be closed. An edge reports all of them at least every 30 seconds, so that nothing
   * depends on `tunnelEnded` alone. Each report, even an empty one, is a sign of life of the edge: after 25 seconds without one it no longer vouches for
   * its agents, and no agent is sent to it.
   */
  reportTunnels: ReportTunnelsPayload
  /** Adds a batch of usage, exactly once. */
  reportUsage: ReportUsagePayload
  /** Requests a sign-in for a command line. It can be approved for 10 minutes. */
  requestCommandLineSignIn: RequestCommandLineSignInPayload
  /**
   * Mails a link to another address, which becomes the user's once they open the link where they are signed in, within 3 days. The current address is
   * notified at once. Needs a fresh proof. At most 5 links an hour, and 60 requests an hour from a client.
   */
  requestEmailChange: RequestEmailChangePayload
  /** Mails the viewer another verification link, which works for 3 days. At most 5 an hour. Fails with CONFLICT when the address is already verified. */
  requestEmailVerification: RequestEmailVerificationPayload
  /** Sends a link for a new password. It works once, for 60 minutes, and proves the e-mail address. */
  requestPasswordReset: RequestPasswordResetPayload
  /** Sets whether the account requires a second factor. Needs two factors, proven within the last 10 minutes. */
  requireSecondFactor: RequireSecondFactorPayload
  /**
   * Sets a new password with the link in the mail, and ends all sessions of the user. If the address was not proven, the AuthIDs and API keys that the
   * user created, and their memberships by invitation, end too.
   */
  resetPassword: ResetPasswordPayload
  /** Revokes an agent token: it stops working at once, and its agents end within 2 seconds. */
  revokeAgentToken: RevokeAgentTokenPayload
  /** Revokes an API key: it stops working at once, and its live connections end. */
  revokeApiKey: RevokeApiKeyPayload
  /** Revokes an invitation: its link stops working. API keys need MANAGE_MEMBERS. */
  revokeInvite: RevokeInvitePayload
  /** Replaces the secret of a webhook. For 24 hours, the previous one signs too, so that a receiver may use either; so do those of the last 24 hours before it, up to five in total. */
  rotateWebhookSecret: RotateWebhookSecretPayload
  /**
   * Makes an agent send the requests of a set to its app, and reports where answers differ. At most 10 a minute for each account, each lasting at most
   * a minute. For super_admin and admin; API keys need REPLAY_REQUESTS.
   */
  runRequestSet: RunRequestSetPayload
  /** Saves requests with their answers as a set on the machine of an agent. For super_admin and admin; API keys need REPLAY_REQUESTS. */
  saveRequestSet: SaveRequestSetPayload
  /** Sends a message to the operator, signed in or not. At most 10 an hour from one address. */
  sendContactRequest: SendContactRequestPayload
  /** Chooses whether the viewer gets a kind of notice by mail. */
  setNoticeMail: SetNoticeMailPayload
  /** Changes what is recorded of an account's requests. For super_admin and admin. */
  setRequestRecording: SetRequestRecordingPayload
  /**
   * Sets up single sign-on for a verified domain, or changes it. If the provider is new, all sessions of people with an address in the domain end, besides
   * those of the account's owners. For owners of the account, with a fresh proof.
   */
  setSingleSignOn: SetSingleSignOnPayload
  /**
   * Keeps an encrypted copy of a request's content for the members of the account: `Account.request` and `requestContent` then return it until it
   * expires. At most 100 copies for each account, of 2.5 MiB each; sharing a request again renews its copy. For every member.
   */
  shareRequest: ShareRequestPayload
  /** Signs in with e-mail or phone and a password, and with a code if the user has a factor; or with a passkey alone. */
  signIn: SessionPayload
  /** Signs in a user with a provider's assertion, and with a code if they have a factor. */
  signInByProvider: ProviderSessionPayload
  /** Ends sessions: the one that makes the request, the user's others, or all. Succeeds when there is none to end. */
  signOut: SignOutPayload
  /**
   * Creates a user, an account with a namespace, its super_admin membership and the free plan, and signs in. A link that verifies
   * the e-mail address is mailed.
   */
  signUp: SessionPayload
  /**
   * Creates a user who signs in with a provider, and an account of their own, and signs them in. The address is verified if the provider's assertion
   * proves it; otherwise a verification link is mailed.
   */
  signUpByProvider: ProviderSessionPayload
  /** Starts a tunnel session on a reserved gateway or a random hostname. */
  startAgent: AgentTicketPayload
  /** Ends an agent; its tunnel closes within 2 seconds. Stopping an ended agent changes nothing. API keys need MANAGE_AGENTS. */
  stopAgent: StopAgentPayload
  /** Sends a test to a webhook that is on. */
  testWebhook: TestWebhookPayload
  /** Makes another member, who owns fewer than 10 accounts, a super_admin; the viewer becomes an admin. */
  transferOwnership: TransferOwnershipPayload
  /** Unlinks an identity. Needs a fresh proof. The last way to sign in cannot be removed. */
  unlinkIdentity: UnlinkIdentityPayload
  /** Changes the account's name, its namespace, or both. A namespace that was given up stays blocked for others for 30 days; a user takes at most 30 a day. */
  updateAccount: UpdateAccountPayload
  /** Changes the name or the description of a gateway. For super_admin and admin; API keys need MANAGE_GATEWAYS. */
  updateGateway: UpdateGatewayPayload
  /** Changes the name, the phone number or the language of the signed-in user. */
  updateProfile: UpdateProfilePayload
  /** Changes a webhook, or switches it on or off. */
  updateWebhook: UpdateWebhookPayload
  /**
   * Requests a DNS check now, in any state. It runs in the background, and `domainChanged` reports its result. A verified domain stays verified when
   * this check does not find its record: only daily checks count. API keys need MANAGE_DOMAINS.
   */
  verifyDomain: VerifyDomainPayload
  /**
   * Verifies the viewer's e-mail address by the link that was mailed to it. It needs a session of the user who asked for the link, so that somebody who
   * only receives the mail proves nothing for a stranger who typed their address. Succeeds when the address is already verified.
   */
  verifyEmail: VerifyEmailPayload
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationAcceptInviteArgs = {
  input: AcceptInviteInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationAddDomainArgs = {
  input: AddDomainInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationAddIpRestrictionArgs = {
  input: AddIpRestrictionInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationAddPasskeyArgs = {
  input: AddPasskeyInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationAddTotpArgs = {
  input: AddTotpInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationApproveCommandLineSignInArgs = {
  input: ApproveCommandLineSignInInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationBeginProviderProofArgs = {
  input: BeginProviderProofInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationChangeMemberRoleArgs = {
  input: ChangeMemberRoleInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationChangePasswordArgs = {
  input: ChangePasswordInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationChangePlanArgs = {
  input: ChangePlanInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCheckAgentArgs = {
  input: CheckAgentInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCheckGatewayArgs = {
  input: CheckGatewayInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCompleteProviderProofArgs = {
  input: CompleteProviderProofInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationConfirmIdentityArgs = {
  input: ConfirmIdentityInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateAccountArgs = {
  input: CreateAccountInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateAgentTokenArgs = {
  input: CreateAgentTokenInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateAuthTokenArgs = {
  input: CreateAuthTokenInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateGatewayArgs = {
  input: CreateGatewayInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateMachineTokenArgs = {
  input: CreateMachineTokenInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateTrustArgs = {
  input: CreateTrustInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeclineInviteArgs = {
  input: DeclineInviteInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteAccountArgs = {
  input: DeleteAccountInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteAuthTokenArgs = {
  input: DeleteAuthTokenInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteDomainArgs = {
  input: DeleteDomainInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteGatewayArgs = {
  input: DeleteGatewayInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteMachineTokenArgs = {
  input: DeleteMachineTokenInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteTrustArgs = {
  input: DeleteTrustInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteUserArgs = {
  input: DeleteUserInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationDenyCommandLineSignInArgs = {
  input: DenyCommandLineSignInInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationEndRequestShareArgs = {
  input: EndRequestShareInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationEndSessionArgs = {
  input: EndSessionInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationEndSingleSignOnArgs = {
  input: EndSingleSignOnInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationExchangeTokenArgs = {
  input: ExchangeTokenInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationExportAccountArgs = {
  input: ExportAccountInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationFollowCertificatesArgs = {
  input: FollowCertificatesInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationInviteMemberArgs = {
  input: InviteMemberInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationLeaveAccountArgs = {
  input: LeaveAccountInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationLinkIdentityArgs = {
  input: LinkIdentityInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationMarkInvoicePaidArgs = {
  input: MarkInvoicePaidInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationMarkNoticesReadArgs = {
  input: MarkNoticesReadInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationOpenBillingPortalArgs = {
  input: OpenBillingPortalInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRedeemCommandLineSignInArgs = {
  input: RedeemCommandLineSignInInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRedeliverWebhookArgs = {
  input: RedeliverWebhookInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRefreshSessionArgs = {
  input: RefreshSessionInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRemoveFactorArgs = {
  input: RemoveFactorInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRemoveIpRestrictionArgs = {
  input: RemoveIpRestrictionInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRemoveMemberArgs = {
  input: RemoveMemberInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRenameFactorArgs = {
  input: RenameFactorInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRenewAgentTicketArgs = {
  input: RenewAgentTicketInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationReplayRequestArgs = {
  input: ReplayRequestInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationReportAgentArgs = {
  input: ReportAgentInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationReportAgentHealthArgs = {
  input: ReportAgentHealthInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationReportRatesArgs = {
  input: ReportRatesInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationReportRequestsArgs = {
  input: ReportRequestsInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationReportTunnelsArgs = {
  input: ReportTunnelsInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationReportUsageArgs = {
  input: ReportUsageInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRequestCommandLineSignInArgs = {
  input: RequestCommandLineSignInInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRequestEmailChangeArgs = {
  input: RequestEmailChangeInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRequestPasswordResetArgs = {
  input: RequestPasswordResetInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRequireSecondFactorArgs = {
  input: RequireSecondFactorInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationResetPasswordArgs = {
  input: ResetPasswordInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRevokeAgentTokenArgs = {
  input: RevokeAgentTokenInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRevokeInviteArgs = {
  input: RevokeInviteInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRotateWebhookSecretArgs = {
  input: RotateWebhookSecretInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationRunRequestSetArgs = {
  input: RunRequestSetInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSaveRequestSetArgs = {
  input: SaveRequestSetInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSendContactRequestArgs = {
  input: SendContactRequestInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSetNoticeMailArgs = {
  input: SetNoticeMailInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSetRequestRecordingArgs = {
  input: SetRequestRecordingInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSetSingleSignOnArgs = {
  input: SetSingleSignOnInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationShareRequestArgs = {
  input: ShareRequestInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSignInArgs = {
  input: SignInInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSignInByProviderArgs = {
  input: SignInByProviderInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSignOutArgs = {
  input: SignOutInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSignUpArgs = {
  input: SignUpInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationSignUpByProviderArgs = {
  input: SignUpByProviderInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationStartAgentArgs = {
  input: StartAgentInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationStopAgentArgs = {
  input: StopAgentInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationTransferOwnershipArgs = {
  input: TransferOwnershipInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationUnlinkIdentityArgs = {
  input: UnlinkIdentityInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationUpdateAccountArgs = {
  input: UpdateAccountInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationUpdateGatewayArgs = {
  input: UpdateGatewayInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationVerifyDomainArgs = {
  input: VerifyDomainInput
}

/** The operations that change something. Each takes one input and returns a payload with the changed object. */
export type MutationVerifyEmailArgs = {
  input: VerifyEmailInput
}

/** Something that happened while nobody was looking, and what to do about it. Notices are kept for 30 days, at most 500 for each account. */
export type Notice = {
  __typename?: 'Notice'
  /** The account that it is about; null for the user's own. */
  account?: Maybe<Account>
  /** When it happened; if it reports several events, when the last of them did. */
  happenedAt: Scalars['DateTime']['output']
  /** The notice's id. */
  id: Scalars['ID']['output']
  /** Whether the viewer has not yet marked it as read. Always false for API keys. */
  isUnread: Scalars['Boolean']['output']
  /** The kind of event that it reports. */
  kind: NoticeKind
  /** The path of the dashboard's screen that shows more. */
  path: Scalars['String']['output']
  /** One or two sentences: what it means, and what to do. */
  text: Scalars['String']['output']
  /** What happened, in a few words. */
  title: Scalars['String']['output']
}

/** A part of a list of notices. */
export type NoticeConnection = {
  __typename?: 'NoticeConnection'
  /** The notices, each with its cursor. */
  edges: Array<NoticeEdge>
  /** The same without cursors. */
  nodes: Array<Notice>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** A notice in a list, with its cursor. */
export type NoticeEdge = {
  __typename?: 'NoticeEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The notice itself. */
  node: Notice
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

/** Whether a kind of notice is sent by mail. */
export type NoticeMail = {
  __typename?: 'NoticeMail'
  /** Whether the viewer gets it by mail: by their own choice or else by the default of their roles. */
  isOn: Scalars['Boolean']['output']
  /** The kind of notice. */
  kind: NoticeKind
  /** The kind in a few words. */
  label: Scalars['String']['output']
}

/** One page of notices. */
export type NoticePage = {
  __typename?: 'NoticePage'
  /** The notices of this page, newest first. */
  nodes: Array<Notice>
  /** This page's number, from 1. */
  page: Scalars['Int']['output']
  /** How many pages there are, at least 1. */
  pageCount: Scalars['Int']['output']
  /** How many notices a page holds. */
  pageSize: Scalars['Int']['output']
  /** How many there are on all pages. */
  totalCount: Scalars['Int']['output']
}

/** The account whose billing portal is opened. */
export type OpenBillingPortalInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
}

/** The result of opening the billing portal. */
export type OpenBillingPortalPayload = {
  __typename?: 'OpenBillingPortalPayload'
  /** The payment provider's page for the payment method, receipts and cancellation. It works for a short time. */
  url: Scalars['String']['output']
}

/** Data that left through an account's tunnels beyond what its plan includes. */
export type Overage = {
  __typename?: 'Overage'
  /**
   * What they cost in USD, at 0.10 per GiB; part of the amount of an invoice.
   * @deprecated Use `amountCents`. Until 2027-05-25.
   */
  amount: Scalars['Float']['output']
  /** What they cost, in hundredths of the currency, at 0.10 per GiB, rounded to the nearest; part of the amount of an invoice. */
  amountCents: Scalars['SafeInt']['output']
  /** The currency of the amount, by its code of ISO 4217: USD. */
  currency: Scalars['String']['output']
  /** The number of bytes. */
  dataOutBytes: Scalars['SafeInt']['output']
}

/**
 * Where a part of a list begins and ends, as in the GraphQL Cursor Connections Specification. Cursors are opaque, and valid only for the same list with
 * the same filters.
 */
export type PageInfo = {
  __typename?: 'PageInfo'
  /** The cursor of the last row: pass it as `after`, with `first`, for the rows after it. Null when the part is empty. */
  endCursor?: Maybe<Scalars['String']['output']>
  /** Whether the list continues after this part. */
  hasNextPage: Scalars['Boolean']['output']
  /** Whether the list has rows before this part. */
  hasPreviousPage: Scalars['Boolean']['output']
  /** The cursor of the first row: pass it as `before`, with `last`, for the rows before it. Null when the part is empty. */
  startCursor?: Maybe<Scalars['String']['output']>
}

/** A challenge for a passkey. It is valid for 5 minutes, and can be answered once. */
export type PasskeyChallenge = {
  __typename?: 'PasskeyChallenge'
  /** The challenge's id, to be sent with the answer. */
  challengeId: Scalars['String']['output']
  /** The options for the browser: those of WebAuthn in their JSON form. */
  options: Scalars['String']['output']
}

/** The result of requesting a challenge. */
export type PasskeyChallengePayload = {
  __typename?: 'PasskeyChallengePayload'
  /** The challenge. */
  challenge: PasskeyChallenge
}

/** The answer of a passkey. */
export type PasskeyInput = {
  /** The id of the challenge that it answers. */
  challengeId: Scalars['String']['input']
  /** The browser's answer as JSON: an `AuthenticationResponseJSON` of WebAuthn. */
  response: Scalars['String']['input']
}

/** The viewer's permission to do something now, by their role and by the account's plan. */
export type Permission = {
  __typename?: 'Permission'
  /** Whether it is allowed. */
  allowed: Scalars['Boolean']['output']
  /** Why not; null when it is allowed. */
  refusal?: Maybe<Refusal>
}

/** The limits of what an account may use. A limit of -1 means unlimited. */
export type Plan = {
  __typename?: 'Plan'
  /** Whether the account's namespace may be changed. */
  allowsNamespaceChange: Scalars['Boolean']['output']
  /** How an account can get the plan in the installation's current mode of plan changes. */
  availability: PlanAvailability
  /** The currency of the price, by its code of ISO 4217: USD. */
  currency: Scalars['String']['output']
  /** The features that it includes and lacks, the main ones first. */
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
  /** How many GiB sent to visitors a month are included. */
  maxDataOutGb: Scalars['Int']['output']
  /** How many custom domains the account may add. */
  maxDomains: Scalars['Int']['output']
  /** How many IP restrictions the account may add. */
  maxIpRestrictions: Scalars['Int']['output']
  /** How many hours recorded requests are kept. */
  maxRequestHours: Scalars['Int']['output']
  /** How many gateways the account may reserve. */
  maxSubpoints: Scalars['Int']['output']
  /** How many members the account may have. */
  maxTeamMembers: Scalars['Int']['output']
  /** The plan's name, for example Early Access. */
  name: Scalars['String']['output']
  /**
   * Monthly price in USD; null when it is agreed with the operator.
   * @deprecated Use `priceMonthlyCents`. Until 2027-05-25.
   */
  priceMonthly?: Maybe<Scalars['Float']['output']>
  /** Monthly price in hundredths of the currency; null when it is agreed with the operator. */
  priceMonthlyCents?: Maybe<Scalars['SafeInt']['output']>
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
  /** Nothing changed yet: the change continues at the payment provider's page, `checkoutUrl`. */
  | 'REDIRECT'
  /** The plan changes when the paid period ends. */
  | 'SCHEDULED'

/** A feature that a plan includes or lacks, worded for people. */
export type PlanFeature = {
  __typename?: 'PlanFeature'
  /** Whether short lists of features include it. */
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

/** The unit of a plan's limit. */
export type PlanUnit =
  /** A plain number. */
  | 'COUNT'
  /** GiB. */
  | 'GIB'
  /** Hours. */
  | 'HOURS'

/** An account's use of something that plans limit. */
export type PlanUsage = {
  __typename?: 'PlanUsage'
  /** Whether more is used than the plan allows. */
  exceeded: Scalars['Boolean']['output']
  /** What it is, for example Custom domains. */
  label: Scalars['String']['output']
  /** The plan's limit; -1 means unlimited. */
  limit: Scalars['Int']['output']
  /** The unit of both. */
  unit: PlanUnit
  /** How much is used: now or, for a monthly limit, in this calendar month. */
  used: Scalars['Float']['output']
}

/** One way in which a session was proven. */
export type ProofKind =
  /** A passkey. */
  | 'PASSKEY'
  /** The password. */
  | 'PASSWORD'
  /** A provider's assertion. */
  | 'PROVIDER'
  /** A recovery code. */
  | 'RECOVERY_CODE'
  /** A code of an authenticator app. */
  | 'TOTP'

/** A provider's assertion of who somebody is. It is valid once, for 10 minutes, in the browser that began. */
export type ProviderProof = {
  __typename?: 'ProviderProof'
  /** The e-mail address that the provider gave; null when it gave none. */
  email?: Maybe<Scalars['String']['output']>
  /** The given name that the provider gave; null when it gave none. */
  firstName?: Maybe<Scalars['String']['output']>
  /** Whether the address counts as proven: the provider says so, and single sign-on of the address's domain does not name another provider. */
  isEmailProven: Scalars['Boolean']['output']
  /** The family name that the provider gave; null when it gave none. */
  lastName?: Maybe<Scalars['String']['output']>
  /** The provider. */
  provider: SignInProvider
  /** The purpose for which it is valid. */
  purpose: ProviderPurpose
  /** Whom it identifies. */
  subject: ProviderProofSubject
  /** The assertion itself, to be passed to the mutation that its purpose names. */
  token: Scalars['String']['output']
}

/** The subject of a provider's assertion. */
export type ProviderProofSubject =
  /** No user yet, but its e-mail address belongs to one: sign in as before, then link it. */
  | 'ADDRESS_OF_USER'
  /** No user yet: signUpByProvider creates one. */
  | 'NEW_USER'
  /** No user, and this provider creates no new ones: sign in as before, then link it. */
  | 'UNKNOWN'
  /** A user who is linked to it. */
  | 'USER'

/** The purpose for which a user is sent to a provider. The provider's assertion is valid for no other. */
export type ProviderPurpose =
  /** To confirm who the signed-in user is. Providers that support it are told to ask for a password or a factor again. */
  | 'CONFIRM'
  /** To link the provider to the signed-in user. */
  | 'LINK'
  /** To sign in, or to sign up. */
  | 'SIGN_IN'

/** The result of signing in or up with a provider. */
export type ProviderSessionPayload = {
  __typename?: 'ProviderSessionPayload'
  /** Why the user did not become a member of the account that has the domain of their address, in a sentence; null when they did, or already were. */
  joinRefusal?: Maybe<Scalars['String']['output']>
  /** The account that the user has just become a member of, by single sign-on of the domain of their address; null when none. */
  joinedAccount?: Maybe<Account>
  /** The new session. */
  session: Session
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
  /** The last four digits of the card or bank account; null if there are none. */
  paymentMethodLast4?: Maybe<Scalars['String']['output']>
  /** The plan that it pays for; null when no plan is sold by its price. */
  plan?: Maybe<Plan>
  /** The price's id at the provider. */
  priceId: Scalars['String']['output']
  /** Its state. */
  subscriptionStatus: SubscriptionStatus
}

/** The operations that read. */
export type Query = {
  __typename?: 'Query'
  /** An account that the viewer belongs to; NOT_FOUND for any other. */
  account?: Maybe<Account>
  /** One agent, running or ended, of an account that the credential may read; null if there is none. API keys need READ_ACCOUNT. */
  agent?: Maybe<Agent>
  /**
   * The certificates for the hostnames, those for the hostname itself before wildcards; hostnames without one are left out. An edge asks when a
   * handshake names a hostname for which it holds none.
   */
  certificates?: Maybe<Array<ServedCertificate>>
  /** The pending sign-in with this code. For signed-in users, who may try 30 times in 15 minutes. */
  commandLineSignIn?: Maybe<CommandLineSignIn>
  /** One domain, live or deleted, of an account that the credential may read; null if there is none. API keys need READ_ACCOUNT. */
  domain?: Maybe<Domain>
  /** The verification link with this token; null for a token that was never sent. Public: the token is the credential, and reading verifies nothing. */
  emailVerification?: Maybe<EmailVerification>
  /** One gateway, live or deleted, of an account that the credential may read; null if there is none. API keys need READ_ACCOUNT. */
  gateway?: Maybe<Gateway>
  /** The blocked hostnames. An edge asks at its start, after each `hostnameBlocksChanged`, and at least every 25 seconds. */
  hostnameBlocks?: Maybe<HostnameBlocks>
  /** A pending and unexpired invitation by the secret of its link; null for any other. Public. */
  invite?: Maybe<ReceivedInvite>
  /** The plans on offer, cheapest first. */
  plans: Array<Plan>
  /** The given hostnames that belong to a live gateway, whether or not its agent is connected. An edge asks when a request names a hostname that it does not serve. */
  reservedHostnames?: Maybe<Array<Scalars['String']['output']>>
  /**
   * The restrictions that changed after `since`, 500 accounts a page; all of them when it is 0. An edge first subscribes to `restrictionsChanged`, then
   * reads pages until there are no more; after a lost connection it continues from the version that it reached.
   */
  restrictions?: Maybe<RestrictionsPage>
  /** The installation's settings; public. */
  site: Site
  /** The given hostnames that belong to a live gateway of a suspended account. */
  suspendedHostnames?: Maybe<Array<Scalars['String']['output']>>
  /** The holder of the AuthID, machine token or agent token that the request presents. Refused to all other credentials. */
  tokenHolder?: Maybe<TokenHolder>
  /**
   * The details of a request that an edge answered with an error page. The link on the page carries them sealed; only members of the tunnel's account
   * can open it, for 24 hours. For everyone else, it does not exist.
   */
  tunnelError?: Maybe<TunnelError>
  /** The signed-in user; needs an access token. */
  viewer?: Maybe<Viewer>
}

/** The operations that read. */
export type QueryAccountArgs = {
  id: Scalars['ID']['input']
}

/** The operations that read. */
export type QueryAgentArgs = {
  id: Scalars['ID']['input']
}

/** The operations that read. */
export type QueryCertificatesArgs = {
  hostnames: Array<Scalars['String']['input']>
}

/** The operations that read. */
export type QueryCommandLineSignInArgs = {
  userCode: Scalars['String']['input']
}

/** The operations that read. */
export type QueryDomainArgs = {
  id: Scalars['ID']['input']
}

/** The operations that read. */
export type QueryEmailVerificationArgs = {
  token: Scalars['String']['input']
}

/** The operations that read. */
export type QueryGatewayArgs = {
  id: Scalars['ID']['input']
}

/** The operations that read. */
export type QueryHostnameBlocksArgs = {
  knownVersion?: InputMaybe<Scalars['SafeInt']['input']>
}

/** The operations that read. */
export type QueryInviteArgs = {
  token: Scalars['String']['input']
}

/** The operations that read. */
export type QueryReservedHostnamesArgs = {
  hostnames: Array<Scalars['String']['input']>
}

/** The operations that read. */
export type QueryRestrictionsArgs = {
  since: Scalars['SafeInt']['input']
}

/** The operations that read. */
export type QuerySuspendedHostnamesArgs = {
  hostnames: Array<Scalars['String']['input']>
}

/** The operations that read. */
export type QueryTunnelErrorArgs = {
  report: Scalars['String']['input']
}

/** A limit of the account's tunnels, and their current use of it. The figures are sums over the edges that share the limits, or those of another edge that are higher. */
export type RateLimit = {
  __typename?: 'RateLimit'
  /** How many may arrive at once after a quiet period; null if there is no such allowance. */
  burst?: Maybe<Scalars['Int']['output']>
  /** How many there are now: within the last minute, or open. Edges report it every 5 seconds. */
  current: Scalars['Int']['output']
  /** The limit. What exceeds it is answered with `Retry-After` and 429, or 503 for OPEN_REQUESTS. */
  limit: Scalars['Int']['output']
  /** What is limited. */
  name: RateLimitName
  /** The highest figure of today (UTC). */
  peak: Scalars['Int']['output']
}

/**
 * A limit on all tunnels of an account together. Edges that share a Redis apply it together, others each on their own; bytes
 * are not limited.
 */
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
  /** The full name of the person who sent it; null when that user was removed, and when an API key sent it. */
  invitedByName?: Maybe<Scalars['String']['output']>
  /** The role that the person will have. */
  role: Role
  /** The secret of the invitation's link. */
  token: Scalars['String']['output']
}

/** A request of a visitor, as an edge reports it. */
export type RecordedRequestInput = {
  /** The account. Null if no tunnel was there: the API finds the gateway by the hostname, and drops the request if there is none. */
  accountId?: InputMaybe<Scalars['ID']['input']>
  /** The agent that was asked; null if none was. */
  agentId?: InputMaybe<Scalars['ID']['input']>
  /** Who answered. */
  answeredBy: RequestAnswerer
  /** Bytes from the visitor. */
  bytesIn: Scalars['SafeInt']['input']
  /** Bytes to the visitor. */
  bytesOut: Scalars['SafeInt']['input']
  /** The code of the edge's error page; null if the edge did not answer. */
  code?: InputMaybe<Scalars['String']['input']>
  /** From the head of the request to the end; milliseconds. */
  durationMs: Scalars['Float']['input']
  /** The part of it until the head of the answer had arrived; null if none did. */
  firstByteMs?: InputMaybe<Scalars['Float']['input']>
  /** The gateway; null for a random hostname, and if no tunnel was there. */
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  /** The hostname that was requested. */
  hostname: Scalars['String']['input']
  /** The version of HTTP that the visitor spoke: 1.0, 1.1 or 2. */
  httpVersion: Scalars['String']['input']
  /** The request's id, a UUID. */
  id: Scalars['ID']['input']
  /** Whether the answer was sent completely. */
  isComplete: Scalars['Boolean']['input']
  /** WebSocket messages from the visitor; null if the connection was not one. */
  messagesIn?: InputMaybe<Scalars['SafeInt']['input']>
  /** WebSocket messages to the visitor; null if the connection was not one. */
  messagesOut?: InputMaybe<Scalars['SafeInt']['input']>
  /** The method; cut after 32 characters. */
  method: Scalars['String']['input']
  /** The path with its query, which the API leaves out if the account does not have it recorded. Cut after 2,048 characters. */
  path: Scalars['String']['input']
  /** Why the answer broke off, or why the edge answered; null if there is nothing to say. Cut after 500 characters. */
  reason?: InputMaybe<Scalars['String']['input']>
  /** When its head had arrived. */
  startedAt: Scalars['DateTime']['input']
  /** The status that the visitor got; 499 if the visitor gave up before one was sent. */
  status: Scalars['Int']['input']
  /** The visitor's User-Agent; null when it sent none. Cut after 256 characters. */
  userAgent?: InputMaybe<Scalars['String']['input']>
  /** The visitor's address: the API leaves it out if the account does not have it recorded. */
  visitorAddress: Scalars['String']['input']
  /** The part of it until an agent took the request; null if none did. */
  waitingMs?: InputMaybe<Scalars['Float']['input']>
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

/** The result of redeeming a sign-in. */
export type RedeemCommandLineSignInPayload = {
  __typename?: 'RedeemCommandLineSignInPayload'
  /** With APPROVED, the holder of the token; null otherwise. */
  holder?: Maybe<TokenHolder>
  /** With APPROVED, the machine token: `pk_` and 64 hex characters. Returned only once: the server keeps just its SHA-256. Null otherwise. */
  secret?: Maybe<Scalars['String']['output']>
  /** The outcome. */
  status: CommandLineRedemption
}

/** A delivery to send again. */
export type RedeliverWebhookInput = {
  /** The delivery's id. */
  id: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** The result of sending a delivery again. */
export type RedeliverWebhookPayload = {
  __typename?: 'RedeliverWebhookPayload'
  /** The delivery, whose next attempt is due at once. */
  delivery: WebhookDelivery
}

/** The session to refresh. */
export type RefreshSessionInput = {
  /** The refresh token; left out by browsers, whose cookie carries it. */
  refreshToken?: InputMaybe<Scalars['String']['input']>
}

/** A refusal, in the words of the mutation's error. */
export type Refusal = {
  __typename?: 'Refusal'
  /** The reason. Of several, the first in the enum: what the plan does not include is refused to every role. */
  reason: RefusalReason
  /** What to do about it. */
  text: Scalars['String']['output']
  /** A headline, for example Gateway Limit Reached. */
  title: Scalars['String']['output']
}

/** Why something is currently refused. */
export type RefusalReason =
  /** The account's plan allows no more of it. */
  | 'LIMIT_REACHED'
  /** The account's plan has none of it. */
  | 'NOT_IN_PLAN'
  /** The viewer's role does not allow it, or an API key asks. */
  | 'ROLE'

/** The factor to remove. */
export type RemoveFactorInput = {
  /** The factor's id. */
  id: Scalars['ID']['input']
}

/** The result of removing a factor. */
export type RemoveFactorPayload = {
  __typename?: 'RemoveFactorPayload'
  /** The id of the factor that was removed. */
  factorId: Scalars['ID']['output']
}

/** A restriction to remove. */
export type RemoveIpRestrictionInput = {
  /** The restriction's id. */
  id: Scalars['ID']['input']
}

/** The result of removing an IP restriction. */
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

/** The result of removing a member. */
export type RemoveMemberPayload = {
  __typename?: 'RemoveMemberPayload'
  /** The id of the membership that ended. */
  memberId: Scalars['ID']['output']
}

/** A factor's new name. */
export type RenameFactorInput = {
  /** The factor's id. */
  id: Scalars['ID']['input']
  /** The name, up to 64 characters. */
  name: Scalars['String']['input']
}

/** The result of renaming a factor. */
export type RenameFactorPayload = {
  __typename?: 'RenameFactorPayload'
  /** The factor. */
  factor: Factor
}

/** The agent that reconnects. */
export type RenewAgentTicketInput = {
  /** The agent's id. */
  agentId: Scalars['ID']['input']
  /** The agent's region, as in `startAgent`; null if it is not known. */
  region?: InputMaybe<Scalars['String']['input']>
}

/** The result of replacing the recovery codes. */
export type RenewRecoveryCodesPayload = {
  __typename?: 'RenewRecoveryCodesPayload'
  /** The new recovery codes, returned only once. The earlier ones no longer work. */
  recoveryCodes: Array<Scalars['String']['output']>
}

/** A request to send to the app again. */
export type ReplayRequestInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** A request to send in its place; null sends the recorded one. */
  edited?: InputMaybe<EditedRequestInput>
  /** The id of the recorded request. */
  id: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** The result of `replayRequest`. */
export type ReplayRequestPayload = {
  __typename?: 'ReplayRequestPayload'
  /** Its content, with the app's answer. */
  content: RequestContent
  /** What the original had and the new one lacks, because secrets are not kept; for example: request header Authorization. */
  omitted: Array<Scalars['String']['output']>
  /** The new request. It is recorded like those of visitors, if the account has requests recorded. */
  request: VisitorRequest
}

/** Agents whose health changed, or was last reported half a minute ago. */
export type ReportAgentHealthInput = {
  /** At most 1,000. */
  agents: Array<AgentHealthInput>
}

/** The result of a report of health. */
export type ReportAgentHealthPayload = {
  __typename?: 'ReportAgentHealthPayload'
  /** How many of the agents run. */
  agentCount: Scalars['Int']['output']
}

/** The traffic that an agent has carried since it started. */
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

/** The result of a report. */
export type ReportAgentPayload = {
  __typename?: 'ReportAgentPayload'
  /** The agent after the report. Its status tells the agent whether it was stopped. */
  agent: Agent
}

/** The accounts' use of their limits on one edge. */
export type ReportRatesInput = {
  /** Accounts that carry something, and those that did at the last report; at most 1,000. */
  accounts: Array<AccountRatesInput>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: Scalars['ID']['input']
  /** Whether this edge shares the accounts' limits with others, through a Redis; otherwise it applies them by itself. */
  sharesLimits: Scalars['Boolean']['input']
}

/** The result of a report of rates. */
export type ReportRatesPayload = {
  __typename?: 'ReportRatesPayload'
  /** How many of the accounts were recorded. */
  accountCount: Scalars['Int']['output']
}

/** The requests that an edge has recorded since its last report. A request that is reported again is recorded once. */
export type ReportRequestsInput = {
  /** The id of this report. A report whose answer was lost is sent again with the same id, so that `unrecorded` counts once. */
  reportId: Scalars['ID']['input']
  /** At most 500; the whole body of the operation at most 1 MiB. */
  requests: Array<RecordedRequestInput>
  /** At most 500. */
  unrecorded: Array<UnrecordedRequestsInput>
}

/** The result of `reportRequests`. */
export type ReportRequestsPayload = {
  __typename?: 'ReportRequestsPayload'
  /** How many of the requests were recorded; the others already were, or are not to be. */
  recorded: Scalars['Int']['output']
}

/** The tunnels that an edge holds, or those that changed. */
export type ReportTunnelsInput = {
  /** The page of a complete report begins after this id; null means with the first. */
  after?: InputMaybe<Scalars['ID']['input']>
  /** The authority that signs the edge's certificates, in PEM; null if they are publicly trusted. */
  authority?: InputMaybe<Scalars['String']['input']>
  /**
   * True when `connected` and `held` together list every tunnel of this edge, or every one of the page that `after` and `upTo` name:
   * those not listed count as disconnected.
   */
  complete: Scalars['Boolean']['input']
  /** Agents whose tunnel was opened here, and that no acknowledged report has listed yet. At most 20,000. */
  connected: Array<Scalars['ID']['input']>
  /** Agents whose tunnel was lost here. At most 20,000. */
  disconnected: Array<Scalars['ID']['input']>
  /** Its entry in the directory of edges; null for an older edge, which agents find by the installation's address. */
  edge?: InputMaybe<EdgeDescriptionInput>
  /** The reporting edge: an id that it makes at each start. */
  edgeId: Scalars['ID']['input']
  /** Agents whose tunnel is open here, as listed in an earlier report. At most 20,000; null means none. */
  held?: InputMaybe<Array<Scalars['ID']['input']>>
  /** The page of a complete report ends with this id; null means with the last. */
  upTo?: InputMaybe<Scalars['ID']['input']>
}

/** The result of a tunnel report. */
export type ReportTunnelsPayload = {
  __typename?: 'ReportTunnelsPayload'
  /**
   * Agents among the reported ones that have had a tunnel at another edge for longer. That edge counts the seconds for which they are connected
   * and reports their health; this one counts and reports what its own visitors see of them.
   */
  countedElsewhere: Array<Scalars['ID']['output']>
  /**
   * Agents among the reported ones whose time this edge counts since another one lost them. It adds what no edge has counted in between, once, when it
   * learns that it counts.
   */
  countedSince: Array<CountedSince>
  /** Tunnels among the reported ones that must be closed. */
  ended: Array<EndedTunnel>
  /**
   * Whether the edge's agents must move elsewhere, and it takes no new ones: the operator drains it, or it was told to end, and another edge
   * takes agents.
   */
  isDrained: Scalars['Boolean']['output']
  /** The limits now in force for every account; a ticket carries those of the moment at which it was issued. */
  limits: TunnelLimits
  /**
   * Agents with a tunnel here that must move to a less full edge, and that another edge serves: this one closes it, with time for what is open, as
   * for `MOVED`. An edge receives each for 10 seconds, at most 1,000 at a time.
   */
  released: Array<Scalars['ID']['output']>
}

/** A batch of usage. */
export type ReportUsageInput = {
  /** A UUID that the edge makes for this batch: a batch is counted once however often it is sent. */
  reportId: Scalars['ID']['input']
  /** The traffic since the previous batch. */
  rows: Array<UsageRowInput>
}

/** The result of a usage report. */
export type ReportUsagePayload = {
  __typename?: 'ReportUsagePayload'
  /** False when this batch had been counted before. */
  counted: Scalars['Boolean']['output']
}

/** Who answered a visitor. */
export type RequestAnswerer =
  /** The app behind the tunnel. */
  | 'APP'
  /** The edge: by an error page, a limit or a restriction. */
  | 'EDGE'
  /** Nobody: the visitor gave up before an answer began. */
  | 'NOBODY'

/** Requests that arrived since the previous batch. */
export type RequestBatch = {
  __typename?: 'RequestBatch'
  /** The requests that match the filter, oldest first; of more than 200, the newest. */
  nodes: Array<VisitorRequest>
  /** How many of them were left out of `nodes`. */
  omitted: Scalars['Int']['output']
}

/** A sign-in to request. */
export type RequestCommandLineSignInInput = {
  /**
   * Given together with `loopbackPort`: SHA-256 of a random verifier in base64url without padding, 43 characters (`S256` of RFC 7636). The sign-in
   * is redeemed only with the verifier.
   */
  codeChallenge?: InputMaybe<Scalars['String']['input']>
  /** The port, from 1024 to 65535, on which the program waits on 127.0.0.1 for the browser. Left out if no browser can reach it. */
  loopbackPort?: InputMaybe<Scalars['Int']['input']>
  /** The name that the machine gives itself: at most 64 characters, without control, text-direction or zero-width characters. */
  machineName: Scalars['String']['input']
}

/** A sign-in that awaits approval. */
export type RequestCommandLineSignInPayload = {
  __typename?: 'RequestCommandLineSignInPayload'
  /** The secret with which the program redeems the sign-in. */
  deviceCode: Scalars['String']['output']
  /** When the sign-in expires. */
  expiresAt: Scalars['DateTime']['output']
  /** How many seconds to wait between attempts to redeem it. */
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

/** The content of a request and of its answer. Secrets were removed on the agent's machine. */
export type RequestContent = {
  __typename?: 'RequestContent'
  /** Why there is no complete answer; null if there is. */
  failure?: Maybe<Scalars['String']['output']>
  /** Messages of a WebSocket, or events of an event stream; at most 1,000. */
  frames: Array<ContentFrame>
  /** How many messages were left out of `frames`, because there were more than are kept. */
  framesDropped: Scalars['Int']['output']
  /** The reason phrase of the answer; may be empty. */
  reason: Scalars['String']['output']
  /** Where a secret was removed, for example: request header Authorization. */
  redacted: Array<Scalars['String']['output']>
  /** The body of the request. */
  requestBody: ContentBody
  /** The header fields of the request, in the order in which they arrived. */
  requestFields: Array<ContentField>
  /** The body of the answer. */
  responseBody: ContentBody
  /** The header fields of the answer, in the order in which they arrived. */
  responseFields: Array<ContentField>
  /** The copy that is kept for the account; null if nobody shared the request. */
  share?: Maybe<RequestShare>
  /** Its source. */
  source: ContentSource
  /** The state of the request. */
  state: ContentState
  /** The status of the answer; 0 if none began. */
  status: Scalars['Int']['output']
  /** Path and query, as the app got them. */
  target: Scalars['String']['output']
  /** The verdict on the signature; null if the agent has no secret to check it with. */
  webhook?: Maybe<WebhookVerdict>
}

/** The content of a request, or why there is none. */
export type RequestContentResult = {
  __typename?: 'RequestContentResult'
  /** Why there is none; null if there is. */
  absence?: Maybe<ContentAbsence>
  /** The content; null if there is none to show. */
  content?: Maybe<RequestContent>
  /** The reason in a sentence, with what to do about it; null if there is content. */
  explanation?: Maybe<Scalars['String']['output']>
}

/** Another e-mail address for the user. */
export type RequestEmailChangeInput = {
  /** The address. */
  email: Scalars['String']['input']
}

/** The result of requesting a change of address. */
export type RequestEmailChangePayload = {
  __typename?: 'RequestEmailChangePayload'
  /** The address that the link is sent to. */
  email: Scalars['String']['output']
}

/** The result of requesting another verification link. */
export type RequestEmailVerificationPayload = {
  __typename?: 'RequestEmailVerificationPayload'
  /** The address that the link is sent to. */
  email: Scalars['String']['output']
}

/** A filter of an account's requests. Every condition that is given must hold. */
export type RequestFilter = {
  /** Only requests to this agent. */
  agentId?: InputMaybe<Scalars['ID']['input']>
  /** Only with this code of an error page. */
  code?: InputMaybe<Scalars['String']['input']>
  /** Only those that began at this instant or later. */
  from?: InputMaybe<Scalars['DateTime']['input']>
  /** Only requests to this gateway. */
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  /** Only with one of these methods, at most 20. */
  methods?: InputMaybe<Array<Scalars['String']['input']>>
  /** Only those that took at least this long; milliseconds. */
  minDurationMs?: InputMaybe<Scalars['Int']['input']>
  /** Only with a path that begins with this, of at most 2,048 characters. */
  pathPrefix?: InputMaybe<Scalars['String']['input']>
  /** Only with a status of one of these classes. */
  statusClasses?: InputMaybe<Array<StatusClass>>
  /** Only those whose method, hostname, path, status, user agent, visitor's address or id hold this text, of at most 200 characters. Letters from A to Z are found in either case. */
  text?: InputMaybe<Scalars['String']['input']>
  /** Only those that began before this instant. */
  to?: InputMaybe<Scalars['DateTime']['input']>
}

/** One page of recorded requests, newest first. */
export type RequestPage = {
  __typename?: 'RequestPage'
  /** A position after the last request that was examined: pass it as `after` for older ones. Null if there are none. */
  endCursor?: Maybe<Scalars['String']['output']>
  /** The requests of this page. */
  nodes: Array<VisitorRequest>
  /**
   * When the last request that was examined began; null if `endCursor` is null. A page examines at most 20,000 requests, so a rare one may take
   * several pages to find.
   */
  searchedTo?: Maybe<Scalars['DateTime']['output']>
  /** A position before the first request of this page: pass it as `before` for newer ones. Null if nothing was examined. */
  startCursor?: Maybe<Scalars['String']['output']>
}

/** The user whose password is to be reset. */
export type RequestPasswordResetInput = {
  /** The e-mail address the user signed up with. */
  email: Scalars['String']['input']
}

/** The result of requesting a reset link: the same whether or not a user has the address. */
export type RequestPasswordResetPayload = {
  __typename?: 'RequestPasswordResetPayload'
  /** Always true. A mail goes out if somebody signed up with the address. */
  accepted: Scalars['Boolean']['output']
}

/** What is recorded of an account's requests, and for how long it is kept. */
export type RequestRecording = {
  __typename?: 'RequestRecording'
  /** Whether requests are recorded at all. */
  isOn: Scalars['Boolean']['output']
  /** How many hours a request is kept, by the account's plan; -1 means without end. */
  keptHours: Scalars['Int']['output']
  /** Requests of the last hour that were counted and not recorded: more came in than are recorded a second, or the recording could not keep up. */
  notRecordedLastHour: Scalars['SafeInt']['output']
  /** Whether the visitor's address is recorded with them. */
  withAddresses: Scalars['Boolean']['output']
  /** Whether the query of the path is recorded with them. It may hold secrets. */
  withQueries: Scalars['Boolean']['output']
}

/** How a request of a set was answered this time. */
export type RequestSetResult = {
  __typename?: 'RequestSetResult'
  /** Where the answer differs from the one that was saved; empty if it is the same. */
  differences: Array<Scalars['String']['output']>
  /** The method. */
  method: Scalars['String']['output']
  /** The agent's id of the new request. */
  requestId: Scalars['String']['output']
  /** Path and query. */
  target: Scalars['String']['output']
}

/** A copy of a request that is kept for the account. */
export type RequestShare = {
  __typename?: 'RequestShare'
  /** When the copy is deleted. */
  expiresAt: Scalars['DateTime']['output']
  /** When it was last shared. */
  sharedAt: Scalars['DateTime']['output']
  /** The name or address of the user who shared it first; empty if that user was removed. */
  sharedBy: Scalars['String']['output']
  /** Whether the viewer may delete it now. */
  viewerCanEnd: Scalars['Boolean']['output']
}

/** Whether an account is to require a second factor. */
export type RequireSecondFactorInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** Whether a second factor is required. */
  isRequired: Scalars['Boolean']['input']
}

/** The result of requiring a second factor. */
export type RequireSecondFactorPayload = {
  __typename?: 'RequireSecondFactorPayload'
  /** The account. */
  account: Account
}

/** The tokens of the link in the mail, and the new password. */
export type ResetPasswordInput = {
  /** The link's access_token. */
  accessToken: Scalars['String']['input']
  /** The new password: at least 6 characters. */
  password: Scalars['String']['input']
  /** The link's refresh_token. */
  refreshToken: Scalars['String']['input']
}

/** The result of setting a new password with a link. */
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
  /** The version to continue from: this page completes everything up to it. */
  version: Scalars['SafeInt']['output']
}

/** An agent token to revoke. */
export type RevokeAgentTokenInput = {
  /** The token's id. */
  id: Scalars['ID']['input']
}

/** The result of revoking an agent token. */
export type RevokeAgentTokenPayload = {
  __typename?: 'RevokeAgentTokenPayload'
  /** The token that was revoked. */
  agentToken: AgentToken
}

/** A key to revoke. */
export type RevokeApiKeyInput = {
  /** The key's id. */
  id: Scalars['ID']['input']
}

/** The result of revoking a key. */
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

/** The result of revoking an invitation. */
export type RevokeInvitePayload = {
  __typename?: 'RevokeInvitePayload'
  /** The invitation, now expired. */
  invite: Invite
}

/** A member's role in an account. */
export type Role =
  /** Manages gateways, domains and members. */
  | 'admin'
  /** Owns the account: may do everything, including billing and deletion. */
  | 'super_admin'
  /** Sees the account and starts tunnels. */
  | 'viewer'

/** A webhook whose secret to replace. */
export type RotateWebhookSecretInput = {
  /** The webhook's id. */
  id: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** The webhook with its new secret. */
export type RotateWebhookSecretPayload = {
  __typename?: 'RotateWebhookSecretPayload'
  /** The new secret. Returned only once. */
  secret: Scalars['String']['output']
  /** The webhook. */
  webhook: Webhook
}

/** A set to run on the machine of an agent. */
export type RunRequestSetInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The agent; it must run. */
  agentId: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The set's name. */
  name: Scalars['String']['input']
}

/** The result of `runRequestSet`. */
export type RunRequestSetPayload = {
  __typename?: 'RunRequestSetPayload'
  /** One for each request of the set, in its order. */
  results: Array<RequestSetResult>
}

/** Requests to save as a set on the machine of an agent. */
export type SaveRequestSetInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The agent; it must run, and keep all of the requests. */
  agentId: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The set's name: at most 64 letters, digits, dots, hyphens and underscores, of which the first is a letter or a digit. A set of that name is replaced. */
  name: Scalars['String']['input']
  /** The ids of the requests, from 1 to 200. */
  requestIds: Array<Scalars['ID']['input']>
}

/** The result of `saveRequestSet`. */
export type SaveRequestSetPayload = {
  __typename?: 'SaveRequestSetPayload'
  /** The names of all sets on that machine. */
  names: Array<Scalars['String']['output']>
}

/** A message to the operator: a type, and the form that belongs to it. */
export type SendContactRequestInput = {
  /** The form of a request of the type `contact`, and of no other. */
  contact?: InputMaybe<ContactFormInput>
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** The form of a request of the type `issue`, and of no other. */
  issue?: InputMaybe<IssueFormInput>
  /** The path of the page with the form, for example /contact. */
  page?: InputMaybe<Scalars['String']['input']>
  /** Where on the page the form was, for example contact_form. */
  source?: InputMaybe<Scalars['String']['input']>
  /** Required. It is nullable so that its absence is answered with a sentence. */
  type?: InputMaybe<ContactRequestType>
}

/** The result of sending a contact request. */
export type SendContactRequestPayload = {
  __typename?: 'SendContactRequestPayload'
  /** The request as it was stored. */
  contactRequest: ContactRequest
}

/** A certificate that edges serve. */
export type ServedCertificate = {
  __typename?: 'ServedCertificate'
  /** The certificate and its chain, in PEM. */
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

/** An edge at which an agent is connected. */
export type ServingEdge = {
  __typename?: 'ServingEdge'
  /** Since when the agent has been connected there. */
  connectedAt: Scalars['DateTime']['output']
  /** Whether it no longer takes agents: those that it has move to other edges. */
  isDraining: Scalars['Boolean']['output']
  /** The name that its operator gave it; null if it reports none. */
  name?: Maybe<Scalars['String']['output']>
  /** Its region, for example eu-west; null if it reports none. */
  region?: Maybe<Scalars['String']['output']>
}

/** A signed-in session. The access token goes into the header `Authorization: Bearer …`. */
export type Session = {
  __typename?: 'Session'
  /** A JWT that is valid for 15 minutes. */
  accessToken: Scalars['String']['output']
  /** How strongly that proves it. */
  assurance: Assurance
  /** When the access token expires. */
  expiresAt: Scalars['DateTime']['output']
  /** Seconds until the access token expires. */
  expiresIn: Scalars['Int']['output']
  /** How the user proved their identity in this session, each way once. */
  provenBy: Array<ProofKind>
  /** An opaque token to be exchanged for the next session, once; null when it was delivered as a cookie. */
  refreshToken?: Maybe<Scalars['String']['output']>
  /** Always `bearer`. */
  tokenType: Scalars['String']['output']
  /** The user of the session. */
  user: User
}

/** The result of signing up, signing in, or refreshing a session. */
export type SessionPayload = {
  __typename?: 'SessionPayload'
  /** The new session. */
  session: Session
}

/** Whether a kind of notice is to be sent by mail. */
export type SetNoticeMailInput = {
  /** Whether it is sent by mail, for all of the viewer's accounts. */
  isOn: Scalars['Boolean']['input']
  /** The kind of notice. */
  kind: NoticeKind
}

/** The viewer after the change. */
export type SetNoticeMailPayload = {
  __typename?: 'SetNoticeMailPayload'
  /** The viewer, with the new settings of mail. */
  viewer: Viewer
}

/** What to record of an account's requests from now on. A field that is left out changes nothing. */
export type SetRequestRecordingInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** Whether requests are recorded at all. */
  isOn?: InputMaybe<Scalars['Boolean']['input']>
  /** Whether the visitor's address is recorded with them. */
  withAddresses?: InputMaybe<Scalars['Boolean']['input']>
  /** Whether the query of the path is recorded with them. */
  withQueries?: InputMaybe<Scalars['Boolean']['input']>
}

/** The result of `setRequestRecording`. */
export type SetRequestRecordingPayload = {
  __typename?: 'SetRequestRecordingPayload'
  /** The account, with what is recorded from now on. */
  account: Account
}

/** Single sign-on to set up, or to change. */
export type SetSingleSignOnInput = {
  /** The domain, which must be verified. */
  domainId: Scalars['ID']['input']
  /** The provider's id. */
  providerId: Scalars['ID']['input']
  /** The role of new members: viewer or admin. */
  role: Role
}

/** The result of setting up single sign-on. */
export type SetSingleSignOnPayload = {
  __typename?: 'SetSingleSignOnPayload'
  /** The domain. */
  domain: Domain
}

/** A request to keep a copy of. */
export type ShareRequestInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** How many days the copy is kept, from 1 to 30. It is never deleted sooner than it already would be. */
  days: Scalars['Int']['input']
  /** The id of the recorded request. */
  id: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** The result of `shareRequest`. */
export type ShareRequestPayload = {
  __typename?: 'ShareRequestPayload'
  /** The content that is kept, with `share`. */
  content: RequestContent
}

/** A provider's assertion, and how the session is kept. */
export type SignInByProviderInput = {
  /** A code, for a user who has a factor: without it they get FACTOR_REQUIRED, and the assertion does not count as used. */
  code?: InputMaybe<CodeInput>
  /** The assertion: a token of completeProviderProof. */
  proof: Scalars['String']['input']
  /** Whether the session outlives the browser; meaningful with COOKIE delivery only. */
  rememberMe: Scalars['Boolean']['input']
  /** How the refresh token is delivered. */
  tokenDelivery: TokenDelivery
}

/** Credentials, and how the session is kept. */
export type SignInInput = {
  /** A code in addition to the password, for a user who has a factor: without it they get FACTOR_REQUIRED, whose `factors` list the kinds. */
  code?: InputMaybe<CodeInput>
  /** E-mail address; without a passkey, this or a phone number is required. */
  email?: InputMaybe<Scalars['String']['input']>
  /** The answer of a passkey, instead of all of the above. */
  passkey?: InputMaybe<PasskeyInput>
  /** The password; required without a passkey. */
  password?: InputMaybe<Scalars['String']['input']>
  /** Phone number in E.164 form. */
  phone?: InputMaybe<Scalars['String']['input']>
  /** Whether the session outlives the browser; meaningful with COOKIE delivery only. */
  rememberMe: Scalars['Boolean']['input']
  /** How the refresh token is delivered. */
  tokenDelivery: TokenDelivery
}

/** A provider with which people can sign in. The operator configures it. */
export type SignInProvider = {
  __typename?: 'SignInProvider'
  /** The short name that the operator gave it, for example `example`. */
  id: Scalars['ID']['output']
  /** The protocol by which it identifies users. */
  kind: SignInProviderKind
  /** Its label on buttons. */
  label: Scalars['String']['output']
}

/** The protocol by which a provider identifies users. */
export type SignInProviderKind =
  /** GitHub or a GitHub Enterprise Server, whose sign-in is OAuth 2.0 with an API of its own. */
  | 'GITHUB'
  /** OpenID Connect (OpenID Connect Core 1.0). */
  | 'OIDC'

/** The sessions to end. */
export type SignOutInput = {
  /** The refresh token of the session that makes the request; left out by browsers, whose cookie carries it. With neither, the access token identifies the session. */
  refreshToken?: InputMaybe<Scalars['String']['input']>
  /** Which of the user's sessions to end. */
  scope: SignOutScope
}

/** The result of signing out. */
export type SignOutPayload = {
  __typename?: 'SignOutPayload'
  /** True when a session was ended, false when there was none to end. */
  ended: Scalars['Boolean']['output']
}

/** Which of the user's sessions to end. */
export type SignOutScope =
  /** All, including the session that makes the request. */
  | 'ALL'
  /** The session that makes the request. */
  | 'CURRENT'
  /** All but the session that makes the request. */
  | 'OTHERS'

/** A new user, whom a provider identifies. */
export type SignUpByProviderInput = {
  /** Must be true: the terms of service and the privacy policy are accepted. */
  acceptTerms: Scalars['Boolean']['input']
  /** The e-mail address, if the provider gave none. One that the provider gave takes precedence. */
  email?: InputMaybe<Scalars['String']['input']>
  /** Given name; required. */
  firstName: Scalars['String']['input']
  /** The secret of an invitation's link, for a user who followed it. */
  inviteToken?: InputMaybe<Scalars['String']['input']>
  /** Family name; required. */
  lastName: Scalars['String']['input']
  /** The assertion: a token of completeProviderProof. */
  proof: Scalars['String']['input']
  /** How the refresh token is delivered. */
  tokenDelivery: TokenDelivery
}

/** A new user. */
export type SignUpInput = {
  /** Must be true: the terms of service and the privacy policy are accepted. */
  acceptTerms: Scalars['Boolean']['input']
  /** E-mail address; this or a phone number is required. */
  email?: InputMaybe<Scalars['String']['input']>
  /** Given name; required. Like all names, without web addresses and without control, text-direction or zero-width characters. */
  firstName: Scalars['String']['input']
  /**
   * The secret of an invitation's link, for a user who followed it. The link in the mail proves the address, even if somebody signed up with it before
   * and never proved it. The link that members can copy proves nothing.
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

/**
 * Single sign-on for a verified domain: people with an address in exactly this domain sign in with the provider, and become members of the account at
 * their first sign-in, unless they were removed from it. The account's owners can sign in in other ways too.
 */
export type SingleSignOn = {
  __typename?: 'SingleSignOn'
  /** When it was set up. */
  createdAt: Scalars['DateTime']['output']
  /** The provider. */
  provider: SignInProvider
  /** The role of new members. */
  role: Role
}

/** The settings of the installation. */
export type Site = {
  __typename?: 'Site'
  /** The agent for systems without Node; null if this installation has it for Node only. */
  agentPackages?: Maybe<AgentPackages>
  /** Domains on which gateways are offered. */
  availableSubpointDomains: Array<SubpointDomain>
  /** The product's name. */
  brandName: Scalars['String']['output']
  /**
   * The authority that issues certificates for custom domains, for example Let's Encrypt; null if visitors see those of the
   * operator or of a local authority.
   */
  certificateAuthority?: Maybe<Scalars['String']['output']>
  /** How to reach the operator. */
  contact: ContactDetails
  /** The public URL of a gateway `demo` in a namespace `ada` on the default domain, as an example for people who have no gateway. */
  exampleUrl: Scalars['String']['output']
  /** How accounts change their plan. */
  planChanges: PlanChangeMode
  /** The address to give to `culvert --server`. */
  serverUrl: Scalars['String']['output']
  /** The providers with which people can sign in, in the order of their labels. */
  signInProviders: Array<SignInProvider>
  /** The alert to show now, by the server's clock; null when there is none. */
  sitewideAlert?: Maybe<SitewideAlert>
  /** The version that runs, for example 1.0.2. */
  version: Scalars['String']['output']
}

/** A banner that the operator shows to everyone. */
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

/** The urgency of a sitewide alert, which decides the colour and icon of its banner. */
export type SitewideAlertType =
  /** Something does not work. */
  | 'error'
  /** Something to know. */
  | 'info'
  /** Something works again, or is new. */
  | 'success'
  /** Something to prepare for. */
  | 'warning'

/** An agent to start, as the `culvert` command describes it. */
export type StartAgentInput = {
  /** The account; needed with an access token, implied by any other token. */
  accountId?: InputMaybe<Scalars['ID']['input']>
  /** The local address, for example http://localhost:3000. */
  forwardingTo: Scalars['String']['input']
  /** A reserved gateway by name or hostname; when left out, the gateway of an agent token that is bound to one, else a random hostname. */
  gateway?: InputMaybe<Scalars['String']['input']>
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
  /** A name for the dashboard, at most 100 characters. Control, text-direction and zero-width characters are left out. */
  name?: InputMaybe<Scalars['String']['input']>
  /**
   * Whether the agent is one of a pool: it shares its gateway with others, at most 32, that were started so. Requests go to the one with the fewest open.
   * Only on a gateway. When left out or false, the agent serves alone.
   */
  pool?: InputMaybe<Scalars['Boolean']['input']>
  /** The agent's region, named as edges name theirs, for example `eu-west`; null if it is not known. */
  region?: InputMaybe<Scalars['String']['input']>
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
  id: Scalars['ID']['input']
}

/** The result of stopping an agent. */
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
  /** A gateway after it was created, changed, bound, released or deleted (deletedAt is then set), or after its agent was lost or came back. */
  gatewayChanged: Gateway
  /** The version after each change of the blocked hostnames. */
  hostnameBlocksChanged: Scalars['SafeInt']['output']
  /**
   * Requests of an account as they arrive, at most two batches a second. The first batch comes at once and is empty: a list that is read after it and
   * the later batches together lack no request. API keys need READ_REQUESTS.
   */
  requestsAdded: RequestBatch
  /** An account's restrictions after each change. */
  restrictionsChanged: AccountRestrictions
  /** The installation's settings after each change of them or of a plan, and whenever an alert begins or ends. */
  siteChanged: Site
  /** Tunnels that every edge must close at once if it holds them. */
  tunnelEnded: EndedTunnel
  /**
   * The viewer after each change of what is theirs: name and address, factors, identities, sessions, memberships, notices, and
   * invitations addressed to them. Needs an access token.
   */
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

/** Changes as they happen, over graphql-ws. A subscription ends with its session, or with the membership. */
export type SubscriptionRequestsAddedArgs = {
  accountId: Scalars['ID']['input']
  filter?: InputMaybe<RequestFilter>
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

/**
 * The suspension of an account. The account has no tunnels; its API keys, AuthIDs and machine tokens are refused; its members may only read, export,
 * leave or delete it. Everything else fails with FORBIDDEN and the reason ACCOUNT_SUSPENDED.
 */
export type Suspension = {
  __typename?: 'Suspension'
  /** The reason, in the operator's words; at most 300 characters. */
  reason: Scalars['String']['output']
  /** When it began. */
  since: Scalars['DateTime']['output']
}

/** A webhook to test. */
export type TestWebhookInput = {
  /** The webhook's id. */
  id: Scalars['ID']['input']
  /** A key that you choose, 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours changes nothing more, and returns the first result. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>
}

/** The result of testing a webhook. */
export type TestWebhookPayload = {
  __typename?: 'TestWebhookPayload'
  /** The test, which is sent at once, and only once. */
  delivery: WebhookDelivery
}

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

/** The account, and the member if there is one, for which a program with an AuthID, a machine token or an agent token acts. */
export type TokenHolder = {
  __typename?: 'TokenHolder'
  /** The account. */
  account: TokenAccount
  /** The hostnames that the agents of an agent token may serve: a single one, or a pattern such as `demo-*`; null for other tokens. */
  allowed?: Maybe<Scalars['String']['output']>
  /** When the token stops working; null for tokens that do not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>
  /** The kind of token. */
  kind: AuthTokenKind
  /** The token's name; the label of an agent token. */
  tokenName: Scalars['String']['output']
  /** The member; null for an agent token, which is the account's. */
  user?: Maybe<TokenUser>
}

/** The member for whom a token acts. */
export type TokenUser = {
  __typename?: 'TokenUser'
  /** The e-mail address; null for a user who has only a phone number. */
  email?: Maybe<Scalars['String']['output']>
  /** Given and family name as one string. */
  fullName: Scalars['String']['output']
}

/** Sums of the recorded requests of one gateway or agent over a range of time. */
export type Traffic = {
  __typename?: 'Traffic'
  /**
   * Requests of the whole account that were counted in this range and not recorded: more came in than are recorded a second, or the recording could not
   * keep up. They are in none of the steps, and it is not known which gateway they were for. Refused to API keys that are limited to gateways.
   */
  notRecorded?: Maybe<Scalars['SafeInt']['output']>
  /**
   * The median duration of the requests in milliseconds; null if there were none. From 1 ms to 12 minutes, the estimate is within 9 %. Upgraded
   * connections are left out.
   */
  p50Ms?: Maybe<Scalars['Float']['output']>
  /** The 95th percentile of the requests' durations in milliseconds, estimated as `p50Ms` is; null if there were none. */
  p95Ms?: Maybe<Scalars['Float']['output']>
  /** How long a step is, in seconds. */
  stepSeconds: Scalars['Int']['output']
  /** The steps of the range up to now, oldest first and without a gap; at most 84. Those from before the time for which the plan keeps requests are left out. */
  steps: Array<TrafficStep>
}

/** The range of time that traffic is shown for. */
export type TrafficRange =
  /** 24 hours, in steps of 30 minutes. */
  | 'DAY'
  /** An hour, in steps of 5 minutes. */
  | 'HOUR'
  /** 7 days, in steps of 2 hours. */
  | 'WEEK'

/** The requests in one step of a range. A request counts in the step in which it began, once it has ended. */
export type TrafficStep = {
  __typename?: 'TrafficStep'
  /** Bytes from visitors. */
  bytesIn: Scalars['SafeInt']['output']
  /** Bytes to visitors. */
  bytesOut: Scalars['SafeInt']['output']
  /** Requests with a status from 400 to 499, including those of visitors who gave up (499). */
  clientErrors: Scalars['SafeInt']['output']
  /** Upgraded connections. */
  informational: Scalars['SafeInt']['output']
  /** The median duration of the requests in milliseconds, estimated as `Traffic.p50Ms` is; null if there were none. */
  p50Ms?: Maybe<Scalars['Float']['output']>
  /** The 95th percentile of the requests' durations in milliseconds, estimated as `Traffic.p50Ms` is; null if there were none. */
  p95Ms?: Maybe<Scalars['Float']['output']>
  /** Requests with a status from 300 to 399. */
  redirection: Scalars['SafeInt']['output']
  /** Requests with a status of 500 or above. */
  serverErrors: Scalars['SafeInt']['output']
  /** When the step begins. The last step is still running. */
  startsAt: Scalars['DateTime']['output']
  /** Requests with a status from 200 to 299. */
  success: Scalars['SafeInt']['output']
}

/** The account to hand over, and its new owner. */
export type TransferOwnershipInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The membership that becomes super_admin; the viewer becomes admin. */
  memberId: Scalars['ID']['input']
}

/** The result of handing an account over. */
export type TransferOwnershipPayload = {
  __typename?: 'TransferOwnershipPayload'
  /** The account. */
  account: Account
}

/**
 * A workload that an account trusts: a token of this issuer, for this audience, whose claims meet the conditions, can be exchanged for an agent token. A
 * job in CI thus opens a tunnel without a stored secret.
 */
export type Trust = {
  __typename?: 'Trust'
  /** The audience that they must have: their `aud` claim. */
  audience: Scalars['String']['output']
  /** The conditions on their other claims, all of which must hold. */
  conditions: Array<TrustCondition>
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /** Who created it; null when that user was removed. */
  createdBy?: Maybe<User>
  /** The gateway that agents serve; null if hostnames begin with a prefix. */
  gateway?: Maybe<UsageGateway>
  /** The prefix of the agents' hostnames; null if they serve a gateway. */
  hostnamePrefix?: Maybe<Scalars['String']['output']>
  /** The trust's id, which the workload passes to `exchangeToken`. */
  id: Scalars['ID']['output']
  /** The issuer of the workload's tokens: their `iss` claim. */
  issuer: Scalars['String']['output']
  /** The label of the agent tokens. */
  label: Scalars['String']['output']
  /** When a token was last exchanged; null when never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>
  /** A display name. */
  name: Scalars['String']['output']
  /** The lifetime of the agent tokens, in seconds. */
  ttlSeconds: Scalars['Int']['output']
}

/** A condition on a claim of a workload's token. */
export type TrustCondition = {
  __typename?: 'TrustCondition'
  /** The claim's name. */
  claim: Scalars['String']['output']
  /** The value that it must have; with an asterisk at the end, what its value must begin with. */
  value: Scalars['String']['output']
}

/** A condition on a claim of a workload's token. */
export type TrustConditionInput = {
  /** The claim's name, for example `repository`. */
  claim: Scalars['String']['input']
  /** The value that it must have, at most 255 characters. An asterisk at the end stands for anything, for example `acme/*`. */
  value: Scalars['String']['input']
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
  /** The hostname that was requested. */
  hostname: Scalars['String']['output']
  /** The request's method. */
  method: Scalars['String']['output']
  /** The request's path, without the query, shortened if it is long. */
  path: Scalars['String']['output']
  /** The address that was requested, without its query: where to try again. */
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

/** The limits on all tunnels of an account together. Edges that share a Redis divide them among themselves. */
export type TunnelLimits = {
  __typename?: 'TunnelLimits'
  /** Requests and upgraded connections that may be open at the same time. */
  openRequests: Scalars['Int']['output']
  /** Requests that may arrive at once after a quiet period. */
  requestBurst: Scalars['Int']['output']
  /** The sustained number of requests a minute. */
  requestsPerMinute: Scalars['Int']['output']
}

/** The identity to unlink. */
export type UnlinkIdentityInput = {
  /** The identity's id. */
  id: Scalars['ID']['input']
}

/** The result of unlinking an identity. */
export type UnlinkIdentityPayload = {
  __typename?: 'UnlinkIdentityPayload'
  /** The id of the identity that was unlinked. */
  identityId: Scalars['ID']['output']
}

/** The number of requests, of an account or for a hostname without a tunnel, that were counted and not recorded. */
export type UnrecordedRequestsInput = {
  /** The account; null if no tunnel was there. */
  accountId?: InputMaybe<Scalars['ID']['input']>
  /** How many. */
  count: Scalars['SafeInt']['input']
  /** The hostname, if the account is null. */
  hostname?: InputMaybe<Scalars['String']['input']>
}

/** Changes to an account. A field that is left out, or that repeats the current value, changes nothing. */
export type UpdateAccountInput = {
  /** The account. */
  accountId: Scalars['ID']['input']
  /** The new name. */
  name?: InputMaybe<Scalars['String']['input']>
  /** The new namespace: lowercase letters, numbers, underscores and hyphens. Existing gateways keep their hostnames. */
  namespace?: InputMaybe<Scalars['String']['input']>
}

/** The result of changing an account. */
export type UpdateAccountPayload = {
  __typename?: 'UpdateAccountPayload'
  /** The account. */
  account: Account
}

/** Changes to a gateway. A field that is left out changes nothing. */
export type UpdateGatewayInput = {
  /** What it is for, at most 200 characters; an empty string removes it. */
  description?: InputMaybe<Scalars['String']['input']>
  /** The gateway's id. */
  id: Scalars['ID']['input']
  /** The new name, with which agents start on it. Only for a gateway on a custom domain; the hostname does not change. */
  name?: InputMaybe<Scalars['String']['input']>
}

/** The result of changing a gateway. */
export type UpdateGatewayPayload = {
  __typename?: 'UpdateGatewayPayload'
  /** The gateway as it is now. */
  gateway: Gateway
}

/** Changes to the signed-in user. A field that is left out changes nothing. */
export type UpdateProfileInput = {
  /** Given name. */
  firstName?: InputMaybe<Scalars['String']['input']>
  /** Family name. */
  lastName?: InputMaybe<Scalars['String']['input']>
  /** The language of dates and numbers, as a BCP 47 tag; null means English (United States). */
  locale?: InputMaybe<Scalars['String']['input']>
  /**
   * Phone number in E.164 form, by which the user can sign in with their password; null removes it, as long as they have an e-mail address. Changing it
   * needs a fresh proof.
   */
  phone?: InputMaybe<Scalars['String']['input']>
}

/** The result of changing a user. */
export type UpdateProfilePayload = {
  __typename?: 'UpdateProfilePayload'
  /** The user. */
  user: User
}

/** Changes to a webhook. A field that is left out changes nothing. */
export type UpdateWebhookInput = {
  /** The events that it sends. */
  events?: InputMaybe<Array<AccountEvent>>
  /** The format of its requests. */
  format?: InputMaybe<WebhookFormat>
  /** The webhook's id. */
  id: Scalars['ID']['input']
  /** Whether it sends anything. */
  isOn?: InputMaybe<Scalars['Boolean']['input']>
  /** The kinds of notices that it sends. At least one notice or event is left. */
  kinds?: InputMaybe<Array<NoticeKind>>
  /** Where to send to. */
  url?: InputMaybe<Scalars['String']['input']>
}

/** The result of changing a webhook. */
export type UpdateWebhookPayload = {
  __typename?: 'UpdateWebhookPayload'
  /** The webhook afterwards. */
  webhook: Webhook
}

/** A gateway in figures of usage, even after it was deleted. All else about it needs READ_ACCOUNT. */
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

/** The traffic of one gateway of an account in a period, as counted by the edges. */
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
  /** The day; with MONTH the first day of the month, even if the range begins within it. */
  date: Scalars['Date']['output']
  /** How many of them were answered with a status of 500 or above: by the app, or by the edge if the app did not answer. */
  failedRequests: Scalars['SafeInt']['output']
  /** The gateway; null for all random hostnames together. */
  gateway?: Maybe<UsageGateway>
}

/** The traffic of one gateway or random hostname of an account on one day, for one label. */
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
  /** How many of them were answered with a status of 500 or above: by the app, or by the edge if the app did not answer. */
  failedRequests: Scalars['SafeInt']['input']
  /** The gateway; null for random hostnames. */
  gatewayId?: InputMaybe<Scalars['ID']['input']>
  /** The label of the agent token whose agents carried it; null for agents that people started. */
  label?: InputMaybe<Scalars['String']['input']>
  /** Requests. */
  requests: Scalars['SafeInt']['input']
}

/** An account's usage, now and in this calendar month (UTC), as counted by the edges. */
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

/** The traffic of an account, or of one of its gateways, in a period, as counted by the edges. */
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
  /** The day; with MONTH the first day of the month, even if the range begins within it. */
  date: Scalars['Date']['output']
  /** How many of them were answered with a status of 500 or above: by the app, or by the edge if the app did not answer. */
  failedRequests: Scalars['SafeInt']['output']
}

/** A person who can sign in. */
export type User = {
  __typename?: 'User'
  /** The user's e-mail address; null for a user who has only a phone number, and to an account of which they are no longer a member. */
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
  /** The language of dates and numbers, as a BCP 47 tag such as `en-GB`; null means English (United States). */
  locale?: Maybe<Scalars['String']['output']>
  /** The phone number in E.164 form; null for a user who has only an e-mail address, and to an account of which they are no longer a member. */
  phone?: Maybe<Scalars['String']['output']>
}

/** What is deleted with the user, and what prevents the deletion. */
export type UserDeletion = {
  __typename?: 'UserDeletion'
  /** Accounts that have other members, but no other owner: hand over or delete each of them first. */
  accountsInTheWay: Array<Account>
  /** Accounts that have no other member: they are permanently deleted with the user. */
  deletedAccounts: Array<Account>
  /** Accounts that continue without the user. */
  leftAccounts: Array<Account>
}

/** Everything that is stored about a user. */
export type UserExport = {
  __typename?: 'UserExport'
  /** A name for the file. */
  fileName: Scalars['String']['output']
  /** The data as JSON, without secrets. */
  json: Scalars['String']['output']
}

/** A domain to check. */
export type VerifyDomainInput = {
  /** The domain's id. */
  id: Scalars['ID']['input']
}

/** The result of requesting a check. */
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

/** The result of verifying an address. */
export type VerifyEmailPayload = {
  __typename?: 'VerifyEmailPayload'
  /** The user, whose address is verified. */
  user: User
}

/** The signed-in user and what belongs to them. */
export type Viewer = {
  __typename?: 'Viewer'
  /**
   * The audit log of the user's own sign-in and profile, newest first. It belongs to no account.
   * @deprecated Use `auditLogConnection`. Until 2027-05-25.
   */
  auditLog: AuditPage
  /** The audit log of the user's own sign-in and profile, newest first. `first` pages forward and `last` backward; with neither, the first 20 are returned. */
  auditLogConnection: AuditConnection
  /**
   * The user's memberships in accounts that are closed to this session: they require a second factor, which the session has not proven. Only `id`,
   * `name`, `namespace` and `requiresSecondFactor` of such an account can be read; every other field fails with FACTOR_REQUIRED.
   */
  closedMemberships: Array<Membership>
  /** What is deleted with the user, and what prevents the deletion. */
  deletion: UserDeletion
  /** The factors that the user has, oldest first: at most one authenticator app and 10 passkeys. */
  factors: Array<Factor>
  /** Whether the user can sign in with a password. */
  hasPassword: Scalars['Boolean']['output']
  /** The identities with which the user can sign in, oldest first. */
  identities: Array<Identity>
  /** Invitations addressed to the viewer's e-mail that are pending and not expired. */
  invites: Array<ReceivedInvite>
  /** The user's memberships in the accounts that are open to this session, oldest account first. The first is the default account. */
  memberships: Array<Membership>
  /** Which kinds of notices the viewer gets by mail. Mails go to proven addresses only. */
  noticeMails: Array<NoticeMail>
  /**
   * The user's own notices, and those of their accounts since they joined, newest first.
   * @deprecated Use `noticesConnection`. Until 2027-05-25.
   */
  notices: NoticePage
  /**
   * The user's own notices, and those of their accounts since they joined, newest first. `first` pages forward and `last` backward; with neither, the
   * first 20 are returned.
   */
  noticesConnection: NoticeConnection
  /** The new address that the user has asked for, until they open the link that was mailed to it; null when there is none. */
  pendingEmail?: Maybe<Scalars['String']['output']>
  /** How many recovery codes are left; 0 without a factor. */
  recoveryCodesLeft: Scalars['Int']['output']
  /** Where the user is signed in, the most recently used first. */
  sessions: Array<AuthSession>
  /** How many of these notices are unread. */
  unreadNotices: Scalars['Int']['output']
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

/** The signed-in user and what belongs to them. */
export type ViewerAuditLogConnectionArgs = {
  action?: InputMaybe<Array<Scalars['String']['input']>>
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  from?: InputMaybe<Scalars['DateTime']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
  to?: InputMaybe<Scalars['DateTime']['input']>
}

/** The signed-in user and what belongs to them. */
export type ViewerNoticesArgs = {
  page: Scalars['Int']['input']
  pageSize: Scalars['Int']['input']
}

/** The signed-in user and what belongs to them. */
export type ViewerNoticesConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/** A visitor's request as the edge saw it, or one that was replayed. Bodies and header fields stay on the agent's machine; `Account.requestContent` asks for them there. */
export type VisitorRequest = {
  __typename?: 'VisitorRequest'
  /** The agent that was asked; null if none was. */
  agentId?: Maybe<Scalars['ID']['output']>
  /** Who answered. */
  answeredBy: RequestAnswerer
  /** Bytes of the request's body, or received over the upgraded connection. */
  bytesIn: Scalars['SafeInt']['output']
  /** Bytes of the answer's body, or sent over the upgraded connection. */
  bytesOut: Scalars['SafeInt']['output']
  /** The code of the edge's error page, for example CULVERT_TUNNEL_OFFLINE; null if the edge did not answer. */
  code?: Maybe<Scalars['String']['output']>
  /** From the head of the request to the end of the answer, or of the upgraded connection; milliseconds. */
  durationMs: Scalars['Float']['output']
  /** Why the edge answered by an error page, and what to do about it; null if it did not. */
  failure?: Maybe<TunnelFailure>
  /** The part of it until the head of the answer had arrived; null if none did. */
  firstByteMs?: Maybe<Scalars['Float']['output']>
  /** The gateway; null for a random hostname. */
  gatewayId?: Maybe<Scalars['ID']['output']>
  /** The hostname that was requested. */
  hostname: Scalars['String']['output']
  /** The version of HTTP that the visitor spoke: 1.0, 1.1 or 2. */
  httpVersion: Scalars['String']['output']
  /** The request's id, as error pages and the log of the edge name it. */
  id: Scalars['ID']['output']
  /** Whether the answer was sent completely. */
  isComplete: Scalars['Boolean']['output']
  /** WebSocket messages received from the visitor; null if the connection was not one. */
  messagesIn?: Maybe<Scalars['SafeInt']['output']>
  /** WebSocket messages sent to the visitor; null if the connection was not one. */
  messagesOut?: Maybe<Scalars['SafeInt']['output']>
  /** The method. */
  method: Scalars['String']['output']
  /** The path, of at most 2,048 characters; with the query if the account has queries recorded. */
  path: Scalars['String']['output']
  /** Why the answer broke off, or why the edge answered; null if there is nothing to say. */
  reason?: Maybe<Scalars['String']['output']>
  /** The id of the request that this one repeats; null for a visitor's. */
  replayOf?: Maybe<Scalars['ID']['output']>
  /** Who had it repeated: a name or an address, or the name of an API key; null for a visitor's, and if that user was removed. */
  replayedBy?: Maybe<Scalars['String']['output']>
  /** When its head had arrived. */
  startedAt: Scalars['DateTime']['output']
  /** The status that the visitor got; 499 if the visitor gave up before one was sent. */
  status: Scalars['Int']['output']
  /** The visitor's User-Agent, of at most 256 characters; null when it sent none. */
  userAgent?: Maybe<Scalars['String']['output']>
  /** The visitor's address; null if the account has addresses left out. */
  visitorAddress?: Maybe<Scalars['String']['output']>
  /** The part of it until an agent took the request; null if none did. */
  waitingMs?: Maybe<Scalars['Float']['output']>
}

/** An address to which the account's notices and events are sent. Each request is signed as the Standard Webhooks specification defines it. */
export type Webhook = {
  __typename?: 'Webhook'
  /** When it was created. */
  createdAt: Scalars['DateTime']['output']
  /**
   * Its deliveries, newest first: up to 1,000 that wait, and the last 100 of the others; none older than 30 days.
   * @deprecated Use `deliveriesConnection`. Until 2027-05-25.
   */
  deliveries: WebhookDeliveryPage
  /**
   * Its deliveries, newest first: up to 1,000 that wait, and the last 100 of the others; none older than 30 days. `first` pages forward and `last` backward; with neither, the first
   * 20 are returned.
   */
  deliveriesConnection: WebhookDeliveryConnection
  /** The events that it sends. */
  events: Array<AccountEvent>
  /** Since when no delivery has succeeded; null while deliveries succeed. */
  failingSince?: Maybe<Scalars['DateTime']['output']>
  /** The format of its requests. */
  format: WebhookFormat
  /** The webhook's id. */
  id: Scalars['ID']['output']
  /** Whether it sends anything. */
  isOn: Scalars['Boolean']['output']
  /** The kinds of notices that it sends. */
  kinds: Array<NoticeKind>
  /** The newest delivery; null before the first. */
  lastDelivery?: Maybe<WebhookDelivery>
  /** Why it was switched off automatically, in a sentence; null unless it was. */
  offBecause?: Maybe<Scalars['String']['output']>
  /** Until when the previous secrets sign too; null if there is none. */
  previousSecretUntil?: Maybe<Scalars['DateTime']['output']>
  /** The address, which may itself be a secret, as Slack's are. */
  url: Scalars['String']['output']
}

/** An address to which the account's notices and events are sent. Each request is signed as the Standard Webhooks specification defines it. */
export type WebhookDeliveriesArgs = {
  page: Scalars['Int']['input']
  pageSize: Scalars['Int']['input']
}

/** An address to which the account's notices and events are sent. Each request is signed as the Standard Webhooks specification defines it. */
export type WebhookDeliveriesConnectionArgs = {
  after?: InputMaybe<Scalars['String']['input']>
  before?: InputMaybe<Scalars['String']['input']>
  first?: InputMaybe<Scalars['Int']['input']>
  last?: InputMaybe<Scalars['Int']['input']>
}

/** Something that a webhook sends, with the outcome of the last attempt. */
export type WebhookDelivery = {
  __typename?: 'WebhookDelivery'
  /** The first 1,024 bytes of the answer, as text; null if none came. */
  answer?: Maybe<Scalars['String']['output']>
  /** When the last attempt ended; null before the first. */
  attemptedAt?: Maybe<Scalars['DateTime']['output']>
  /** How many attempts were made. */
  attempts: Scalars['Int']['output']
  /** What is sent: the body of every attempt. */
  body: Scalars['String']['output']
  /** When it was made. */
  createdAt: Scalars['DateTime']['output']
  /** How long the attempt took, in milliseconds; null before the first. */
  durationMs?: Maybe<Scalars['Int']['output']>
  /** Why the attempt failed, in a sentence; null if it did not. */
  fault?: Maybe<Scalars['String']['output']>
  /** The delivery's id: the `webhook-id` of every attempt. */
  id: Scalars['ID']['output']
  /** When the next attempt is due; null if there is none. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>
  /** Its state. */
  state: WebhookDeliveryState
  /** The status of the answer; null if none came. */
  status?: Maybe<Scalars['Int']['output']>
  /** What happened, in a few words. */
  title: Scalars['String']['output']
  /** What it reports, for example `agent.lost` or `gateway.created`; `webhook.test` for a test. */
  type: Scalars['String']['output']
}

/** A part of a list of deliveries. */
export type WebhookDeliveryConnection = {
  __typename?: 'WebhookDeliveryConnection'
  /** The deliveries, each with its cursor. */
  edges: Array<WebhookDeliveryEdge>
  /** The same without cursors. */
  nodes: Array<WebhookDelivery>
  /** Where the part begins and ends. */
  pageInfo: PageInfo
}

/** A delivery in a list, with its cursor. */
export type WebhookDeliveryEdge = {
  __typename?: 'WebhookDeliveryEdge'
  /** Its cursor, to be passed as `after` or `before`. */
  cursor: Scalars['String']['output']
  /** The delivery itself. */
  node: WebhookDelivery
}

/** One page of deliveries. */
export type WebhookDeliveryPage = {
  __typename?: 'WebhookDeliveryPage'
  /** The deliveries of this page, newest first. */
  nodes: Array<WebhookDelivery>
  /** This page's number, from 1. */
  page: Scalars['Int']['output']
  /** How many pages there are, at least 1. */
  pageCount: Scalars['Int']['output']
  /** How many deliveries a page holds. */
  pageSize: Scalars['Int']['output']
  /** How many there are on all pages. */
  totalCount: Scalars['Int']['output']
}

/** The state of a delivery. */
export type WebhookDeliveryState =
  /** It was answered with a status from 200 to 299. */
  | 'DELIVERED'
  /** It was given up. It can be sent again. */
  | 'FAILED'
  /** It is under way, or waits for the next attempt. */
  | 'PENDING'

/** An event that webhooks may send. */
export type WebhookEvent = {
  __typename?: 'WebhookEvent'
  /** The event. */
  event: AccountEvent
  /** The event in a few words. */
  label: Scalars['String']['output']
}

/** The format of a webhook's requests. */
export type WebhookFormat =
  /** JSON with `text`, as the incoming webhooks of Slack and Mattermost take it, and Discord's at `/slack`. */
  | 'SLACK'
  /** JSON as the Standard Webhooks specification defines it: `type`, `timestamp` and `data`. */
  | 'STANDARD'

/** A kind of notice that webhooks may send. */
export type WebhookKind = {
  __typename?: 'WebhookKind'
  /** The kind of notice. */
  kind: NoticeKind
  /** The kind in a few words. */
  label: Scalars['String']['output']
}

/** The agent's verdict on the signature of a webhook. */
export type WebhookVerdict = {
  __typename?: 'WebhookVerdict'
  /** Whether the signature is valid. */
  isValid: Scalars['Boolean']['output']
  /** Who claims to have signed it, for example github. */
  provider: Scalars['String']['output']
  /** What is wrong, or what was checked. */
  why: Scalars['String']['output']
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
  AccountEvent: AccountEvent
  AccountRatesInput: AccountRatesInput
  AccountRestrictions: ResolverTypeWrapper<AccountRestrictions>
  AddDomainInput: AddDomainInput
  AddDomainPayload: ResolverTypeWrapper<Omit<AddDomainPayload, 'domain'> & { domain: ResolversTypes['Domain'] }>
  AddFactorPayload: ResolverTypeWrapper<
    Omit<AddFactorPayload, 'factor' | 'session'> & {
      factor: ResolversTypes['Factor']
      session: ResolversTypes['AuthSession']
    }
  >
  AddIpRestrictionInput: AddIpRestrictionInput
  AddIpRestrictionPayload: ResolverTypeWrapper<
    Omit<AddIpRestrictionPayload, 'ipRestriction'> & { ipRestriction: ResolversTypes['IpRestriction'] }
  >
  AddPasskeyInput: AddPasskeyInput
  AddTotpInput: AddTotpInput
  Agent: ResolverTypeWrapper<AgentModel>
  AgentConnection: ResolverTypeWrapper<
    Omit<AgentConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['AgentEdge']>
      nodes: Array<ResolversTypes['Agent']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  AgentEdge: ResolverTypeWrapper<Omit<AgentEdge, 'node'> & { node: ResolversTypes['Agent'] }>
  AgentFailureInput: AgentFailureInput
  AgentHealth: AgentHealth
  AgentHealthInput: AgentHealthInput
  AgentPackage: ResolverTypeWrapper<AgentPackage>
  AgentPackages: ResolverTypeWrapper<AgentPackages>
  AgentPage: ResolverTypeWrapper<Omit<AgentPage, 'nodes'> & { nodes: Array<ResolversTypes['Agent']> }>
  AgentStatus: AgentStatus
  AgentTicketPayload: ResolverTypeWrapper<Omit<AgentTicketPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>
  AgentToken: ResolverTypeWrapper<AgentTokenModel>
  AgentTokenConnection: ResolverTypeWrapper<
    Omit<AgentTokenConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['AgentTokenEdge']>
      nodes: Array<ResolversTypes['AgentToken']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  AgentTokenEdge: ResolverTypeWrapper<Omit<AgentTokenEdge, 'node'> & { node: ResolversTypes['AgentToken'] }>
  ApiKey: ResolverTypeWrapper<ApiKeyModel>
  ApiKeyScope: ApiKeyScope
  ApproveCommandLineSignInInput: ApproveCommandLineSignInInput
  ApproveCommandLineSignInPayload: ResolverTypeWrapper<
    Omit<ApproveCommandLineSignInPayload, 'commandLineSignIn'> & {
      commandLineSignIn: ResolversTypes['CommandLineSignIn']
    }
  >
  Assurance: Assurance
  AuditActorKind: AuditActorKind
  AuditChange: ResolverTypeWrapper<AuditChange>
  AuditConnection: ResolverTypeWrapper<
    Omit<AuditConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['AuditEdge']>
      nodes: Array<ResolversTypes['AuditEntry']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  AuditEdge: ResolverTypeWrapper<Omit<AuditEdge, 'node'> & { node: ResolversTypes['AuditEntry'] }>
  AuditEntry: ResolverTypeWrapper<AuditEntryModel>
  AuditPage: ResolverTypeWrapper<Omit<AuditPage, 'nodes'> & { nodes: Array<ResolversTypes['AuditEntry']> }>
  AuthSession: ResolverTypeWrapper<AuthSessionModel>
  AuthToken: ResolverTypeWrapper<AuthTokenModel>
  AuthTokenKind: AuthTokenKind
  BeginProviderProofInput: BeginProviderProofInput
  BeginProviderProofPayload: ResolverTypeWrapper<BeginProviderProofPayload>
  BeginTotpPayload: ResolverTypeWrapper<BeginTotpPayload>
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>
  CancelEmailChangePayload: ResolverTypeWrapper<
    Omit<CancelEmailChangePayload, 'user'> & { user: ResolversTypes['User'] }
  >
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
  CodeInput: CodeInput
  CommandLineRedemption: CommandLineRedemption
  CommandLineSignIn: ResolverTypeWrapper<SignInModel>
  CompleteProviderProofInput: CompleteProviderProofInput
  CompleteProviderProofPayload: ResolverTypeWrapper<
    Omit<CompleteProviderProofPayload, 'proof'> & { proof: ResolversTypes['ProviderProof'] }
  >
  ConfirmIdentityInput: ConfirmIdentityInput
  ConfirmIdentityPayload: ResolverTypeWrapper<
    Omit<ConfirmIdentityPayload, 'session'> & { session: ResolversTypes['AuthSession'] }
  >
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
  ContentAbsence: ContentAbsence
  ContentBody: ResolverTypeWrapper<ContentBody>
  ContentEncoding: ContentEncoding
  ContentField: ResolverTypeWrapper<ContentField>
  ContentFrame: ResolverTypeWrapper<ContentFrame>
  ContentSource: ContentSource
  ContentState: ContentState
  CountedSince: ResolverTypeWrapper<CountedSince>
  CreateAccountInput: CreateAccountInput
  CreateAccountPayload: ResolverTypeWrapper<
    Omit<CreateAccountPayload, 'membership'> & { membership: ResolversTypes['Membership'] }
  >
  CreateAgentTokenInput: CreateAgentTokenInput
  CreateAgentTokenPayload: ResolverTypeWrapper<
    Omit<CreateAgentTokenPayload, 'agentToken'> & { agentToken: ResolversTypes['AgentToken'] }
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
  CreateTrustInput: CreateTrustInput
  CreateTrustPayload: ResolverTypeWrapper<Omit<CreateTrustPayload, 'trust'> & { trust: ResolversTypes['Trust'] }>
  CreateWebhookInput: CreateWebhookInput
  CreateWebhookPayload: ResolverTypeWrapper<
    Omit<CreateWebhookPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }
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
  DeleteTrustInput: DeleteTrustInput
  DeleteTrustPayload: ResolverTypeWrapper<Omit<DeleteTrustPayload, 'trust'> & { trust: ResolversTypes['Trust'] }>
  DeleteUserInput: DeleteUserInput
  DeleteUserPayload: ResolverTypeWrapper<DeleteUserPayload>
  DeleteWebhookInput: DeleteWebhookInput
  DeleteWebhookPayload: ResolverTypeWrapper<DeleteWebhookPayload>
  DenyCommandLineSignInInput: DenyCommandLineSignInInput
  DenyCommandLineSignInPayload: ResolverTypeWrapper<
    Omit<DenyCommandLineSignInPayload, 'commandLineSignIn'> & { commandLineSignIn: ResolversTypes['CommandLineSignIn'] }
  >
  DnsRecord: ResolverTypeWrapper<DnsRecord>
  DnsRecordType: DnsRecordType
  Domain: ResolverTypeWrapper<DomainModel>
  DomainAspect: DomainAspect
  DomainCertificate: ResolverTypeWrapper<DomainCertificate>
  DomainConnection: ResolverTypeWrapper<
    Omit<DomainConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['DomainEdge']>
      nodes: Array<ResolversTypes['Domain']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  DomainEdge: ResolverTypeWrapper<Omit<DomainEdge, 'node'> & { node: ResolversTypes['Domain'] }>
  DomainFinding: ResolverTypeWrapper<DomainFinding>
  DomainStatus: DomainStatus
  EdgeDescriptionInput: EdgeDescriptionInput
  EdgeState: EdgeState
  EditedFieldInput: EditedFieldInput
  EditedRequestInput: EditedRequestInput
  EmailVerification: ResolverTypeWrapper<EmailVerification>
  EmailVerificationState: EmailVerificationState
  EndOwnTokenPayload: ResolverTypeWrapper<
    Omit<EndOwnTokenPayload, 'machineToken'> & { machineToken: ResolversTypes['MachineToken'] }
  >
  EndRequestShareInput: EndRequestShareInput
  EndRequestSharePayload: ResolverTypeWrapper<EndRequestSharePayload>
  EndSessionInput: EndSessionInput
  EndSessionPayload: ResolverTypeWrapper<
    Omit<EndSessionPayload, 'session'> & { session: ResolversTypes['AuthSession'] }
  >
  EndSingleSignOnInput: EndSingleSignOnInput
  EndSingleSignOnPayload: ResolverTypeWrapper<
    Omit<EndSingleSignOnPayload, 'domain'> & { domain: ResolversTypes['Domain'] }
  >
  EndedTunnel: ResolverTypeWrapper<EndedTunnel>
  ExchangeTokenInput: ExchangeTokenInput
  ExchangeTokenPayload: ResolverTypeWrapper<
    Omit<ExchangeTokenPayload, 'agentToken'> & { agentToken: ResolversTypes['AgentToken'] }
  >
  ExportAccountInput: ExportAccountInput
  ExportAccountPayload: ResolverTypeWrapper<AccountExportModel>
  Factor: ResolverTypeWrapper<FactorModel>
  FactorKind: FactorKind
  FindingOutcome: FindingOutcome
  Float: ResolverTypeWrapper<Scalars['Float']['output']>
  FollowCertificatesInput: FollowCertificatesInput
  FollowCertificatesPayload: ResolverTypeWrapper<FollowCertificatesPayload>
  FrameDirection: FrameDirection
  FrameKind: FrameKind
  Gateway: ResolverTypeWrapper<GatewayModel>
  GatewayBlock: ResolverTypeWrapper<GatewayBlock>
  GatewayConnection: ResolverTypeWrapper<
    Omit<GatewayConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['GatewayEdge']>
      nodes: Array<ResolversTypes['Gateway']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  GatewayEdge: ResolverTypeWrapper<Omit<GatewayEdge, 'node'> & { node: ResolversTypes['Gateway'] }>
  GatewaySessions: ResolverTypeWrapper<GatewaySessionsModel>
  HostnameBlock: ResolverTypeWrapper<HostnameBlockModel>
  HostnameBlocks: ResolverTypeWrapper<
    Omit<HostnameBlocks, 'blocks'> & { blocks?: Maybe<Array<ResolversTypes['HostnameBlock']>> }
  >
  ID: ResolverTypeWrapper<Scalars['ID']['output']>
  Identity: ResolverTypeWrapper<IdentityModel>
  Int: ResolverTypeWrapper<Scalars['Int']['output']>
  Invite: ResolverTypeWrapper<InviteModel>
  InviteConnection: ResolverTypeWrapper<
    Omit<InviteConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['InviteEdge']>
      nodes: Array<ResolversTypes['Invite']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  InviteEdge: ResolverTypeWrapper<Omit<InviteEdge, 'node'> & { node: ResolversTypes['Invite'] }>
  InviteMemberInput: InviteMemberInput
  InviteMemberPayload: ResolverTypeWrapper<Omit<InviteMemberPayload, 'invite'> & { invite: ResolversTypes['Invite'] }>
  InviteStatus: InviteStatus
  Invoice: ResolverTypeWrapper<InvoiceViewModel>
  InvoiceConnection: ResolverTypeWrapper<
    Omit<InvoiceConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['InvoiceEdge']>
      nodes: Array<ResolversTypes['Invoice']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  InvoiceEdge: ResolverTypeWrapper<Omit<InvoiceEdge, 'node'> & { node: ResolversTypes['Invoice'] }>
  InvoiceStatus: InvoiceStatus
  IpRestriction: ResolverTypeWrapper<IpRestrictionModel>
  IpRestrictionConnection: ResolverTypeWrapper<
    Omit<IpRestrictionConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['IpRestrictionEdge']>
      nodes: Array<ResolversTypes['IpRestriction']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  IpRestrictionEdge: ResolverTypeWrapper<Omit<IpRestrictionEdge, 'node'> & { node: ResolversTypes['IpRestriction'] }>
  IssueFormInput: IssueFormInput
  IssuePriority: IssuePriority
  IssueType: IssueType
  LabelUsage: ResolverTypeWrapper<LabelUsageModel>
  LeaveAccountInput: LeaveAccountInput
  LeaveAccountPayload: ResolverTypeWrapper<LeaveAccountPayload>
  LinkIdentityInput: LinkIdentityInput
  LinkIdentityPayload: ResolverTypeWrapper<
    Omit<LinkIdentityPayload, 'identity'> & { identity: ResolversTypes['Identity'] }
  >
  MachineToken: ResolverTypeWrapper<AuthTokenModel>
  MarkInvoicePaidInput: MarkInvoicePaidInput
  MarkInvoicePaidPayload: ResolverTypeWrapper<
    Omit<MarkInvoicePaidPayload, 'invoice'> & { invoice: ResolversTypes['Invoice'] }
  >
  MarkNoticesReadInput: MarkNoticesReadInput
  MarkNoticesReadPayload: ResolverTypeWrapper<
    Omit<MarkNoticesReadPayload, 'viewer'> & { viewer: ResolversTypes['Viewer'] }
  >
  Member: ResolverTypeWrapper<MemberModel>
  MemberConnection: ResolverTypeWrapper<
    Omit<MemberConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['MemberEdge']>
      nodes: Array<ResolversTypes['Member']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  MemberEdge: ResolverTypeWrapper<Omit<MemberEdge, 'node'> & { node: ResolversTypes['Member'] }>
  Membership: ResolverTypeWrapper<Omit<Membership, 'account'> & { account: ResolversTypes['Account'] }>
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>
  Notice: ResolverTypeWrapper<NoticeModel>
  NoticeConnection: ResolverTypeWrapper<
    Omit<NoticeConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['NoticeEdge']>
      nodes: Array<ResolversTypes['Notice']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  NoticeEdge: ResolverTypeWrapper<Omit<NoticeEdge, 'node'> & { node: ResolversTypes['Notice'] }>
  NoticeKind: NoticeKind
  NoticeMail: ResolverTypeWrapper<NoticeMail>
  NoticePage: ResolverTypeWrapper<Omit<NoticePage, 'nodes'> & { nodes: Array<ResolversTypes['Notice']> }>
  OpenBillingPortalInput: OpenBillingPortalInput
  OpenBillingPortalPayload: ResolverTypeWrapper<OpenBillingPortalPayload>
  Overage: ResolverTypeWrapper<OverageModel>
  PageInfo: ResolverTypeWrapper<PageInfoModel>
  PasskeyChallenge: ResolverTypeWrapper<PasskeyChallenge>
  PasskeyChallengePayload: ResolverTypeWrapper<PasskeyChallengePayload>
  PasskeyInput: PasskeyInput
  Permission: ResolverTypeWrapper<Permission>
  Plan: ResolverTypeWrapper<PlanModel>
  PlanAvailability: PlanAvailability
  PlanChangeMode: PlanChangeMode
  PlanChangeOutcome: PlanChangeOutcome
  PlanFeature: ResolverTypeWrapper<PlanFeature>
  PlanType: PlanType
  PlanUnit: PlanUnit
  PlanUsage: ResolverTypeWrapper<PlanUsage>
  ProofKind: ProofKind
  ProviderProof: ResolverTypeWrapper<Omit<ProviderProof, 'provider'> & { provider: ResolversTypes['SignInProvider'] }>
  ProviderProofSubject: ProviderProofSubject
  ProviderPurpose: ProviderPurpose
  ProviderSessionPayload: ResolverTypeWrapper<
    Omit<ProviderSessionPayload, 'joinedAccount' | 'session'> & {
      joinedAccount?: Maybe<ResolversTypes['Account']>
      session: ResolversTypes['Session']
    }
  >
  ProviderSubscription: ResolverTypeWrapper<SubscriptionModel>
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>
  RateLimit: ResolverTypeWrapper<RateLimit>
  RateLimitName: RateLimitName
  ReceivedInvite: ResolverTypeWrapper<ReceivedInvite>
  RecordedRequestInput: RecordedRequestInput
  RedeemCommandLineSignInInput: RedeemCommandLineSignInInput
  RedeemCommandLineSignInPayload: ResolverTypeWrapper<RedeemCommandLineSignInPayload>
  RedeliverWebhookInput: RedeliverWebhookInput
  RedeliverWebhookPayload: ResolverTypeWrapper<
    Omit<RedeliverWebhookPayload, 'delivery'> & { delivery: ResolversTypes['WebhookDelivery'] }
  >
  RefreshSessionInput: RefreshSessionInput
  Refusal: ResolverTypeWrapper<Refusal>
  RefusalReason: RefusalReason
  RemoveFactorInput: RemoveFactorInput
  RemoveFactorPayload: ResolverTypeWrapper<RemoveFactorPayload>
  RemoveIpRestrictionInput: RemoveIpRestrictionInput
  RemoveIpRestrictionPayload: ResolverTypeWrapper<
    Omit<RemoveIpRestrictionPayload, 'ipRestriction'> & { ipRestriction: ResolversTypes['IpRestriction'] }
  >
  RemoveMemberInput: RemoveMemberInput
  RemoveMemberPayload: ResolverTypeWrapper<RemoveMemberPayload>
  RenameFactorInput: RenameFactorInput
  RenameFactorPayload: ResolverTypeWrapper<Omit<RenameFactorPayload, 'factor'> & { factor: ResolversTypes['Factor'] }>
  RenewAgentTicketInput: RenewAgentTicketInput
  RenewRecoveryCodesPayload: ResolverTypeWrapper<RenewRecoveryCodesPayload>
  ReplayRequestInput: ReplayRequestInput
  ReplayRequestPayload: ResolverTypeWrapper<
    Omit<ReplayRequestPayload, 'content' | 'request'> & {
      content: ResolversTypes['RequestContent']
      request: ResolversTypes['VisitorRequest']
    }
  >
  ReportAgentHealthInput: ReportAgentHealthInput
  ReportAgentHealthPayload: ResolverTypeWrapper<ReportAgentHealthPayload>
  ReportAgentInput: ReportAgentInput
  ReportAgentPayload: ResolverTypeWrapper<Omit<ReportAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>
  ReportRatesInput: ReportRatesInput
  ReportRatesPayload: ResolverTypeWrapper<ReportRatesPayload>
  ReportRequestsInput: ReportRequestsInput
  ReportRequestsPayload: ResolverTypeWrapper<ReportRequestsPayload>
  ReportTunnelsInput: ReportTunnelsInput
  ReportTunnelsPayload: ResolverTypeWrapper<ReportTunnelsPayload>
  ReportUsageInput: ReportUsageInput
  ReportUsagePayload: ResolverTypeWrapper<ReportUsagePayload>
  RequestAnswerer: RequestAnswerer
  RequestBatch: ResolverTypeWrapper<Omit<RequestBatch, 'nodes'> & { nodes: Array<ResolversTypes['VisitorRequest']> }>
  RequestCommandLineSignInInput: RequestCommandLineSignInInput
  RequestCommandLineSignInPayload: ResolverTypeWrapper<RequestCommandLineSignInPayload>
  RequestContent: ResolverTypeWrapper<RequestContentModel>
  RequestContentResult: ResolverTypeWrapper<
    Omit<RequestContentResult, 'content'> & { content?: Maybe<ResolversTypes['RequestContent']> }
  >
  RequestEmailChangeInput: RequestEmailChangeInput
  RequestEmailChangePayload: ResolverTypeWrapper<RequestEmailChangePayload>
  RequestEmailVerificationPayload: ResolverTypeWrapper<RequestEmailVerificationPayload>
  RequestFilter: RequestFilter
  RequestPage: ResolverTypeWrapper<Omit<RequestPage, 'nodes'> & { nodes: Array<ResolversTypes['VisitorRequest']> }>
  RequestPasswordResetInput: RequestPasswordResetInput
  RequestPasswordResetPayload: ResolverTypeWrapper<RequestPasswordResetPayload>
  RequestRecording: ResolverTypeWrapper<RequestRecordingModel>
  RequestSetResult: ResolverTypeWrapper<RequestSetResult>
  RequestShare: ResolverTypeWrapper<RequestShareModel>
  RequireSecondFactorInput: RequireSecondFactorInput
  RequireSecondFactorPayload: ResolverTypeWrapper<
    Omit<RequireSecondFactorPayload, 'account'> & { account: ResolversTypes['Account'] }
  >
  ResetPasswordInput: ResetPasswordInput
  ResetPasswordPayload: ResolverTypeWrapper<Omit<ResetPasswordPayload, 'user'> & { user: ResolversTypes['User'] }>
  RestrictionsPage: ResolverTypeWrapper<RestrictionsPage>
  RevokeAgentTokenInput: RevokeAgentTokenInput
  RevokeAgentTokenPayload: ResolverTypeWrapper<
    Omit<RevokeAgentTokenPayload, 'agentToken'> & { agentToken: ResolversTypes['AgentToken'] }
  >
  RevokeApiKeyInput: RevokeApiKeyInput
  RevokeApiKeyPayload: ResolverTypeWrapper<Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>
  RevokeInviteInput: RevokeInviteInput
  RevokeInvitePayload: ResolverTypeWrapper<Omit<RevokeInvitePayload, 'invite'> & { invite: ResolversTypes['Invite'] }>
  Role: Role
  RotateWebhookSecretInput: RotateWebhookSecretInput
  RotateWebhookSecretPayload: ResolverTypeWrapper<
    Omit<RotateWebhookSecretPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }
  >
  RunRequestSetInput: RunRequestSetInput
  RunRequestSetPayload: ResolverTypeWrapper<RunRequestSetPayload>
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>
  SaveRequestSetInput: SaveRequestSetInput
  SaveRequestSetPayload: ResolverTypeWrapper<SaveRequestSetPayload>
  SendContactRequestInput: SendContactRequestInput
  SendContactRequestPayload: ResolverTypeWrapper<
    Omit<SendContactRequestPayload, 'contactRequest'> & { contactRequest: ResolversTypes['ContactRequest'] }
  >
  ServedCertificate: ResolverTypeWrapper<ServedCertificate>
  ServingEdge: ResolverTypeWrapper<ServingEdge>
  Session: ResolverTypeWrapper<Omit<Session, 'user'> & { user: ResolversTypes['User'] }>
  SessionPayload: ResolverTypeWrapper<Omit<SessionPayload, 'session'> & { session: ResolversTypes['Session'] }>
  SetNoticeMailInput: SetNoticeMailInput
  SetNoticeMailPayload: ResolverTypeWrapper<Omit<SetNoticeMailPayload, 'viewer'> & { viewer: ResolversTypes['Viewer'] }>
  SetRequestRecordingInput: SetRequestRecordingInput
  SetRequestRecordingPayload: ResolverTypeWrapper<
    Omit<SetRequestRecordingPayload, 'account'> & { account: ResolversTypes['Account'] }
  >
  SetSingleSignOnInput: SetSingleSignOnInput
  SetSingleSignOnPayload: ResolverTypeWrapper<
    Omit<SetSingleSignOnPayload, 'domain'> & { domain: ResolversTypes['Domain'] }
  >
  ShareRequestInput: ShareRequestInput
  ShareRequestPayload: ResolverTypeWrapper<
    Omit<ShareRequestPayload, 'content'> & { content: ResolversTypes['RequestContent'] }
  >
  SignInByProviderInput: SignInByProviderInput
  SignInInput: SignInInput
  SignInProvider: ResolverTypeWrapper<SignInProviderModel>
  SignInProviderKind: SignInProviderKind
  SignOutInput: SignOutInput
  SignOutPayload: ResolverTypeWrapper<SignOutPayload>
  SignOutScope: SignOutScope
  SignUpByProviderInput: SignUpByProviderInput
  SignUpInput: SignUpInput
  SingleSignOn: ResolverTypeWrapper<SingleSignOnModel>
  Site: ResolverTypeWrapper<SiteModel>
  SitewideAlert: ResolverTypeWrapper<SitewideAlert>
  SitewideAlertType: SitewideAlertType
  StartAgentInput: StartAgentInput
  StatusClass: StatusClass
  StopAgentInput: StopAgentInput
  StopAgentPayload: ResolverTypeWrapper<Omit<StopAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>
  String: ResolverTypeWrapper<Scalars['String']['output']>
  SubpointDomain: ResolverTypeWrapper<SubpointDomain>
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>
  SubscriptionStatus: SubscriptionStatus
  Suspension: ResolverTypeWrapper<Suspension>
  TestWebhookInput: TestWebhookInput
  TestWebhookPayload: ResolverTypeWrapper<
    Omit<TestWebhookPayload, 'delivery'> & { delivery: ResolversTypes['WebhookDelivery'] }
  >
  TokenAccount: ResolverTypeWrapper<TokenAccount>
  TokenDelivery: TokenDelivery
  TokenHolder: ResolverTypeWrapper<TokenHolder>
  TokenUser: ResolverTypeWrapper<TokenUser>
  Traffic: ResolverTypeWrapper<TrafficModel>
  TrafficRange: TrafficRange
  TrafficStep: ResolverTypeWrapper<TrafficStep>
  TransferOwnershipInput: TransferOwnershipInput
  TransferOwnershipPayload: ResolverTypeWrapper<
    Omit<TransferOwnershipPayload, 'account'> & { account: ResolversTypes['Account'] }
  >
  Trust: ResolverTypeWrapper<TrustModel>
  TrustCondition: ResolverTypeWrapper<TrustCondition>
  TrustConditionInput: TrustConditionInput
  TunnelEndReason: TunnelEndReason
  TunnelError: ResolverTypeWrapper<TunnelErrorModel>
  TunnelFailure: ResolverTypeWrapper<TunnelFailure>
  TunnelLimits: ResolverTypeWrapper<TunnelLimits>
  UnlinkIdentityInput: UnlinkIdentityInput
  UnlinkIdentityPayload: ResolverTypeWrapper<UnlinkIdentityPayload>
  UnrecordedRequestsInput: UnrecordedRequestsInput
  UpdateAccountInput: UpdateAccountInput
  UpdateAccountPayload: ResolverTypeWrapper<
    Omit<UpdateAccountPayload, 'account'> & { account: ResolversTypes['Account'] }
  >
  UpdateGatewayInput: UpdateGatewayInput
  UpdateGatewayPayload: ResolverTypeWrapper<
    Omit<UpdateGatewayPayload, 'gateway'> & { gateway: ResolversTypes['Gateway'] }
  >
  UpdateProfileInput: UpdateProfileInput
  UpdateProfilePayload: ResolverTypeWrapper<Omit<UpdateProfilePayload, 'user'> & { user: ResolversTypes['User'] }>
  UpdateWebhookInput: UpdateWebhookInput
  UpdateWebhookPayload: ResolverTypeWrapper<
    Omit<UpdateWebhookPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }
  >
  UsageGateway: ResolverTypeWrapper<UsageGateway>
  UsageMetric: ResolverTypeWrapper<UsageMetricModel>
  UsageRowInput: UsageRowInput
  UsageStats: ResolverTypeWrapper<UsageStatsModel>
  UsageStep: UsageStep
  UsageTotal: ResolverTypeWrapper<UsageTotalModel>
  User: ResolverTypeWrapper<UserModel>
  UserDeletion: ResolverTypeWrapper<
    Omit<UserDeletion, 'accountsInTheWay' | 'deletedAccounts' | 'leftAccounts'> & {
      accountsInTheWay: Array<ResolversTypes['Account']>
      deletedAccounts: Array<ResolversTypes['Account']>
      leftAccounts: Array<ResolversTypes['Account']>
    }
  >
  UserExport: ResolverTypeWrapper<UserExport>
  VerifyDomainInput: VerifyDomainInput
  VerifyDomainPayload: ResolverTypeWrapper<Omit<VerifyDomainPayload, 'domain'> & { domain: ResolversTypes['Domain'] }>
  VerifyEmailInput: VerifyEmailInput
  VerifyEmailPayload: ResolverTypeWrapper<Omit<VerifyEmailPayload, 'user'> & { user: ResolversTypes['User'] }>
  Viewer: ResolverTypeWrapper<ViewerModel>
  VisitorRequest: ResolverTypeWrapper<VisitorRequestModel>
  Webhook: ResolverTypeWrapper<WebhookModel>
  WebhookDelivery: ResolverTypeWrapper<DeliveryModel>
  WebhookDeliveryConnection: ResolverTypeWrapper<
    Omit<WebhookDeliveryConnection, 'edges' | 'nodes' | 'pageInfo'> & {
      edges: Array<ResolversTypes['WebhookDeliveryEdge']>
      nodes: Array<ResolversTypes['WebhookDelivery']>
      pageInfo: ResolversTypes['PageInfo']
    }
  >
  WebhookDeliveryEdge: ResolverTypeWrapper<
    Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversTypes['WebhookDelivery'] }
  >
  WebhookDeliveryPage: ResolverTypeWrapper<
    Omit<WebhookDeliveryPage, 'nodes'> & { nodes: Array<ResolversTypes['WebhookDelivery']> }
  >
  WebhookDeliveryState: WebhookDeliveryState
  WebhookEvent: ResolverTypeWrapper<WebhookEvent>
  WebhookFormat: WebhookFormat
  WebhookKind: ResolverTypeWrapper<WebhookKind>
  WebhookVerdict: ResolverTypeWrapper<WebhookVerdict>
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
  AddFactorPayload: Omit<AddFactorPayload, 'factor' | 'session'> & {
    factor: ResolversParentTypes['Factor']
    session: ResolversParentTypes['AuthSession']
  }
  AddIpRestrictionInput: AddIpRestrictionInput
  AddIpRestrictionPayload: Omit<AddIpRestrictionPayload, 'ipRestriction'> & {
    ipRestriction: ResolversParentTypes['IpRestriction']
  }
  AddPasskeyInput: AddPasskeyInput
  AddTotpInput: AddTotpInput
  Agent: AgentModel
  AgentConnection: Omit<AgentConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['AgentEdge']>
    nodes: Array<ResolversParentTypes['Agent']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  AgentEdge: Omit<AgentEdge, 'node'> & { node: ResolversParentTypes['Agent'] }
  AgentFailureInput: AgentFailureInput
  AgentHealthInput: AgentHealthInput
  AgentPackage: AgentPackage
  AgentPackages: AgentPackages
  AgentPage: Omit<AgentPage, 'nodes'> & { nodes: Array<ResolversParentTypes['Agent']> }
  AgentTicketPayload: Omit<AgentTicketPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] }
  AgentToken: AgentTokenModel
  AgentTokenConnection: Omit<AgentTokenConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['AgentTokenEdge']>
    nodes: Array<ResolversParentTypes['AgentToken']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  AgentTokenEdge: Omit<AgentTokenEdge, 'node'> & { node: ResolversParentTypes['AgentToken'] }
  ApiKey: ApiKeyModel
  ApproveCommandLineSignInInput: ApproveCommandLineSignInInput
  ApproveCommandLineSignInPayload: Omit<ApproveCommandLineSignInPayload, 'commandLineSignIn'> & {
    commandLineSignIn: ResolversParentTypes['CommandLineSignIn']
  }
  AuditChange: AuditChange
  AuditConnection: Omit<AuditConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['AuditEdge']>
    nodes: Array<ResolversParentTypes['AuditEntry']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  AuditEdge: Omit<AuditEdge, 'node'> & { node: ResolversParentTypes['AuditEntry'] }
  AuditEntry: AuditEntryModel
  AuditPage: Omit<AuditPage, 'nodes'> & { nodes: Array<ResolversParentTypes['AuditEntry']> }
  AuthSession: AuthSessionModel
  AuthToken: AuthTokenModel
  BeginProviderProofInput: BeginProviderProofInput
  BeginProviderProofPayload: BeginProviderProofPayload
  BeginTotpPayload: BeginTotpPayload
  Boolean: Scalars['Boolean']['output']
  CancelEmailChangePayload: Omit<CancelEmailChangePayload, 'user'> & { user: ResolversParentTypes['User'] }
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
  CodeInput: CodeInput
  CommandLineSignIn: SignInModel
  CompleteProviderProofInput: CompleteProviderProofInput
  CompleteProviderProofPayload: Omit<CompleteProviderProofPayload, 'proof'> & {
    proof: ResolversParentTypes['ProviderProof']
  }
  ConfirmIdentityInput: ConfirmIdentityInput
  ConfirmIdentityPayload: Omit<ConfirmIdentityPayload, 'session'> & { session: ResolversParentTypes['AuthSession'] }
  ConnectionCheck: ConnectionCheck
  ConnectionStep: ConnectionStep
  ContactDetails: ContactDetails
  ContactFormInput: ContactFormInput
  ContactRequest: ContactRequestModel
  ContentBody: ContentBody
  ContentField: ContentField
  ContentFrame: ContentFrame
  CountedSince: CountedSince
  CreateAccountInput: CreateAccountInput
  CreateAccountPayload: Omit<CreateAccountPayload, 'membership'> & { membership: ResolversParentTypes['Membership'] }
  CreateAgentTokenInput: CreateAgentTokenInput
  CreateAgentTokenPayload: Omit<CreateAgentTokenPayload, 'agentToken'> & {
    agentToken: ResolversParentTypes['AgentToken']
  }
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
  CreateTrustInput: CreateTrustInput
  CreateTrustPayload: Omit<CreateTrustPayload, 'trust'> & { trust: ResolversParentTypes['Trust'] }
  CreateWebhookInput: CreateWebhookInput
  CreateWebhookPayload: Omit<CreateWebhookPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] }
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
  DeleteTrustInput: DeleteTrustInput
  DeleteTrustPayload: Omit<DeleteTrustPayload, 'trust'> & { trust: ResolversParentTypes['Trust'] }
  DeleteUserInput: DeleteUserInput
  DeleteUserPayload: DeleteUserPayload
  DeleteWebhookInput: DeleteWebhookInput
  DeleteWebhookPayload: DeleteWebhookPayload
  DenyCommandLineSignInInput: DenyCommandLineSignInInput
  DenyCommandLineSignInPayload: Omit<DenyCommandLineSignInPayload, 'commandLineSignIn'> & {
    commandLineSignIn: ResolversParentTypes['CommandLineSignIn']
  }
  DnsRecord: DnsRecord
  Domain: DomainModel
  DomainCertificate: DomainCertificate
  DomainConnection: Omit<DomainConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['DomainEdge']>
    nodes: Array<ResolversParentTypes['Domain']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  DomainEdge: Omit<DomainEdge, 'node'> & { node: ResolversParentTypes['Domain'] }
  DomainFinding: DomainFinding
  EdgeDescriptionInput: EdgeDescriptionInput
  EditedFieldInput: EditedFieldInput
  EditedRequestInput: EditedRequestInput
  EmailVerification: EmailVerification
  EndOwnTokenPayload: Omit<EndOwnTokenPayload, 'machineToken'> & { machineToken: ResolversParentTypes['MachineToken'] }
  EndRequestShareInput: EndRequestShareInput
  EndRequestSharePayload: EndRequestSharePayload
  EndSessionInput: EndSessionInput
  EndSessionPayload: Omit<EndSessionPayload, 'session'> & { session: ResolversParentTypes['AuthSession'] }
  EndSingleSignOnInput: EndSingleSignOnInput
  EndSingleSignOnPayload: Omit<EndSingleSignOnPayload, 'domain'> & { domain: ResolversParentTypes['Domain'] }
  EndedTunnel: EndedTunnel
  ExchangeTokenInput: ExchangeTokenInput
  ExchangeTokenPayload: Omit<ExchangeTokenPayload, 'agentToken'> & { agentToken: ResolversParentTypes['AgentToken'] }
  ExportAccountInput: ExportAccountInput
  ExportAccountPayload: AccountExportModel
  Factor: FactorModel
  Float: Scalars['Float']['output']
  FollowCertificatesInput: FollowCertificatesInput
  FollowCertificatesPayload: FollowCertificatesPayload
  Gateway: GatewayModel
  GatewayBlock: GatewayBlock
  GatewayConnection: Omit<GatewayConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['GatewayEdge']>
    nodes: Array<ResolversParentTypes['Gateway']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  GatewayEdge: Omit<GatewayEdge, 'node'> & { node: ResolversParentTypes['Gateway'] }
  GatewaySessions: GatewaySessionsModel
  HostnameBlock: HostnameBlockModel
  HostnameBlocks: Omit<HostnameBlocks, 'blocks'> & { blocks?: Maybe<Array<ResolversParentTypes['HostnameBlock']>> }
  ID: Scalars['ID']['output']
  Identity: IdentityModel
  Int: Scalars['Int']['output']
  Invite: InviteModel
  InviteConnection: Omit<InviteConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['InviteEdge']>
    nodes: Array<ResolversParentTypes['Invite']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  InviteEdge: Omit<InviteEdge, 'node'> & { node: ResolversParentTypes['Invite'] }
  InviteMemberInput: InviteMemberInput
  InviteMemberPayload: Omit<InviteMemberPayload, 'invite'> & { invite: ResolversParentTypes['Invite'] }
  Invoice: InvoiceViewModel
  InvoiceConnection: Omit<InvoiceConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['InvoiceEdge']>
    nodes: Array<ResolversParentTypes['Invoice']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  InvoiceEdge: Omit<InvoiceEdge, 'node'> & { node: ResolversParentTypes['Invoice'] }
  IpRestriction: IpRestrictionModel
  IpRestrictionConnection: Omit<IpRestrictionConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['IpRestrictionEdge']>
    nodes: Array<ResolversParentTypes['IpRestriction']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  IpRestrictionEdge: Omit<IpRestrictionEdge, 'node'> & { node: ResolversParentTypes['IpRestriction'] }
  IssueFormInput: IssueFormInput
  LabelUsage: LabelUsageModel
  LeaveAccountInput: LeaveAccountInput
  LeaveAccountPayload: LeaveAccountPayload
  LinkIdentityInput: LinkIdentityInput
  LinkIdentityPayload: Omit<LinkIdentityPayload, 'identity'> & { identity: ResolversParentTypes['Identity'] }
  MachineToken: AuthTokenModel
  MarkInvoicePaidInput: MarkInvoicePaidInput
  MarkInvoicePaidPayload: Omit<MarkInvoicePaidPayload, 'invoice'> & { invoice: ResolversParentTypes['Invoice'] }
  MarkNoticesReadInput: MarkNoticesReadInput
  MarkNoticesReadPayload: Omit<MarkNoticesReadPayload, 'viewer'> & { viewer: ResolversParentTypes['Viewer'] }
  Member: MemberModel
  MemberConnection: Omit<MemberConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['MemberEdge']>
    nodes: Array<ResolversParentTypes['Member']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  MemberEdge: Omit<MemberEdge, 'node'> & { node: ResolversParentTypes['Member'] }
  Membership: Omit<Membership, 'account'> & { account: ResolversParentTypes['Account'] }
  Mutation: Record<PropertyKey, never>
  Notice: NoticeModel
  NoticeConnection: Omit<NoticeConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['NoticeEdge']>
    nodes: Array<ResolversParentTypes['Notice']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  NoticeEdge: Omit<NoticeEdge, 'node'> & { node: ResolversParentTypes['Notice'] }
  NoticeMail: NoticeMail
  NoticePage: Omit<NoticePage, 'nodes'> & { nodes: Array<ResolversParentTypes['Notice']> }
  OpenBillingPortalInput: OpenBillingPortalInput
  OpenBillingPortalPayload: OpenBillingPortalPayload
  Overage: OverageModel
  PageInfo: PageInfoModel
  PasskeyChallenge: PasskeyChallenge
  PasskeyChallengePayload: PasskeyChallengePayload
  PasskeyInput: PasskeyInput
  Permission: Permission
  Plan: PlanModel
  PlanFeature: PlanFeature
  PlanUsage: PlanUsage
  ProviderProof: Omit<ProviderProof, 'provider'> & { provider: ResolversParentTypes['SignInProvider'] }
  ProviderSessionPayload: Omit<ProviderSessionPayload, 'joinedAccount' | 'session'> & {
    joinedAccount?: Maybe<ResolversParentTypes['Account']>
    session: ResolversParentTypes['Session']
  }
  ProviderSubscription: SubscriptionModel
  Query: Record<PropertyKey, never>
  RateLimit: RateLimit
  ReceivedInvite: ReceivedInvite
  RecordedRequestInput: RecordedRequestInput
  RedeemCommandLineSignInInput: RedeemCommandLineSignInInput
  RedeemCommandLineSignInPayload: RedeemCommandLineSignInPayload
  RedeliverWebhookInput: RedeliverWebhookInput
  RedeliverWebhookPayload: Omit<RedeliverWebhookPayload, 'delivery'> & {
    delivery: ResolversParentTypes['WebhookDelivery']
  }
  RefreshSessionInput: RefreshSessionInput
  Refusal: Refusal
  RemoveFactorInput: RemoveFactorInput
  RemoveFactorPayload: RemoveFactorPayload
  RemoveIpRestrictionInput: RemoveIpRestrictionInput
  RemoveIpRestrictionPayload: Omit<RemoveIpRestrictionPayload, 'ipRestriction'> & {
    ipRestriction: ResolversParentTypes['IpRestriction']
  }
  RemoveMemberInput: RemoveMemberInput
  RemoveMemberPayload: RemoveMemberPayload
  RenameFactorInput: RenameFactorInput
  RenameFactorPayload: Omit<RenameFactorPayload, 'factor'> & { factor: ResolversParentTypes['Factor'] }
  RenewAgentTicketInput: RenewAgentTicketInput
  RenewRecoveryCodesPayload: RenewRecoveryCodesPayload
  ReplayRequestInput: ReplayRequestInput
  ReplayRequestPayload: Omit<ReplayRequestPayload, 'content' | 'request'> & {
    content: ResolversParentTypes['RequestContent']
    request: ResolversParentTypes['VisitorRequest']
  }
  ReportAgentHealthInput: ReportAgentHealthInput
  ReportAgentHealthPayload: ReportAgentHealthPayload
  ReportAgentInput: ReportAgentInput
  ReportAgentPayload: Omit<ReportAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] }
  ReportRatesInput: ReportRatesInput
  ReportRatesPayload: ReportRatesPayload
  ReportRequestsInput: ReportRequestsInput
  ReportRequestsPayload: ReportRequestsPayload
  ReportTunnelsInput: ReportTunnelsInput
  ReportTunnelsPayload: ReportTunnelsPayload
  ReportUsageInput: ReportUsageInput
  ReportUsagePayload: ReportUsagePayload
  RequestBatch: Omit<RequestBatch, 'nodes'> & { nodes: Array<ResolversParentTypes['VisitorRequest']> }
  RequestCommandLineSignInInput: RequestCommandLineSignInInput
  RequestCommandLineSignInPayload: RequestCommandLineSignInPayload
  RequestContent: RequestContentModel
  RequestContentResult: Omit<RequestContentResult, 'content'> & {
    content?: Maybe<ResolversParentTypes['RequestContent']>
  }
  RequestEmailChangeInput: RequestEmailChangeInput
  RequestEmailChangePayload: RequestEmailChangePayload
  RequestEmailVerificationPayload: RequestEmailVerificationPayload
  RequestFilter: RequestFilter
  RequestPage: Omit<RequestPage, 'nodes'> & { nodes: Array<ResolversParentTypes['VisitorRequest']> }
  RequestPasswordResetInput: RequestPasswordResetInput
  RequestPasswordResetPayload: RequestPasswordResetPayload
  RequestRecording: RequestRecordingModel
  RequestSetResult: RequestSetResult
  RequestShare: RequestShareModel
  RequireSecondFactorInput: RequireSecondFactorInput
  RequireSecondFactorPayload: Omit<RequireSecondFactorPayload, 'account'> & { account: ResolversParentTypes['Account'] }
  ResetPasswordInput: ResetPasswordInput
  ResetPasswordPayload: Omit<ResetPasswordPayload, 'user'> & { user: ResolversParentTypes['User'] }
  RestrictionsPage: RestrictionsPage
  RevokeAgentTokenInput: RevokeAgentTokenInput
  RevokeAgentTokenPayload: Omit<RevokeAgentTokenPayload, 'agentToken'> & {
    agentToken: ResolversParentTypes['AgentToken']
  }
  RevokeApiKeyInput: RevokeApiKeyInput
  RevokeApiKeyPayload: Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] }
  RevokeInviteInput: RevokeInviteInput
  RevokeInvitePayload: Omit<RevokeInvitePayload, 'invite'> & { invite: ResolversParentTypes['Invite'] }
  RotateWebhookSecretInput: RotateWebhookSecretInput
  RotateWebhookSecretPayload: Omit<RotateWebhookSecretPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] }
  RunRequestSetInput: RunRequestSetInput
  RunRequestSetPayload: RunRequestSetPayload
  SafeInt: Scalars['SafeInt']['output']
  SaveRequestSetInput: SaveRequestSetInput
  SaveRequestSetPayload: SaveRequestSetPayload
  SendContactRequestInput: SendContactRequestInput
  SendContactRequestPayload: Omit<SendContactRequestPayload, 'contactRequest'> & {
    contactRequest: ResolversParentTypes['ContactRequest']
  }
  ServedCertificate: ServedCertificate
  ServingEdge: ServingEdge
  Session: Omit<Session, 'user'> & { user: ResolversParentTypes['User'] }
  SessionPayload: Omit<SessionPayload, 'session'> & { session: ResolversParentTypes['Session'] }
  SetNoticeMailInput: SetNoticeMailInput
  SetNoticeMailPayload: Omit<SetNoticeMailPayload, 'viewer'> & { viewer: ResolversParentTypes['Viewer'] }
  SetRequestRecordingInput: SetRequestRecordingInput
  SetRequestRecordingPayload: Omit<SetRequestRecordingPayload, 'account'> & { account: ResolversParentTypes['Account'] }
  SetSingleSignOnInput: SetSingleSignOnInput
  SetSingleSignOnPayload: Omit<SetSingleSignOnPayload, 'domain'> & { domain: ResolversParentTypes['Domain'] }
  ShareRequestInput: ShareRequestInput
  ShareRequestPayload: Omit<ShareRequestPayload, 'content'> & { content: ResolversParentTypes['RequestContent'] }
  SignInByProviderInput: SignInByProviderInput
  SignInInput: SignInInput
  SignInProvider: SignInProviderModel
  SignOutInput: SignOutInput
  SignOutPayload: SignOutPayload
  SignUpByProviderInput: SignUpByProviderInput
  SignUpInput: SignUpInput
  SingleSignOn: SingleSignOnModel
  Site: SiteModel
  SitewideAlert: SitewideAlert
  StartAgentInput: StartAgentInput
  StopAgentInput: StopAgentInput
  StopAgentPayload: Omit<StopAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] }
  String: Scalars['String']['output']
  SubpointDomain: SubpointDomain
  Subscription: Record<PropertyKey, never>
  Suspension: Suspension
  TestWebhookInput: TestWebhookInput
  TestWebhookPayload: Omit<TestWebhookPayload, 'delivery'> & { delivery: ResolversParentTypes['WebhookDelivery'] }
  TokenAccount: TokenAccount
  TokenHolder: TokenHolder
  TokenUser: TokenUser
  Traffic: TrafficModel
  TrafficStep: TrafficStep
  TransferOwnershipInput: TransferOwnershipInput
  TransferOwnershipPayload: Omit<TransferOwnershipPayload, 'account'> & { account: ResolversParentTypes['Account'] }
  Trust: TrustModel
  TrustCondition: TrustCondition
  TrustConditionInput: TrustConditionInput
  TunnelError: TunnelErrorModel
  TunnelFailure: TunnelFailure
  TunnelLimits: TunnelLimits
  UnlinkIdentityInput: UnlinkIdentityInput
  UnlinkIdentityPayload: UnlinkIdentityPayload
  UnrecordedRequestsInput: UnrecordedRequestsInput
  UpdateAccountInput: UpdateAccountInput
  UpdateAccountPayload: Omit<UpdateAccountPayload, 'account'> & { account: ResolversParentTypes['Account'] }
  UpdateGatewayInput: UpdateGatewayInput
  UpdateGatewayPayload: Omit<UpdateGatewayPayload, 'gateway'> & { gateway: ResolversParentTypes['Gateway'] }
  UpdateProfileInput: UpdateProfileInput
  UpdateProfilePayload: Omit<UpdateProfilePayload, 'user'> & { user: ResolversParentTypes['User'] }
  UpdateWebhookInput: UpdateWebhookInput
  UpdateWebhookPayload: Omit<UpdateWebhookPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] }
  UsageGateway: UsageGateway
  UsageMetric: UsageMetricModel
  UsageRowInput: UsageRowInput
  UsageStats: UsageStatsModel
  UsageTotal: UsageTotalModel
  User: UserModel
  UserDeletion: Omit<UserDeletion, 'accountsInTheWay' | 'deletedAccounts' | 'leftAccounts'> & {
    accountsInTheWay: Array<ResolversParentTypes['Account']>
    deletedAccounts: Array<ResolversParentTypes['Account']>
    leftAccounts: Array<ResolversParentTypes['Account']>
  }
  UserExport: UserExport
  VerifyDomainInput: VerifyDomainInput
  VerifyDomainPayload: Omit<VerifyDomainPayload, 'domain'> & { domain: ResolversParentTypes['Domain'] }
  VerifyEmailInput: VerifyEmailInput
  VerifyEmailPayload: Omit<VerifyEmailPayload, 'user'> & { user: ResolversParentTypes['User'] }
  Viewer: ViewerModel
  VisitorRequest: VisitorRequestModel
  Webhook: WebhookModel
  WebhookDelivery: DeliveryModel
  WebhookDeliveryConnection: Omit<WebhookDeliveryConnection, 'edges' | 'nodes' | 'pageInfo'> & {
    edges: Array<ResolversParentTypes['WebhookDeliveryEdge']>
    nodes: Array<ResolversParentTypes['WebhookDelivery']>
    pageInfo: ResolversParentTypes['PageInfo']
  }
  WebhookDeliveryEdge: Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversParentTypes['WebhookDelivery'] }
  WebhookDeliveryPage: Omit<WebhookDeliveryPage, 'nodes'> & { nodes: Array<ResolversParentTypes['WebhookDelivery']> }
  WebhookEvent: WebhookEvent
  WebhookKind: WebhookKind
  WebhookVerdict: WebhookVerdict
}

export type ForEdgesDirectiveArgs = {}

export type ForEdgesDirectiveResolver<
  Result,
  Parent,
  ContextType = RequestContext,
  Args = ForEdgesDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>

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
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<AccountAgentArgs, 'id'>>
  agentTokensConnection?: Resolver<
    ResolversTypes['AgentTokenConnection'],
    ParentType,
    ContextType,
    Partial<AccountAgentTokensConnectionArgs>
  >
  agents?: Resolver<
    ResolversTypes['AgentPage'],
    ParentType,
    ContextType,
    RequireFields<AccountAgentsArgs, 'page' | 'pageSize'>
  >
  agentsConnection?: Resolver<
    ResolversTypes['AgentConnection'],
    ParentType,
    ContextType,
    Partial<AccountAgentsConnectionArgs>
  >
  apiKeys?: Resolver<Array<ResolversTypes['ApiKey']>, ParentType, ContextType>
  auditLog?: Resolver<
    ResolversTypes['AuditPage'],
    ParentType,
    ContextType,
    RequireFields<AccountAuditLogArgs, 'page' | 'pageSize'>
  >
  auditLogConnection?: Resolver<
    ResolversTypes['AuditConnection'],
    ParentType,
    ContextType,
    Partial<AccountAuditLogConnectionArgs>
  >
  authToken?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  domains?: Resolver<Array<ResolversTypes['Domain']>, ParentType, ContextType, Partial<AccountDomainsArgs>>
  domainsConnection?: Resolver<
    ResolversTypes['DomainConnection'],
    ParentType,
    ContextType,
    Partial<AccountDomainsConnectionArgs>
  >
  gateway?: Resolver<Maybe<ResolversTypes['Gateway']>, ParentType, ContextType, RequireFields<AccountGatewayArgs, 'id'>>
  gatewaySessions?: Resolver<
    Array<ResolversTypes['GatewaySessions']>,
    ParentType,
    ContextType,
    RequireFields<AccountGatewaySessionsArgs, 'from' | 'to'>
  >
  gateways?: Resolver<Array<ResolversTypes['Gateway']>, ParentType, ContextType>
  gatewaysConnection?: Resolver<
    ResolversTypes['GatewayConnection'],
    ParentType,
    ContextType,
    Partial<AccountGatewaysConnectionArgs>
  >
  hasConnected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  invites?: Resolver<Array<ResolversTypes['Invite']>, ParentType, ContextType, Partial<AccountInvitesArgs>>
  invitesConnection?: Resolver<
    ResolversTypes['InviteConnection'],
    ParentType,
    ContextType,
    Partial<AccountInvitesConnectionArgs>
  >
  invoices?: Resolver<Array<ResolversTypes['Invoice']>, ParentType, ContextType>
  invoicesConnection?: Resolver<
    ResolversTypes['InvoiceConnection'],
    ParentType,
    ContextType,
    Partial<AccountInvoicesConnectionArgs>
  >
  ipRestrictions?: Resolver<Array<ResolversTypes['IpRestriction']>, ParentType, ContextType>
  ipRestrictionsConnection?: Resolver<
    ResolversTypes['IpRestrictionConnection'],
    ParentType,
    ContextType,
    Partial<AccountIpRestrictionsConnectionArgs>
  >
  machineTokens?: Resolver<Array<ResolversTypes['MachineToken']>, ParentType, ContextType>
  members?: Resolver<Array<ResolversTypes['Member']>, ParentType, ContextType>
  membersConnection?: Resolver<
    ResolversTypes['MemberConnection'],
    ParentType,
    ContextType,
    Partial<AccountMembersConnectionArgs>
  >
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  namespaceChangesCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  notices?: Resolver<
    ResolversTypes['NoticePage'],
    ParentType,
    ContextType,
    RequireFields<AccountNoticesArgs, 'page' | 'pageSize'>
  >
  noticesConnection?: Resolver<
    ResolversTypes['NoticeConnection'],
    ParentType,
    ContextType,
    Partial<AccountNoticesConnectionArgs>
  >
  plan?: Resolver<ResolversTypes['Plan'], ParentType, ContextType>
  planUsage?: Resolver<Array<ResolversTypes['PlanUsage']>, ParentType, ContextType, Partial<AccountPlanUsageArgs>>
  rateLimits?: Resolver<Array<ResolversTypes['RateLimit']>, ParentType, ContextType>
  request?: Resolver<
    Maybe<ResolversTypes['VisitorRequest']>,
    ParentType,
    ContextType,
    RequireFields<AccountRequestArgs, 'id'>
  >
  requestContent?: Resolver<
    Maybe<ResolversTypes['RequestContentResult']>,
    ParentType,
    ContextType,
    RequireFields<AccountRequestContentArgs, 'id'>
  >
  requestRecording?: Resolver<ResolversTypes['RequestRecording'], ParentType, ContextType>
  requestSets?: Resolver<
    Array<ResolversTypes['String']>,
    ParentType,
    ContextType,
    RequireFields<AccountRequestSetsArgs, 'agentId'>
  >
  requests?: Resolver<
    ResolversTypes['RequestPage'],
    ParentType,
    ContextType,
    RequireFields<AccountRequestsArgs, 'first'>
  >
  requiresSecondFactor?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  subscription?: Resolver<Maybe<ResolversTypes['ProviderSubscription']>, ParentType, ContextType>
  suspension?: Resolver<Maybe<ResolversTypes['Suspension']>, ParentType, ContextType>
  traffic?: Resolver<ResolversTypes['Traffic'], ParentType, ContextType, RequireFields<AccountTrafficArgs, 'range'>>
  trusts?: Resolver<Array<ResolversTypes['Trust']>, ParentType, ContextType>
  usage?: Resolver<ResolversTypes['UsageStats'], ParentType, ContextType>
  usageByLabel?: Resolver<
    Array<ResolversTypes['LabelUsage']>,
    ParentType,
    ContextType,
    RequireFields<AccountUsageByLabelArgs, 'from' | 'step' | 'to'>
  >
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
  viewerCanManageAgentTokens?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageApiKeys?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageDomains?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageGateways?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageIpRestrictions?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageTrusts?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanManageWebhooks?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanReplayRequests?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanSeeAuditLog?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanSeeInvoices?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanSetRequestRecording?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanStopAgents?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanTransferOwnership?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerRole?: Resolver<ResolversTypes['Role'], ParentType, ContextType>
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<AccountWebhookArgs, 'id'>>
  webhookEvents?: Resolver<Array<ResolversTypes['WebhookEvent']>, ParentType, ContextType>
  webhookKinds?: Resolver<Array<ResolversTypes['WebhookKind']>, ParentType, ContextType>
  webhooks?: Resolver<Array<ResolversTypes['Webhook']>, ParentType, ContextType>
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

export type AddFactorPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AddFactorPayload'] = ResolversParentTypes['AddFactorPayload'],
> = {
  factor?: Resolver<ResolversTypes['Factor'], ParentType, ContextType>
  recoveryCodes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  session?: Resolver<ResolversTypes['AuthSession'], ParentType, ContextType>
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
  edges?: Resolver<Array<ResolversTypes['ServingEdge']>, ParentType, ContextType>
  forwardingTo?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  gateway?: Resolver<Maybe<ResolversTypes['Gateway']>, ParentType, ContextType>
  health?: Resolver<ResolversTypes['AgentHealth'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  lastFailure?: Resolver<Maybe<ResolversTypes['TunnelFailure']>, ParentType, ContextType>
  lostAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  pool?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  publicUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  requestCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  roundTripMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  startedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  status?: Resolver<ResolversTypes['AgentStatus'], ParentType, ContextType>
  stoppedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  viewerCanStop?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type AgentConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentConnection'] = ResolversParentTypes['AgentConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['AgentEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['Agent']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type AgentEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentEdge'] = ResolversParentTypes['AgentEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>
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

export type AgentTokenResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentToken'] = ResolversParentTypes['AgentToken'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  gateway?: Resolver<Maybe<ResolversTypes['UsageGateway']>, ParentType, ContextType>
  hostnamePrefix?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  prefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type AgentTokenConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentTokenConnection'] = ResolversParentTypes['AgentTokenConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['AgentTokenEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['AgentToken']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type AgentTokenEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AgentTokenEdge'] = ResolversParentTypes['AgentTokenEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['AgentToken'], ParentType, ContextType>
}

export type ApiKeyResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey'],
> = {
  allowedNetworks?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  createdBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  gateways?: Resolver<Maybe<Array<ResolversTypes['Gateway']>>, ParentType, ContextType>
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

export type AuditConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuditConnection'] = ResolversParentTypes['AuditConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['AuditEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['AuditEntry']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type AuditEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuditEdge'] = ResolversParentTypes['AuditEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['AuditEntry'], ParentType, ContextType>
}

export type AuditEntryResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry'],
> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  actor?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  actorKind?: Resolver<ResolversTypes['AuditActorKind'], ParentType, ContextType>
  apiKeyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
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
  assurance?: Resolver<ResolversTypes['Assurance'], ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  current?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  ipAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  provenBy?: Resolver<Array<ResolversTypes['ProofKind']>, ParentType, ContextType>
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

export type BeginProviderProofPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['BeginProviderProofPayload'] =
    ResolversParentTypes['BeginProviderProofPayload'],
> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type BeginTotpPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['BeginTotpPayload'] = ResolversParentTypes['BeginTotpPayload'],
> = {
  enrolmentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  uri?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CancelEmailChangePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CancelEmailChangePayload'] =
    ResolversParentTypes['CancelEmailChangePayload'],
> = {
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
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

export type CompleteProviderProofPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CompleteProviderProofPayload'] =
    ResolversParentTypes['CompleteProviderProofPayload'],
> = {
  proof?: Resolver<ResolversTypes['ProviderProof'], ParentType, ContextType>
}

export type ConfirmIdentityPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ConfirmIdentityPayload'] = ResolversParentTypes['ConfirmIdentityPayload'],
> = {
  session?: Resolver<ResolversTypes['AuthSession'], ParentType, ContextType>
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

export type ContentBodyResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ContentBody'] = ResolversParentTypes['ContentBody'],
> = {
  absence?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  decodedFrom?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  encoding?: Resolver<ResolversTypes['ContentEncoding'], ParentType, ContextType>
  isTruncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  size?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type ContentFieldResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ContentField'] = ResolversParentTypes['ContentField'],
> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type ContentFrameResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ContentFrame'] = ResolversParentTypes['ContentFrame'],
> = {
  atMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  direction?: Resolver<ResolversTypes['FrameDirection'], ParentType, ContextType>
  encoding?: Resolver<ResolversTypes['ContentEncoding'], ParentType, ContextType>
  isTruncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  kind?: Resolver<ResolversTypes['FrameKind'], ParentType, ContextType>
  size?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type CountedSinceResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CountedSince'] = ResolversParentTypes['CountedSince'],
> = {
  agentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  seconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
}

export type CreateAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateAccountPayload'] = ResolversParentTypes['CreateAccountPayload'],
> = {
  membership?: Resolver<ResolversTypes['Membership'], ParentType, ContextType>
}

export type CreateAgentTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateAgentTokenPayload'] = ResolversParentTypes['CreateAgentTokenPayload'],
> = {
  agentToken?: Resolver<ResolversTypes['AgentToken'], ParentType, ContextType>
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
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

export type CreateTrustPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateTrustPayload'] = ResolversParentTypes['CreateTrustPayload'],
> = {
  trust?: Resolver<ResolversTypes['Trust'], ParentType, ContextType>
}

export type CreateWebhookPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['CreateWebhookPayload'] = ResolversParentTypes['CreateWebhookPayload'],
> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>
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

export type DeleteTrustPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteTrustPayload'] = ResolversParentTypes['DeleteTrustPayload'],
> = {
  trust?: Resolver<ResolversTypes['Trust'], ParentType, ContextType>
}

export type DeleteUserPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteUserPayload'] = ResolversParentTypes['DeleteUserPayload'],
> = {
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type DeleteWebhookPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DeleteWebhookPayload'] = ResolversParentTypes['DeleteWebhookPayload'],
> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
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
  singleSignOn?: Resolver<Maybe<ResolversTypes['SingleSignOn']>, ParentType, ContextType>
  status?: Resolver<ResolversTypes['DomainStatus'], ParentType, ContextType>
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  verificationToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  verifying?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  viewerCanSetSingleSignOn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
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

export type DomainConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DomainConnection'] = ResolversParentTypes['DomainConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['DomainEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['Domain']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type DomainEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['DomainEdge'] = ResolversParentTypes['DomainEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['Domain'], ParentType, ContextType>
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
  isChange?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  state?: Resolver<ResolversTypes['EmailVerificationState'], ParentType, ContextType>
}

export type EndOwnTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndOwnTokenPayload'] = ResolversParentTypes['EndOwnTokenPayload'],
> = {
  machineToken?: Resolver<ResolversTypes['MachineToken'], ParentType, ContextType>
}

export type EndRequestSharePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndRequestSharePayload'] = ResolversParentTypes['EndRequestSharePayload'],
> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type EndSessionPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndSessionPayload'] = ResolversParentTypes['EndSessionPayload'],
> = {
  session?: Resolver<ResolversTypes['AuthSession'], ParentType, ContextType>
}

export type EndSingleSignOnPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndSingleSignOnPayload'] = ResolversParentTypes['EndSingleSignOnPayload'],
> = {
  domain?: Resolver<ResolversTypes['Domain'], ParentType, ContextType>
}

export type EndedTunnelResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['EndedTunnel'] = ResolversParentTypes['EndedTunnel'],
> = {
  agentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  reason?: Resolver<ResolversTypes['TunnelEndReason'], ParentType, ContextType>
}

export type ExchangeTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ExchangeTokenPayload'] = ResolversParentTypes['ExchangeTokenPayload'],
> = {
  agentToken?: Resolver<ResolversTypes['AgentToken'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
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

export type FactorResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Factor'] = ResolversParentTypes['Factor'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  kind?: Resolver<ResolversTypes['FactorKind'], ParentType, ContextType>
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
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
  block?: Resolver<Maybe<ResolversTypes['GatewayBlock']>, ParentType, ContextType>
  certificate?: Resolver<Maybe<ResolversTypes['DomainCertificate']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  isRenamable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  publicUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  subdomain?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  tunnelBinding?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>
}

export type GatewayBlockResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['GatewayBlock'] = ResolversParentTypes['GatewayBlock'],
> = {
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
}

export type GatewayConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['GatewayConnection'] = ResolversParentTypes['GatewayConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['GatewayEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['Gateway']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type GatewayEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['GatewayEdge'] = ResolversParentTypes['GatewayEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['Gateway'], ParentType, ContextType>
}

export type GatewaySessionsResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['GatewaySessions'] = ResolversParentTypes['GatewaySessions'],
> = {
  gateway?: Resolver<Maybe<ResolversTypes['UsageGateway']>, ParentType, ContextType>
  runSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  sessionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type HostnameBlockResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['HostnameBlock'] = ResolversParentTypes['HostnameBlock'],
> = {
  hostname?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type HostnameBlocksResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['HostnameBlocks'] = ResolversParentTypes['HostnameBlocks'],
> = {
  blocks?: Resolver<Maybe<Array<ResolversTypes['HostnameBlock']>>, ParentType, ContextType>
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type IdentityResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  provider?: Resolver<ResolversTypes['SignInProvider'], ParentType, ContextType>
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

export type InviteConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['InviteConnection'] = ResolversParentTypes['InviteConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['InviteEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['Invite']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type InviteEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['InviteEdge'] = ResolversParentTypes['InviteEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['Invite'], ParentType, ContextType>
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
  amountCents?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>
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

export type InvoiceConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['InvoiceConnection'] = ResolversParentTypes['InvoiceConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['InvoiceEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['Invoice']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type InvoiceEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['InvoiceEdge'] = ResolversParentTypes['InvoiceEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['Invoice'], ParentType, ContextType>
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

export type IpRestrictionConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['IpRestrictionConnection'] = ResolversParentTypes['IpRestrictionConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['IpRestrictionEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['IpRestriction']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type IpRestrictionEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['IpRestrictionEdge'] = ResolversParentTypes['IpRestrictionEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['IpRestriction'], ParentType, ContextType>
}

export type LabelUsageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['LabelUsage'] = ResolversParentTypes['LabelUsage'],
> = {
  agentRunHours?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  apiRequests?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataInBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  dataOutBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>
  failedRequests?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type LeaveAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['LeaveAccountPayload'] = ResolversParentTypes['LeaveAccountPayload'],
> = {
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type LinkIdentityPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['LinkIdentityPayload'] = ResolversParentTypes['LinkIdentityPayload'],
> = {
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>
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

export type MarkNoticesReadPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['MarkNoticesReadPayload'] = ResolversParentTypes['MarkNoticesReadPayload'],
> = {
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>
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

export type MemberConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['MemberConnection'] = ResolversParentTypes['MemberConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['MemberEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['Member']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type MemberEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['MemberEdge'] = ResolversParentTypes['MemberEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['Member'], ParentType, ContextType>
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
  addPasskey?: Resolver<
    ResolversTypes['AddFactorPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationAddPasskeyArgs, 'input'>
  >
  addTotp?: Resolver<
    ResolversTypes['AddFactorPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationAddTotpArgs, 'input'>
  >
  approveCommandLineSignIn?: Resolver<
    ResolversTypes['ApproveCommandLineSignInPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationApproveCommandLineSignInArgs, 'input'>
  >
  beginPasskey?: Resolver<ResolversTypes['PasskeyChallengePayload'], ParentType, ContextType>
  beginPasskeyConfirmation?: Resolver<ResolversTypes['PasskeyChallengePayload'], ParentType, ContextType>
  beginPasskeySignIn?: Resolver<ResolversTypes['PasskeyChallengePayload'], ParentType, ContextType>
  beginProviderProof?: Resolver<
    ResolversTypes['BeginProviderProofPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationBeginProviderProofArgs, 'input'>
  >
  beginTotp?: Resolver<ResolversTypes['BeginTotpPayload'], ParentType, ContextType>
  cancelEmailChange?: Resolver<ResolversTypes['CancelEmailChangePayload'], ParentType, ContextType>
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
  completeProviderProof?: Resolver<
    ResolversTypes['CompleteProviderProofPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCompleteProviderProofArgs, 'input'>
  >
  confirmIdentity?: Resolver<
    ResolversTypes['ConfirmIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationConfirmIdentityArgs, 'input'>
  >
  createAccount?: Resolver<
    ResolversTypes['CreateAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateAccountArgs, 'input'>
  >
  createAgentToken?: Resolver<
    ResolversTypes['CreateAgentTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateAgentTokenArgs, 'input'>
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
  createTrust?: Resolver<
    ResolversTypes['CreateTrustPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateTrustArgs, 'input'>
  >
  createWebhook?: Resolver<
    ResolversTypes['CreateWebhookPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateWebhookArgs, 'input'>
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
  deleteTrust?: Resolver<
    ResolversTypes['DeleteTrustPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteTrustArgs, 'input'>
  >
  deleteUser?: Resolver<
    ResolversTypes['DeleteUserPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteUserArgs, 'input'>
  >
  deleteWebhook?: Resolver<
    ResolversTypes['DeleteWebhookPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteWebhookArgs, 'input'>
  >
  denyCommandLineSignIn?: Resolver<
    ResolversTypes['DenyCommandLineSignInPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationDenyCommandLineSignInArgs, 'input'>
  >
  endOwnToken?: Resolver<ResolversTypes['EndOwnTokenPayload'], ParentType, ContextType>
  endRequestShare?: Resolver<
    ResolversTypes['EndRequestSharePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationEndRequestShareArgs, 'input'>
  >
  endSession?: Resolver<
    ResolversTypes['EndSessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationEndSessionArgs, 'input'>
  >
  endSingleSignOn?: Resolver<
    ResolversTypes['EndSingleSignOnPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationEndSingleSignOnArgs, 'input'>
  >
  exchangeToken?: Resolver<
    ResolversTypes['ExchangeTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationExchangeTokenArgs, 'input'>
  >
  exportAccount?: Resolver<
    ResolversTypes['ExportAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationExportAccountArgs, 'input'>
  >
  exportUser?: Resolver<ResolversTypes['UserExport'], ParentType, ContextType>
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
  linkIdentity?: Resolver<
    ResolversTypes['LinkIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationLinkIdentityArgs, 'input'>
  >
  markInvoicePaid?: Resolver<
    ResolversTypes['MarkInvoicePaidPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationMarkInvoicePaidArgs, 'input'>
  >
  markNoticesRead?: Resolver<
    ResolversTypes['MarkNoticesReadPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationMarkNoticesReadArgs, 'input'>
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
  redeliverWebhook?: Resolver<
    ResolversTypes['RedeliverWebhookPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRedeliverWebhookArgs, 'input'>
  >
  refreshSession?: Resolver<
    ResolversTypes['SessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRefreshSessionArgs, 'input'>
  >
  removeFactor?: Resolver<
    ResolversTypes['RemoveFactorPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRemoveFactorArgs, 'input'>
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
  renameFactor?: Resolver<
    ResolversTypes['RenameFactorPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRenameFactorArgs, 'input'>
  >
  renewAgentTicket?: Resolver<
    ResolversTypes['AgentTicketPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRenewAgentTicketArgs, 'input'>
  >
  renewRecoveryCodes?: Resolver<ResolversTypes['RenewRecoveryCodesPayload'], ParentType, ContextType>
  replayRequest?: Resolver<
    ResolversTypes['ReplayRequestPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReplayRequestArgs, 'input'>
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
  reportRequests?: Resolver<
    ResolversTypes['ReportRequestsPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationReportRequestsArgs, 'input'>
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
  requestEmailChange?: Resolver<
    ResolversTypes['RequestEmailChangePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRequestEmailChangeArgs, 'input'>
  >
  requestEmailVerification?: Resolver<ResolversTypes['RequestEmailVerificationPayload'], ParentType, ContextType>
  requestPasswordReset?: Resolver<
    ResolversTypes['RequestPasswordResetPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRequestPasswordResetArgs, 'input'>
  >
  requireSecondFactor?: Resolver<
    ResolversTypes['RequireSecondFactorPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRequireSecondFactorArgs, 'input'>
  >
  resetPassword?: Resolver<
    ResolversTypes['ResetPasswordPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationResetPasswordArgs, 'input'>
  >
  revokeAgentToken?: Resolver<
    ResolversTypes['RevokeAgentTokenPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRevokeAgentTokenArgs, 'input'>
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
  rotateWebhookSecret?: Resolver<
    ResolversTypes['RotateWebhookSecretPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRotateWebhookSecretArgs, 'input'>
  >
  runRequestSet?: Resolver<
    ResolversTypes['RunRequestSetPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationRunRequestSetArgs, 'input'>
  >
  saveRequestSet?: Resolver<
    ResolversTypes['SaveRequestSetPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSaveRequestSetArgs, 'input'>
  >
  sendContactRequest?: Resolver<
    ResolversTypes['SendContactRequestPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSendContactRequestArgs, 'input'>
  >
  setNoticeMail?: Resolver<
    ResolversTypes['SetNoticeMailPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSetNoticeMailArgs, 'input'>
  >
  setRequestRecording?: Resolver<
    ResolversTypes['SetRequestRecordingPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSetRequestRecordingArgs, 'input'>
  >
  setSingleSignOn?: Resolver<
    ResolversTypes['SetSingleSignOnPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSetSingleSignOnArgs, 'input'>
  >
  shareRequest?: Resolver<
    ResolversTypes['ShareRequestPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationShareRequestArgs, 'input'>
  >
  signIn?: Resolver<
    ResolversTypes['SessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSignInArgs, 'input'>
  >
  signInByProvider?: Resolver<
    ResolversTypes['ProviderSessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSignInByProviderArgs, 'input'>
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
  signUpByProvider?: Resolver<
    ResolversTypes['ProviderSessionPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationSignUpByProviderArgs, 'input'>
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
  testWebhook?: Resolver<
    ResolversTypes['TestWebhookPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationTestWebhookArgs, 'input'>
  >
  transferOwnership?: Resolver<
    ResolversTypes['TransferOwnershipPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationTransferOwnershipArgs, 'input'>
  >
  unlinkIdentity?: Resolver<
    ResolversTypes['UnlinkIdentityPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUnlinkIdentityArgs, 'input'>
  >
  updateAccount?: Resolver<
    ResolversTypes['UpdateAccountPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateAccountArgs, 'input'>
  >
  updateGateway?: Resolver<
    ResolversTypes['UpdateGatewayPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateGatewayArgs, 'input'>
  >
  updateProfile?: Resolver<
    ResolversTypes['UpdateProfilePayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateProfileArgs, 'input'>
  >
  updateWebhook?: Resolver<
    ResolversTypes['UpdateWebhookPayload'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateWebhookArgs, 'input'>
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

export type NoticeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Notice'] = ResolversParentTypes['Notice'],
> = {
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>
  happenedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  isUnread?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  kind?: Resolver<ResolversTypes['NoticeKind'], ParentType, ContextType>
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type NoticeConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['NoticeConnection'] = ResolversParentTypes['NoticeConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['NoticeEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['Notice']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type NoticeEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['NoticeEdge'] = ResolversParentTypes['NoticeEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['Notice'], ParentType, ContextType>
}

export type NoticeMailResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['NoticeMail'] = ResolversParentTypes['NoticeMail'],
> = {
  isOn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  kind?: Resolver<ResolversTypes['NoticeKind'], ParentType, ContextType>
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type NoticePageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['NoticePage'] = ResolversParentTypes['NoticePage'],
> = {
  nodes?: Resolver<Array<ResolversTypes['Notice']>, ParentType, ContextType>
  page?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
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
  amountCents?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  dataOutBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type PageInfoResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo'],
> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type PasskeyChallengeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['PasskeyChallenge'] = ResolversParentTypes['PasskeyChallenge'],
> = {
  challengeId?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  options?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type PasskeyChallengePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['PasskeyChallengePayload'] = ResolversParentTypes['PasskeyChallengePayload'],
> = {
  challenge?: Resolver<ResolversTypes['PasskeyChallenge'], ParentType, ContextType>
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
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>
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
  maxRequestHours?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxSubpoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  maxTeamMembers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  priceMonthly?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  priceMonthlyCents?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>
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

export type ProviderProofResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ProviderProof'] = ResolversParentTypes['ProviderProof'],
> = {
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  isEmailProven?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  provider?: Resolver<ResolversTypes['SignInProvider'], ParentType, ContextType>
  purpose?: Resolver<ResolversTypes['ProviderPurpose'], ParentType, ContextType>
  subject?: Resolver<ResolversTypes['ProviderProofSubject'], ParentType, ContextType>
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type ProviderSessionPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ProviderSessionPayload'] = ResolversParentTypes['ProviderSessionPayload'],
> = {
  joinRefusal?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  joinedAccount?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>
  session?: Resolver<ResolversTypes['Session'], ParentType, ContextType>
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
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<QueryAgentArgs, 'id'>>
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
  domain?: Resolver<Maybe<ResolversTypes['Domain']>, ParentType, ContextType, RequireFields<QueryDomainArgs, 'id'>>
  emailVerification?: Resolver<
    Maybe<ResolversTypes['EmailVerification']>,
    ParentType,
    ContextType,
    RequireFields<QueryEmailVerificationArgs, 'token'>
  >
  gateway?: Resolver<Maybe<ResolversTypes['Gateway']>, ParentType, ContextType, RequireFields<QueryGatewayArgs, 'id'>>
  hostnameBlocks?: Resolver<ResolversTypes['HostnameBlocks'], ParentType, ContextType, Partial<QueryHostnameBlocksArgs>>
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
  suspendedHostnames?: Resolver<
    Array<ResolversTypes['String']>,
    ParentType,
    ContextType,
    RequireFields<QuerySuspendedHostnamesArgs, 'hostnames'>
  >
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

export type RedeliverWebhookPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RedeliverWebhookPayload'] = ResolversParentTypes['RedeliverWebhookPayload'],
> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>
}

export type RefusalResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Refusal'] = ResolversParentTypes['Refusal'],
> = {
  reason?: Resolver<ResolversTypes['RefusalReason'], ParentType, ContextType>
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RemoveFactorPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RemoveFactorPayload'] = ResolversParentTypes['RemoveFactorPayload'],
> = {
  factorId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
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

export type RenameFactorPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RenameFactorPayload'] = ResolversParentTypes['RenameFactorPayload'],
> = {
  factor?: Resolver<ResolversTypes['Factor'], ParentType, ContextType>
}

export type RenewRecoveryCodesPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RenewRecoveryCodesPayload'] =
    ResolversParentTypes['RenewRecoveryCodesPayload'],
> = {
  recoveryCodes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
}

export type ReplayRequestPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReplayRequestPayload'] = ResolversParentTypes['ReplayRequestPayload'],
> = {
  content?: Resolver<ResolversTypes['RequestContent'], ParentType, ContextType>
  omitted?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  request?: Resolver<ResolversTypes['VisitorRequest'], ParentType, ContextType>
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

export type ReportRequestsPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportRequestsPayload'] = ResolversParentTypes['ReportRequestsPayload'],
> = {
  recorded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type ReportTunnelsPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportTunnelsPayload'] = ResolversParentTypes['ReportTunnelsPayload'],
> = {
  countedElsewhere?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>
  countedSince?: Resolver<Array<ResolversTypes['CountedSince']>, ParentType, ContextType>
  ended?: Resolver<Array<ResolversTypes['EndedTunnel']>, ParentType, ContextType>
  isDrained?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  limits?: Resolver<ResolversTypes['TunnelLimits'], ParentType, ContextType>
  released?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>
}

export type ReportUsagePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ReportUsagePayload'] = ResolversParentTypes['ReportUsagePayload'],
> = {
  counted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type RequestBatchResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestBatch'] = ResolversParentTypes['RequestBatch'],
> = {
  nodes?: Resolver<Array<ResolversTypes['VisitorRequest']>, ParentType, ContextType>
  omitted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
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

export type RequestContentResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestContent'] = ResolversParentTypes['RequestContent'],
> = {
  failure?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  frames?: Resolver<Array<ResolversTypes['ContentFrame']>, ParentType, ContextType>
  framesDropped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  redacted?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  requestBody?: Resolver<ResolversTypes['ContentBody'], ParentType, ContextType>
  requestFields?: Resolver<Array<ResolversTypes['ContentField']>, ParentType, ContextType>
  responseBody?: Resolver<ResolversTypes['ContentBody'], ParentType, ContextType>
  responseFields?: Resolver<Array<ResolversTypes['ContentField']>, ParentType, ContextType>
  share?: Resolver<Maybe<ResolversTypes['RequestShare']>, ParentType, ContextType>
  source?: Resolver<ResolversTypes['ContentSource'], ParentType, ContextType>
  state?: Resolver<ResolversTypes['ContentState'], ParentType, ContextType>
  status?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  target?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  webhook?: Resolver<Maybe<ResolversTypes['WebhookVerdict']>, ParentType, ContextType>
}

export type RequestContentResultResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestContentResult'] = ResolversParentTypes['RequestContentResult'],
> = {
  absence?: Resolver<Maybe<ResolversTypes['ContentAbsence']>, ParentType, ContextType>
  content?: Resolver<Maybe<ResolversTypes['RequestContent']>, ParentType, ContextType>
  explanation?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type RequestEmailChangePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestEmailChangePayload'] =
    ResolversParentTypes['RequestEmailChangePayload'],
> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RequestEmailVerificationPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestEmailVerificationPayload'] =
    ResolversParentTypes['RequestEmailVerificationPayload'],
> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RequestPageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestPage'] = ResolversParentTypes['RequestPage'],
> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['VisitorRequest']>, ParentType, ContextType>
  searchedTo?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type RequestPasswordResetPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestPasswordResetPayload'] =
    ResolversParentTypes['RequestPasswordResetPayload'],
> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type RequestRecordingResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestRecording'] = ResolversParentTypes['RequestRecording'],
> = {
  isOn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  keptHours?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  notRecordedLastHour?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  withAddresses?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  withQueries?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type RequestSetResultResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestSetResult'] = ResolversParentTypes['RequestSetResult'],
> = {
  differences?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
  method?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  target?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type RequestShareResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequestShare'] = ResolversParentTypes['RequestShare'],
> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  sharedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  sharedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  viewerCanEnd?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type RequireSecondFactorPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RequireSecondFactorPayload'] =
    ResolversParentTypes['RequireSecondFactorPayload'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
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

export type RevokeAgentTokenPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RevokeAgentTokenPayload'] = ResolversParentTypes['RevokeAgentTokenPayload'],
> = {
  agentToken?: Resolver<ResolversTypes['AgentToken'], ParentType, ContextType>
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

export type RotateWebhookSecretPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RotateWebhookSecretPayload'] =
    ResolversParentTypes['RotateWebhookSecretPayload'],
> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>
}

export type RunRequestSetPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['RunRequestSetPayload'] = ResolversParentTypes['RunRequestSetPayload'],
> = {
  results?: Resolver<Array<ResolversTypes['RequestSetResult']>, ParentType, ContextType>
}

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt'
}

export type SaveRequestSetPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SaveRequestSetPayload'] = ResolversParentTypes['SaveRequestSetPayload'],
> = {
  names?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>
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

export type ServingEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ServingEdge'] = ResolversParentTypes['ServingEdge'],
> = {
  connectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  isDraining?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type SessionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session'],
> = {
  accessToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  assurance?: Resolver<ResolversTypes['Assurance'], ParentType, ContextType>
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  expiresIn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  provenBy?: Resolver<Array<ResolversTypes['ProofKind']>, ParentType, ContextType>
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

export type SetNoticeMailPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SetNoticeMailPayload'] = ResolversParentTypes['SetNoticeMailPayload'],
> = {
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>
}

export type SetRequestRecordingPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SetRequestRecordingPayload'] =
    ResolversParentTypes['SetRequestRecordingPayload'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
}

export type SetSingleSignOnPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SetSingleSignOnPayload'] = ResolversParentTypes['SetSingleSignOnPayload'],
> = {
  domain?: Resolver<ResolversTypes['Domain'], ParentType, ContextType>
}

export type ShareRequestPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['ShareRequestPayload'] = ResolversParentTypes['ShareRequestPayload'],
> = {
  content?: Resolver<ResolversTypes['RequestContent'], ParentType, ContextType>
}

export type SignInProviderResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SignInProvider'] = ResolversParentTypes['SignInProvider'],
> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  kind?: Resolver<ResolversTypes['SignInProviderKind'], ParentType, ContextType>
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type SignOutPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SignOutPayload'] = ResolversParentTypes['SignOutPayload'],
> = {
  ended?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type SingleSignOnResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['SingleSignOn'] = ResolversParentTypes['SingleSignOn'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  provider?: Resolver<ResolversTypes['SignInProvider'], ParentType, ContextType>
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>
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
  signInProviders?: Resolver<Array<ResolversTypes['SignInProvider']>, ParentType, ContextType>
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
  hostnameBlocksChanged?: SubscriptionResolver<
    ResolversTypes['SafeInt'],
    'hostnameBlocksChanged',
    ParentType,
    ContextType
  >
  requestsAdded?: SubscriptionResolver<
    ResolversTypes['RequestBatch'],
    'requestsAdded',
    ParentType,
    ContextType,
    RequireFields<SubscriptionRequestsAddedArgs, 'accountId'>
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

export type SuspensionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Suspension'] = ResolversParentTypes['Suspension'],
> = {
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
}

export type TestWebhookPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TestWebhookPayload'] = ResolversParentTypes['TestWebhookPayload'],
> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>
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
  allowed?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  kind?: Resolver<ResolversTypes['AuthTokenKind'], ParentType, ContextType>
  tokenName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  user?: Resolver<Maybe<ResolversTypes['TokenUser']>, ParentType, ContextType>
}

export type TokenUserResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TokenUser'] = ResolversParentTypes['TokenUser'],
> = {
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  fullName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type TrafficResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Traffic'] = ResolversParentTypes['Traffic'],
> = {
  notRecorded?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  p50Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  p95Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  stepSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  steps?: Resolver<Array<ResolversTypes['TrafficStep']>, ParentType, ContextType>
}

export type TrafficStepResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TrafficStep'] = ResolversParentTypes['TrafficStep'],
> = {
  bytesIn?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  bytesOut?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  clientErrors?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  informational?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  p50Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  p95Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  redirection?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  serverErrors?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  startsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  success?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
}

export type TransferOwnershipPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TransferOwnershipPayload'] =
    ResolversParentTypes['TransferOwnershipPayload'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
}

export type TrustResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Trust'] = ResolversParentTypes['Trust'],
> = {
  audience?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  conditions?: Resolver<Array<ResolversTypes['TrustCondition']>, ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  createdBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  gateway?: Resolver<Maybe<ResolversTypes['UsageGateway']>, ParentType, ContextType>
  hostnamePrefix?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  issuer?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  ttlSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type TrustConditionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['TrustCondition'] = ResolversParentTypes['TrustCondition'],
> = {
  claim?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>
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

export type UnlinkIdentityPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UnlinkIdentityPayload'] = ResolversParentTypes['UnlinkIdentityPayload'],
> = {
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
}

export type UpdateAccountPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UpdateAccountPayload'] = ResolversParentTypes['UpdateAccountPayload'],
> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>
}

export type UpdateGatewayPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UpdateGatewayPayload'] = ResolversParentTypes['UpdateGatewayPayload'],
> = {
  gateway?: Resolver<ResolversTypes['Gateway'], ParentType, ContextType>
}

export type UpdateProfilePayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UpdateProfilePayload'] = ResolversParentTypes['UpdateProfilePayload'],
> = {
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type UpdateWebhookPayloadResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UpdateWebhookPayload'] = ResolversParentTypes['UpdateWebhookPayload'],
> = {
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>
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
  locale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type UserDeletionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UserDeletion'] = ResolversParentTypes['UserDeletion'],
> = {
  accountsInTheWay?: Resolver<Array<ResolversTypes['Account']>, ParentType, ContextType>
  deletedAccounts?: Resolver<Array<ResolversTypes['Account']>, ParentType, ContextType>
  leftAccounts?: Resolver<Array<ResolversTypes['Account']>, ParentType, ContextType>
}

export type UserExportResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['UserExport'] = ResolversParentTypes['UserExport'],
> = {
  fileName?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  json?: Resolver<ResolversTypes['String'], ParentType, ContextType>
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
  auditLogConnection?: Resolver<
    ResolversTypes['AuditConnection'],
    ParentType,
    ContextType,
    Partial<ViewerAuditLogConnectionArgs>
  >
  closedMemberships?: Resolver<Array<ResolversTypes['Membership']>, ParentType, ContextType>
  deletion?: Resolver<ResolversTypes['UserDeletion'], ParentType, ContextType>
  factors?: Resolver<Array<ResolversTypes['Factor']>, ParentType, ContextType>
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  identities?: Resolver<Array<ResolversTypes['Identity']>, ParentType, ContextType>
  invites?: Resolver<Array<ResolversTypes['ReceivedInvite']>, ParentType, ContextType>
  memberships?: Resolver<Array<ResolversTypes['Membership']>, ParentType, ContextType>
  noticeMails?: Resolver<Array<ResolversTypes['NoticeMail']>, ParentType, ContextType>
  notices?: Resolver<
    ResolversTypes['NoticePage'],
    ParentType,
    ContextType,
    RequireFields<ViewerNoticesArgs, 'page' | 'pageSize'>
  >
  noticesConnection?: Resolver<
    ResolversTypes['NoticeConnection'],
    ParentType,
    ContextType,
    Partial<ViewerNoticesConnectionArgs>
  >
  pendingEmail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  recoveryCodesLeft?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  sessions?: Resolver<Array<ResolversTypes['AuthSession']>, ParentType, ContextType>
  unreadNotices?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type VisitorRequestResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['VisitorRequest'] = ResolversParentTypes['VisitorRequest'],
> = {
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>
  answeredBy?: Resolver<ResolversTypes['RequestAnswerer'], ParentType, ContextType>
  bytesIn?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  bytesOut?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  durationMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  failure?: Resolver<Maybe<ResolversTypes['TunnelFailure']>, ParentType, ContextType>
  firstByteMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
  gatewayId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>
  hostname?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  httpVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  messagesIn?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>
  messagesOut?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>
  method?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  replayOf?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>
  replayedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  status?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  visitorAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  waitingMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>
}

export type WebhookResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook'],
> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  deliveries?: Resolver<
    ResolversTypes['WebhookDeliveryPage'],
    ParentType,
    ContextType,
    RequireFields<WebhookDeliveriesArgs, 'page' | 'pageSize'>
  >
  deliveriesConnection?: Resolver<
    ResolversTypes['WebhookDeliveryConnection'],
    ParentType,
    ContextType,
    Partial<WebhookDeliveriesConnectionArgs>
  >
  events?: Resolver<Array<ResolversTypes['AccountEvent']>, ParentType, ContextType>
  failingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  format?: Resolver<ResolversTypes['WebhookFormat'], ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  isOn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  kinds?: Resolver<Array<ResolversTypes['NoticeKind']>, ParentType, ContextType>
  lastDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>
  offBecause?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  previousSecretUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type WebhookDeliveryResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery'],
> = {
  answer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  attemptedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  body?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>
  durationMs?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>
  fault?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>
  state?: Resolver<ResolversTypes['WebhookDeliveryState'], ParentType, ContextType>
  status?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type WebhookDeliveryConnectionResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] =
    ResolversParentTypes['WebhookDeliveryConnection'],
> = {
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
}

export type WebhookDeliveryEdgeResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge'],
> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>
}

export type WebhookDeliveryPageResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['WebhookDeliveryPage'] = ResolversParentTypes['WebhookDeliveryPage'],
> = {
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>
  page?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type WebhookEventResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['WebhookEvent'] = ResolversParentTypes['WebhookEvent'],
> = {
  event?: Resolver<ResolversTypes['AccountEvent'], ParentType, ContextType>
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type WebhookKindResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['WebhookKind'] = ResolversParentTypes['WebhookKind'],
> = {
  kind?: Resolver<ResolversTypes['NoticeKind'], ParentType, ContextType>
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type WebhookVerdictResolvers<
  ContextType = RequestContext,
  ParentType extends ResolversParentTypes['WebhookVerdict'] = ResolversParentTypes['WebhookVerdict'],
> = {
  isValid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  provider?: Resolver<ResolversTypes['String'], ParentType, ContextType>
  why?: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type Resolvers<ContextType = RequestContext> = {
  AcceptInvitePayload?: AcceptInvitePayloadResolvers<ContextType>
  Account?: AccountResolvers<ContextType>
  AccountRestrictions?: AccountRestrictionsResolvers<ContextType>
  AddDomainPayload?: AddDomainPayloadResolvers<ContextType>
  AddFactorPayload?: AddFactorPayloadResolvers<ContextType>
  AddIpRestrictionPayload?: AddIpRestrictionPayloadResolvers<ContextType>
  Agent?: AgentResolvers<ContextType>
  AgentConnection?: AgentConnectionResolvers<ContextType>
  AgentEdge?: AgentEdgeResolvers<ContextType>
  AgentPackage?: AgentPackageResolvers<ContextType>
  AgentPackages?: AgentPackagesResolvers<ContextType>
  AgentPage?: AgentPageResolvers<ContextType>
  AgentTicketPayload?: AgentTicketPayloadResolvers<ContextType>
  AgentToken?: AgentTokenResolvers<ContextType>
  AgentTokenConnection?: AgentTokenConnectionResolvers<ContextType>
  AgentTokenEdge?: AgentTokenEdgeResolvers<ContextType>
  ApiKey?: ApiKeyResolvers<ContextType>
  ApproveCommandLineSignInPayload?: ApproveCommandLineSignInPayloadResolvers<ContextType>
  AuditChange?: AuditChangeResolvers<ContextType>
  AuditConnection?: AuditConnectionResolvers<ContextType>
  AuditEdge?: AuditEdgeResolvers<ContextType>
  AuditEntry?: AuditEntryResolvers<ContextType>
  AuditPage?: AuditPageResolvers<ContextType>
  AuthSession?: AuthSessionResolvers<ContextType>
  AuthToken?: AuthTokenResolvers<ContextType>
  BeginProviderProofPayload?: BeginProviderProofPayloadResolvers<ContextType>
  BeginTotpPayload?: BeginTotpPayloadResolvers<ContextType>
  CancelEmailChangePayload?: CancelEmailChangePayloadResolvers<ContextType>
  CertificateChallenge?: CertificateChallengeResolvers<ContextType>
  CertificatesChange?: CertificatesChangeResolvers<ContextType>
  ChangeMemberRolePayload?: ChangeMemberRolePayloadResolvers<ContextType>
  ChangePasswordPayload?: ChangePasswordPayloadResolvers<ContextType>
  ChangePlanPayload?: ChangePlanPayloadResolvers<ContextType>
  CheckConnectionPayload?: CheckConnectionPayloadResolvers<ContextType>
  CommandLineSignIn?: CommandLineSignInResolvers<ContextType>
  CompleteProviderProofPayload?: CompleteProviderProofPayloadResolvers<ContextType>
  ConfirmIdentityPayload?: ConfirmIdentityPayloadResolvers<ContextType>
  ConnectionCheck?: ConnectionCheckResolvers<ContextType>
  ConnectionStep?: ConnectionStepResolvers<ContextType>
  ContactDetails?: ContactDetailsResolvers<ContextType>
  ContactRequest?: ContactRequestResolvers<ContextType>
  ContentBody?: ContentBodyResolvers<ContextType>
  ContentField?: ContentFieldResolvers<ContextType>
  ContentFrame?: ContentFrameResolvers<ContextType>
  CountedSince?: CountedSinceResolvers<ContextType>
  CreateAccountPayload?: CreateAccountPayloadResolvers<ContextType>
  CreateAgentTokenPayload?: CreateAgentTokenPayloadResolvers<ContextType>
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>
  CreateAuthTokenPayload?: CreateAuthTokenPayloadResolvers<ContextType>
  CreateGatewayPayload?: CreateGatewayPayloadResolvers<ContextType>
  CreateMachineTokenPayload?: CreateMachineTokenPayloadResolvers<ContextType>
  CreateTrustPayload?: CreateTrustPayloadResolvers<ContextType>
  CreateWebhookPayload?: CreateWebhookPayloadResolvers<ContextType>
  Date?: GraphQLScalarType
  DateTime?: GraphQLScalarType
  DeclineInvitePayload?: DeclineInvitePayloadResolvers<ContextType>
  DeleteAccountPayload?: DeleteAccountPayloadResolvers<ContextType>
  DeleteAuthTokenPayload?: DeleteAuthTokenPayloadResolvers<ContextType>
  DeleteDomainPayload?: DeleteDomainPayloadResolvers<ContextType>
  DeleteGatewayPayload?: DeleteGatewayPayloadResolvers<ContextType>
  DeleteMachineTokenPayload?: DeleteMachineTokenPayloadResolvers<ContextType>
  DeleteTrustPayload?: DeleteTrustPayloadResolvers<ContextType>
  DeleteUserPayload?: DeleteUserPayloadResolvers<ContextType>
  DeleteWebhookPayload?: DeleteWebhookPayloadResolvers<ContextType>
  DenyCommandLineSignInPayload?: DenyCommandLineSignInPayloadResolvers<ContextType>
  DnsRecord?: DnsRecordResolvers<ContextType>
  Domain?: DomainResolvers<ContextType>
  DomainCertificate?: DomainCertificateResolvers<ContextType>
  DomainConnection?: DomainConnectionResolvers<ContextType>
  DomainEdge?: DomainEdgeResolvers<ContextType>
  DomainFinding?: DomainFindingResolvers<ContextType>
  EmailVerification?: EmailVerificationResolvers<ContextType>
  EndOwnTokenPayload?: EndOwnTokenPayloadResolvers<ContextType>
  EndRequestSharePayload?: EndRequestSharePayloadResolvers<ContextType>
  EndSessionPayload?: EndSessionPayloadResolvers<ContextType>
  EndSingleSignOnPayload?: EndSingleSignOnPayloadResolvers<ContextType>
  EndedTunnel?: EndedTunnelResolvers<ContextType>
  ExchangeTokenPayload?: ExchangeTokenPayloadResolvers<ContextType>
  ExportAccountPayload?: ExportAccountPayloadResolvers<ContextType>
  Factor?: FactorResolvers<ContextType>
  FollowCertificatesPayload?: FollowCertificatesPayloadResolvers<ContextType>
  Gateway?: GatewayResolvers<ContextType>
  GatewayBlock?: GatewayBlockResolvers<ContextType>
  GatewayConnection?: GatewayConnectionResolvers<ContextType>
  GatewayEdge?: GatewayEdgeResolvers<ContextType>
  GatewaySessions?: GatewaySessionsResolvers<ContextType>
  HostnameBlock?: HostnameBlockResolvers<ContextType>
  HostnameBlocks?: HostnameBlocksResolvers<ContextType>
  Identity?: IdentityResolvers<ContextType>
  Invite?: InviteResolvers<ContextType>
  InviteConnection?: InviteConnectionResolvers<ContextType>
  InviteEdge?: InviteEdgeResolvers<ContextType>
  InviteMemberPayload?: InviteMemberPayloadResolvers<ContextType>
  Invoice?: InvoiceResolvers<ContextType>
  InvoiceConnection?: InvoiceConnectionResolvers<ContextType>
  InvoiceEdge?: InvoiceEdgeResolvers<ContextType>
  IpRestriction?: IpRestrictionResolvers<ContextType>
  IpRestrictionConnection?: IpRestrictionConnectionResolvers<ContextType>
  IpRestrictionEdge?: IpRestrictionEdgeResolvers<ContextType>
  LabelUsage?: LabelUsageResolvers<ContextType>
  LeaveAccountPayload?: LeaveAccountPayloadResolvers<ContextType>
  LinkIdentityPayload?: LinkIdentityPayloadResolvers<ContextType>
  MachineToken?: MachineTokenResolvers<ContextType>
  MarkInvoicePaidPayload?: MarkInvoicePaidPayloadResolvers<ContextType>
  MarkNoticesReadPayload?: MarkNoticesReadPayloadResolvers<ContextType>
  Member?: MemberResolvers<ContextType>
  MemberConnection?: MemberConnectionResolvers<ContextType>
  MemberEdge?: MemberEdgeResolvers<ContextType>
  Membership?: MembershipResolvers<ContextType>
  Mutation?: MutationResolvers<ContextType>
  Notice?: NoticeResolvers<ContextType>
  NoticeConnection?: NoticeConnectionResolvers<ContextType>
  NoticeEdge?: NoticeEdgeResolvers<ContextType>
  NoticeMail?: NoticeMailResolvers<ContextType>
  NoticePage?: NoticePageResolvers<ContextType>
  OpenBillingPortalPayload?: OpenBillingPortalPayloadResolvers<ContextType>
  Overage?: OverageResolvers<ContextType>
  PageInfo?: PageInfoResolvers<ContextType>
  PasskeyChallenge?: PasskeyChallengeResolvers<ContextType>
  PasskeyChallengePayload?: PasskeyChallengePayloadResolvers<ContextType>
  Permission?: PermissionResolvers<ContextType>
  Plan?: PlanResolvers<ContextType>
  PlanFeature?: PlanFeatureResolvers<ContextType>
  PlanUsage?: PlanUsageResolvers<ContextType>
  ProviderProof?: ProviderProofResolvers<ContextType>
  ProviderSessionPayload?: ProviderSessionPayloadResolvers<ContextType>
  ProviderSubscription?: ProviderSubscriptionResolvers<ContextType>
  Query?: QueryResolvers<ContextType>
  RateLimit?: RateLimitResolvers<ContextType>
  ReceivedInvite?: ReceivedInviteResolvers<ContextType>
  RedeemCommandLineSignInPayload?: RedeemCommandLineSignInPayloadResolvers<ContextType>
  RedeliverWebhookPayload?: RedeliverWebhookPayloadResolvers<ContextType>
  Refusal?: RefusalResolvers<ContextType>
  RemoveFactorPayload?: RemoveFactorPayloadResolvers<ContextType>
  RemoveIpRestrictionPayload?: RemoveIpRestrictionPayloadResolvers<ContextType>
  RemoveMemberPayload?: RemoveMemberPayloadResolvers<ContextType>
  RenameFactorPayload?: RenameFactorPayloadResolvers<ContextType>
  RenewRecoveryCodesPayload?: RenewRecoveryCodesPayloadResolvers<ContextType>
  ReplayRequestPayload?: ReplayRequestPayloadResolvers<ContextType>
  ReportAgentHealthPayload?: ReportAgentHealthPayloadResolvers<ContextType>
  ReportAgentPayload?: ReportAgentPayloadResolvers<ContextType>
  ReportRatesPayload?: ReportRatesPayloadResolvers<ContextType>
  ReportRequestsPayload?: ReportRequestsPayloadResolvers<ContextType>
  ReportTunnelsPayload?: ReportTunnelsPayloadResolvers<ContextType>
  ReportUsagePayload?: ReportUsagePayloadResolvers<ContextType>
  RequestBatch?: RequestBatchResolvers<ContextType>
  RequestCommandLineSignInPayload?: RequestCommandLineSignInPayloadResolvers<ContextType>
  RequestContent?: RequestContentResolvers<ContextType>
  RequestContentResult?: RequestContentResultResolvers<ContextType>
  RequestEmailChangePayload?: RequestEmailChangePayloadResolvers<ContextType>
  RequestEmailVerificationPayload?: RequestEmailVerificationPayloadResolvers<ContextType>
  RequestPage?: RequestPageResolvers<ContextType>
  RequestPasswordResetPayload?: RequestPasswordResetPayloadResolvers<ContextType>
  RequestRecording?: RequestRecordingResolvers<ContextType>
  RequestSetResult?: RequestSetResultResolvers<ContextType>
  RequestShare?: RequestShareResolvers<ContextType>
  RequireSecondFactorPayload?: RequireSecondFactorPayloadResolvers<ContextType>
  ResetPasswordPayload?: ResetPasswordPayloadResolvers<ContextType>
  RestrictionsPage?: RestrictionsPageResolvers<ContextType>
  RevokeAgentTokenPayload?: RevokeAgentTokenPayloadResolvers<ContextType>
  RevokeApiKeyPayload?: RevokeApiKeyPayloadResolvers<ContextType>
  RevokeInvitePayload?: RevokeInvitePayloadResolvers<ContextType>
  RotateWebhookSecretPayload?: RotateWebhookSecretPayloadResolvers<ContextType>
  RunRequestSetPayload?: RunRequestSetPayloadResolvers<ContextType>
  SafeInt?: GraphQLScalarType
  SaveRequestSetPayload?: SaveRequestSetPayloadResolvers<ContextType>
  SendContactRequestPayload?: SendContactRequestPayloadResolvers<ContextType>
  ServedCertificate?: ServedCertificateResolvers<ContextType>
  ServingEdge?: ServingEdgeResolvers<ContextType>
  Session?: SessionResolvers<ContextType>
  SessionPayload?: SessionPayloadResolvers<ContextType>
  SetNoticeMailPayload?: SetNoticeMailPayloadResolvers<ContextType>
  SetRequestRecordingPayload?: SetRequestRecordingPayloadResolvers<ContextType>
  SetSingleSignOnPayload?: SetSingleSignOnPayloadResolvers<ContextType>
  ShareRequestPayload?: ShareRequestPayloadResolvers<ContextType>
  SignInProvider?: SignInProviderResolvers<ContextType>
  SignOutPayload?: SignOutPayloadResolvers<ContextType>
  SingleSignOn?: SingleSignOnResolvers<ContextType>
  Site?: SiteResolvers<ContextType>
  SitewideAlert?: SitewideAlertResolvers<ContextType>
  StopAgentPayload?: StopAgentPayloadResolvers<ContextType>
  SubpointDomain?: SubpointDomainResolvers<ContextType>
  Subscription?: SubscriptionResolvers<ContextType>
  Suspension?: SuspensionResolvers<ContextType>
  TestWebhookPayload?: TestWebhookPayloadResolvers<ContextType>
  TokenAccount?: TokenAccountResolvers<ContextType>
  TokenHolder?: TokenHolderResolvers<ContextType>
  TokenUser?: TokenUserResolvers<ContextType>
  Traffic?: TrafficResolvers<ContextType>
  TrafficStep?: TrafficStepResolvers<ContextType>
  TransferOwnershipPayload?: TransferOwnershipPayloadResolvers<ContextType>
  Trust?: TrustResolvers<ContextType>
  TrustCondition?: TrustConditionResolvers<ContextType>
  TunnelError?: TunnelErrorResolvers<ContextType>
  TunnelFailure?: TunnelFailureResolvers<ContextType>
  TunnelLimits?: TunnelLimitsResolvers<ContextType>
  UnlinkIdentityPayload?: UnlinkIdentityPayloadResolvers<ContextType>
  UpdateAccountPayload?: UpdateAccountPayloadResolvers<ContextType>
  UpdateGatewayPayload?: UpdateGatewayPayloadResolvers<ContextType>
  UpdateProfilePayload?: UpdateProfilePayloadResolvers<ContextType>
  UpdateWebhookPayload?: UpdateWebhookPayloadResolvers<ContextType>
  UsageGateway?: UsageGatewayResolvers<ContextType>
  UsageMetric?: UsageMetricResolvers<ContextType>
  UsageStats?: UsageStatsResolvers<ContextType>
  UsageTotal?: UsageTotalResolvers<ContextType>
  User?: UserResolvers<ContextType>
  UserDeletion?: UserDeletionResolvers<ContextType>
  UserExport?: UserExportResolvers<ContextType>
  VerifyDomainPayload?: VerifyDomainPayloadResolvers<ContextType>
  VerifyEmailPayload?: VerifyEmailPayloadResolvers<ContextType>
  Viewer?: ViewerResolvers<ContextType>
  VisitorRequest?: VisitorRequestResolvers<ContextType>
  Webhook?: WebhookResolvers<ContextType>
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>
  WebhookDeliveryPage?: WebhookDeliveryPageResolvers<ContextType>
  WebhookEvent?: WebhookEventResolvers<ContextType>
  WebhookKind?: WebhookKindResolvers<ContextType>
  WebhookVerdict?: WebhookVerdictResolvers<ContextType>
}

export type DirectiveResolvers<ContextType = RequestContext> = {
  forEdges?: ForEdgesDirectiveResolver<any, any, ContextType>
}
