import { conflict } from '../../ground/errors.ts'
import { parseLine } from '../../ground/names.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import { describeObject, type Account } from '../accounts/rules.ts'
import { lockAccount, setSuspension } from '../accounts/service.ts'
import { addNotice } from '../notices/service.ts'

/** How long the operator's reason may be, in characters. */
export const reasonLengthMax = 300

/**
 * Suspends an account: its agents end, its API keys, AuthIDs and machine tokens are refused, and its members may only read, export, leave
 * or delete it. Throws CONFLICT when it is suspended already.
 */
export async function suspendAccount(app: App, accountId: string, reasonText: string): Promise<Account> {
  const reason = parseLine('reason', 'The reason', reasonText, reasonLengthMax)
  return await app.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    const { name, suspensionReason } = account
    if (suspensionReason !== null) {
      throw conflict(
        `The account "${name}" is suspended already: "${suspensionReason}" To give another reason, resume it first.`,
      )
    }
    const ending = { trx, tell, source: asOperator(app) }
    const now = app.clock.now()
    const suspended = await setSuspension(trx, accountId, { suspendedAt: now, suspensionReason: reason })
    await app.endDependents(ending, 'activeAccount', { accountId })
    await recordAudit(trx, ending.source, {
      action: 'account.suspended',
      ...describeObject(account),
      changes: { suspensionReason: { from: null, to: reason } },
    })
    tell('accountChanged', accountId, { accountId })
    await addNotice(ending, {
      of: { accountId },
      facts: { kind: 'ACCOUNT_SUSPENDED', reason },
      subjectIds: [accountId],
      key: now.toISOString(),
    })
    return suspended
  })
}

/** Lifts the suspension of an account. Throws CONFLICT if it is not suspended. */
export async function resumeAccount(app: App, accountId: string): Promise<Account> {
  return await app.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    const { name, suspensionReason } = account
    if (suspensionReason === null) throw conflict(`The account "${name}" is not suspended.`)
    const resumed = await setSuspension(trx, accountId, { suspendedAt: null, suspensionReason: null })
    await recordAudit(trx, asOperator(app), {
      action: 'account.resumed',
      ...describeObject(account),
      changes: { suspensionReason: { from: suspensionReason, to: null } },
    })
    tell('accountChanged', accountId, { accountId })
    return resumed
  })
}
