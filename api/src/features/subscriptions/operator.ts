import { conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import { lockAccount } from '../accounts/service.ts'
import type { Plan } from '../plans/rules.ts'
import { getPlan } from '../plans/service.ts'
import * as repository from './repository.ts'
import { followSubscription, syncSubscription } from './service.ts'

/**
 * Ends the subscriptions of an account that the payment provider does not know: of its test mode, or of an account there that is no
 * longer used. Without a provider, ends all of them. Returns the plan that follows. Throws CONFLICT if the provider knows them, or
 * there are none.
 */
export async function forgetSubscriptions(app: App, accountId: string): Promise<Plan> {
  const ids = await repository.listLiveIds(app.db, accountId)
  if (ids.length === 0) throw conflict('The account has no subscription.')
  let forgottenCount = 0
  for (const id of ids) {
    if (app.payments && (await syncSubscription(app, id, null))) continue
    await forgetSubscription(app, accountId, id)
    forgottenCount += 1
  }
  if (forgottenCount === 0) {
    throw conflict("The payment provider knows the account's subscription. End it there: the plan follows.")
  }
  return await getPlan(app.db, accountId)
}

async function forgetSubscription(app: App, accountId: string, id: string): Promise<void> {
  const readNumber = await repository.nextReadNumber(app.db)
  await app.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    const before = await repository.findSubscription(trx, id)
    if (!before) return
    const after: typeof before = { ...before, status: 'canceled' }
    if (!(await repository.upsertSubscription(trx, after, readNumber, app.clock.now()))) return
    const source = asOperator(app)
    await recordAudit(trx, source, {
      action: 'subscription.forgotten',
      accountId,
      objectType: 'subscription',
      objectId: id,
    })
    await followSubscription(trx, source, account, before, after)
    tell('accountChanged', accountId, { accountId })
  })
}
