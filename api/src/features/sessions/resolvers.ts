import { partial } from '../../ground/resolver-types.ts'
import { endSession, listSessions, refreshSession, signIn, signOut, toPayload } from './service.ts'

export const sessionResolvers = partial({
  Mutation: {
    signIn: async (_root, { input }, context) => toPayload(await signIn(context, input)),
    refreshSession: async (_root, { input }, context) => toPayload(await refreshSession(context, input.refreshToken)),
    signOut: async (_root, { input }, context) => ({ ended: await signOut(context, input) }),
    endSession: async (_root, { input }, context) => ({ session: await endSession(context, input.id) }),
  },
  Viewer: {
    sessions: (_viewer, _args, context) => listSessions(context),
  },
  AuthSession: {
    current: ({ id }, _args, { actor }) => actor.kind === 'user' && actor.sessionId === id,
  },
})
