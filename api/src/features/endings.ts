import type { Endings } from '../platform/endings.ts'
import { endAgents, endAgentsOf } from './agents/service.ts'
import { revokeApiKeysBy, revokeApiKeysOf } from './api-keys/service.ts'
import { closeAuthTokensOf, deleteAuthTokensOf } from './auth-tokens/service.ts'
import { reviewEnded } from './certificates/wanted.ts'
import { denyApprovedOf } from './command-line-sign-ins/service.ts'
import { deleteDomainsOf } from './domains/service.ts'
import { deleteGatewaysInside, deleteGatewaysOf, deleteGatewaysOn } from './gateways/service.ts'
import { cancelInvoicesOf } from './invoices/service.ts'
import { deleteIpRestrictionsOf } from './ip-restrictions/service.ts'
import { voidResetsOf } from './passwords/service.ts'
import { endPlanOf } from './plans/service.ts'
import { endSubscriptionsOf } from './subscriptions/jobs.ts'
import { endTeam } from './team/service.ts'

/** What ends with what, in the transaction of the change that ends it. */
export const endings: Endings = {
  account: [
    deleteAuthTokensOf,
    denyApprovedOf,
    revokeApiKeysOf,
    deleteIpRestrictionsOf,
    endAgentsOf('ACCOUNT_DELETED'),
    endTeam,
    deleteGatewaysOf,
    deleteDomainsOf,
    reviewEnded,
    endPlanOf,
    cancelInvoicesOf,
    endSubscriptionsOf,
  ],
  membership: [deleteAuthTokensOf, denyApprovedOf, endAgentsOf('MEMBER_REMOVED')],
  user: [closeAuthTokensOf, denyApprovedOf, endAgentsOf('USER_DISABLED')],
  occupation: [
    async (ending, { userId, accountIds }) => {
      for (const accountId of accountIds) await deleteAuthTokensOf(ending, { accountId, userId })
    },
    (ending, { userId }) => denyApprovedOf(ending, { userId }),
    (ending, { userId }) => endAgents(ending, { userId }, 'MEMBER_REMOVED'),
    revokeApiKeysBy,
    voidResetsOf,
  ],
  address: [voidResetsOf],
  authToken: [endAgentsOf('AUTH_TOKEN_DELETED')],
  domains: [deleteGatewaysOn, reviewEnded],
  holdFromAbove: [deleteGatewaysInside],
  gateway: [endAgentsOf('GATEWAY_DELETED'), reviewEnded],
}
