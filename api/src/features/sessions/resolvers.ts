import { partial } from '../../ground/resolver-types.ts'
import { isTwoFactors } from '../../platform/access/actor.ts'
import { confirmIdentity } from './proof.ts'
import { toPayload } from './issue.ts'
import { endSession, listSessions, refreshSession, signOut } from './service.ts'
import { signIn } from './sign-in.ts'

export const sessionResolvers = partial({
  Mutation: {
    signIn: async (_root, { input }, context) => toPayload(await signIn(context, input)),
    refreshSession: async (_root, { input }, context) => toPayload(await refreshSession(context, input.refreshToken)),
    signOut: async (_root, { input }, context) => ({ ended: await signOut(context, input) }),
    confirmIdentity: async (_root, { input }, context) => ({ session: await confirmIdentity(context, input) }),
    endSession: async (_root, { input }, context) => ({ session: await endSession(context, input.id) }),
  },
  Viewer: {
    sessions: (_viewer, _args, context) => listSessions(context),
  },
  AuthSession: {
    assurance: ({ provenBy }) => (isTwoFactors(provenBy) ? 'TWO_FACTORS' : 'ONE_FACTOR'),
    current: ({ id }, _args, { actor }) => actor.kind === 'user' && actor.sessionId === id,
  },
})
