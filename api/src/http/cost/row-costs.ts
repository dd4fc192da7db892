import { listedRowsMax, countPeriods } from '../../features/usage/rules.ts'

/** Arguments of a field as a resolver gets them. */
type Arguments = Record<string, unknown>

/** How many rows a field may return: a number, or what its arguments say. */
export type RowCost = number | ((args: Arguments) => number)

/** The rows of a page are set by the field that returns the page. */
const pageSize: RowCost = (args) => (typeof args.pageSize === 'number' ? Math.max(0, args.pageSize) : 0)

const periods: RowCost = ({ from, to, step }) =>
  typeof from === 'string' && typeof to === 'string'
    ? Math.min(listedRowsMax, countPeriods({ from, to, step: step === 'MONTH' ? 'MONTH' : 'DAY' }))
    : 0

/** A period has a row for each gateway that carried something: this many are assumed. */
const gatewaysInPeriod = 20

const periodsByGateway: RowCost = (args) =>
  typeof args.gatewayId === 'string' ? periods(args) : Math.min(listedRowsMax, periods(args) * gatewaysInPeriod)

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
  'Query.restrictions': 500,
  'RestrictionsPage.accounts': 0,
  'AccountRestrictions.ranges': 0,
  'Viewer.memberships': 20,
  'Viewer.sessions': 20,
  'Viewer.invites': 20,
  'Viewer.auditLog': pageSize,
  'Account.agents': pageSize,
  'Account.auditLog': pageSize,
  'Account.apiKeys': 20,
  'Account.domains': 50,
  'Account.gateways': 50,
  'Account.gatewaySessions': 50,
  'Account.invites': 200,
  'Account.invoices': 200,
  'Account.ipRestrictions': 50,
  'Account.machineTokens': 20,
  'Account.members': 50,
  // A row for each limit of a plan.
  'Account.planUsage': 10,
  'Account.rateLimits': 2,
  'Account.usageMetrics': periodsByGateway,
  'Account.usageTotals': periods,
  'AgentPage.nodes': 0,
  'AgentTicketPayload.edgeUrls': 1,
  'AgentTicketPayload.edgeAuthorities': 1,
  'ApiKey.scopes': 0,
  'AuditPage.nodes': 0,
  'AuditEntry.changes': 0,
  'ConnectionCheck.steps': 6,
  'Domain.dnsRecords': 0,
  'Domain.findings': 0,
  'Plan.features': 0,
  'ReportTunnelsPayload.ended': 0,
  'Site.availableSubpointDomains': 10,
  'SitewideAlert.showOnPages': 0,
}
