import type { RequestContext } from '../http/context.ts'
import { partial } from '../resolver-types.ts'
import { accessToken } from './rules.ts'
import { endSession, listSessions, signOut } from './ending.ts'
import { changePassword, requestPasswordReset, resetPassword } from './passwords.ts'
import { getViewer, refreshSession, signIn, signUp, subscribeToViewer, type IssuedSession } from './service.ts'

export const sessionResolvers = partial({
  Query: {
    viewer: (_root, _args, context) => getViewer(context),
  },
  Mutation: {
    signUp: async (_root, { input }, context) => toPayload(await signUp(context, input)),
    signIn: async (_root, { input }, context) => toPayload(await signIn(context, input)),
    refreshSession: async (_root, { input }, context) => toPayload(await refreshSession(context, input.refreshToken)),
    signOut: async (_root, { input }, context) => ({ ended: await signOut(context, input) }),
    endSession: async (_root, { input }, context) => ({ session: await endSession(context, input.id) }),
    requestPasswordReset: async (_root, { input }, context) => {
      await requestPasswordReset(context, input.email)
      return { accepted: true }
    },
    resetPassword: async (_root, { input }, context) => ({ user: await resetPassword(context, input) }),
    changePassword: async (_root, { input }, context) => ({ user: await changePassword(context, input) }),
  },
  Subscription: {
    viewerChanged: {
      subscribe: (_root, _args, context) => subscribeToViewer(context),
      resolve: (_event: object, _args: object, context: RequestContext) => getViewer(context),
    },
  },
  Viewer: {
    sessions: (_viewer, _args, context) => listSessions(context),
  },
  AuthSession: {
    current: ({ id }, _args, { actor }) => actor.kind === 'user' && actor.sessionId === id,
  },
  User: {
    fullName: (user) => `${user.firstName} ${user.lastName}`,
  },
})

function toPayload(session: IssuedSession) {
  return { session: { ...session, tokenType: 'bearer', expiresIn: accessToken.lifetimeSeconds } }
}
