import type { Membership } from '../features/accounts/membership.ts'
import type { TestApi } from './test-api.ts'

/** Returns a membership of the viewer as an owner, with everything that the layout queries of an account. */
export function aMembership(
  { plan: { id, name } }: TestApi,
  account: Pick<Membership['account'], 'id' | 'name' | 'namespace'>,
): Membership {
  return {
    id: `membership of ${account.id}`,
    role: 'super_admin',
    account: {
      ...account,
      plan: { id, name },
      suspension: null,
      viewerCanInvite: true,
      viewerCanManageAgentTokens: true,
      viewerCanManageApiKeys: true,
      viewerCanManageGateways: true,
      viewerCanManageWebhooks: true,
      viewerCanSeeAuditLog: true,
      viewerCanSeeInvoices: true,
    },
  }
}
