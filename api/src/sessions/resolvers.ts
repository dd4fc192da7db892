import { partial } from '../resolver-types.ts'
import { accessToken } from './rules.ts'
import { getViewer, refreshSession, signIn, signOut, signUp, type IssuedSession } from './service.ts'

export const sessionResolvers = partial({
  Query: {
    viewer: (_root, _args, context) => getViewer(context),
  },
  Mutation: {
    signUp: async (_root, { input }, context) => toPayload(await signUp(context, input)),
    signIn: async (_root, { input }, context) => toPayload(await signIn(context, input)),
    refreshSession: async (_root, { input }, context) => toPayload(await refreshSession(context, input.refreshToken)),
    signOut: async (_root, { input }, context) => ({ ended: await signOut(context, input.refreshToken) }),
  },
  User: {
    fullName: (user) => `${user.firstName} ${user.lastName}`,
  },
})

function toPayload(session: IssuedSession) {
  return { session: { ...session, tokenType: 'bearer', expiresIn: accessToken.lifetimeSeconds } }
}
