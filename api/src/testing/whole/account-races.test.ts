import { expect } from 'vitest'
import type { Member } from '../seed.ts'
import {
  accountGate,
  call,
  describeRaces,
  invite,
  openAccount,
  tally,
  unique,
  type Nodes,
  type Outcome,
  type Race,
} from './races.ts'

/** What members manage: an admin requests each change, to something that the account has. */
interface Managed {
  what: string
  mutation: string
  /** Makes the input. If the operation is refused, the account's lists are unchanged. */
  input: (ada: Member) => Promise<Record<string, unknown>>
}

const idOf = async (ada: Member, mutation: string, input: object, thing: string) => {
  const made = await call(ada.client, mutation, { accountId: ada.accountId, ...input }, `${thing} { id }`)
  return made[thing] as { id: string }
}
const aWebhook = { url: 'https://example.com/', kinds: ['AGENT_LOST'] }
const aKey = { name: 'Key', scopes: ['READ_USAGE'] }
const aTrust = {
  name: 'Previews',
  issuer: 'https://issuer.example.com',
  conditions: [{ claim: 'sub', value: 'acme' }],
  hostnamePrefix: 'acme-',
  label: 'acme',
  ttlSeconds: 60,
}
const newDomain = (ada: Member) => idOf(ada, 'addDomain', { domain: `${unique()}.example.com` }, 'domain')
const newRestriction = (ada: Member) => idOf(ada, 'addIpRestriction', { ipAddress: '203.0.113.7' }, 'ipRestriction')
const newKey = (ada: Member) => idOf(ada, 'createApiKey', aKey, 'apiKey')
const newWebhook = (ada: Member) => idOf(ada, 'createWebhook', aWebhook, 'webhook')
const newMembership = async (ada: Member) => (await ada.invite('Mia', 'viewer')).membershipId

const managed: Managed[] = [
  {
    what: 'reserves a gateway',
    mutation: 'createGateway',
    input: async ({ accountId }) => ({ accountId, name: 'demo', domain: 'culvert.localhost' }),
  },
  {
    what: 'deletes a gateway',
    mutation: 'deleteGateway',
    input: async (ada) => ({ id: (await ada.gateway('demo')).id }),
  },
  {
    what: 'adds a domain',
    mutation: 'addDomain',
    input: async ({ accountId }) => ({ accountId, domain: 'dev.example.com' }),
  },
  { what: 'requests a domain check', mutation: 'verifyDomain', input: newDomain },
  { what: 'deletes a domain', mutation: 'deleteDomain', input: newDomain },
  {
    what: 'adds an IP restriction',
    mutation: 'addIpRestriction',
    input: async ({ accountId }) => ({ accountId, ipAddress: '203.0.113.7' }),
  },
  { what: 'removes an IP restriction', mutation: 'removeIpRestriction', input: newRestriction },
  {
    what: 'creates an API key',
    mutation: 'createApiKey',
    input: async ({ accountId }) => ({ accountId, name: 'Key', scopes: ['READ_ACCOUNT'] }),
  },
  { what: 'revokes an API key', mutation: 'revokeApiKey', input: newKey },
  {
    what: 'creates a webhook',
    mutation: 'createWebhook',
    input: async ({ accountId }) => ({ accountId, ...aWebhook }),
  },
  { what: 'rotates the secret of a webhook', mutation: 'rotateWebhookSecret', input: newWebhook },
  { what: 'tests a webhook', mutation: 'testWebhook', input: newWebhook },
  {
    what: 'invites a member',
    mutation: 'inviteMember',
    input: async ({ accountId }) => ({ accountId, email: `${unique()}@example.com` }),
  },
  {
    what: 'revokes an invitation',
    mutation: 'revokeInvite',
    input: async (ada) => ({ id: (await invite(ada)).id }),
  },
  {
    what: 'changes a role',
    mutation: 'changeMemberRole',
    input: async (ada) => ({ id: await newMembership(ada), role: 'admin' }),
  },
  {
    what: 'removes a member',
    mutation: 'removeMember',
    input: async (ada) => ({ id: await newMembership(ada) }),
  },
]

const remove = (ada: Member, { membershipId }: Member) => call(ada.client, 'removeMember', { id: membershipId })

const degrade = (ada: Member, { membershipId }: Member) =>
  call(ada.client, 'changeMemberRole', { id: membershipId, role: 'viewer' })

/** A member who is removed or becomes a viewer can change nothing afterwards, no matter how long before they sent the request. */
const losingTheRight = managed.flatMap(({ what, mutation, input }): Race[] => {
  const race = (event: string, end: (ada: Member, anna: Member) => Promise<unknown>, refusal: Outcome): Race => ({
    guarantee: `an admin who ${event} ${what} before that or not at all`,
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const anna = await ada.invite('Anna', 'admin')
      const given = await input(ada)
      return {
        gate: accountGate(ada),
        operations: [() => end(ada, anna), () => call(anna.at(nodes.second), mutation, given)],
        check: async ([ended, done]) => {
          expect(ended).toBe('OK')
          expect(['OK', refusal]).toContain(done)
          const lastActors = await listActors(nodes, ada, 2)
          expect(lastActors).toEqual(
            done === 'OK' ? [anna.user.id, ada.user.id] : expect.not.arrayContaining([anna.user.id]),
          )
        },
      }
    },
  })
  return [race('is removed', remove, 'NOT_FOUND'), race('becomes a viewer', degrade, 'FORBIDDEN')]
})

/** Returns the actors of the last actions in an account, by its audit log. */
const listActors = async ({ db }: Nodes, { accountId }: Member, count: number) => {
  const entries = await db
    .selectFrom('auditEntries')
    .select('actorUserId')
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return entries.map(({ actorUserId }) => actorUserId).toReversed()
}

/** Anything added to an account that is being deleted is deleted with it, or was refused. */
const deletion = managed.map(({ what, mutation, input }): Race => ({
  guarantee: `nothing remains of an account that is deleted while somebody ${what}`,
  prepare: async (nodes) => {
    const ada = await openAccount(nodes)
    const anna = await ada.invite('Anna', 'admin')
    const given = await input(ada)
    const { accountId, namespace } = ada
    return {
      gate: accountGate(ada),
      operations: [
        () => call(ada.client, 'deleteAccount', { accountId, namespace }),
        () => call(anna.at(nodes.second), mutation, given),
      ],
      check: async ([deleted, done]) => {
        expect(deleted).toBe('OK')
        expect(['OK', 'NOT_FOUND']).toContain(done)
        expect(await listAlive(nodes, ada)).toEqual([])
      },
    }
  },
}))

/** Returns the tables in which the account still has live rows. */
const listAlive = async ({ db }: Nodes, { accountId }: Member) => {
  const alive: string[] = []
  for (const table of ['accountUsers', 'authTokens', 'gateways', 'domains', 'ipRestrictions'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('accountId', '=', accountId)
      .where('deletedAt', 'is', null)
      .execute()
    if (rows.length > 0) alive.push(table)
  }
  const ofAccount = db.selectFrom('accounts').where('accounts.id', '=', accountId)
  const keys = ofAccount
    .innerJoin('apiKeys', 'accountId', 'accounts.id')
    .select('apiKeys.id')
    .where('revokedAt', 'is', null)
  const invites = ofAccount
    .innerJoin('teamInvites', 'accountId', 'accounts.id')
    .select('teamInvites.id')
    .where('status', '=', 'pending')
  const agents = ofAccount
    .innerJoin('agents', 'accountId', 'accounts.id')
    .select('agents.id')
    .where('status', '=', 'active')
  const webhooks = ofAccount.innerJoin('webhooks', 'accountId', 'accounts.id').select('webhooks.id')
  if ((await webhooks.execute()).length > 0) alive.push('webhooks')
  if ((await keys.execute()).length > 0) alive.push('apiKeys')
  if ((await invites.execute()).length > 0) alive.push('teamInvites')
  if ((await agents.execute()).length > 0) alive.push('agents')
  return alive
}

/** Each limit, and what counts towards it: there is room for one more, and several requests compete for it at both nodes. */
const limits = (
  [
    ['maxSubpoints', 'createGateway', (n) => ({ name: `demo-${n}`, domain: 'culvert.localhost' })],
    ['maxDomains', 'addDomain', (n) => ({ domain: `dev${n}.example.com` })],
    ['maxIpRestrictions', 'addIpRestriction', (n) => ({ ipAddress: `203.0.113.${n}` })],
    ['maxConcurrentAgents', 'startAgent', () => ({ forwardingTo: 'http://localhost:3000' })],
  ] satisfies [string, string, (n: number) => object][]
).map(([limit, mutation, input]): Race => ({
  guarantee: `two nodes together never exceed ${limit}`,
  prepare: async (nodes) => {
    const ada = await openAccount(nodes, { [limit]: 2 })
    const { accountId } = ada
    const add = (n: number) => () =>
      call(n % 2 ? ada.client : ada.at(nodes.second), mutation, { accountId, ...input(n) })
    return {
      gate: accountGate(ada),
      operations: [1, 2, 3, 4, 5].map(add),
      check: (outcomes) => expect(tally(outcomes)).toEqual({ OK: 2, PLAN_LIMIT_REACHED: 3 }),
    }
  },
}))

/** The limits that no plan changes. */
const fixedLimits = (
  [
    [5, 'createWebhook', aWebhook],
    [50, 'createTrust', aTrust],
    [100, 'createApiKey', aKey],
  ] satisfies [number, string, object][]
).map(([max, mutation, input]): Race => ({
  guarantee: `${mutation} at two nodes together never exceeds ${max}`,
  prepare: async (nodes) => {
    const ada = await openAccount(nodes)
    const { accountId } = ada
    for (let held = 0; held < max - 2; held += 1) await call(ada.client, mutation, { accountId, ...input })
    const create = (n: number) => () =>
      call(n % 2 ? ada.client : ada.at(nodes.second), mutation, { accountId, ...input })
    return {
      gate: accountGate(ada),
      operations: [1, 2, 3, 4, 5].map(create),
      check: (outcomes) => expect(tally(outcomes)).toEqual({ OK: 2, CONFLICT: 3 }),
    }
  },
}))

describeRaces('accounts', [...losingTheRight, ...deletion, ...limits, ...fixedLimits], {
  dnsResolvers: ['127.0.0.1:9'],
})
