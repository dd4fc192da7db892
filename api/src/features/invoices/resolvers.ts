import { currency, toCents } from '../../ground/money.ts'
import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { getPlanById, getPlanOf } from '../plans/service.ts'
import { computeOverage, describeInvoice } from './rules.ts'
import { connectInvoices, listInvoices, markInvoicePaid } from './service.ts'

export const invoiceResolvers = partial({
  Mutation: {
    markInvoicePaid: async (_root, { input }, context) => ({ invoice: await markInvoicePaid(context, input.id) }),
  },
  Account: {
    viewerCanSeeInvoices: ({ id }, _args, context) => can(context, 'viewInvoices', id),
    invoices: ({ id }, _args, context) => listInvoices(context, id),
    invoicesConnection: ({ id }, args, context) => connectInvoices(context, id, args),
  },
  UsageStats: {
    overage: async ({ accountId }, _args, { loaders }) =>
      computeOverage(
        (await loaders.monthlyUsage.load(accountId))?.dataOutBytes ?? 0,
        await getPlanOf(loaders, accountId),
      ),
  },
  Invoice: {
    description: describeInvoice,
    plan: ({ planId }, _args, { loaders }) => getPlanById(loaders, planId),
    amountCents: ({ amount }) => toCents(amount),
    currency: () => currency,
  },
  Overage: {
    amountCents: ({ amount }) => toCents(amount),
    currency: () => currency,
  },
})
