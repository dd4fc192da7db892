import { expect } from 'vitest'
import type { ApiKeyScope } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { createKey } from '../api-keys.ts'
import { testDatabases } from '../databases.ts'
import type { Member } from '../seed.ts'
import { accountGate, call, describeRaces, invite, openAccount, unique, type Nodes, type Race } from './races.ts'

/** A change that an API key makes. */
interface Write {
  what: string
  scope: ApiKeyScope
  mutation: string
  input: (ada: Member) => Promise<Record<string, unknown>>
}

const newDomain = async ({ client, accountId }: Member) => {
  const made = await call(client, 'addDomain', { accountId, domain: `${unique()}.example.com` }, 'domain { id }')
  return { id: (made.domain as { id: string }).id }
}
const newGateway = async (ada: Member) => ({ id: (await ada.gateway(`g-${unique()}`)).id })
const newMembership = async (ada: Member) => ({ id: (await ada.invite('Mia', 'viewer')).membershipId })

const writes: Write[] = [
  {
    what: 'reserves a gateway',
    scope: 'MANAGE_GATEWAYS',
    mutation: 'createGateway',
    input: async ({ accountId }) => ({ accountId, name: 'demo', domain: 'culvert.localhost' }),
  },
  {
    what: 'changes a gateway',
    scope: 'MANAGE_GATEWAYS',
    mutation: 'updateGateway',
    input: async (ada) => ({ ...(await newGateway(ada)), description: 'Preview' }),
  },
  { what: 'deletes a gateway', scope: 'MANAGE_GATEWAYS', mutation: 'deleteGateway', input: newGateway },
  {
    what: 'adds a domain',
    scope: 'MANAGE_DOMAINS',
    mutation: 'addDomain',
    input: async ({ accountId }) => ({ accountId, domain: `${unique()}.example.com` }),
  },
  { what: 'requests a domain check', scope: 'MANAGE_DOMAINS', mutation: 'verifyDomain', input: newDomain },
  { what: 'deletes a domain', scope: 'MANAGE_DOMAINS', mutation: 'deleteDomain', input: newDomain },
  {
    what: 'stops an agent',
    scope: 'MANAGE_AGENTS',
    mutation: 'stopAgent',
    input: async (ada) => ({ id: (await ada.agent()).id }),
  },
  {
    what: 'invites a member',
    scope: 'MANAGE_MEMBERS',
    mutation: 'inviteMember',
    input: async ({ accountId }) => ({ accountId, email: `${unique()}@example.com` }),
  },
  {
    what: 'revokes an invitation',
    scope: 'MANAGE_MEMBERS',
    mutation: 'revokeInvite',
    input: async (ada) => ({ id: (await invite(ada)).id }),
  },
  {
    what: 'changes a role',
    scope: 'MANAGE_MEMBERS',
    mutation: 'changeMemberRole',
    input: async (ada) => ({ ...(await newMembership(ada)), role: 'admin' }),
  },
  { what: 'removes a member', scope: 'MANAGE_MEMBERS', mutation: 'removeMember', input: newMembership },
]

/** Returns who changed the account last, by its audit log: the ids of credentials, oldest first. */
const listCredentials = async ({ db }: Nodes, { accountId }: Member, count: number) => {
  const entries = await db
    .selectFrom('auditEntries')
    .select('credentialId')
    .where('accountId', '=', accountId)
    .orderBy('position', 'desc')
    .limit(count)
    .execute()
  return entries.map(({ credentialId }) => credentialId).toReversed()
}

/** Whether operations are blocked until all of them wait. */
const isGated = testDatabases.some(({ name }) => name === 'PostgreSQL')

const revoked = writes.map(({ what, scope, mutation, input }): Race => ({
  guarantee: `an API key that is revoked ${what} before that or not at all`,
  prepare: async (nodes) => {
    const ada = await openAccount(nodes)
    const given = await input(ada)
    const { id, secret } = await createKey(nodes.first, ada, { scopes: [scope] })
    const key = nodes.second.client(`Bearer ${secret}`)
    const started: string[] = []
    const start = (operation: string, run: () => Promise<unknown>) => () => {
      started.push(operation)
      return run()
    }
    return {
      gate: accountGate(ada),
      operations: [
        start('revocation', () => call(ada.client, 'revokeApiKey', { id })),
        start('write', () => call(key, mutation, given)),
      ],
      check: async ([ended, done]) => {
        expect(ended).toBe('OK')
        expect(['OK', 'UNAUTHENTICATED']).toContain(done)
        // Behind the gate they run in their order: a write that did not wait for the account would be done before the revocation.
        if (isGated) expect(done).toBe(started[0] === 'write' ? 'OK' : 'UNAUTHENTICATED')
        // The revocation is the last entry, whether the key's entry precedes it or is missing.
        expect(await listCredentials(nodes, ada, 2)).toEqual([
          done === 'OK' ? id : expect.not.stringMatching(id),
          ada.sessionId,
        ])
      },
    }
  },
}))

const expired: Race = {
  guarantee: 'an API key that expires while it waits for the account changes nothing',
  prepare: async (nodes) => {
    const ada = await openAccount(nodes)
    const lifeMs = 60 * 60 * 1_000
    const expiresAt = addMs(nodes.second.clock.now(), lifeMs)
    const { id, secret } = await createKey(nodes.first, ada, { scopes: ['MANAGE_GATEWAYS'], expiresAt })
    const key = nodes.second.client(`Bearer ${secret}`)
    const input = { accountId: ada.accountId, name: 'demo', domain: 'culvert.localhost' }
    const holdUntilExpired = () =>
      nodes.first.app.change(async (trx) => {
        await trx.selectFrom('accounts').select('id').where('id', '=', ada.accountId).forUpdate().execute()
        nodes.second.clock.advance(lifeMs)
      })
    return {
      gate: accountGate(ada),
      operations: [holdUntilExpired, () => call(key, 'createGateway', input)],
      check: async ([, done]) => {
        nodes.second.clock.advance(-lifeMs)
        expect(['OK', 'UNAUTHENTICATED']).toContain(done)
        const [last] = await listCredentials(nodes, ada, 1)
        expect(last === id).toBe(done === 'OK')
      },
    }
  },
}

const limit: Race = {
  guarantee: 'no API key is created for a gateway that was already deleted',
  prepare: async (nodes) => {
    const ada = await openAccount(nodes)
    const { id } = await newGateway(ada)
    const input = { accountId: ada.accountId, name: 'Key', scopes: ['MANAGE_GATEWAYS'], gatewayIds: [id] }
    return {
      gate: accountGate(ada),
      operations: [
        () => call(ada.client, 'deleteGateway', { id }),
        () => call(ada.at(nodes.second), 'createApiKey', input),
      ],
      check: async ([deleted, created]) => {
        expect(deleted).toBe('OK')
        expect(['OK', 'NOT_FOUND']).toContain(created)
        const [last] = await nodes.db
          .selectFrom('auditEntries')
          .select('action')
          .where('accountId', '=', ada.accountId)
          .orderBy('position', 'desc')
          .limit(1)
          .execute()
        expect(last?.action).toBe('gateway.deleted')
      },
    }
  },
}

describeRaces('API keys', [...revoked, expired, limit], { dnsResolvers: ['127.0.0.1:9'] })
