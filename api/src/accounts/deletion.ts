import { announceEnd, endAgents } from '../agents/lifecycle.ts'
import type { App } from '../app.ts'
import { asOperator, recordAudit, type AuditSource } from '../audit/service.ts'
import { authorize } from '../auth/authorize.ts'
import { revokeApiKeysOf } from '../api-keys/service.ts'
import { announceAuthTokenEnd, deleteAuthTokensOf } from '../auth-tokens/service.ts'
import { endBilling } from '../billing/deletion.ts'
import type { Trx } from '../db/db.ts'
import { deleteDomainsOf } from '../domains/ownership.ts'
import { deleteGatewaysOf } from '../gateways/service.ts'
import type { DeleteAccountInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { deleteIpRestrictionsOf } from '../ip-restrictions/service.ts'
import { announceInvitations } from '../sessions/service.ts'
import { endTeam } from '../team/service.ts'
import * as repository from './repository.ts'
import { checkConfirmation, type Account } from './rules.ts'
import { lockAccount, lockAccountFor } from './service.ts'

/** Deletes an account for good, as its owner asks. */
export async function deleteAccount(context: RequestContext, input: DeleteAccountInput): Promise<void> {
  const { accountId, namespace } = input
  await authorize(context, 'deleteAccount', accountId)
  await endAccount(context, context, namespace, (trx) => lockAccountFor(trx, context, 'deleteAccount', accountId))
}

/** Deletes an account for good, as the operator asks. */
export async function deleteAccountAsOperator(app: App, accountId: string, namespace: string): Promise<void> {
  await endAccount(app, asOperator(app), namespace, (trx) => lockAccount(trx, accountId))
}

/**
 * Ends everything of an account that is alive. Whoever adds something to it holds the account's lock, and finds no
 * account any more. Usage, invoices and the audit log are kept; what is not paid is not owed any more. `confirmation` is the account's namespace.
 */
async function endAccount(
  app: App,
  source: AuditSource,
  confirmation: string,
  lock: (trx: Trx) => Promise<Account>,
): Promise<void> {
  const now = app.clock.now()
  const ended = await app.db.transaction().execute(async (trx) => {
    const account = await lock(trx)
    const { id: accountId } = account
    checkConfirmation(account, confirmation)
    const endedParts = {
      accountId,
      authTokens: await deleteAuthTokensOf(trx, { accountId }, now),
      apiKeyIds: await revokeApiKeysOf(trx, accountId, now),
      hadRestrictions: await deleteIpRestrictionsOf(trx, accountId, now),
      agents: await endAgents(trx, { accountId }, 'ACCOUNT_DELETED', now),
      invited: await endTeam(trx, accountId, now),
    }
    await deleteGatewaysOf(trx, accountId, now)
    await deleteDomainsOf(trx, accountId, now)
    await endBilling(trx, app, source, accountId)
    await repository.releaseNamespace(trx, account.namespace, now)
    await repository.markDeleted(trx, accountId, now)
    await recordAudit(trx, source, {
      action: 'account.deleted',
      accountId,
      objectType: 'account',
      objectId: accountId,
      objectName: account.name,
    })
    return endedParts
  })

  const { accountId, agents, authTokens, apiKeyIds, hadRestrictions, invited } = ended
  const { events } = app
  for (const authToken of authTokens) announceAuthTokenEnd(app, authToken)
  for (const credentialId of apiKeyIds) events.publish('credentialEnded', 'all', { credentialId })
  for (const agent of agents) announceEnd(events, agent)
  if (hadRestrictions) events.publish('restrictionsChanged', 'edges', { accountId })
  events.publish('membershipEnded', accountId, { accountId })
  await announceInvitations(app, invited)
}
