import { afterAll, expect } from 'vitest'
import { checkAgain, verify } from '../../features/domains/checks.ts'
import { dayMs } from '../../ground/clock.ts'
import { startDnsServer } from '../dns-server.ts'
import type { Member } from '../seed.ts'
import { accountGate, call, describeRaces, openAccount, tally, unique, type Nodes, type Race } from './races.ts'

const tunnelHost = 'tunnel.culvert.test'
const server = await startDnsServer()
afterAll(() => server.close())

const pointAway = (domain: string) => delete server.zone[`TXT _culvert-challenge.${domain}`]

/** Adds a domain to the account, and the record that proves it next to those of other accounts. */
const add = async ({ client, accountId }: Member, domain = `${unique()}.example.com`) => {
  const made = await call(client, 'addDomain', { accountId, domain }, 'domain { id verificationToken }')
  const { id, verificationToken } = made.domain as { id: string; verificationToken: string }
  const challenge = `TXT _culvert-challenge.${domain}`
  const others = server.zone[challenge]
  server.zone[challenge] = [...(Array.isArray(others) ? others : []), verificationToken]
  return { domain, id }
}

const verified = async ({ first }: Nodes, ada: Member) => {
  const added = await add(ada)
  await verify(first.app, added.id, true)
  return added
}

const find = async ({ db }: Nodes, id: string) =>
  await db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const listActions = async ({ db }: Nodes, objectId: string) => {
  const entries = await db
    .selectFrom('auditEntries')
    .select('action')
    .where('objectId', '=', objectId)
    .orderBy('id')
    .execute()
  return entries.map(({ action }) => action)
}

const rename = async ({ client, accountId }: Member, namespace: string) =>
  await call(client, 'updateAccount', { accountId, namespace })

const races: Race[] = [
  {
    guarantee: 'a hostname that is being released cannot be reserved by another account',
    prepare: async (nodes) => {
      const [ada, bea] = [await openAccount(nodes), await openAccount(nodes)]
      const { id } = await ada.gateway('demo')
      await rename(ada, `n${unique()}`)
      const longAgo = new Date(Date.now() - 31 * dayMs)
      await nodes.db
        .updateTable('namespaces')
        .set({ releasedAt: longAgo })
        .where('namespace', '=', ada.namespace)
        .execute()
      await rename(bea, ada.namespace)
      const input = { accountId: bea.accountId, name: 'demo', domain: 'culvert.localhost' }
      return {
        gate: accountGate(bea),
        operations: [
          () => call(bea.at(nodes.second), 'createGateway', input),
          () => call(ada.client, 'deleteGateway', { id }),
        ],
        check: (outcomes) => expect(outcomes).toEqual(['CONFLICT', 'OK']),
      }
    },
  },
  {
    guarantee: 'a domain that is deleted while it is verified stays deleted',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await add(ada)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteDomain', { id }),
          () => verify(nodes.second.app, id, true),
          () => call(ada.at(nodes.second), 'verifyDomain', { id }),
        ],
        check: async ([deleted, checked, asked]) => {
          expect([deleted, checked]).toEqual(['OK', 'OK'])
          expect(['OK', 'NOT_FOUND']).toContain(asked)
          expect(await find(nodes, id)).toMatchObject({ deletedAt: expect.any(Date), verifyingSince: null })
          expect((await listActions(nodes, id)).at(-1)).toBe('domain.deleted')
        },
      }
    },
  },
  {
    guarantee: 'of two accounts that verify a domain simultaneously, one holds it and the other is told why',
    prepare: async (nodes) => {
      const [ada, bea] = [await openAccount(nodes), await openAccount(nodes)]
      const first = await add(ada)
      const second = await add(bea, first.domain)
      // A transaction that needs both accounts locks the one with the smaller id first.
      const gate = accountGate(ada.accountId < bea.accountId ? ada : bea)
      return {
        gate,
        operations: [() => verify(nodes.first.app, first.id, true), () => verify(nodes.second.app, second.id, true)],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          const domains = [await find(nodes, first.id), await find(nodes, second.id)]
          expect(tally(domains.map(({ status }) => status))).toEqual({ verified: 1, failed: 1 })
          expect(domains.find(({ status }) => status === 'failed')?.lastCheckMessage).toMatch(
            'another account has verified',
          )
        },
      }
    },
  },
  {
    guarantee: 'a daily check counts once, even if both nodes run it and another check runs meanwhile',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id, domain } = await verified(nodes, ada)
      pointAway(domain)
      const dueAt = nodes.first.clock.now()
      return {
        gate: accountGate(ada),
        operations: [
          () => checkAgain(nodes.first.app, id, dueAt, true),
          () => verify(nodes.second.app, id, true),
          () => checkAgain(nodes.second.app, id, dueAt, true),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK', 'OK'])
          expect(await find(nodes, id)).toMatchObject({ status: 'verified', failedChecks: 1, lastCheckDueAt: dueAt })
        },
      }
    },
  },
  {
    guarantee: 'no gateway remains on a domain that is deleted while the gateway is reserved',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId } = ada
      const { id, domain } = await verified(nodes, ada)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteDomain', { id }),
          () => call(ada.at(nodes.second), 'createGateway', { accountId, name: 'demo', customDomain: domain }),
        ],
        check: async ([deleted, reserved]) => {
          expect(deleted).toBe('OK')
          expect(['OK', 'BAD_USER_INPUT']).toContain(reserved)
          const live = nodes.db.selectFrom('gateways').select('id').where('deletedAt', 'is', null)
          expect(await live.where('accountId', '=', accountId).execute()).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'an account has a domain once, whichever node adds it',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const input = { accountId: ada.accountId, domain: `${unique()}.example.com` }
      return {
        gate: accountGate(ada),
        operations: [() => call(ada.client, 'addDomain', input), () => call(ada.at(nodes.second), 'addDomain', input)],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          const rows = nodes.db.selectFrom('domains').select('id').where('accountId', '=', ada.accountId)
          expect(await rows.execute()).toHaveLength(1)
        },
      }
    },
  },
]

describeRaces('domains', races, { tunnelUrl: `http://${tunnelHost}`, dnsResolvers: [server.address] })
