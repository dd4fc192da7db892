import { sliceDefault } from '../../ground/connections.ts'
import { countSums } from '../../features/traffic/rules.ts'
import { listedRowsMax, countPeriods } from '../../features/usage/rules.ts'

/** Arguments of a field as a resolver gets them. */
type Arguments = Record<string, unknown>

/** The number of rows that a field may return, fixed or computed from its arguments. */
export type RowCost = number | ((args: Arguments) => number)

/** The rows of a page are set by the field that returns the page. */
const pageSize: RowCost = (args) => (typeof args.pageSize === 'number' ? Math.max(0, args.pageSize) : 0)

/** The rows of a connection, set by the field that returns it. */
const slice: RowCost = ({ first, last }) => {
  const count = last ?? first ?? sliceDefault
  return typeof count === 'number' ? Math.max(0, count) : 0
}

const periods: RowCost = ({ from, to, step }) =>
  typeof from === 'string' && typeof to === 'string'
    ? Math.min(listedRowsMax, countPeriods({ from, to, step: step === 'MONTH' ? 'MONTH' : 'DAY' }))
    : 0

/** A period has a row for each gateway that carried something: this many are assumed. */
const gatewaysInPeriod = 20

const periodsByGateway: RowCost = (args) =>
  typeof args.gatewayId === 'string' ? periods(args) : Math.min(listedRowsMax, periods(args) * gatewaysInPeriod)

/** The cost of a filtered page: it examines more requests than it returns. */
const filteredRequests = 2_000

/** As many labels as gateways are assumed. */
const periodsByLabel: RowCost = (args) =>
  typeof args.label === 'string' ? periods(args) : Math.min(listedRowsMax, periods(args) * gatewaysInPeriod)

/** The rows of a connection are set by the field that returns it. */
const first = (args: Arguments): number => (typeof args.first === 'number' ? Math.max(0, args.first) : 0)

const requests: RowCost = (args) =>
  (typeof args.filter === 'object' && args.filter !== null ? filteredRequests : 0) + first(args)

/**
 * How many rows each list may return, by type and field. A list with as many rows as an account has of something is estimated with what
 * many accounts have; rows beyond that are counted when they come, and may end the operation then. A list that is missing here fails a test.
 */
export const rowCosts: Record<string, RowCost> = {
  'Query.certificates': 100,
  'FollowCertificatesPayload.names': 0,
  'FollowCertificatesPayload.challenges': 0,
  'AgentPackages.packages': 0,
  'Query.plans': 20,
  'Query.reservedHostnames': 200,
  'Query.suspendedHostnames': 200,
  'Query.restrictions': 500,
  'HostnameBlocks.blocks': 1_000,
  'RestrictionsPage.accounts': 0,
  'AccountRestrictions.ranges': 0,
  'Viewer.memberships': 20,
  'Viewer.closedMemberships': 20,
  'Viewer.sessions': 20,
  'Viewer.factors': 11,
  // At most one of each provider.
  'Viewer.identities': 20,
  'Site.signInProviders': 20,
  'UserDeletion.deletedAccounts': 50,
  'UserDeletion.accountsInTheWay': 50,
  'UserDeletion.leftAccounts': 50,
  'AddFactorPayload.recoveryCodes': 0,
  'AuthSession.provenBy': 0,
  'RenewRecoveryCodesPayload.recoveryCodes': 0,
  'Session.provenBy': 0,
  'Viewer.invites': 20,
  'Viewer.auditLog': pageSize,
  'Viewer.notices': pageSize,
  'Viewer.auditLogConnection': slice,
  'Viewer.noticesConnection': slice,
  'Viewer.noticeMails': 10,
  'Account.agents': pageSize,
  'Account.auditLog': pageSize,
  'Account.agentsConnection': slice,
  'Account.auditLogConnection': slice,
  'Account.domainsConnection': slice,
  'Account.gatewaysConnection': slice,
  'Account.invitesConnection': slice,
  'Account.invoicesConnection': slice,
  'Account.ipRestrictionsConnection': slice,
  'Account.membersConnection': slice,
  'Account.noticesConnection': slice,
  'Account.agentTokensConnection': slice,
  'Account.apiKeys': 20,
  'Account.domains': 50,
  'Account.gateways': 50,
  'Account.gatewaySessions': 50,
  'Account.invites': 200,
  'Account.invoices': 200,
  'Account.ipRestrictions': 50,
  'Account.machineTokens': 20,
  'Account.members': 50,
  'Account.notices': pageSize,
  'Account.webhooks': 5,
  'Account.webhookKinds': 10,
  'Account.webhookEvents': 12,
  // A row for each limit of a plan.
  'Account.planUsage': 10,
  'Account.rateLimits': 2,
  'Account.requests': requests,
  'Account.requestSets': 50,
  'Account.trusts': 10,
  'Account.usageByLabel': periodsByLabel,
  'Account.usageMetrics': periodsByGateway,
  'Account.usageTotals': periods,
  // The rows of a connection are set by the field that returns it.
  'AgentConnection.edges': 0,
  'AgentConnection.nodes': 0,
  'AuditConnection.edges': 0,
  'AuditConnection.nodes': 0,
  'DomainConnection.edges': 0,
  'DomainConnection.nodes': 0,
  'GatewayConnection.edges': 0,
  'GatewayConnection.nodes': 0,
  'InviteConnection.edges': 0,
  'InviteConnection.nodes': 0,
  'InvoiceConnection.edges': 0,
  'InvoiceConnection.nodes': 0,
  'IpRestrictionConnection.edges': 0,
  'IpRestrictionConnection.nodes': 0,
  'MemberConnection.edges': 0,
  'MemberConnection.nodes': 0,
  'NoticeConnection.edges': 0,
  'NoticeConnection.nodes': 0,
  'WebhookDeliveryConnection.edges': 0,
  'WebhookDeliveryConnection.nodes': 0,
  // Two by default. What comes beyond is counted then.
  'Agent.edges': 2,
  'AgentPage.nodes': 0,
  'AgentTokenConnection.edges': 0,
  'AgentTokenConnection.nodes': 0,
  'Trust.conditions': 0,
  'AgentTicketPayload.edgeUrls': 1,
  'AgentTicketPayload.edgeAuthorities': 1,
  'ApiKey.scopes': 0,
  'ApiKey.gateways': 5,
  'ApiKey.allowedNetworks': 0,
  'AuditPage.nodes': 0,
  'AuditEntry.changes': 0,
  'ConnectionCheck.steps': 6,
  'Domain.dnsRecords': 0,
  'Domain.findings': 0,
  'NoticePage.nodes': 0,
  'Plan.features': 0,
  'ReportTunnelsPayload.countedElsewhere': 0,
  'ReportTunnelsPayload.countedSince': 0,
  'ReportTunnelsPayload.ended': 0,
  'ReportTunnelsPayload.released': 0,
  'RequestBatch.nodes': 0,
  // Of one request, and counted when they come.
  'RequestContent.requestFields': 0,
  'RequestContent.responseFields': 0,
  'RequestContent.frames': 0,
  'RequestContent.redacted': 0,
  'ReplayRequestPayload.omitted': 0,
  'SaveRequestSetPayload.names': 50,
  'RunRequestSetPayload.results': 200,
  'RequestSetResult.differences': 0,
  'RequestPage.nodes': 0,
  'Site.availableSubpointDomains': 10,
  'Account.traffic': ({ range }) => countSums(range),
  'Traffic.steps': 0,
  'Webhook.kinds': 0,
  'Webhook.events': 0,
  'Webhook.deliveries': pageSize,
  'Webhook.deliveriesConnection': slice,
  'WebhookDeliveryPage.nodes': 0,
  'SitewideAlert.showOnPages': 0,
}
