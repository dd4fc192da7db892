import { announceEnd, endAgents } from '../agents/lifecycle.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize } from '../auth/authorize.ts'
import { revokeApiKeysOf } from '../api-keys/service.ts'
import { announceAuthTokenEnd, deleteAuthTokensOf } from '../auth-tokens/service.ts'
import { endBilling } from '../billing/deletion.ts'
import { deleteDomainsOf } from '../domains/ownership.ts'
import { deleteGatewaysOf } from '../gateways/service.ts'
import type { DeleteAccountInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { deleteIpRestrictionsOf } from '../ip-restrictions/service.ts'
import { endTeam } from '../team/service.ts'
import * as repository from './repository.ts'
import { checkConfirmation } from './rules.ts'
import { lockAccountFor } from './service.ts'

/**
 * Deletes an account for good, with everything of it that is alive. Whoever adds something to it holds the account's
 * lock, and finds no account any more. Usage, invoices and the audit log are kept;
 * what is not paid is not owed any more.
 */
export async function deleteAccount(context: RequestContext, input: DeleteAccountInput): Promise<void> {
  const { accountId } = input
  await authorize(context, 'deleteAccount', accountId)
  const now = context.clock.now()

  const { agents, authTokens, apiKeyIds, hadRestrictions } = await context.db.transaction().execute(async (trx) => {
    const account = await lockAccountFor(trx, context, 'deleteAccount', accountId)
    checkConfirmation(account, input.namespace)
    const ended = {
      authTokens: await deleteAuthTokensOf(trx, { accountId }, now),
      apiKeyIds: await revokeApiKeysOf(trx, accountId, now),
      hadRestrictions: await deleteIpRestrictionsOf(trx, accountId, now),
      agents: await endAgents(trx, { accountId }, 'ACCOUNT_DELETED', now),
    }
    await deleteGatewaysOf(trx, accountId, now)
    await deleteDomainsOf(trx, accountId, now)
    await endTeam(trx, accountId, now)
    await endBilling(trx, context, accountId, now)
    await repository.releaseNamespace(trx, account.namespace, now)
    await repository.markDeleted(trx, accountId, now)
    await recordAudit(trx, context, {
      action: 'account.deleted',
      accountId,
      objectType: 'account',
      objectId: accountId,
      objectName: account.name,
    })
    return ended
  })

  for (const authToken of authTokens) announceAuthTokenEnd(context, authToken)
  for (const credentialId of apiKeyIds) context.events.publish('credentialEnded', 'all', { credentialId })
  for (const agent of agents) announceEnd(context.events, agent)
  if (hadRestrictions) context.events.publish('restrictionsChanged', 'edges', { accountId })
  context.events.publish('membershipEnded', accountId, { accountId })
}
