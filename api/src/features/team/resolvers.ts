import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { loadColleague } from '../accounts/loaders.ts'
import {
  acceptInvite,
  connectInvites,
  declineInvite,
  findInvitation,
  inviteMember,
  listInvites,
  listOwnInvites,
  listSeats,
  revokeInvite,
} from './invites.ts'
import { judgeAddition } from '../plans/service.ts'
import { toInviteUrl } from './rules.ts'
import {
  canChangeMember,
  canLeaveAccount,
  canTransferOwnershipTo,
  changeMemberRole,
  connectMembers,
  leaveAccount,
  removeMember,
  transferOwnership,
} from './service.ts'

export const teamResolvers = partial({
  Query: {
    invite: async (_root, { token }, context) => (await findInvitation(context, token)) ?? null,
  },
  Mutation: {
    inviteMember: async (_root, { input }, context) => ({ invite: await inviteMember(context, input) }),
    revokeInvite: async (_root, { input }, context) => ({ invite: await revokeInvite(context, input.id) }),
    acceptInvite: async (_root, { input }, context) => ({ membership: await acceptInvite(context, input.token) }),
    declineInvite: async (_root, { input }, context) => ({ inviteId: await declineInvite(context, input.token) }),
    changeMemberRole: async (_root, { input }, context) => ({ member: await changeMemberRole(context, input) }),
    removeMember: async (_root, { input }, context) => ({ memberId: (await removeMember(context, input.id)).id }),
    leaveAccount: async (_root, { input }, context) => {
      await leaveAccount(context, input.accountId)
      return { accountId: input.accountId }
    },
    transferOwnership: async (_root, { input }, context) => ({ account: await transferOwnership(context, input) }),
  },
  Viewer: {
    invites: ({ user }, _args, context) => listOwnInvites(context, user),
  },
  Account: {
    members: async ({ id }, _args, { loaders }) => (await loaders.members.load(id)) ?? [],
    invites: ({ id }, { status }, context) => listInvites(context, id, status ?? undefined),
    membersConnection: ({ id }, args, context) => connectMembers(context, id, args),
    invitesConnection: ({ id }, args, context) => connectInvites(context, id, args),
    viewerCanInvite: ({ id }, _args, context) => can(context, 'manageMembers', id),
    viewerCanInviteMember: ({ id }, _args, context) =>
      judgeAddition(context, 'manageMembers', 'maxTeamMembers', id, listSeats(context, id)),
    viewerCanLeave: ({ id }, _args, context) => canLeaveAccount(context, id),
    viewerCanTransferOwnership: ({ id }, _args, context) => can(context, 'transferOwnership', id),
  },
  Member: {
    user: async ({ userId }, _args, { loaders }) => {
      const user = await loaders.user.load(userId)
      if (!user) throw new Error(`Member ${userId} is no user.`)
      return user
    },
    viewerCanChangeRole: (member, _args, context) => canChangeMember(context, member),
    viewerCanRemove: (member, _args, context) => canChangeMember(context, member),
    viewerCanTransferOwnershipTo: (member, _args, context) => canTransferOwnershipTo(context, member),
  },
  Invite: {
    invitedBy: ({ accountId, invitedBy }, _args, { loaders }) => loadColleague(loaders, accountId, invitedBy),
    url: async ({ accountId, status, token }, _args, context) =>
      status === 'pending' && (await can(context, 'manageMembers', accountId))
        ? toInviteUrl(context.config.publicUrl, token)
        : null,
    viewerCanRevoke: async ({ accountId, status }, _args, context) =>
      status === 'pending' && (await can(context, 'manageMembers', accountId)),
  },
})
