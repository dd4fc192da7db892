import { can } from '../auth/authorize.ts'
import type { PlanAvailability } from '../generated/schema.ts'
import type { Loaders } from '../loaders.ts'
import { partial } from '../resolver-types.ts'
import { computeOverage, describeInvoice } from './invoice-rules.ts'
import { listInvoices, markInvoicePaid } from './invoices.ts'
import { changePlan } from './plan-changes.ts'
import { findAvailability, type Plan } from './rules.ts'
import { listPlans } from './service.ts'
import { findAccountSubscription, openBillingPortal } from './subscriptions.ts'

export const billingResolvers = partial({
  Query: {
    plans: (_root, _args, { db }) => listPlans(db),
  },
  Mutation: {
    changePlan: (_root, { input }, context) => changePlan(context, input),
    markInvoicePaid: async (_root, { input }, context) => ({ invoice: await markInvoicePaid(context, input.id) }),
    openBillingPortal: async (_root, { input }, context) => ({
      url: await openBillingPortal(context, input.accountId),
    }),
  },
  Account: {
    plan: ({ id }, _args, { loaders }) => getPlanOf(loaders, id),
    viewerCanChangePlan: ({ id }, _args, context) => can(context, 'changePlan', id),
    viewerCanSeeInvoices: ({ id }, _args, context) => can(context, 'viewInvoices', id),
    invoices: ({ id }, _args, context) => listInvoices(context, id),
    subscription: async ({ id }, _args, context) => (await findAccountSubscription(context, id)) ?? null,
  },
  UsageStats: {
    overage: async ({ accountId }, _args, { loaders }) =>
      computeOverage(
        (await loaders.monthlyUsage.load(accountId))?.dataOutBytes ?? 0,
        await getPlanOf(loaders, accountId),
      ),
  },
  Plan: {
    isFree: ({ type }) => type === 'free',
    isProviderBacked: ({ providerProductId }) => providerProductId !== null,
    availability: (plan, _args, { loaders }) => loadAvailability(loaders, plan),
  },
  Invoice: {
    description: describeInvoice,
    plan: ({ planId }, _args, { loaders }) => getPlanById(loaders, planId),
  },
  ProviderSubscription: {
    subscriptionStatus: ({ status }) => status,
    plan: ({ planId }, _args, { loaders }) => (planId === null ? null : getPlanById(loaders, planId)),
    currentPeriodEnd: ({ currentPeriodEnd }) => Math.floor(currentPeriodEnd.getTime() / 1_000),
  },
})

async function getPlanOf(loaders: Loaders, accountId: string): Promise<Plan> {
  const plan = await loaders.plan.load(accountId)
  if (!plan) throw new Error(`Account ${accountId} has no active plan.`)
  return plan
}

async function loadAvailability(loaders: Loaders, plan: Plan): Promise<PlanAvailability> {
  const mode = await loaders.planChangeMode.load(plan.id)
  if (!mode) throw new Error('The installation has no mode of plan changes.')
  return findAvailability(plan, mode)
}

async function getPlanById(loaders: Loaders, id: string): Promise<Plan> {
  const plan = await loaders.planById.load(id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}
