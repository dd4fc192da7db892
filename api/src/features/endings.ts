import type { Endings } from '../platform/endings.ts'
import {
  deleteKeysOfAccount,
  deleteKeysOfAgentTokens,
  deleteKeysOfApiKey,
  deleteKeysOfToken,
  deleteKeysOfUser,
} from '../platform/idempotency/service.ts'
import { endAgentTokensOf } from './agent-tokens/service.ts'
import { endAgents, endAgentsOf } from './agents/service.ts'
import { closeApiKeysOf, revokeApiKeysBy, revokeApiKeysOf } from './api-keys/service.ts'
import { closeAuthTokensOf, deleteAuthTokensOf } from './auth-tokens/service.ts'
import { reviewEnded } from './certificates/wanted.ts'
import { denyApprovedOf } from './command-line-sign-ins/service.ts'
import { deleteDomainsOf } from './domains/service.ts'
import { eraseLinks } from './email-addresses/unproven-user.ts'
import { endFactorsOf } from './factors/service.ts'
import { deleteGatewaysInside, deleteGatewaysOf, deleteGatewaysOn } from './gateways/service.ts'
import { endIdentitiesOf } from './identities/service.ts'
import { deleteNoticesOf, eraseNotices } from './notices/service.ts'
import { cancelInvoicesOf } from './invoices/service.ts'
import { deleteIpRestrictionsOf } from './ip-restrictions/service.ts'
import { eraseResets, voidResetsOf } from './passwords/service.ts'
import { endPlanOf } from './plans/service.ts'
import { deleteSharesOf } from './request-contents/shares.ts'
import { endRecordingOf } from './requests/service.ts'
import { eraseSessions } from './sessions/service.ts'
import { deleteSingleSignOnsOf, endSingleSignOnsOf } from './sign-in-providers/service.ts'
import { endSubscriptionsOf } from './subscriptions/jobs.ts'
import { endTeam } from './team/service.ts'
import { deleteTrustsOf } from './token-exchange/service.ts'
import { deleteWebhooksOf } from './webhooks/service.ts'

/** The list of what ends with what, in the transaction of the change that ends it. */
export const endings: Endings = {
  account: [
    deleteAuthTokensOf,
    denyApprovedOf,
    revokeApiKeysOf,
    deleteIpRestrictionsOf,
    endAgentsOf('ACCOUNT_DELETED'),
    endAgentTokensOf,
    deleteTrustsOf,
    endTeam,
    deleteGatewaysOf,
    deleteSingleSignOnsOf,
    deleteDomainsOf,
    reviewEnded,
    endRecordingOf,
    deleteSharesOf,
    deleteNoticesOf,
    deleteWebhooksOf,
    endPlanOf,
    cancelInvoicesOf,
    endSubscriptionsOf,
    deleteKeysOfAccount,
  ],
  activeAccount: [closeAuthTokensOf, closeApiKeysOf, denyApprovedOf, endAgentsOf('ACCOUNT_SUSPENDED')],
  membership: [deleteAuthTokensOf, denyApprovedOf, endAgentsOf('MEMBER_REMOVED')],
  user: [closeAuthTokensOf, denyApprovedOf, endAgentsOf('USER_DISABLED')],
  userData: [
    (ending, { userId }) => denyApprovedOf(ending, { userId }),
    endFactorsOf,
    endIdentitiesOf,
    eraseSessions,
    eraseResets,
    eraseLinks,
    eraseNotices,
    deleteKeysOfUser,
  ],
  unprovenAddress: [
    async (ending, { userId, accountIds }) => {
      for (const accountId of accountIds) await deleteAuthTokensOf(ending, { accountId, userId })
    },
    (ending, { userId }) => denyApprovedOf(ending, { userId }),
    (ending, { userId }) => endAgents(ending, { userId }, 'MEMBER_REMOVED'),
    revokeApiKeysBy,
    (ending, { userId }) => endAgentTokensOf(ending, { createdBy: userId }),
    (ending, { userId }) => deleteTrustsOf(ending, { createdBy: userId }),
    voidResetsOf,
    endFactorsOf,
    endIdentitiesOf,
  ],
  address: [voidResetsOf],
  authToken: [endAgentsOf('AUTH_TOKEN_DELETED'), deleteKeysOfToken],
  apiKey: [deleteKeysOfApiKey],
  trusts: [endAgentTokensOf],
  agentTokens: [endAgentsOf('AGENT_TOKEN_ENDED'), deleteKeysOfAgentTokens],
  domains: [endSingleSignOnsOf, deleteGatewaysOn, reviewEnded],
  domainProof: [endSingleSignOnsOf],
  parentDomainClaims: [deleteGatewaysInside],
  gateways: [endAgentsOf('GATEWAY_DELETED'), endAgentTokensOf, deleteTrustsOf, reviewEnded],
  servableHostname: [(ending, { hostname }) => endAgents(ending, { assignedDomain: hostname }, 'HOSTNAME_BLOCKED')],
}
