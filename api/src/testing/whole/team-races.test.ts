import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'vitest'
import type { Member } from '../seed.ts'
import { newUser } from '../sign-up.ts'
import { accountGate, call, describeRaces, invite, openAccount, tally, unique, type Nodes, type Race } from './races.ts'

const stateOf = async ({ db }: Nodes, { accountId }: Member) => {
  const members = await db
    .selectFrom('accountUsers')
    .select(['userId', 'role'])
    .where('accountId', '=', accountId)
    .where('deletedAt', 'is', null)
    .execute()
  const invites = await db
    .selectFrom('teamInvites')
    .select(['email', 'status'])
    .where('accountId', '=', accountId)
    .execute()
  return {
    members,
    invites,
    roles: tally(members.map(({ role }) => role)),
    waiting: tally(invites.map(({ status }) => status)),
  }
}

const countAudit = async ({ db }: Nodes, { accountId }: Member, action: string) => {
  const entries = await db
    .selectFrom('auditEntries')
    .select('id')
    .where('accountId', '=', accountId)
    .where('action', '=', action)
    .execute()
  return entries.length
}

/** A user with a separate account, and an invitation for them. */
const guest = async (nodes: Nodes, ada: Member) => {
  const bea = await nodes.first.seed.owner('Bea')
  return { bea, ...(await invite(ada, bea.user.email ?? '')) }
}

const races: Race[] = [
  {
    guarantee: 'two nodes together never exceed the members and invitations of the plan, even while one joins',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes, { maxTeamMembers: 3 })
      const { bea, token } = await guest(nodes, ada)
      const { accountId } = ada
      const ask = () => call(ada.at(nodes.second), 'inviteMember', { accountId, email: `${unique()}@example.com` })
      return {
        gate: accountGate(ada),
        operations: [ask, () => call(bea.client, 'acceptInvite', { token }), ask, ask],
        check: async ([first, joined, second, third]) => {
          expect(joined).toBe('OK')
          expect(tally([first, second, third] as string[])).toEqual({ OK: 1, PLAN_LIMIT_REACHED: 2 })
          expect((await stateOf(nodes, ada)).members).toHaveLength(2)
        },
      }
    },
  },
  {
    guarantee: 'one address has one pending invitation, whichever node is asked',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const input = { accountId: ada.accountId, email: `${unique()}@example.com` }
      const ask = (client: Member['client']) => () => call(client, 'inviteMember', input)
      return {
        gate: accountGate(ada),
        operations: [ask(ada.client), ask(ada.at(nodes.second)), ask(ada.client)],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 2 })
          expect((await stateOf(nodes, ada)).waiting).toEqual({ pending: 1 })
        },
      }
    },
  },
  {
    guarantee: 'a user is not invited again while they join',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { bea, token } = await guest(nodes, ada)
      const input = { accountId: ada.accountId, email: bea.user.email }
      return {
        gate: accountGate(ada),
        operations: [
          () => call(bea.client, 'acceptInvite', { token }),
          () => call(ada.at(nodes.second), 'inviteMember', input),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'CONFLICT'])
          expect((await stateOf(nodes, ada)).waiting).toEqual({ accepted: 1 })
        },
      }
    },
  },
  {
    guarantee: 'an invitation that is revoked while it is accepted has one outcome, and both sides are told it',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { bea, id, token } = await guest(nodes, ada)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.at(nodes.second), 'revokeInvite', { id }),
          () => call(bea.client, 'acceptInvite', { token }),
        ],
        check: async (outcomes) => {
          const { members, waiting } = await stateOf(nodes, ada)
          if (outcomes[0] === 'OK')
            expect({ outcomes, waiting }).toEqual({ outcomes: ['OK', 'NOT_FOUND'], waiting: { expired: 1 } })
          else expect({ outcomes, waiting }).toEqual({ outcomes: ['CONFLICT', 'OK'], waiting: { accepted: 1 } })
          expect(members).toHaveLength(outcomes[1] === 'OK' ? 2 : 1)
        },
      }
    },
  },
  {
    guarantee: 'an invitation that is declined at both nodes is declined and recorded once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { bea, token } = await guest(nodes, ada)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(bea.client, 'declineInvite', { token }),
          () => call(bea.at(nodes.second), 'declineInvite', { token }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, NOT_FOUND: 1 })
          expect(await countAudit(nodes, ada, 'invite.declined')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'an invitation that is revoked at both nodes is revoked and recorded once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await invite(ada)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'revokeInvite', { id }),
          () => call(ada.at(nodes.second), 'revokeInvite', { id }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          expect(await countAudit(nodes, ada, 'invite.revoked')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'nobody joins an account while it is deleted',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { bea, token } = await guest(nodes, ada)
      const { accountId, namespace } = ada
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteAccount', { accountId, namespace }),
          () => call(bea.at(nodes.second), 'acceptInvite', { token }),
        ],
        check: async ([deleted, joined]) => {
          expect(deleted).toBe('OK')
          expect(['OK', 'NOT_FOUND']).toContain(joined)
          expect((await stateOf(nodes, ada)).members).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'an expiring invitation gives its seat away at most once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes, { maxTeamMembers: 2 })
      const { bea, token } = await guest(nodes, ada)
      const minuteMs = 60_000
      const expiresAt = new Date(Date.now() + minuteMs)
      await nodes.db.updateTable('teamInvites').set({ expiresAt }).where('accountId', '=', ada.accountId).execute()
      // The request that answers is in time; for the other node the invitation has expired.
      nodes.second.clock.advance(2 * minuteMs)
      const input = { accountId: ada.accountId, email: `${unique()}@example.com` }
      return {
        gate: accountGate(ada),
        operations: [
          () => call(bea.client, 'acceptInvite', { token }),
          () => call(ada.at(nodes.second), 'inviteMember', input),
        ],
        check: async (outcomes) => {
          nodes.second.clock.advance(-2 * minuteMs)
          expect(outcomes).toContain('OK')
          const { members, invites } = await stateOf(nodes, ada)
          const waiting = invites.filter(({ status, email }) => status === 'pending' && email === input.email)
          expect(members.length + waiting.length).toBeLessThanOrEqual(2)
        },
      }
    },
  },
  {
    guarantee: 'a member who is removed while their role changes stays removed',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { membershipId: id } = await ada.invite('Mia', 'viewer')
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'removeMember', { id }),
          () => call(ada.at(nodes.second), 'changeMemberRole', { id, role: 'admin' }),
        ],
        check: async ([removed, changed]) => {
          expect(removed).toBe('OK')
          expect(['OK', 'NOT_FOUND']).toContain(changed)
          expect((await stateOf(nodes, ada)).roles).toEqual({ super_admin: 1 })
        },
      }
    },
  },
  {
    guarantee: 'a member who is removed at both nodes is removed and recorded once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { membershipId: id } = await ada.invite('Mia', 'viewer')
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'removeMember', { id }),
          () => call(ada.at(nodes.second), 'removeMember', { id }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, NOT_FOUND: 1 })
          expect(await countAudit(nodes, ada, 'member.removed')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'a member who leaves while they are removed is recorded once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const mia = await ada.invite('Mia', 'viewer')
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'removeMember', { id: mia.membershipId }),
          () => call(mia.at(nodes.second), 'leaveAccount', { accountId: ada.accountId }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, NOT_FOUND: 1 })
          const removals = await countAudit(nodes, ada, 'member.removed')
          expect(removals + (await countAudit(nodes, ada, 'member.left'))).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'two admins who remove each other leave one admin',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const [anna, bert] = [await ada.invite('Anna', 'admin'), await ada.invite('Bert', 'admin')]
      return {
        gate: accountGate(ada),
        operations: [
          () => call(anna.client, 'removeMember', { id: bert.membershipId }),
          () => call(bert.at(nodes.second), 'removeMember', { id: anna.membershipId }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, NOT_FOUND: 1 })
          expect((await stateOf(nodes, ada)).roles).toEqual({ super_admin: 1, admin: 1 })
        },
      }
    },
  },
  {
    guarantee: 'two admins who make each other viewers leave one admin',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const [anna, bert] = [await ada.invite('Anna', 'admin'), await ada.invite('Bert', 'admin')]
      const role = 'viewer'
      return {
        gate: accountGate(ada),
        operations: [
          () => call(anna.client, 'changeMemberRole', { id: bert.membershipId, role }),
          () => call(bert.at(nodes.second), 'changeMemberRole', { id: anna.membershipId, role }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, FORBIDDEN: 1 })
          expect((await stateOf(nodes, ada)).roles).toEqual({ super_admin: 1, admin: 1, viewer: 1 })
        },
      }
    },
  },
  {
    guarantee: 'an account keeps an owner if it is transferred to a member who is removed or leaves meanwhile',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const [anna, hugo] = [await ada.invite('Anna', 'admin'), await ada.invite('Hugo', 'viewer')]
      const { accountId } = ada
      return {
        gate: accountGate(ada),
        operations: [
          () => call(anna.at(nodes.second), 'removeMember', { id: hugo.membershipId }),
          () => call(ada.client, 'transferOwnership', { accountId, memberId: hugo.membershipId }),
          () => call(hugo.at(nodes.second), 'leaveAccount', { accountId }),
        ],
        check: async () => expect((await stateOf(nodes, ada)).roles).toMatchObject({ super_admin: 1 }),
      }
    },
  },
  {
    guarantee: 'an admin never changes the role of a member who becomes the owner meanwhile',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const [anna, hugo] = [await ada.invite('Anna', 'admin'), await ada.invite('Hugo', 'viewer')]
      const { accountId } = ada
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'transferOwnership', { accountId, memberId: hugo.membershipId }),
          () => call(anna.at(nodes.second), 'changeMemberRole', { id: hugo.membershipId, role: 'admin' }),
        ],
        check: async ([transferred, changed]) => {
          expect(transferred).toBe('OK')
          expect(['OK', 'FORBIDDEN']).toContain(changed)
          expect((await stateOf(nodes, ada)).roles).toEqual({ super_admin: 1, admin: 2 })
        },
      }
    },
  },
  {
    guarantee: 'an account that is transferred while its owner deletes it has an owner or is deleted',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const hugo = await ada.invite('Hugo', 'admin')
      const { accountId, namespace } = ada
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'transferOwnership', { accountId, memberId: hugo.membershipId }),
          () => call(ada.at(nodes.second), 'deleteAccount', { accountId, namespace }),
        ],
        check: async (outcomes) => {
          const { members, roles } = await stateOf(nodes, ada)
          if (outcomes[1] === 'OK')
            expect({ outcomes, members }).toEqual({ outcomes: ['NOT_FOUND', 'OK'], members: [] })
          else
            expect({ outcomes, roles }).toEqual({ outcomes: ['OK', 'FORBIDDEN'], roles: { super_admin: 1, admin: 1 } })
        },
      }
    },
  },
  {
    guarantee: 'an account that is deleted at both nodes is deleted and recorded once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId, namespace } = ada
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteAccount', { accountId, namespace }),
          () => call(ada.at(nodes.second), 'deleteAccount', { accountId, namespace }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, NOT_FOUND: 1 })
          expect(await countAudit(nodes, ada, 'account.deleted')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'an account that is deleted while its namespace changes keeps no namespace, or only the new one',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId, namespace } = ada
      const taken = `ns-${unique()}`
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteAccount', { accountId, namespace }),
          () => call(ada.at(nodes.second), 'updateAccount', { accountId, namespace: taken }),
        ],
        check: async (outcomes) => {
          const kept = await nodes.db
            .selectFrom('namespaces')
            .select('namespace')
            .where('accountId', '=', accountId)
            .where('releasedAt', 'is', null)
            .execute()
          if (outcomes[0] === 'OK') expect({ outcomes, kept }).toEqual({ outcomes: ['OK', 'NOT_FOUND'], kept: [] })
          else expect({ outcomes, kept }).toEqual({ outcomes: ['BAD_USER_INPUT', 'OK'], kept: [{ namespace: taken }] })
        },
      }
    },
  },
  {
    guarantee: 'two owners who change the namespace simultaneously make two changes and keep one namespace',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const olga = await ada.invite('Olga', 'super_admin')
      const { accountId } = ada
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'updateAccount', { accountId, namespace: `ns-${unique()}` }),
          () => call(olga.at(nodes.second), 'updateAccount', { accountId, namespace: `ns-${unique()}` }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          const account = await nodes.db
            .selectFrom('accounts')
            .selectAll()
            .where('id', '=', accountId)
            .executeTakeFirstOrThrow()
          const kept = await nodes.db
            .selectFrom('namespaces')
            .select('namespace')
            .where('accountId', '=', accountId)
            .where('releasedAt', 'is', null)
            .execute()
          expect(account.namespaceChangesCount).toBe(2)
          expect(kept).toEqual([{ namespace: account.namespace }])
        },
      }
    },
  },
  {
    guarantee: 'a gateway that is reserved while the namespace changes has a hostname in one of the two',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId, namespace } = ada
      const renamed = `ns-${unique()}`
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'updateAccount', { accountId, namespace: renamed }),
          () => call(ada.at(nodes.second), 'createGateway', { accountId, name: 'demo', domain: 'culvert.localhost' }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          const { subdomain } = await nodes.db
            .selectFrom('gateways')
            .select('subdomain')
            .where('accountId', '=', accountId)
            .executeTakeFirstOrThrow()
          expect([`demo-${namespace}.culvert.localhost`, `demo-${renamed}.culvert.localhost`]).toContain(subdomain)
        },
      }
    },
  },
  {
    guarantee: 'a namespace goes to one of several who sign up, create an account with it or rename theirs',
    prepare: async (nodes) => {
      const [ada, bea] = [await openAccount(nodes), await openAccount(nodes)]
      const namespace = `ns-${unique()}`
      const cyd = { ...newUser({ firstName: namespace }), email: `${namespace}@example.com` }
      return {
        gate: 'namespaces',
        operations: [
          () => call(ada.client, 'updateAccount', { accountId: ada.accountId, namespace }),
          () => call(bea.at(nodes.second), 'createAccount', { name: 'Second', namespace }),
          () => call(bea.at(nodes.second), 'updateAccount', { accountId: bea.accountId, namespace }),
          () => call(nodes.first.client(), 'signUp', cyd),
        ],
        check: async ([renamed, created, renamedToo, signedUp]) => {
          const holders = await nodes.db
            .selectFrom('accounts')
            .innerJoin('accountUsers', 'accountUsers.accountId', 'accounts.id')
            .innerJoin('users', 'users.id', 'accountUsers.userId')
            .select('users.email')
            .where('namespace', '=', namespace)
            .execute()
          expect(holders).toHaveLength(1)
          // A sign-up is given another namespace if the first name is taken.
          expect(signedUp).toBe('OK')
          const others = tally([renamed, created, renamedToo] as string[])
          expect(others).toEqual(holders[0]?.email === cyd.email ? { CONFLICT: 3 } : { OK: 1, CONFLICT: 2 })
        },
      }
    },
  },
  {
    guarantee: 'of two namespaces that could form the same hostname, only one is assigned',
    prepare: async (nodes) => {
      const [ada, bea] = [await openAccount(nodes), await openAccount(nodes)]
      const last = unique()
      const namespaces = [last, `b-${last}`]
      return {
        operations: [
          () => call(ada.client, 'updateAccount', { accountId: ada.accountId, namespace: namespaces[0] }),
          () => call(bea.at(nodes.second), 'updateAccount', { accountId: bea.accountId, namespace: namespaces[1] }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          const taken = await nodes.db
            .selectFrom('accounts')
            .select('id')
            .where('namespace', 'in', namespaces)
            .execute()
          expect(taken).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'nobody is transferred an eleventh account, even while they create one',
    prepare: async (nodes) => {
      const givers = [await openAccount(nodes), await openAccount(nodes)]
      const hugo = await nodes.first.seed.owner('Hugo')
      for (let owned = 1; owned < 9; owned += 1) await call(hugo.client, 'createAccount', { name: `Account ${owned}` })
      const handOver = async ({ client, accountId }: Member) => {
        const memberId = randomUUIDv7()
        const membership = {
          id: memberId,
          accountId,
          userId: hugo.user.id,
          role: 'admin' as const,
          createdAt: new Date(),
        }
        await nodes.db.insertInto('accountUsers').values(membership).execute()
        return () => call(client, 'transferOwnership', { accountId, memberId })
      }
      return {
        gate: { table: 'users', id: hugo.user.id },
        operations: [
          ...(await Promise.all(givers.map(handOver))),
          () => call(hugo.at(nodes.second), 'createAccount', { name: 'Tenth' }),
        ],
        check: (outcomes) => expect(tally(outcomes)).toEqual({ OK: 1, PLAN_LIMIT_REACHED: 2 }),
      }
    },
  },
  {
    guarantee: 'nobody creates an eleventh account, whichever node is asked',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      for (let owned = 1; owned < 9; owned += 1) await call(ada.client, 'createAccount', { name: `Account ${owned}` })
      return {
        gate: { table: 'users', id: ada.user.id },
        operations: [
          () => call(ada.client, 'createAccount', { name: 'Tenth' }),
          () => call(ada.at(nodes.second), 'createAccount', { name: 'Tenth too' }),
          () => call(ada.client, 'createAccount', { name: 'Eleventh' }),
        ],
        check: async (outcomes) => {
          const { OK, ...refused } = tally(outcomes)
          expect(OK).toBe(1)
          expect(Object.values(refused)).toEqual([2])
        },
      }
    },
  },
]

describeRaces('teams and namespaces', races)
