import type { AccountTable, AccountUserTable, NamespaceTable } from '../accounts/table.ts'
import type { AgentTable } from '../agents/table.ts'
import type { AuditEntryTable } from '../audit/table.ts'
import type { ApiKeyTable } from '../api-keys/table.ts'
import type { SigningKeyTable } from '../auth/table.ts'
import type { AuthTokenTable } from '../auth-tokens/table.ts'
import type {
  AccountPlanTable,
  InvoiceTable,
  PaymentEventTable,
  PlanTable,
  ProviderSubscriptionTable,
} from '../billing/table.ts'
import type { DomainTable } from '../domains/table.ts'
import type { EdgeTable } from '../edges/table.ts'
import type { GatewayTable } from '../gateways/table.ts'
import type { IpRestrictionTable, RestrictionCounterTable, RestrictionVersionTable } from '../ip-restrictions/table.ts'
import type { JobScheduleTable, JobTable } from '../jobs/table.ts'
import type { MailTable } from '../mail/table.ts'
import type { AccountRateTable } from '../rate-limits/table.ts'
import type { PasswordResetTable, RefreshTokenTable, SessionTable, UserTable } from '../sessions/table.ts'
import type { GlobalConfigTable } from '../site/table.ts'
import type { ContactRequestTable } from '../support/table.ts'
import type { TeamInviteTable } from '../team/table.ts'
import type { UsageMetricTable, UsageNoticeTable, UsageReportTable } from '../usage/table.ts'

/** Every table, by its name in camelCase. */
export interface Tables {
  accounts: AccountTable
  accountPlans: AccountPlanTable
  accountRates: AccountRateTable
  accountUsers: AccountUserTable
  agents: AgentTable
  apiKeys: ApiKeyTable
  auditEntries: AuditEntryTable
  authTokens: AuthTokenTable
  contactRequests: ContactRequestTable
  domains: DomainTable
  edges: EdgeTable
  gateways: GatewayTable
  globalConfig: GlobalConfigTable
  invoices: InvoiceTable
  ipRestrictions: IpRestrictionTable
  jobs: JobTable
  jobSchedules: JobScheduleTable
  mails: MailTable
  passwordResets: PasswordResetTable
  namespaces: NamespaceTable
  paymentEvents: PaymentEventTable
  plans: PlanTable
  providerSubscriptions: ProviderSubscriptionTable
  refreshTokens: RefreshTokenTable
  restrictionCounter: RestrictionCounterTable
  restrictionVersions: RestrictionVersionTable
  sessions: SessionTable
  signingKeys: SigningKeyTable
  teamInvites: TeamInviteTable
  usageMetrics: UsageMetricTable
  usageNotices: UsageNoticeTable
  usageReports: UsageReportTable
  users: UserTable
}
