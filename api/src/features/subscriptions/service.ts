import { webPaths } from '@culvert/schema/web-paths'
import { AppError, conflict } from '../../ground/errors.ts'
import { authorize } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { asPaymentProvider, type AuditSource } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import type { PaymentProvider, ProviderSubscription } from '../../platform/payments/provider.ts'
import type { Account } from '../accounts/rules.ts'
import { lockAccount } from '../accounts/service.ts'
import { endInvoicing, switchPlan } from '../invoices/plan-changes.ts'
import type { Plan } from '../plans/rules.ts'
import { findAccountState, listAllPlans, getFreePlan, getPlan } from '../plans/service.ts'
import * as repository from './repository.ts'
import { grantedPlanId, isLive, matchPlan, type Subscription } from './rules.ts'

/** Returns an account's subscription at the payment provider; undefined when it never had one. */
export async function findAccountSubscription(
  context: RequestContext,
  accountId: string,
): Promise<Subscription | undefined> {
  await authorize(context, 'viewInvoices', accountId)
  return await repository.findSubscriptionOf(context.db, accountId)
}

/** Returns the provider's pages for an account's subscription. Throws CONFLICT if it never had one. */
export async function openBillingPortal(context: RequestContext, accountId: string): Promise<string> {
  await authorize(context, 'changePlan', accountId)
  const subscription = await repository.findSubscriptionOf(context.db, accountId)
  if (!subscription) {
    throw conflict('This account has no subscription to manage yet. Choose a plan first.')
  }
  return await createPortalUrl(context, subscription)
}

/** Returns the provider's pages for a subscription. */
export async function createPortalUrl(app: App, { customerId }: Subscription): Promise<string> {
  const returnUrl = getBillingUrl(app)
  return (await getPayments(app).createPortalSession({ customerId, returnUrl })).url
}

/** Returns the screen from which people go to the provider, and to which they return. */
export function getBillingUrl({ config }: App): string {
  return `${config.publicUrl}${webPaths.billing}`
}

/** Returns the payment provider. Throws UNAVAILABLE if the operator has set none. */
export function getPayments({ payments }: App): PaymentProvider {
  if (payments) return payments
  throw new AppError(
    'UNAVAILABLE',
    'This installation is not connected to its payment provider yet. Nothing was charged. Tell its operator.',
  )
}

/**
 * Reads a subscription at the provider and stores it, with the plan that follows from it. `hintedAccountId` is
 * the account that an event named. Returns whether the provider knows it.
 */
export async function syncSubscription(app: App, id: string, hintedAccountId: string | null): Promise<boolean> {
  // Numbered before it begins: of two reads that overlap, the one with the higher number is kept.
  const readNumber = await repository.nextReadNumber(app.db)
  const found = await getPayments(app).findSubscription(id)
  if (found) await applySubscription(app, readNumber, found, hintedAccountId)
  // This does not end it: with the key of another account at the provider, all subscriptions would be missing.
  else app.log.warn({ subscriptionId: id }, 'The payment provider knows no such subscription.')
  return found !== undefined
}

/** Ends a subscription with its paid period. Throws UNAVAILABLE if the provider does not know it. */
export async function cancelAtPeriodEnd(app: App, id: string): Promise<void> {
  await getPayments(app).cancelSubscription(id, 'period end')
  if (await syncSubscription(app, id, null)) return
  throw new AppError(
    'UNAVAILABLE',
    'The payment provider does not know this subscription, so nothing was changed. Tell the operator of this installation.',
  )
}

async function applySubscription(
  app: App,
  readNumber: number,
  found: ProviderSubscription,
  hintedAccountId: string | null,
): Promise<void> {
  const { id, customerId } = found
  const accountId =
    (await repository.findSubscription(app.db, id))?.accountId ??
    found.accountId ??
    hintedAccountId ??
    (await repository.findAccountOfCustomer(app.db, customerId))
  const state = accountId === undefined ? undefined : await findAccountState(app.db, accountId)
  if (accountId === undefined || state === undefined) {
    app.log.warn({ subscriptionId: id, customerId }, 'A subscription belongs to no account of this installation.')
    return
  }
  const plan = matchPlan(found, await listAllPlans(app.db))
  if (!plan) app.log.warn({ subscriptionId: id, priceId: found.priceId }, 'No plan is sold at this price.')

  await app.change(async (trx, tell) => {
    tell('accountChanged', accountId, { accountId })
    const account = state === 'lives' ? await lockAccount(trx, accountId) : undefined
    const before = await repository.findSubscription(trx, id)
    // A price that belongs to no plan leaves the account on the plan that it had from this subscription.
    const subscription = toSubscription(found, accountId, plan?.id ?? before?.planId ?? null)
    const isNewer = await repository.upsertSubscription(trx, subscription, readNumber, app.clock.now())
    if (account && isNewer) await followSubscription(trx, asPaymentProvider(app), account, before, subscription)
  })

  // Somebody paid while the account was being deleted.
  if (state === 'deleted' && isLive(found)) await getPayments(app).cancelSubscription(id, 'now')
}

/**
 * Puts an account on the plan that follows from a change of its subscription. Only a change counts: a plan that the operator gave meanwhile outlives
 * the next renewal.
 */
export async function followSubscription(
  trx: Trx,
  source: AuditSource,
  account: Locked<Account>,
  before: Subscription | undefined,
  after: Subscription,
): Promise<void> {
  const given = grantedPlanId(before)
  const granted = grantedPlanId(after)
  if (given === granted) return
  const current = await getPlan(trx, account.id)
  const to = await choosePlan(trx, account.id, current.id === given)
  if (to && to.id !== current.id) await switchPlan(trx, source, { account, to, isInvoiced: false })
  else if (current.id === granted) await endInvoicing(trx, source, account, current)
}

/** Returns the plan of an account's live subscription; without one, the free plan if the account is on the plan that a subscription gave it. */
async function choosePlan(trx: Trx, accountId: string, isOnGiven: boolean): Promise<Plan | undefined> {
  const next = grantedPlanId(await repository.findSubscriptionOf(trx, accountId))
  if (next === null) return isOnGiven ? await getFreePlan(trx) : undefined
  return (await listAllPlans(trx)).find(({ id }) => id === next)
}

function toSubscription(found: ProviderSubscription, accountId: string, planId: string | null): Subscription {
  const { id, customerId, status, priceId, productId, currentPeriodEnd, paymentMethod } = found
  return {
    id,
    accountId,
    customerId,
    planId,
    status,
    priceId,
    productId,
    currentPeriodEnd,
    cancelAtPeriodEnd: found.cancelAtPeriodEnd,
    paymentMethodBrand: paymentMethod?.brand ?? null,
    paymentMethodLast4: paymentMethod?.last4 ?? null,
  }
}
