import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { nameShortly } from '../users/rules.ts'
import { findContent, findKnownRequest } from './contents.ts'
import { replayRequest } from './replays.ts'
import { listSets, runSet, saveSet } from './sets.ts'
import { canEndShare, endRequestShare, shareRequest } from './shares.ts'

export const requestContentResolvers = partial({
  Mutation: {
    replayRequest: (_root, { input }, context) => replayRequest(context, input),
    shareRequest: async (_root, { input }, context) => ({ content: await shareRequest(context, input) }),
    endRequestShare: async (_root, { input }, context) => ({ id: await endRequestShare(context, input) }),
    saveRequestSet: async (_root, { input }, context) => ({ names: await saveSet(context, input) }),
    runRequestSet: async (_root, { input }, context) => ({ results: await runSet(context, input) }),
  },
  Account: {
    request: ({ id }, args, context) => findKnownRequest(context, id, args.id),
    requestContent: async ({ id }, args, context) => {
      const result = await findContent(context, id, args.id)
      if (result === null) return null
      if ('content' in result) return { content: result.content, absence: null, explanation: null }
      return { content: null, absence: result.fault.absence, explanation: result.fault.message }
    },
    requestSets: ({ id }, { agentId }, context) => listSets(context, id, agentId),
    viewerCanReplayRequests: ({ id }, _args, context) => can(context, 'replayRequests', id),
  },
  RequestShare: {
    sharedBy: async ({ sharedBy }, _args, { loaders }) => {
      const user = await loaders.user.load(sharedBy)
      return user ? nameShortly(user) : ''
    },
    viewerCanEnd: (share, _args, context) => canEndShare(context, share),
  },
})
