import { accessToken } from '../../features/sessions/rules.ts'
import type { ApiKeyScope } from '../../generated/schema.ts'
import { apiKeyScopes, gatewayScopes } from '../../platform/access/api-keys.ts'
import { createKey } from '../api-keys.ts'
import type { TestApi } from '../api.ts'
import type { TestClient } from '../client.ts'
import { EndSessionDocument } from '../generated/documents.ts'
import type { Member } from '../seed.ts'

/** Every kind of actor, as seen from one account. */
export const actorNames = [
  /** Its owner. */
  'super_admin',
  'admin',
  'viewer',
  /** Signed in, and owner of another account. */
  'outsider',
  /** Without a credential. */
  'anonymous',
  /** The owner, with an expired access token. */
  'expired',
  /** The owner, with an access token of an ended session. */
  'ended',
  /** The viewer, by AuthID. */
  'authId',
  /** The viewer, by a machine token. */
  'machine',
  /** The outsider, by an AuthID for the other account. */
  'foreignAuthId',
  /** An agent token of the account, bound to a prefix. */
  'agentToken',
  /** An agent token of the other account. */
  'foreignAgentToken',
  /** An API key of the account with the scope READ_ACCOUNT. */
  'accountKey',
  /** An API key of the account with the scope READ_USAGE. */
  'usageKey',
  /** An API key of the account with the scope READ_REQUESTS. */
  'requestKey',
  /** An API key of the account with the scope REPLAY_REQUESTS. */
  'replayKey',
  /** An API key of the account with the scope MANAGE_GATEWAYS. */
  'gatewayKey',
  /** An API key of the account with the scope MANAGE_DOMAINS. */
  'domainKey',
  /** An API key of the account with the scope MANAGE_AGENTS. */
  'agentKey',
  /** An API key of the account with the scope MANAGE_MEMBERS. */
  'memberKey',
  /** An API key of the account with the scope CREATE_AGENT_TOKENS. */
  'tokenKey',
  /** An API key of the account with every scope that such a key can have, limited to a gateway that no operation concerns. */
  'limitedKey',
  /** An API key of the other account with every scope. */
  'foreignKey',
  /** A service token. */
  'edge',
] as const

export type ActorName = (typeof actorNames)[number]

/** An account without limits, and all actors. */
export interface World {
  api: TestApi
  accountId: string
  owner: Member
  admin: Member
  viewer: Member
  /** Owner of another account. */
  outsider: Member
  clients: Record<ActorName, TestClient>
}

export async function createWorld(api: TestApi): Promise<World> {
  const owner = await unlimited(await api.seed.owner('Ada'))
  const admin = await owner.invite('Grace', 'admin')
  const viewer = await owner.invite('Vera', 'viewer')
  const outsider = await unlimited(await api.seed.owner('Olga'))
  return {
    api,
    accountId: owner.accountId,
    owner,
    admin,
    viewer,
    outsider,
    clients: {
      super_admin: owner.client,
      admin: admin.client,
      viewer: viewer.client,
      outsider: outsider.client,
      anonymous: api.client(),
      expired: await expiredClient(api, owner),
      ended: await endedClient(api, owner),
      authId: (await viewer.authToken()).client,
      machine: (await viewer.machineToken()).client,
      foreignAuthId: (await outsider.authToken()).client,
      agentToken: (await owner.agentToken({ hostnamePrefix: 'any-' })).client,
      foreignAgentToken: (await outsider.agentToken({ hostnamePrefix: 'any-' })).client,
      accountKey: await keyClient(api, owner, ['READ_ACCOUNT']),
      usageKey: await keyClient(api, owner, ['READ_USAGE']),
      requestKey: await keyClient(api, owner, ['READ_REQUESTS']),
      replayKey: await keyClient(api, owner, ['REPLAY_REQUESTS']),
      gatewayKey: await keyClient(api, owner, ['MANAGE_GATEWAYS']),
      domainKey: await keyClient(api, owner, ['MANAGE_DOMAINS']),
      agentKey: await keyClient(api, owner, ['MANAGE_AGENTS']),
      memberKey: await keyClient(api, owner, ['MANAGE_MEMBERS']),
      tokenKey: await keyClient(api, owner, ['CREATE_AGENT_TOKENS']),
      limitedKey: await keyClient(api, owner, [...gatewayScopes], [(await owner.gateway('limited')).id]),
      foreignKey: await keyClient(api, outsider, [...apiKeyScopes]),
      edge: api.edge(),
    },
  }
}

async function unlimited(member: Member): Promise<Member> {
  return await member.withLimits({
    maxSubpoints: -1,
    maxDomains: -1,
    maxTeamMembers: -1,
    maxConcurrentAgents: -1,
    maxIpRestrictions: -1,
    allowsNamespaceChange: true,
  })
}

async function expiredClient(api: TestApi, { user, sessionId }: Member): Promise<TestClient> {
  const ageMs = (accessToken.lifetimeSeconds + 60) * 1_000
  api.clock.advance(-ageMs)
  const { token } = await api.app.keyring.sign(accessToken, { sub: user.id, sid: sessionId })
  api.clock.advance(ageMs)
  return api.client(`Bearer ${token}`)
}

async function endedClient(api: TestApi, { user, client }: Member): Promise<TestClient> {
  const session = await api.seed.session(user)
  await client.run(EndSessionDocument, { input: { id: session.id } })
  return session.client
}

async function keyClient(
  api: TestApi,
  owner: Member,
  scopes: ApiKeyScope[],
  gatewayIds?: string[],
): Promise<TestClient> {
  return (await createKey(api, owner, { scopes, gatewayIds })).client
}
