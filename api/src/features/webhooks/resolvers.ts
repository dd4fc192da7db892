import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { typedEntries } from '../../ground/typed-entries.ts'
import { can } from '../../platform/access/authorize.ts'
import { listAccountKinds } from '../notices/mails.ts'
import { describeOffReason } from '../notices/rules.ts'
import { redeliver, testWebhook } from './deliveries.ts'
import { eventLabels } from './rules.ts'
import {
  connectDeliveries,
  createWebhook,
  deleteWebhook,
  findWebhookOf,
  listDeliveries,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './service.ts'

export const webhookResolvers = partial({
  Mutation: {
    createWebhook: (_root, { input }, context) => createWebhook(context, input),
    updateWebhook: async (_root, { input }, context) => ({ webhook: await updateWebhook(context, input) }),
    deleteWebhook: async (_root, { input }, context) => ({ id: await deleteWebhook(context, input.id) }),
    rotateWebhookSecret: (_root, { input }, context) => rotateSecret(context, input.id),
    testWebhook: async (_root, { input }, context) => ({ delivery: await testWebhook(context, input.id) }),
    redeliverWebhook: async (_root, { input }, context) => ({ delivery: await redeliver(context, input.id) }),
  },
  Account: {
    webhooks: ({ id }, _args, context) => listWebhooks(context, id),
    webhook: async ({ id }, args, context) => (await findWebhookOf(context, id, args.id)) ?? null,
    webhookKinds: () => listAccountKinds(),
    webhookEvents: () => typedEntries(eventLabels).map(([event, label]) => ({ event, label })),
    viewerCanManageWebhooks: ({ id }, _args, context) => can(context, 'manageWebhooks', id),
  },
  Webhook: {
    offBecause: ({ offReason }) => offReason && describeOffReason(offReason),
    previousSecretUntil: ({ previousUntil }, _args, { clock }) =>
      previousUntil !== null && clock.now() < previousUntil ? previousUntil : null,
    lastDelivery: ({ id }, _args, { loaders }) => loadOrNull(loaders.lastDelivery, id),
    deliveries: (webhook, args, context) => listDeliveries(context, webhook, args),
    deliveriesConnection: (webhook, args, context) => connectDeliveries(context, webhook, args),
  },
})
