import { conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import { lockAccount } from '../accounts/service.ts'
import { switchPlan } from '../invoices/plan-changes.ts'
import type { Invoice } from '../invoices/rules.ts'
import { getPlanNamed } from '../plans/operator.ts'
import type { Plan } from '../plans/rules.ts'
import { getPlan } from '../plans/service.ts'
import { getPlanChangeMode } from '../site/service.ts'
import * as repository from './repository.ts'
import { isLive, type Subscription } from './rules.ts'
import { followSubscription, syncSubscription } from './service.ts'

/** A plan that the operator has put an account on. */
export interface AssignedPlan {
  plan: Plan
  invoice: Invoice | undefined
  /** The live subscription, which the payment provider goes on charging. */
  subscription: Subscription | undefined
}

/**
 * Puts an account on any plan, on offer or not; in the `manual` mode with an invoice, as if its owner had asked for it. Throws CONFLICT if it
 * is on the plan already, or if it would owe the price beside a subscription's.
 */
export async function assignPlan(app: App, accountId: string, planIdOrName: string): Promise<AssignedPlan> {
  return await app.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    const plan = await getPlanNamed(trx, planIdOrName)
    const isInvoiced = (await getPlanChangeMode(trx)) === 'manual'
    if (isInvoiced && account.suspendedAt !== null) {
      throw conflict('The account is suspended, and no invoice opens for it. Resume it first: `accounts resume`.')
    }
    const found = await repository.findSubscriptionOf(trx, accountId)
    const subscription = found && isLive(found) ? found : undefined
    if (isInvoiced && plan.type !== 'free' && subscription) {
      throw conflict(
        `The payment provider charges the account for its subscription ${subscription.id}, so it would pay twice. End it there first; \`accounts forget-subscription\` ends one that the provider does not know.`,
      )
    }
    tell('accountChanged', accountId, { accountId })
    return { plan, invoice: await switchPlan(trx, asOperator(app), { account, to: plan, isInvoiced }), subscription }
  })
}

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
