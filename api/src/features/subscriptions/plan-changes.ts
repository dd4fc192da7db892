import { webPaths } from '@culvert/schema/web-paths'
import type { ChangePlanInput, PlanChangeOutcome } from '../../generated/schema.ts'
import { formatDay } from '../../ground/clock.ts'
import { AppError, badInput, notFound } from '../../ground/errors.ts'
import { authorize, getUser } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Account } from '../accounts/rules.ts'
import { getAccount, lockAccountFor } from '../accounts/service.ts'
import { switchPlan } from '../invoices/plan-changes.ts'
import { type InvoiceView, showInvoices } from '../invoices/service.ts'
import { findAvailability, onPlanAlready, type Plan } from '../plans/rules.ts'
import { findPlan, getPlan } from '../plans/service.ts'
import { getPlanChangeMode } from '../site/service.ts'
import { openCheckout } from './checkouts.ts'
import { findSubscriptionOf } from './repository.ts'
import { begunMeanwhile, isLive, type Subscription } from './rules.ts'
import { cancelAtPeriodEnd, createPortalUrl, getBillingUrl } from './service.ts'

/** The outcome of asking for another plan. */
export interface PlanChange {
  account: Account
  outcome: PlanChangeOutcome
  message: string
  invoice: InvoiceView | null
  checkoutUrl: string | null
}

type Outcome = Omit<PlanChange, 'account'>

/** Asks for another plan; the outcome depends on the installation's mode. */
export async function changePlan(context: RequestContext, { accountId, planId }: ChangePlanInput): Promise<PlanChange> {
  await authorize(context, 'changePlan', accountId)
  const to = await findPlan(context.db, planId)
  if (to?.id !== planId) throw notFound('plan')
  const outcome = await changeByMode(context, accountId, to)
  return { account: await getAccount(context, accountId), ...outcome }
}

async function changeByMode(context: RequestContext, accountId: string, to: Plan): Promise<Outcome> {
  const mode = await getPlanChangeMode(context.db)
  if (mode === 'coming_soon') return comingSoon
  if (!to.isActive) throw badInput('planId', `${to.name} is no longer on offer. Choose one of the plans that are.`)
  if (findAvailability(to, mode) === 'BY_AGREEMENT') {
    throw badInput('planId', `${to.name} is agreed with the operator of this installation. Write to them.`)
  }
  const subscription = await findSubscriptionOf(context.db, accountId)
  // It continues at the provider, whatever the mode is by now.
  if (subscription && isLive(subscription)) return await changeSubscription(context, subscription, to)
  if (mode === 'provider' && to.type !== 'free') return await subscribe(context, accountId, to, subscription)
  return await changeAtOnce(context, accountId, to, mode === 'manual')
}

const comingSoon: Outcome = {
  outcome: 'COMING_SOON',
  message: 'Thanks for the interest! This feature is coming soon. Stay tuned!',
  invoice: null,
  checkoutUrl: null,
}

async function changeAtOnce(
  context: RequestContext,
  accountId: string,
  to: Plan,
  isInvoiced: boolean,
): Promise<Outcome> {
  const invoice = await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'changePlan', accountId)
    const subscription = await findSubscriptionOf(trx, accountId)
    if (subscription && isLive(subscription)) throw begunMeanwhile()
    tell('accountChanged', accountId, { accountId })
    return await switchPlan(trx, context, { account, to, isInvoiced })
  })
  const [shown = null] = await showInvoices(context, accountId, invoice ? [invoice] : [])
  const message = shown
    ? `You are on the ${to.name} plan now. Its invoice of ${formatUsd(shown.amount)} is due on ${formatDay(shown.dueDate)}.`
    : `You are on the ${to.name} plan now.`
  return { outcome: 'CHANGED', message, invoice: shown, checkoutUrl: null }
}

/** Returns the provider's page for subscribing. The plan changes when the provider reports the subscription. */
async function subscribe(
  context: RequestContext,
  accountId: string,
  to: Plan,
  earlier: Subscription | undefined,
): Promise<Outcome> {
  const { userId } = getUser(context)
  const user = await context.loaders.user.load(userId)
  if ((await getPlan(context.db, accountId)).id === to.id) throw onPlanAlready(to)
  const url = await openCheckout(context, `${to.id} ${userId}`, {
    accountId,
    product: getProduct(to),
    ...(earlier && { customerId: earlier.customerId }),
    ...(user?.email && { email: user.email }),
    successUrl: `${context.config.publicUrl}${webPaths.success}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: getBillingUrl(context),
  })
  return redirectTo(url, `The payment page opens. You are on the ${to.name} plan once you have subscribed.`)
}

/** Changes a live subscription: to the free plan by letting it end, to another plan on the provider's pages. */
async function changeSubscription(context: RequestContext, subscription: Subscription, to: Plan): Promise<Outcome> {
  const { id, accountId, planId, currentPeriodEnd } = subscription
  if (to.type === 'free') {
    await cancelAtPeriodEnd(context, id)
    await context.change((trx) =>
      recordAudit(trx, context, {
        action: 'subscription.cancellation_requested',
        accountId,
        objectType: 'subscription',
        objectId: id,
      }),
    )
    return {
      outcome: 'SCHEDULED',
      message: `Your plan changes to ${to.name} on ${formatDay(currentPeriodEnd)}, when the paid month ends. It does not renew itself.`,
      invoice: null,
      checkoutUrl: null,
    }
  }
  if (planId === to.id && !subscription.cancelAtPeriodEnd) throw onPlanAlready(to)
  getProduct(to)
  const url = await createPortalUrl(context, subscription)
  return redirectTo(url, `The pages of your subscription open. Choose ${to.name} there.`)
}

function getProduct({ name, providerProductId }: Plan): string {
  if (providerProductId !== null) return providerProductId
  throw new AppError(
    'UNAVAILABLE',
    `${name} cannot be subscribed to yet: the payment provider does not sell it. Tell the operator of this installation.`,
  )
}

function redirectTo(checkoutUrl: string, message: string): Outcome {
  return { outcome: 'REDIRECT', message, invoice: null, checkoutUrl }
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$12.00" */
function formatUsd(amount: number): string {
  return usd.format(amount)
}
