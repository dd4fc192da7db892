import { toPublicUrl } from '../../ground/hostnames.ts'
import { partial } from '../../ground/resolver-types.ts'
import { judgeAddition } from '../plans/service.ts'
import { isRenamable } from './rules.ts'
import {
  connectGateways,
  createGateway,
  deleteGateway,
  findOwnGateway,
  findReadableGateway,
  subscribeToGatewayChanges,
  updateGateway,
} from './service.ts'

export const gatewayResolvers = partial({
  Query: {
    gateway: (_root, { id }, context) => findReadableGateway(context, id),
  },
  Mutation: {
    createGateway: async (_root, { input }, context) => ({ gateway: await createGateway(context, input) }),
    updateGateway: async (_root, { input }, context) => ({ gateway: await updateGateway(context, input) }),
    deleteGateway: async (_root, { input }, context) => ({ gateway: await deleteGateway(context, input.id) }),
  },
  Subscription: {
    gatewayChanged: {
      subscribe: (_root, { accountId }, context) => subscribeToGatewayChanges(context, accountId),
    },
  },
  Account: {
    gateways: async ({ id }, _args, { loaders }) => (await loaders.gateways.load(id)) ?? [],
    gatewaysConnection: ({ id }, args, context) => connectGateways(context, id, args),
    gateway: ({ id: accountId }, { id }, context) => findOwnGateway(context, accountId, id),
    viewerCanCreateGateway: ({ id }, _args, context) =>
      judgeAddition(context, 'manageGateways', 'maxSubpoints', id, context.loaders.gateways.load(id)),
  },
  UsageStats: {
    subpoints: async ({ accountId }, _args, { loaders }) => (await loaders.gatewayCount.load(accountId)) ?? 0,
  },
  Gateway: {
    isRenamable,
    block: async ({ subdomain, deletedAt }, _args, { loaders }) => {
      const block = deletedAt === null ? await loaders.hostnameBlock.load(subdomain) : undefined
      return block ? { reason: block.reason, since: block.blockedAt } : null
    },
    publicUrl: ({ subdomain }, _args, { config }) => toPublicUrl(config.tunnelUrl, subdomain),
  },
})
