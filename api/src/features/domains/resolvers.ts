import { accountHostname } from '@culvert/schema/names'
import { notFound } from '../../ground/errors.ts'
import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { judgeAddition } from '../plans/service.ts'
import { getTunnelHost, isVerifying, listRecords } from './rules.ts'
import {
  addDomain,
  connectDomains,
  deleteDomain,
  findReadableDomain,
  subscribeToDomainChanges,
  verifyDomain,
} from './service.ts'

export const domainResolvers = partial({
  Query: {
    domain: (_root, { id }, context) => findReadableDomain(context, id),
  },
  Mutation: {
    addDomain: async (_root, { input }, context) => ({ domain: await addDomain(context, input) }),
    verifyDomain: async (_root, { input }, context) => ({ domain: await verifyDomain(context, input.id) }),
    deleteDomain: async (_root, { input }, context) => ({ domain: await deleteDomain(context, input.id) }),
  },
  Subscription: {
    domainChanged: {
      subscribe: (_root, { accountId }, context) => subscribeToDomainChanges(context, accountId),
    },
  },
  Account: {
    domains: async ({ id }, { status }, { loaders }) => {
      const domains = (await loaders.domains.load(id)) ?? []
      return status ? domains.filter((domain) => status.includes(domain.status)) : domains
    },
    domainsConnection: ({ id }, args, context) => connectDomains(context, id, args),
    viewerCanManageDomains: ({ id }, _args, context) => can(context, 'manageDomains', id),
    viewerCanAddDomain: ({ id }, _args, context) =>
      judgeAddition(context, 'manageDomains', 'maxDomains', id, context.loaders.domains.load(id)),
  },
  UsageStats: {
    domains: async ({ accountId }, _args, { loaders }) => (await loaders.domainCount.load(accountId)) ?? 0,
  },
  Domain: {
    verifying: (domain, _args, { clock }) => isVerifying(domain, clock.now()),
    dnsRecords: async (domain, _args, { config, loaders }) => {
      const account = await loaders.account.load(domain.accountId)
      if (!account) throw notFound('account')
      return listRecords(domain, accountHostname(account.key, getTunnelHost(config.tunnelUrl)))
    },
  },
})
