import type { TunnelFailure } from '../../generated/schema.ts'
import { partial } from '../../ground/resolver-types.ts'
import { can, checkScope } from '../../platform/access/authorize.ts'
import { explain } from '../agents/explanations.ts'
import { getPlanOf } from '../plans/service.ts'
import { nameShortly } from '../users/rules.ts'
import { reportRequests } from './reports.ts'
import { countUnrecorded, getRecording, listRequests, setRequestRecording, subscribeToRequests } from './service.ts'
import type { VisitorRequest } from './rules.ts'

export const requestResolvers = partial({
  Mutation: {
    setRequestRecording: async (_root, { input }, context) => ({ account: await setRequestRecording(context, input) }),
    reportRequests: async (_root, { input }, context) => ({ recorded: await reportRequests(context, input) }),
  },
  Subscription: {
    requestsAdded: {
      subscribe: (_root, { accountId, filter }, context) => subscribeToRequests(context, accountId, filter ?? {}),
    },
  },
  Account: {
    requests: ({ id }, args, context) => listRequests(context, id, args),
    requestRecording: ({ id }, _args, context) => getRecording(context, id),
    viewerCanSetRequestRecording: ({ id }, _args, context) => can(context, 'manageRequestRecording', id),
  },
  VisitorRequest: {
    failure: describeFailure,
    replayedBy: async ({ replayedBy }, _args, { loaders }) => {
      if (replayedBy === null) return null
      const user = await loaders.user.load(replayedBy)
      return user ? nameShortly(user) : ((await loaders.apiKeyName.load(replayedBy)) ?? null)
    },
  },
  Traffic: {
    notRecorded: ({ accountId, since }, _args, context) => {
      checkScope(context, 'viewUsage', 'account', 'account')
      return countUnrecorded(context, accountId, since)
    },
  },
  RequestRecording: {
    keptHours: async ({ accountId }, _args, { loaders }) => (await getPlanOf(loaders, accountId)).maxRequestHours,
    notRecordedLastHour: async ({ accountId }, _args, { loaders }) =>
      (await loaders.unrecordedRequests.load(accountId)) ?? 0,
  },
})

function describeFailure({ id: requestId, code, reason: detail, startedAt }: VisitorRequest): TunnelFailure | null {
  if (code === null) return null
  const { cause, fix } = explain(code)
  return { requestId, code, cause, fix, detail, occurredAt: startedAt }
}
