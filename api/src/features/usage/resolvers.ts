import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { hasConnected, listUsageByLabel, listUsageMetrics, listUsageTotals, reportUsage } from './service.ts'

export const usageResolvers = partial({
  Mutation: {
    reportUsage: async (_root, { input }, context) => ({ counted: await reportUsage(context, input) }),
  },
  Account: {
    hasConnected: ({ id }, _args, { db }) => hasConnected(db, id),
    usage: ({ id }) => ({ accountId: id }),
    usageMetrics: ({ id }, args, context) => listUsageMetrics(context, id, args),
    usageByLabel: ({ id }, args, context) => listUsageByLabel(context, id, args),
    usageTotals: ({ id }, args, context) => listUsageTotals(context, id, args),
  },
  UsageMetric: {
    gateway: ({ gatewayId }, _args, { loaders }) => loadOrNull(loaders.gateway, gatewayId),
    agentRunHours: ({ agentRunSeconds }) => agentRunSeconds / 3_600,
  },
  LabelUsage: {
    agentRunHours: ({ agentRunSeconds }) => agentRunSeconds / 3_600,
  },
  UsageTotal: {
    agentRunHours: ({ agentRunSeconds }) => agentRunSeconds / 3_600,
  },
  UsageStats: {
    apiRequests: async ({ accountId }, _args, { loaders }) =>
      (await loaders.monthlyUsage.load(accountId))?.apiRequests ?? 0,
    dataInBytes: async ({ accountId }, _args, { loaders }) =>
      (await loaders.monthlyUsage.load(accountId))?.dataInBytes ?? 0,
    dataOutBytes: async ({ accountId }, _args, { loaders }) =>
      (await loaders.monthlyUsage.load(accountId))?.dataOutBytes ?? 0,
    agentMinutes: async ({ accountId }, _args, { loaders }) =>
      ((await loaders.monthlyUsage.load(accountId))?.agentRunSeconds ?? 0) / 60,
  },
})
