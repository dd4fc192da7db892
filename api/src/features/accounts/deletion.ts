import type { DeleteAccountInput } from '../../generated/schema.ts'
import { authorize } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit, type AuditSource } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import { checkFreshProof } from '../factors/service.ts'
import type { Ending } from '../../platform/endings.ts'
import { releaseNamespace } from './namespace-repository.ts'
import * as repository from './repository.ts'
import { checkConfirmation, describeObject, type Account } from './rules.ts'
import { lockAccount, lockAccountFor } from './service.ts'

/** Permanently deletes an account at its owner's request. */
export async function deleteAccount(context: RequestContext, input: DeleteAccountInput): Promise<void> {
  const { accountId, namespace } = input
  await authorize(context, 'deleteAccount', accountId)
  await checkFreshProof(context)
  await endAccount(context, context, namespace, (trx) => lockAccountFor(trx, context, 'deleteAccount', accountId))
}

/** Permanently deletes an account at the operator's request. */
export async function deleteAccountAsOperator(app: App, accountId: string, namespace: string): Promise<void> {
  await endAccount(app, asOperator(app), namespace, (trx) => lockAccount(trx, accountId))
}

/**
 * Ends everything that a live account has. Everything that adds to an account takes its lock, and then finds no
 * account. Usage, invoices and the audit log are kept; unpaid invoices are cancelled. `confirmation` is the account's namespace.
 */
async function endAccount(
  app: App,
  source: AuditSource,
  confirmation: string,
  lock: (trx: Trx) => Promise<Locked<Account>>,
): Promise<void> {
  await app.change(async (trx, tell) => {
    const account = await lock(trx)
    checkConfirmation(account, confirmation)
    await endLockedAccount(app, { trx, tell, source }, account)
  })
}

/** Ends everything that a locked account has, as part of a change. */
export async function endLockedAccount(app: App, ending: Ending, account: Locked<Account>): Promise<void> {
  const { trx, source } = ending
  const { id: accountId, namespace } = account
  await app.endDependents(ending, 'account', { accountId })
  const now = source.clock.now()
  await releaseNamespace(trx, namespace, now)
  await repository.markDeleted(trx, accountId, now)
  await recordAudit(trx, source, { action: 'account.deleted', ...describeObject(account) })
}
