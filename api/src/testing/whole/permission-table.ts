import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '../../ground/errors.ts'
import { newUser, password } from '../sign-up.ts'
import { actorNames, type ActorName, type World } from './actors.ts'
import {
  agentOfViewer,
  aMonth,
  anyId,
  aProvider,
  aTrust,
  counters,
  invite,
  inviteToken,
  newAddress,
  newApiKey,
  newContactRequest,
  newDomain,
  verifiedDomain,
  verifiedDomainId,
  newDomainName,
  newEmail,
  newErrorReport,
  newGateway,
  ofNewGateway,
  newInvite,
  newInvoice,
  newMember,
  newMemberId,
  newAgentOf,
  newPlan,
  newRefreshToken,
  newRequest,
  newRestriction,
  newShare,
  newTrust,
  newUserCode,
  newDelivery,
  newWebhook,
  ofAccount,
  ownerAsMember,
  revokedInvite,
  shareOfViewer,
  signInInput,
  unique,
} from './resources.ts'

/** The outcome of an operation: it is done, it is refused, or the socket is closed with 4403 before it is read. */
export type Outcome = 'OK' | ErrorCode | '4403'

/** The outcome of one operation for each actor. */
export type Who = Record<ActorName, Outcome>

/** Arguments of a field, as GraphQL variables. */
export type Args = Record<string, unknown>

/** One operation, and its outcome for each actor. */
export interface Row {
  /** The field, as Type.field. */
  operation: string
  /** What distinguishes this row from others of the same operation. */
  when?: string
  who: Who
  /** Creates a new object for the operation, because it can be deleted only once. */
  args?: (world: World) => Args | Promise<Args>
  /** Whether the operation destroys what the next actor needs: each actor who may run it then has a separate world. */
  endsWorld?: boolean
}

// The outcomes of each kind of operation, written by hand from the product's rules and not read from permissions.ts:
// the two must agree.

const all = (outcome: Outcome) => Object.fromEntries(actorNames.map((actor) => [actor, outcome])) as Who

const everybody = all('OK')

const signedIn: Who = {
  super_admin: 'OK',
  admin: 'OK',
  viewer: 'OK',
  outsider: 'OK',
  anonymous: 'UNAUTHENTICATED',
  expired: 'UNAUTHENTICATED',
  ended: 'UNAUTHENTICATED',
  authId: 'FORBIDDEN',
  machine: 'FORBIDDEN',
  foreignAuthId: 'FORBIDDEN',
  agentToken: 'FORBIDDEN',
  foreignAgentToken: 'FORBIDDEN',
  accountKey: 'FORBIDDEN',
  usageKey: 'FORBIDDEN',
  requestKey: 'FORBIDDEN',
  replayKey: 'FORBIDDEN',
  gatewayKey: 'FORBIDDEN',
  domainKey: 'FORBIDDEN',
  agentKey: 'FORBIDDEN',
  memberKey: 'FORBIDDEN',
  tokenKey: 'FORBIDDEN',
  limitedKey: 'FORBIDDEN',
  foreignKey: 'FORBIDDEN',
  edge: 'FORBIDDEN',
}

const members: Who = { ...signedIn, outsider: 'NOT_FOUND' }
const managers: Who = { ...members, viewer: 'FORBIDDEN' }
const owners: Who = { ...managers, admin: 'FORBIDDEN' }

/** The actors who run agents: members, also by AuthID or machine token. */
const runners: Who = {
  ...members,
  authId: 'OK',
  machine: 'OK',
  foreignAuthId: 'NOT_FOUND',
  agentToken: 'NOT_FOUND',
  foreignAgentToken: 'NOT_FOUND',
}
/** The member who started the agent, here the viewer. An agent token sees only those that it started. */
const starter: Who = { ...runners, super_admin: 'FORBIDDEN', admin: 'FORBIDDEN' }

/** Reads of an account, also by an API key. */
const readers: Who = { ...members, accountKey: 'OK', foreignKey: 'NOT_FOUND' }
const openers: Who = {
  ...readers,
  usageKey: 'OK',
  requestKey: 'OK',
  replayKey: 'OK',
  gatewayKey: 'OK',
  domainKey: 'OK',
  agentKey: 'OK',
  memberKey: 'OK',
  tokenKey: 'OK',
  limitedKey: 'OK',
}
const usageReaders: Who = { ...readers, accountKey: 'FORBIDDEN', usageKey: 'OK' }
const requestReaders: Who = { ...readers, accountKey: 'FORBIDDEN', requestKey: 'OK' }
/** Those who may replay requests, also by an API key. */
const replayers: Who = { ...managers, replayKey: 'OK', foreignKey: 'NOT_FOUND' }
/** The objects of one gateway do not exist for a key that is limited to another. */
const elsewhere = { limitedKey: 'NOT_FOUND' } as const
/** Managers, and API keys with the scope for it. */
const gatewayManagers: Who = { ...managers, gatewayKey: 'OK', foreignKey: 'NOT_FOUND' }
const domainManagers: Who = { ...managers, domainKey: 'OK', foreignKey: 'NOT_FOUND' }
const memberManagers: Who = { ...managers, memberKey: 'OK', foreignKey: 'NOT_FOUND' }
/** Those who may stop an agent that they have started, and API keys that may stop any. */
const stoppers: Who = { ...runners, agentKey: 'OK', ...elsewhere, foreignKey: 'NOT_FOUND' }
/** No API key reads what only managers may read. */
const readingManagers: Who = { ...managers, foreignKey: 'NOT_FOUND' }

/** The same for one object, which is null for strangers to its account. */
const readersElseNull: Who = { ...readers, outsider: 'OK', foreignKey: 'OK' }

const inSession = (code: Outcome) => ({ super_admin: code, admin: code, viewer: code, outsider: code })

const signedInGets = (code: Outcome): Who => ({ ...signedIn, ...inSession(code) })

/** The invitation is the outsider's. */
const invited: Who = { ...signedIn, super_admin: 'FORBIDDEN', admin: 'FORBIDDEN', viewer: 'FORBIDDEN' }

/** Those who may issue agent tokens, also by an API key. */
const issuers: Who = { ...managers, tokenKey: 'OK', foreignKey: 'NOT_FOUND' }

/** Programs with an AuthID, a machine token or an agent token, whichever account it is for. */
const tokens: Who = {
  ...signedInGets('FORBIDDEN'),
  authId: 'OK',
  machine: 'OK',
  foreignAuthId: 'OK',
  agentToken: 'OK',
  foreignAgentToken: 'OK',
}

const edges: Who = {
  ...signedInGets('FORBIDDEN'),
  anonymous: 'FORBIDDEN',
  edge: 'OK',
}

/** A socket is not even opened without a credential. */
const overSocket = (who: Who): Who => ({ ...who, anonymous: '4403', expired: '4403', ended: '4403' })

const queries: Row[] = [
  { operation: 'Query.viewer', who: signedIn },
  {
    operation: 'Query.account',
    who: openers,
    args: ({ accountId }) => ({ id: accountId }),
  },
  { operation: 'Query.gateway', who: readersElseNull, args: async (world) => (await newGateway(world)).input },
  { operation: 'Query.agent', who: readersElseNull, args: async ({ owner }) => ({ id: (await owner.agent()).id }) },
  { operation: 'Query.domain', who: readersElseNull, args: async (world) => (await newDomain(world)).input },
  { operation: 'Query.tokenHolder', who: tokens },
  { operation: 'Query.commandLineSignIn', who: signedIn, args: newUserCode },
  { operation: 'Query.plans', who: everybody },
  { operation: 'Query.site', who: everybody },
  { operation: 'Query.invite', who: everybody, args: () => ({ token: 'inv_nothing' }) },
  { operation: 'Query.emailVerification', who: everybody, args: () => ({ token: 'ev_nothing' }) },
  { operation: 'Query.tunnelError', who: members, args: newErrorReport },
  { operation: 'Query.restrictions', who: edges },
  { operation: 'Query.hostnameBlocks', who: edges },
  { operation: 'Query.certificates', who: edges, args: () => ({ hostnames: [] }) },
  { operation: 'Query.reservedHostnames', who: edges, args: () => ({ hostnames: [] }) },
  { operation: 'Query.suspendedHostnames', who: edges, args: () => ({ hostnames: [] }) },
]

const mutations: Row[] = [
  { operation: 'Mutation.createAccount', who: signedIn, args: () => ({ input: { name: 'Another' } }) },
  {
    operation: 'Mutation.updateAccount',
    when: 'the name',
    who: owners,
    args: ({ accountId }) => ({ input: { accountId, name: `Name ${unique()}` } }),
  },
  {
    operation: 'Mutation.updateAccount',
    when: 'the namespace',
    who: owners,
    args: ({ accountId }) => ({ input: { accountId, namespace: `ns-${unique()}` } }),
  },
  { operation: 'Mutation.exportAccount', who: owners, args: ofAccount },
  {
    operation: 'Mutation.deleteAccount',
    who: owners,
    args: ({ accountId, owner: { namespace } }) => ({ input: { accountId, namespace } }),
    endsWorld: true,
  },
  {
    operation: 'Mutation.startAgent',
    // A token belongs to one account, so naming another account is an input error.
    who: { ...runners, foreignAuthId: 'BAD_USER_INPUT', agentToken: 'OK', foreignAgentToken: 'BAD_USER_INPUT' },
    args: ({ accountId }) => ({ input: { accountId, forwardingTo: 'http://localhost:3000' } }),
  },
  {
    operation: 'Mutation.renewAgentTicket',
    who: starter,
    args: async (world) => ({ input: { agentId: await agentOfViewer(world) } }),
  },
  {
    operation: 'Mutation.reportAgent',
    who: starter,
    args: async (world) => ({ input: { agentId: await agentOfViewer(world), ...counters } }),
  },
  {
    operation: 'Mutation.stopAgent',
    when: 'started by the viewer',
    who: stoppers,
    args: async (world) => ({ input: { id: await agentOfViewer(world) } }),
  },
  {
    operation: 'Mutation.stopAgent',
    when: 'started by the owner',
    who: { ...stoppers, viewer: 'FORBIDDEN', authId: 'FORBIDDEN', machine: 'FORBIDDEN' },
    args: async ({ owner }) => ({ input: { id: (await owner.agent()).id } }),
  },
  {
    operation: 'Mutation.createApiKey',
    who: managers,
    args: ({ accountId }) => ({ input: { accountId, name: 'Another', scopes: ['READ_ACCOUNT'] } }),
  },
  { operation: 'Mutation.revokeApiKey', who: managers, args: newApiKey },
  { operation: 'Mutation.createTrust', who: managers, args: aTrust },
  { operation: 'Mutation.deleteTrust', who: managers, args: newTrust },
  {
    operation: 'Mutation.exchangeToken',
    when: 'by a trust that is none',
    who: all('FORBIDDEN'),
    args: () => ({ input: { trustId: 'none', token: 'none' } }),
  },
  {
    operation: 'Mutation.createAgentToken',
    who: issuers,
    args: ({ accountId }) => ({ input: { accountId, label: 'acme', hostnamePrefix: 'acme-', ttlSeconds: 60 } }),
  },
  {
    operation: 'Mutation.revokeAgentToken',
    who: { ...issuers, ...elsewhere },
    args: async ({ owner }) => ({ input: { id: (await owner.agentToken({ hostnamePrefix: 'acme-' })).id } }),
  },
  { operation: 'Mutation.createAuthToken', who: members, args: ofAccount, endsWorld: true },
  {
    operation: 'Mutation.deleteAuthToken',
    when: "the admin's own",
    who: { ...members, super_admin: 'NOT_FOUND', viewer: 'NOT_FOUND' },
    args: async ({ admin }) => ({ input: { id: (await admin.authToken()).id } }),
  },
  {
    operation: 'Mutation.createMachineToken',
    who: members,
    args: ({ accountId }) => ({ input: { accountId, name: 'ci' } }),
  },
  {
    operation: 'Mutation.deleteMachineToken',
    when: "the admin's own",
    who: { ...members, super_admin: 'NOT_FOUND', viewer: 'NOT_FOUND' },
    args: async ({ admin }) => ({ input: { id: (await admin.machineToken()).id } }),
  },
  {
    operation: 'Mutation.endOwnToken',
    who: {
      ...tokens,
      authId: 'FORBIDDEN',
      foreignAuthId: 'FORBIDDEN',
      agentToken: 'FORBIDDEN',
      foreignAgentToken: 'FORBIDDEN',
    },
    endsWorld: true,
  },
  {
    operation: 'Mutation.requestCommandLineSignIn',
    who: everybody,
    args: () => ({ input: { machineName: 'laptop' } }),
  },
  {
    operation: 'Mutation.approveCommandLineSignIn',
    who: members,
    args: async (world) => ({ input: { accountId: world.accountId, ...(await newUserCode(world)) } }),
  },
  {
    operation: 'Mutation.denyCommandLineSignIn',
    who: signedIn,
    args: async (world) => ({ input: await newUserCode(world) }),
  },
  {
    operation: 'Mutation.redeemCommandLineSignIn',
    when: 'that is not known',
    who: all('NOT_FOUND'),
    args: () => ({ input: { deviceCode: 'none' } }),
  },
  { operation: 'Mutation.addDomain', who: domainManagers, args: newDomainName },
  { operation: 'Mutation.verifyDomain', who: domainManagers, args: newDomain },
  { operation: 'Mutation.deleteDomain', who: domainManagers, args: newDomain },
  {
    operation: 'Mutation.createGateway',
    who: gatewayManagers,
    args: ({ accountId }) => ({ input: { accountId, name: `g-${unique()}`, domain: 'culvert.localhost' } }),
  },
  { operation: 'Mutation.updateGateway', who: { ...gatewayManagers, ...elsewhere }, args: newGateway },
  { operation: 'Mutation.deleteGateway', who: { ...gatewayManagers, ...elsewhere }, args: newGateway },
  { operation: 'Mutation.checkGateway', who: members, args: newGateway },
  {
    operation: 'Mutation.checkAgent',
    who: members,
    args: async (world) => ({ input: { id: await agentOfViewer(world) } }),
  },
  {
    operation: 'Mutation.addIpRestriction',
    who: managers,
    args: ({ accountId }) => ({ input: { accountId, ipAddress: newAddress() } }),
  },
  { operation: 'Mutation.removeIpRestriction', who: managers, args: newRestriction },
  {
    operation: 'Mutation.replayRequest',
    who: { ...replayers, ...elsewhere },
    args: async (world) => ({ input: { accountId: world.accountId, id: await newRequest(world) } }),
  },
  {
    operation: 'Mutation.shareRequest',
    who: members,
    args: async (world) => ({ input: { accountId: world.accountId, id: await newRequest(world), days: 1 } }),
  },
  {
    operation: 'Mutation.endRequestShare',
    when: 'shared by the owner',
    who: managers,
    args: newShare,
  },
  {
    operation: 'Mutation.saveRequestSet',
    who: replayers,
    args: async (world) => ({
      input: { ...(await newAgentOf(world)), name: 'smoke', requestIds: [await newRequest(world)] },
    }),
  },
  {
    operation: 'Mutation.runRequestSet',
    who: replayers,
    args: async (world) => ({ input: { ...(await newAgentOf(world)), name: 'smoke' } }),
  },
  {
    operation: 'Mutation.setRequestRecording',
    who: managers,
    args: ({ accountId }) => ({ input: { accountId, withQueries: false } }),
  },
  {
    operation: 'Mutation.setNoticeMail',
    who: signedIn,
    args: () => ({ input: { kind: 'AGENT_LOST', isOn: true } }),
  },
  {
    operation: 'Mutation.markNoticesRead',
    who: signedIn,
    args: () => ({ input: { until: new Date().toISOString() } }),
  },
  {
    operation: 'Mutation.createWebhook',
    who: managers,
    args: ({ accountId }) => ({ input: { accountId, url: 'https://example.com/', kinds: ['AGENT_LOST'] } }),
  },
  { operation: 'Mutation.updateWebhook', who: managers, args: newWebhook },
  { operation: 'Mutation.deleteWebhook', who: managers, args: newWebhook, endsWorld: true },
  { operation: 'Mutation.rotateWebhookSecret', who: managers, args: newWebhook },
  { operation: 'Mutation.testWebhook', who: managers, args: newWebhook },
  { operation: 'Mutation.redeliverWebhook', who: managers, args: newDelivery },
  { operation: 'Mutation.signUp', who: everybody, args: () => ({ input: newUser() }) },
  { operation: 'Mutation.signIn', who: everybody, args: signInInput },
  { operation: 'Mutation.refreshSession', who: everybody, args: newRefreshToken },
  { operation: 'Mutation.signOut', who: everybody, args: newRefreshToken },
  {
    operation: 'Mutation.endSession',
    when: "the viewer's own",
    who: { ...signedIn, super_admin: 'NOT_FOUND', admin: 'NOT_FOUND', outsider: 'NOT_FOUND' },
    args: async ({ api, viewer }) => ({ input: { id: (await api.seed.session(viewer.user)).id } }),
  },
  { operation: 'Mutation.beginPasskeySignIn', who: everybody },
  { operation: 'Mutation.beginPasskeyConfirmation', who: signedIn },
  { operation: 'Mutation.confirmIdentity', who: signedIn, args: () => ({ input: { password } }) },
  {
    operation: 'Mutation.beginProviderProof',
    who: everybody,
    args: async (world) => ({ input: { providerId: await aProvider(world), purpose: 'SIGN_IN' } }),
  },
  {
    operation: 'Mutation.completeProviderProof',
    when: 'by an answer that is none',
    // Within a session, UNAUTHENTICATED would mean that the session has ended.
    who: { ...all('UNAUTHENTICATED'), ...inSession('BAD_USER_INPUT') },
    args: () => ({ input: { providerId: 'none', response: 'state=none' } }),
  },
  {
    operation: 'Mutation.signInByProvider',
    when: 'by a word that is none',
    who: all('UNAUTHENTICATED'),
    args: () => ({ input: { proof: 'none' } }),
  },
  {
    operation: 'Mutation.signUpByProvider',
    when: 'by a word that is none',
    who: all('UNAUTHENTICATED'),
    args: () => ({ input: { proof: 'none', firstName: 'Ada', lastName: 'Lovelace', acceptTerms: true } }),
  },
  {
    operation: 'Mutation.linkIdentity',
    when: 'by a word that is none',
    who: signedInGets('BAD_USER_INPUT'),
    args: () => ({ input: { proof: 'none' } }),
  },
  {
    operation: 'Mutation.unlinkIdentity',
    when: 'that is none of theirs',
    who: signedInGets('NOT_FOUND'),
    args: () => ({ input: { id: 'none' } }),
  },
  {
    operation: 'Mutation.setSingleSignOn',
    who: owners,
    args: async (world) => {
      const { input } = await verifiedDomainId(world)
      return { input: { ...input, providerId: await aProvider(world) } }
    },
  },
  { operation: 'Mutation.endSingleSignOn', who: owners, args: verifiedDomainId },
  { operation: 'Mutation.updateProfile', who: signedIn, args: () => ({ input: { lastName: 'Lovelace' } }) },
  {
    operation: 'Mutation.requestEmailChange',
    who: signedIn,
    args: () => ({ input: { email: `${unique()}@example.com` } }),
  },
  { operation: 'Mutation.cancelEmailChange', who: signedIn },
  {
    operation: 'Mutation.deleteUser',
    when: 'with another address',
    who: signedInGets('BAD_USER_INPUT'),
    args: () => ({ input: { confirmation: 'nobody@example.com' } }),
  },
  { operation: 'Mutation.exportUser', who: signedIn },
  { operation: 'Mutation.beginTotp', who: signedIn },
  {
    operation: 'Mutation.addTotp',
    when: 'by an enrolment that is none',
    who: signedInGets('BAD_USER_INPUT'),
    args: () => ({ input: { enrolmentId: 'none', code: '000000', name: 'App' } }),
  },
  { operation: 'Mutation.beginPasskey', who: signedIn },
  {
    operation: 'Mutation.addPasskey',
    when: 'by a challenge that is none',
    who: signedInGets('BAD_USER_INPUT'),
    args: () => ({ input: { challengeId: 'none', response: '{}', name: 'Key' } }),
  },
  {
    operation: 'Mutation.renameFactor',
    when: 'that is none of theirs',
    who: signedInGets('NOT_FOUND'),
    args: () => ({ input: { id: 'none', name: 'Key' } }),
  },
  {
    operation: 'Mutation.removeFactor',
    when: 'that is none of theirs',
    who: signedInGets('NOT_FOUND'),
    args: () => ({ input: { id: 'none' } }),
  },
  { operation: 'Mutation.renewRecoveryCodes', when: 'without a factor', who: signedInGets('CONFLICT') },
  {
    operation: 'Mutation.requireSecondFactor',
    when: 'with one factor',
    who: { ...owners, super_admin: 'CONFLICT' },
    args: ({ accountId }) => ({ input: { accountId, isRequired: true } }),
  },
  { operation: 'Mutation.requestPasswordReset', who: everybody, args: newEmail },
  {
    operation: 'Mutation.resetPassword',
    when: 'by a link that is none',
    who: all('BAD_USER_INPUT'),
    args: () => ({ input: { accessToken: 'none', refreshToken: 'none', password } }),
  },
  {
    operation: 'Mutation.changePassword',
    who: signedIn,
    args: () => ({ input: { currentPassword: password, newPassword: password } }),
  },
  {
    operation: 'Mutation.verifyEmail',
    who: signedInGets('BAD_USER_INPUT'),
    args: () => ({ input: { token: 'none' } }),
  },
  { operation: 'Mutation.requestEmailVerification', when: 'verified', who: signedInGets('CONFLICT') },
  {
    operation: 'Mutation.inviteMember',
    who: memberManagers,
    args: ({ accountId }) => ({ input: { accountId, email: `${unique()}@example.com` } }),
  },
  {
    operation: 'Mutation.revokeInvite',
    who: memberManagers,
    args: async (world) => ({ input: { id: (await invite(world, `${unique()}@example.com`)).id } }),
  },
  {
    operation: 'Mutation.acceptInvite',
    when: 'addressed to the outsider',
    who: invited,
    args: inviteToken,
    endsWorld: true,
  },
  {
    operation: 'Mutation.declineInvite',
    when: 'addressed to the outsider',
    who: invited,
    args: inviteToken,
  },
  {
    operation: 'Mutation.changeMemberRole',
    who: memberManagers,
    args: async (world) => ({ input: { id: await newMemberId(world), role: 'admin' } }),
  },
  {
    operation: 'Mutation.removeMember',
    who: memberManagers,
    args: async (world) => ({ input: { id: await newMemberId(world) } }),
  },
  {
    operation: 'Mutation.leaveAccount',
    // The last owner cannot leave.
    who: { ...members, super_admin: 'CONFLICT' },
    args: ofAccount,
    endsWorld: true,
  },
  {
    operation: 'Mutation.transferOwnership',
    who: owners,
    args: async (world) => ({ input: { accountId: world.accountId, memberId: await newMemberId(world) } }),
    endsWorld: true,
  },
  { operation: 'Mutation.changePlan', when: 'coming soon', who: owners, args: newPlan },
  { operation: 'Mutation.markInvoicePaid', who: owners, args: async (world) => ({ input: await newInvoice(world) }) },
  {
    operation: 'Mutation.openBillingPortal',
    when: 'without a subscription',
    who: { ...owners, super_admin: 'CONFLICT' },
    args: ofAccount,
  },
  { operation: 'Mutation.sendContactRequest', who: everybody, args: newContactRequest },
  {
    operation: 'Mutation.reportTunnels',
    who: edges,
    args: () => ({ input: { edgeId: 'edge', complete: false, connected: [], disconnected: [] } }),
  },
  {
    operation: 'Mutation.reportRequests',
    who: edges,
    args: () => ({ input: { reportId: randomUUID(), requests: [], unrecorded: [] } }),
  },
  {
    operation: 'Mutation.reportUsage',
    who: edges,
    args: () => ({ input: { reportId: randomUUID(), rows: [] } }),
  },
  {
    operation: 'Mutation.followCertificates',
    who: edges,
    args: () => ({ input: { edgeId: 'edge', version: null } }),
  },
  { operation: 'Mutation.reportAgentHealth', who: edges, args: () => ({ input: { agents: [] } }) },
  { operation: 'Mutation.reportRates', who: edges, args: () => ({ input: { edgeId: 'edge', accounts: [] } }) },
]

const accountArg = ({ accountId }: World) => ({ accountId })

const subscriptions: Row[] = [
  { operation: 'Subscription.accountChanged', who: overSocket(readers), args: accountArg },
  { operation: 'Subscription.agentChanged', who: overSocket(readers), args: accountArg },
  { operation: 'Subscription.domainChanged', who: overSocket(readers), args: accountArg },
  { operation: 'Subscription.gatewayChanged', who: overSocket(readers), args: accountArg },
  { operation: 'Subscription.requestsAdded', who: overSocket(requestReaders), args: accountArg },
  { operation: 'Subscription.siteChanged', who: overSocket(everybody) },
  { operation: 'Subscription.viewerChanged', who: overSocket(signedIn) },
  { operation: 'Subscription.tunnelEnded', who: overSocket(edges) },
  { operation: 'Subscription.restrictionsChanged', who: overSocket(edges) },
  { operation: 'Subscription.hostnameBlocksChanged', who: overSocket(edges) },
  { operation: 'Subscription.certificatesChanged', who: overSocket(edges) },
]

const readBy = (who: Who, type: string, fields: string[]): Row[] =>
  fields.map((field) => ({ operation: `${type}.${field}`, who }))

const fields: Row[] = [
  ...readBy(openers, 'Account', ['id']),
  ...readBy({ ...issuers, limitedKey: 'OK' }, 'Account', ['agentTokensConnection']),
  ...readBy(readers, 'Account', [
    'name',
    'namespace',
    'namespaceChangesCount',
    'createdAt',
    'hasConnected',
    'plan',
    'gateways',
    'domains',
    'agents',
    'members',
    'invites',
    'ipRestrictions',
    'authToken',
    'machineTokens',
    'notices',
    'gatewaysConnection',
    'domainsConnection',
    'agentsConnection',
    'membersConnection',
    'invitesConnection',
    'ipRestrictionsConnection',
    'noticesConnection',
    'webhookKinds',
    'webhookEvents',
    'requiresSecondFactor',
    'suspension',
    'viewerCanManageGateways',
    'viewerCanCreateGateway',
    'viewerCanManageDomains',
    'viewerCanAddDomain',
    'viewerCanManageIpRestrictions',
    'viewerCanReplayRequests',
    'viewerCanSetRequestRecording',
    'viewerCanAddIpRestriction',
    'viewerCanManageApiKeys',
    'viewerCanManageAgentTokens',
    'viewerCanManageTrusts',
    'viewerCanManageWebhooks',
    'viewerCanStopAgents',
    'viewerCanSeeAuditLog',
    'viewerCanInvite',
    'viewerCanInviteMember',
    'viewerCanLeave',
    'viewerCanTransferOwnership',
    'viewerCanUpdate',
    'viewerCanChangeNamespace',
    'viewerCanDelete',
    'viewerCanChangePlan',
    'viewerCanSeeInvoices',
  ]),
  // A key has no role.
  ...readBy({ ...readers, accountKey: 'FORBIDDEN' }, 'Account', ['viewerRole']),
  ...readBy(usageReaders, 'Account', ['usage', 'planUsage', 'rateLimits']),
  ...readBy(requestReaders, 'Account', ['requests', 'requestRecording']),
  ...['gateway', 'agent'].map((field) => ({ operation: `Account.${field}`, who: readers, args: anyId })),
  { operation: 'Account.request', who: { ...requestReaders, limitedKey: 'OK' }, args: anyId },
  {
    operation: 'Account.requestContent',
    // It is null for that key.
    who: { ...requestReaders, limitedKey: 'OK' },
    args: async (world) => ({ id: await newRequest(world) }),
  },
  {
    operation: 'Account.requestSets',
    who: replayers,
    args: async ({ owner }) => ({ agentId: (await owner.agent()).id }),
  },
  { operation: 'Account.usageMetrics', who: usageReaders, args: aMonth },
  { operation: 'Account.usageTotals', who: usageReaders, args: aMonth },
  { operation: 'Account.usageByLabel', who: usageReaders, args: aMonth },
  { operation: 'Account.traffic', who: { ...usageReaders, ...elsewhere }, args: ofNewGateway },
  { operation: 'Account.gatewaySessions', who: usageReaders, args: aMonth },
  ...readBy(readingManagers, 'Account', [
    'apiKeys',
    'auditLog',
    'auditLogConnection',
    'invoices',
    'invoicesConnection',
    'subscription',
    'trusts',
    'webhooks',
  ]),
  { operation: 'Account.webhook', who: readingManagers, args: async (world) => (await newWebhook(world)).input },
  ...readBy(signedIn, 'Viewer', [
    'user',
    'sessions',
    'closedMemberships',
    'memberships',
    'invites',
    'auditLog',
    'auditLogConnection',
    'notices',
    'noticesConnection',
    'unreadNotices',
    'noticeMails',
    'factors',
    'recoveryCodesLeft',
    'identities',
    'hasPassword',
    'pendingEmail',
    'deletion',
  ]),
]

/** Every operation of the API. If one is missing here, the test fails. */
export const permissionTable: Row[] = [...queries, ...mutations, ...subscriptions, ...fields]

/** What each `viewerCan…` field of an account promises: the operations that a member may do exactly when it is true. */
export const promises: Record<string, string[]> = {
  viewerCanManageGateways: ['Mutation.createGateway', 'Mutation.updateGateway', 'Mutation.deleteGateway'],
  viewerCanCreateGateway: ['Mutation.createGateway'],
  viewerCanManageDomains: ['Mutation.addDomain', 'Mutation.verifyDomain', 'Mutation.deleteDomain'],
  viewerCanAddDomain: ['Mutation.addDomain'],
  viewerCanManageIpRestrictions: ['Mutation.addIpRestriction', 'Mutation.removeIpRestriction'],
  viewerCanAddIpRestriction: ['Mutation.addIpRestriction'],
  viewerCanReplayRequests: [
    'Mutation.replayRequest',
    'Mutation.saveRequestSet',
    'Mutation.runRequestSet',
    'Account.requestSets',
  ],
  viewerCanSetRequestRecording: ['Mutation.setRequestRecording'],
  viewerCanManageTrusts: ['Account.trusts', 'Mutation.createTrust', 'Mutation.deleteTrust'],
  viewerCanManageAgentTokens: [
    'Account.agentTokensConnection',
    'Mutation.createAgentToken',
    'Mutation.revokeAgentToken',
  ],
  viewerCanManageApiKeys: ['Account.apiKeys', 'Mutation.createApiKey', 'Mutation.revokeApiKey'],
  viewerCanManageWebhooks: [
    'Account.webhooks',
    'Account.webhook',
    'Mutation.createWebhook',
    'Mutation.updateWebhook',
    'Mutation.deleteWebhook',
    'Mutation.rotateWebhookSecret',
    'Mutation.testWebhook',
    'Mutation.redeliverWebhook',
  ],
  viewerCanStopAgents: ['Mutation.stopAgent (started by the owner)'],
  viewerCanSeeAuditLog: ['Account.auditLog', 'Account.auditLogConnection'],
  viewerCanInvite: ['Mutation.inviteMember', 'Mutation.revokeInvite'],
  viewerCanInviteMember: ['Mutation.inviteMember'],
  viewerCanLeave: ['Mutation.leaveAccount'],
  viewerCanTransferOwnership: ['Mutation.transferOwnership'],
  viewerCanUpdate: ['Mutation.updateAccount (the name)'],
  viewerCanChangeNamespace: ['Mutation.updateAccount (the namespace)'],
  viewerCanDelete: ['Mutation.deleteAccount', 'Mutation.exportAccount'],
  viewerCanChangePlan: ['Mutation.changePlan (coming soon)'],
  viewerCanSeeInvoices: ['Account.invoices', 'Account.invoicesConnection', 'Account.subscription'],
}

/** An object with fields for what may be done to it. */
export interface ObjectPromise {
  /** The field, as Type.field. */
  flag: string
  /** Which object. */
  of: string
  /** The selection of an account that lists it, up to its fields, or the whole selection of the object with an id. */
  list: string | ((id: string) => string)
  make: (world: World) => Promise<{ id: string }>
  operation: string
  /** The operation's input besides the id. */
  input?: Args
  /** The whole input, if the id has another name in it. */
  toInput?: (world: World, id: string) => Args | Promise<Args>
  /** Whether the operation destroys what others need: it then has a separate world. */
  endsWorld?: boolean
}

const agents = 'agents(pageSize: 1000) { nodes'
const shareOf = (id: string) => `requestContent(id: "${id}") { content { share { viewerCanEnd } } }`
const changeRole = { operation: 'changeMemberRole', input: { role: 'admin' } }
const handOver = {
  operation: 'transferOwnership',
  toInput: ({ accountId }: World, memberId: string) => ({ accountId, memberId }),
  endsWorld: true,
}

/** What each `viewerCan…` field of other types promises. */
export const objectPromises: ObjectPromise[] = [
  {
    flag: 'Agent.viewerCanStop',
    of: "the viewer's agent",
    list: agents,
    make: ({ viewer }) => viewer.agent(),
    operation: 'stopAgent',
  },
  {
    flag: 'Agent.viewerCanStop',
    of: "the owner's agent",
    list: agents,
    make: ({ owner }) => owner.agent(),
    operation: 'stopAgent',
  },
  {
    flag: 'RequestShare.viewerCanEnd',
    of: "the viewer's",
    list: shareOf,
    make: shareOfViewer,
    operation: 'endRequestShare',
    toInput: ({ accountId }, id) => ({ accountId, id }),
  },
  {
    flag: 'RequestShare.viewerCanEnd',
    of: "the owner's",
    list: shareOf,
    make: async (world) => (await newShare(world)).input,
    operation: 'endRequestShare',
    toInput: ({ accountId }, id) => ({ accountId, id }),
  },
  {
    flag: 'Domain.viewerCanSetSingleSignOn',
    of: 'a verified domain',
    list: 'domains',
    make: verifiedDomain,
    operation: 'setSingleSignOn',
    toInput: async (world, id) => ({ domainId: id, providerId: await aProvider(world) }),
  },
  {
    flag: 'Domain.viewerCanSetSingleSignOn',
    of: 'a domain that is not verified',
    list: 'domains',
    make: async (world) => (await newDomain(world)).input,
    operation: 'setSingleSignOn',
    toInput: async (world, id) => ({ domainId: id, providerId: await aProvider(world) }),
  },
  { flag: 'Member.viewerCanChangeRole', of: 'a viewer', list: 'members', make: newMember, ...changeRole },
  { flag: 'Member.viewerCanChangeRole', of: 'the owner', list: 'members', make: ownerAsMember, ...changeRole },
  { flag: 'Member.viewerCanRemove', of: 'a viewer', list: 'members', make: newMember, operation: 'removeMember' },
  { flag: 'Member.viewerCanRemove', of: 'the owner', list: 'members', make: ownerAsMember, operation: 'removeMember' },
  { flag: 'Member.viewerCanTransferOwnershipTo', of: 'a viewer', list: 'members', make: newMember, ...handOver },
  { flag: 'Member.viewerCanTransferOwnershipTo', of: 'the owner', list: 'members', make: ownerAsMember, ...handOver },
  {
    flag: 'Invite.viewerCanRevoke',
    of: 'a pending invitation',
    list: 'invites',
    make: newInvite,
    operation: 'revokeInvite',
  },
  {
    flag: 'Invite.viewerCanRevoke',
    of: 'a revoked invitation',
    list: 'invites',
    make: revokedInvite,
    operation: 'revokeInvite',
  },
  {
    flag: 'Invoice.viewerCanMarkPaid',
    of: 'a pending invoice',
    list: 'invoices',
    make: newInvoice,
    operation: 'markInvoicePaid',
  },
]
