import { expect, it } from 'vitest'
import { resumeAccount, suspendAccount } from '../../features/suspensions/service.ts'
import { describeApiOnce, type TestApi } from '../api.ts'
import type { Member } from '../seed.ts'
import { call, unique } from './races.ts'

/** An account that has so many of each object, and the ids of what they depend on. */
interface Filled {
  ada: Member
  member: Member
  domainId: string
  trustId: string
}

const idOf = async ({ client, accountId }: Member, mutation: string, input: object, field: string) => {
  const made = await call(client, mutation, { accountId, ...input }, `${field} { id }`)
  return (made[field] as { id: string }).id
}

const aTrust = {
  name: 'Previews',
  issuer: 'https://issuer.example.com',
  conditions: [{ claim: 'sub', value: 'acme' }],
  label: 'acme',
  ttlSeconds: 60,
}

const fill = async (api: TestApi, count: number): Promise<Filled> => {
  const { db } = api.app
  const ada = await (
    await api.seed.owner('Ada')
  ).withLimits({ maxSubpoints: -1, maxDomains: -1, maxTeamMembers: -1, maxConcurrentAgents: -1, maxIpRestrictions: -1 })
  const member = await ada.invite('Mia', 'admin')
  const domain = `${unique()}.example.com`
  const domainId = await idOf(ada, 'addDomain', { domain }, 'domain')
  await db.updateTable('domains').set({ status: 'verified' }).where('id', '=', domainId).execute()
  const trustId = await idOf(ada, 'createTrust', { ...aTrust, hostnamePrefix: 'acme-' }, 'trust')
  for (let n = 0; n < count; n += 1) {
    const gatewayId = await idOf(ada, 'createGateway', { name: `g${n}`, customDomain: `g${n}.${domain}` }, 'gateway')
    await ada.agent(`g${n}`)
    await member.agent()
    await idOf(ada, 'createTrust', { ...aTrust, gatewayId }, 'trust')
    const token = await ada.agentToken({ hostnamePrefix: 'acme-' })
    await db.updateTable('agentTokens').set({ trustId }).where('id', '=', token.id).execute()
    await call(token.client, 'startAgent', { forwardingTo: 'http://localhost:3000' })
    await ada.agentToken({ gatewayId })
    await member.machineToken()
    await idOf(ada, 'createApiKey', { name: `Key ${n}`, scopes: ['READ_USAGE'] }, 'apiKey')
    await idOf(ada, 'addIpRestriction', { ipAddress: `203.0.113.${n}` }, 'ipRestriction')
    await ada.invite('Vera', 'viewer')
  }
  return { ada, member, domainId, trustId }
}

interface Ending {
  what: string
  end: (filled: Filled, api: TestApi) => Promise<unknown>
}

const endings: Ending[] = [
  { what: 'a domain', end: ({ ada, domainId }) => call(ada.client, 'deleteDomain', { id: domainId }) },
  { what: 'a trust', end: ({ ada, trustId }) => call(ada.client, 'deleteTrust', { id: trustId }) },
  { what: 'a membership', end: ({ ada, member }) => call(ada.client, 'removeMember', { id: member.membershipId }) },
  {
    what: 'the activity of an account',
    end: async ({ ada }, { app }) => {
      await suspendAccount(app, ada.accountId, 'Phishing.')
      await resumeAccount(app, ada.accountId)
    },
  },
  {
    what: 'an account',
    end: ({ ada: { client, accountId, namespace } }) => call(client, 'deleteAccount', { accountId, namespace }),
  },
]

describeApiOnce('the end', (api) => {
  it.each(endings)('of $what takes as many statements however much ends with it', async ({ end }) => {
    const few = await fill(api, 1)
    const many = await fill(api, 3)
    const countFor = async (filled: Filled) => {
      // They would be counted.
      await api.runJobs()
      return await api.countStatements(() => end(filled, api))
    }
    const statements = await countFor(few)
    expect(statements).toBeGreaterThan(5)
    expect(await countFor(many)).toBe(statements)
  })
})
