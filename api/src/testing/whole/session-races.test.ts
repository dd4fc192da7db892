import { expect } from 'vitest'
import { rotateSigningKeys } from '../../platform/keys/keyring.ts'
import { AccountChangedDocument, ViewerDocument } from '../generated/documents.ts'
import { newUser, password, signUp } from '../sign-up.ts'
import { call, describeRaces, openAccount, tally, type Nodes, type Race } from './races.ts'

const sessionOf = async ({ db }: Nodes, userId: string) =>
  await db.selectFrom('sessions').selectAll().where('userId', '=', userId).where('endedAt', 'is', null).execute()

const countAudit = async ({ db }: Nodes, objectId: string, action: string) => {
  const entries = await db
    .selectFrom('auditEntries')
    .select('id')
    .where('objectId', '=', objectId)
    .where('action', '=', action)
    .execute()
  return entries.length
}

/** A signed-in user, whose session every node accepts. */
const somebody = async ({ first, second }: Nodes) => {
  const ada = await signUp(first)
  return { ...ada, userId: ada.user.id, there: second.client(`Bearer ${ada.accessToken}`) }
}

const change = (newPassword: string) => ({ currentPassword: password, newPassword })

const userGate = (userId: string) => ({ table: 'users', id: userId }) as const

const races: Race[] = [
  {
    guarantee: 'tabs at both nodes that refresh with the same token are served, and the session stays valid',
    prepare: async (nodes) => {
      const { refreshToken, client } = await somebody(nodes)
      return {
        operations: [nodes.first, nodes.second, nodes.first].map(
          (node) => () => call(node.client(), 'refreshSession', { refreshToken }),
        ),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 3 })
          await client.run(ViewerDocument, {})
        },
      }
    },
  },
  {
    guarantee: 'a used token that is presented twice after its grace period ends the session, which is recorded once',
    prepare: async (nodes) => {
      const { refreshToken, userId } = await somebody(nodes)
      await call(nodes.first.client(), 'refreshSession', { refreshToken })
      await nodes.db
        .updateTable('refreshTokens')
        .set({ usedAt: new Date(Date.now() - 60_000) })
        .where('usedAt', 'is not', null)
        .execute()
      return {
        operations: [nodes.first, nodes.second].map(
          (node) => () => call(node.client(), 'refreshSession', { refreshToken }),
        ),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ UNAUTHENTICATED: 2 })
          expect(await sessionOf(nodes, userId)).toEqual([])
          expect(await countAudit(nodes, userId, 'user.session_revoked')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'nobody keeps a session by refreshing while they sign out everywhere',
    prepare: async (nodes) => {
      const { refreshToken, userId, client } = await somebody(nodes)
      return {
        operations: [
          () => call(client, 'signOut', { scope: 'ALL' }),
          () => call(nodes.second.client(), 'refreshSession', { refreshToken }),
        ],
        check: async ([out, refreshed]) => {
          expect(out).toBe('OK')
          expect(['OK', 'UNAUTHENTICATED']).toContain(refreshed)
          expect(await sessionOf(nodes, userId)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'nobody keeps another session by refreshing while the password is changed',
    prepare: async (nodes) => {
      const { email, userId, client } = await somebody(nodes)
      const { session } = await call(nodes.second.client(), 'signIn', { email, password }, 'session { refreshToken }')
      const { refreshToken } = session as { refreshToken: string }
      return {
        gate: userGate(userId),
        operations: [
          () => call(client, 'changePassword', change('another one')),
          () => call(nodes.second.client(), 'refreshSession', { refreshToken }),
        ],
        check: async ([changed, refreshed]) => {
          expect(changed).toBe('OK')
          expect(['OK', 'UNAUTHENTICATED']).toContain(refreshed)
          expect(await sessionOf(nodes, userId)).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'nobody signs in with the old password while it is changed',
    prepare: async (nodes) => {
      const { email, userId, client } = await somebody(nodes)
      return {
        gate: userGate(userId),
        operations: [
          () => call(client, 'changePassword', change('another one')),
          () => call(nodes.second.client(), 'signIn', { email, password }),
        ],
        check: async ([changed, signedIn]) => {
          expect(changed).toBe('OK')
          expect(['OK', 'UNAUTHENTICATED', 'BAD_USER_INPUT']).toContain(signedIn)
          expect(await sessionOf(nodes, userId)).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'a password that is changed at both nodes is one of the two new ones',
    prepare: async (nodes) => {
      const { email, userId, client, there } = await somebody(nodes)
      return {
        gate: userGate(userId),
        operations: [
          () => call(client, 'changePassword', change('password one')),
          () => call(there, 'changePassword', change('password two')),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          const now = outcomes[0] === 'OK' ? 'password one' : 'password two'
          await call(nodes.second.client(), 'signIn', { email, password: now })
        },
      }
    },
  },
  {
    guarantee: 'a session that is ended twice is ended and recorded once',
    prepare: async (nodes) => {
      const { email, userId, client, there } = await somebody(nodes)
      const [own] = await sessionOf(nodes, userId)
      await call(nodes.first.client(), 'signIn', { email, password })
      const other = (await sessionOf(nodes, userId)).find(({ id }) => id !== own?.id)
      return {
        operations: [client, there].map((each) => () => call(each, 'endSession', { id: other?.id })),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, NOT_FOUND: 1 })
          expect(await countAudit(nodes, userId, 'user.session_ended')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'signing out at both nodes is recorded once',
    prepare: async (nodes) => {
      const { refreshToken, userId } = await somebody(nodes)
      return {
        operations: [nodes.first, nodes.second].map((node) => () => call(node.client(), 'signOut', { refreshToken })),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 2 })
          expect(await countAudit(nodes, userId, 'user.signed_out')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'an e-mail address signs up once, at either node and in either case',
    prepare: async (nodes) => {
      const input = newUser({ email: `sam-${Date.now()}-${Math.random()}@example.com` })
      return {
        operations: [
          () => call(nodes.first.client(), 'signUp', input),
          () => call(nodes.second.client(), 'signUp', { ...input, email: input.email.toUpperCase() }),
          () => call(nodes.first.client(), 'signUp', input),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 2 })
          const users = await nodes.db.selectFrom('users').select('id').where('email', '=', input.email).execute()
          expect(users).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'a phone number signs up once, at either node',
    prepare: async (nodes) => {
      const phone = `+3361${String(Date.now()).slice(-7)}${Math.floor(Math.random() * 10)}`
      const input = { ...newUser(), email: undefined, phone }
      return {
        operations: [nodes.first, nodes.second, nodes.first].map((node) => () => call(node.client(), 'signUp', input)),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 2 })
          expect(await nodes.db.selectFrom('users').select('id').where('phone', '=', phone).execute()).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'a token that is issued while the keys rotate is valid at both nodes',
    prepare: async (nodes) => {
      const { email, refreshToken } = await somebody(nodes)
      const tokens: string[] = []
      const keep = async (given: Promise<Record<string, unknown>>) => {
        const { session } = await given
        tokens.push((session as { accessToken: string }).accessToken)
      }
      const selection = 'session { accessToken }'
      return {
        operations: [
          () => keep(call(nodes.first.client(), 'signIn', { email, password }, selection)),
          () => rotateSigningKeys(nodes.first.app),
          () => keep(call(nodes.second.client(), 'signIn', { email, password }, selection)),
          () => keep(call(nodes.second.client(), 'refreshSession', { refreshToken }, selection)),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 4 })
          for (const node of [nodes.first, nodes.second]) {
            for (const token of tokens) await node.client(`Bearer ${token}`).run(ViewerDocument, {})
          }
        },
      }
    },
  },
  {
    guarantee: 'signing keys that are rotated at both nodes simultaneously leave one that signs',
    prepare: async (nodes) => ({
      operations: [nodes.first, nodes.second].map((node) => () => rotateSigningKeys(node.app)),
      check: async (outcomes) => {
        expect(outcomes).toEqual(['OK', 'OK'])
        const signing = await nodes.db.selectFrom('signingKeys').select('id').where('retiredAt', 'is', null).execute()
        expect(signing).toHaveLength(1)
      },
    }),
  },
  {
    guarantee: 'an API key that is revoked at both nodes is revoked and recorded once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const input = { accountId: ada.accountId, name: 'Key', scopes: ['READ_ACCOUNT'] }
      const { apiKey } = await call(ada.client, 'createApiKey', input, 'apiKey { id }')
      const { id } = apiKey as { id: string }
      return {
        gate: { table: 'accounts', id: ada.accountId },
        operations: [ada.client, ada.at(nodes.second)].map((client) => () => call(client, 'revokeApiKey', { id })),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, NOT_FOUND: 1 })
          expect(await countAudit(nodes, id, 'api_key.revoked')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'no socket that is opened with an API key while it is revoked stays open',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const input = { accountId: ada.accountId, name: 'Key', scopes: ['READ_ACCOUNT'] }
      const { apiKey, secret } = await call(ada.client, 'createApiKey', input, 'apiKey { id } secret')
      const key = nodes.first.client(`Bearer ${String(secret)}`)
      const opened: Promise<{ ended: Promise<unknown> }>[] = []
      const open = async () => {
        opened.push(key.subscribe(AccountChangedDocument, { accountId: ada.accountId }))
        await Promise.all(opened)
      }
      return {
        operations: [open, () => call(ada.client, 'revokeApiKey', { id: (apiKey as { id: string }).id }), open, open],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 4 })
          for (const socket of opened) expect(await (await socket).ended).toMatchObject({ code: 4403 })
        },
      }
    },
  },
  {
    guarantee: 'no socket that is opened with a session while it is signed out stays open',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const opened: Promise<{ ended: Promise<unknown> }>[] = []
      const open = async () => {
        opened.push(ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId }))
        await Promise.all(opened)
      }
      return {
        operations: [open, () => call(ada.client, 'signOut', {}), open, open],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 4 })
          for (const socket of opened) expect(await (await socket).ended).toMatchObject({ code: 4403 })
        },
      }
    },
  },
  {
    guarantee: 'no subscription that a member opens while they are removed stays open',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const mia = await ada.invite('Mia', 'viewer')
      const opened: Promise<{ ended: Promise<unknown> }>[] = []
      const open = async () => {
        opened.push(mia.client.subscribe(AccountChangedDocument, { accountId: ada.accountId }))
        await Promise.all(opened)
      }
      return {
        operations: [open, () => call(ada.client, 'removeMember', { id: mia.membershipId }), open, open],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 4 })
          for (const socket of opened) await (await socket).ended
        },
      }
    },
  },
]

describeRaces('sessions and credentials', races)
