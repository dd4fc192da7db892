import type { Migration } from 'kysely/migration'
import * as ground from './0001-ground.ts'
import * as jobsAndMail from './0002-jobs-and-mail.ts'
import * as auditAndSessions from './0003-audit-and-sessions.ts'
import * as team from './0004-team.ts'
import * as domainsAndRestrictions from './0005-domains-and-restrictions.ts'
import * as billing from './0006-billing.ts'
import * as siteAndSupport from './0007-site-and-support.ts'
import * as usage from './0008-usage.ts'
import * as rateLimits from './0011-rate-limits.ts'
import * as edgeAuthorities from './0012-edge-authorities.ts'
import * as failedRequests from './0013-failed-requests.ts'
import * as agentHealth from './0014-agent-health.ts'
import * as exportLinks from './0015-export-links.ts'
import * as resetNetworks from './0020-reset-networks.ts'
import * as sentInvites from './0021-sent-invites.ts'
import * as verifiedEmails from './0022-verified-emails.ts'
import * as accountKeys from './0030-account-keys.ts'
import * as namespaceLabels from './0031-namespace-labels.ts'
import * as writeProbes from './0040-write-probes.ts'

/** Every change of the tables, in the order of their names. A migration that was released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-ground': ground,
  '0002-jobs-and-mail': jobsAndMail,
  '0003-audit-and-sessions': auditAndSessions,
  '0004-team': team,
  '0005-domains-and-restrictions': domainsAndRestrictions,
  '0006-billing': billing,
  '0007-site-and-support': siteAndSupport,
  '0008-usage': usage,
  '0011-rate-limits': rateLimits,
  '0012-edge-authorities': edgeAuthorities,
  '0013-failed-requests': failedRequests,
  '0014-agent-health': agentHealth,
  '0015-export-links': exportLinks,
  '0020-reset-networks': resetNetworks,
  '0021-sent-invites': sentInvites,
  '0022-verified-emails': verifiedEmails,
  '0030-account-keys': accountKeys,
  '0031-namespace-labels': namespaceLabels,
  '0040-write-probes': writeProbes,
}
