import { randomUUIDv7 } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { loadApiConfig } from '../ground/config.ts'
import { describeApi, type TestApi } from '../testing/api.ts'
import { CreateApiKeyDocument } from '../testing/generated/documents.ts'
import { RawSocket } from '../testing/raw-socket.ts'
import type { Member } from '../testing/seed.ts'
import { edgeSecret } from '../testing/service-token.ts'

const { socketTiming } = loadApiConfig({ EDGE_SECRET: edgeSecret })
const timing = (overrides: Partial<typeof socketTiming>) => () => ({ socketTiming: { ...socketTiming, ...overrides } })

/** A credential, and how to end it without any event, as if every message about it were lost. */
interface Ending {
  credential: (api: TestApi, ada: Member) => Promise<string>
  end: (api: TestApi, ada: Member) => Promise<unknown>
}

const endings: [string, Ending][] = [
  [
    'of a session that was revoked',
    {
      credential: async (_api, ada) => ada.authorization,
      end: ({ app: { db, clock } }, ada) =>
        db.updateTable('sessions').set({ endedAt: clock.now() }).where('userId', '=', ada.user.id).execute(),
    },
  ],
  [
    'of a session that was opened with one factor and now has two',
    {
      credential: async (_api, ada) => ada.authorization,
      end: ({ app: { db } }, ada) =>
        db
          .updateTable('sessions')
          .set({ provenBy: ['PASSWORD', 'TOTP'] })
          .where('userId', '=', ada.user.id)
          .execute(),
    },
  ],
  [
    'of a user who was disabled',
    {
      credential: async (_api, ada) => ada.authorization,
      end: ({ app: { db, clock } }, ada) =>
        db.updateTable('users').set({ disabledAt: clock.now() }).where('id', '=', ada.user.id).execute(),
    },
  ],
  [
    'of an AuthID whose user was disabled',
    {
      credential: async (_api, ada) => `Bearer ${(await ada.authToken()).secret}`,
      end: ({ app: { db, clock } }, ada) =>
        db.updateTable('users').set({ disabledAt: clock.now() }).where('id', '=', ada.user.id).execute(),
    },
  ],
  [
    'of an AuthID that was deleted',
    {
      credential: async (_api, ada) => `Bearer ${(await ada.authToken()).secret}`,
      end: ({ app: { db, clock } }, ada) =>
        db.updateTable('authTokens').set({ deletedAt: clock.now() }).where('userId', '=', ada.user.id).execute(),
    },
  ],
  [
    'of an API key that was revoked',
    {
      credential: async (_api, { client, accountId }) => {
        const input = { accountId, name: 'Key', scopes: ['READ_ACCOUNT' as const] }
        return `Bearer ${(await client.run(CreateApiKeyDocument, { input })).createApiKey.secret}`
      },
      end: ({ app: { db, clock } }, { accountId }) =>
        db.updateTable('apiKeys').set({ revokedAt: clock.now() }).where('accountId', '=', accountId).execute(),
    },
  ],
]

const query = (id: string) => ({ id, type: 'subscribe', payload: { query: '{ __typename }' } })
const over = { code: 4403, reason: 'Session ended' }

const sockets: RawSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end()
})

/** Opens a socket that has been acknowledged. */
async function open(api: TestApi, authorization: string): Promise<RawSocket> {
  const socket = await new RawSocket(api.url).send({ type: 'connection_init', payload: { authorization } })
  sockets.push(socket)
  expect(await socket.next()).toEqual({ type: 'connection_ack' })
  return socket
}

describe('a credential that ends without a message about it', () => {
  describeApi(
    'an operation on its socket',
    (api) => {
      it.each(endings)('%s is not carried out, and the socket closes', async (_case, { credential, end }) => {
        const ada = await api.seed.owner('Ada')
        const socket = await open(api, await credential(api, ada))
        await socket.send(query('1'))
        expect(await socket.next()).toMatchObject({ id: '1', type: 'next' })
        await end(api, ada)
        const name = 'Changed by nobody'
        const mutation = 'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }'
        const variables = { input: { accountId: ada.accountId, name } }
        await socket.send({ id: '2', type: 'subscribe', payload: { query: mutation, variables } })
        expect(await socket.closed).toEqual(over)
        const accounts = api.app.db.selectFrom('accounts').select('name').where('id', '=', ada.accountId)
        expect(await accounts.execute()).not.toContainEqual({ name })
      })

      it('is not answered either if it was sent before the socket closed', async () => {
        const ada = await api.seed.owner('Ada')
        const socket = await open(api, ada.authorization)
        await endings[0]?.[1].end(api, ada)
        await socket.send(query('1'), query('2'), query('3'))
        expect(await socket.closed).toEqual(over)
        expect(socket.unread).not.toContainEqual(expect.objectContaining({ type: 'next' }))
      })
    },
    timing({ credentialFreshMs: 0 }),
  )

  describeApi(
    'a quiet socket',
    (api) => {
      it.each(endings)('%s closes by itself', async (_case, { credential, end }) => {
        const ada = await api.seed.owner('Ada')
        const socket = await open(api, await credential(api, ada))
        await end(api, ada)
        expect(await socket.closed).toEqual(over)
      })

      it('of a removed member stays open, and their subscriptions to the account end', async () => {
        const owner = await api.seed.owner('Ada')
        const { authorization, accountId, membershipId } = await owner.invite('Mia', 'viewer')
        const socket = await open(api, authorization)
        const subscription = `subscription { accountChanged(accountId: "${accountId}") { id } }`
        await socket.send({ id: '1', type: 'subscribe', payload: { query: subscription } })
        await socket.nextOf('pong')
        const deletedAt = api.app.clock.now()
        await api.app.db.updateTable('accountUsers').set({ deletedAt }).where('id', '=', membershipId).execute()
        expect(await socket.next()).toEqual({ id: '1', type: 'complete' })
        await socket.send(query('2'))
        expect(await socket.next()).toMatchObject({ id: '2', type: 'next' })
      })
    },
    timing({ credentialFreshMs: 0, heartbeatMs: 300 }),
  )

  describeApi(
    'an event',
    (api) => {
      it('does not reach it, and the socket closes', async () => {
        const ada = await api.seed.owner('Ada')
        const socket = await open(api, ada.authorization)
        const subscription = `subscription { accountChanged(accountId: "${ada.accountId}") { id } }`
        await socket.send({ id: '1', type: 'subscribe', payload: { query: subscription } })
        await socket.nextOf('pong')
        await endings[0]?.[1].end(api, ada)
        await api.tell('accountChanged', ada.accountId, { accountId: ada.accountId })
        expect(await socket.closed).toEqual(over)
        expect(socket.unread).toEqual([])
      })
    },
    timing({ credentialFreshMs: 0 }),
  )

  describeApi('a recent check of a credential', (api) => {
    it('counts for all sockets of the credential, until an event says that the credential has ended', async () => {
      const ada = await api.seed.owner('Ada')
      const one = await open(api, ada.authorization)
      const two = await open(api, ada.authorization)
      await one.send(query('1'))
      await one.next()
      const statements = await api.countStatements(async () => {
        await two.send(query('1'), query('2'), query('3'))
        for (let count = 0; count < 6; count += 1) await two.next()
      })
      expect(statements).toBe(0)
      await endings[0]?.[1].end(api, ada)
      await api.tell('credentialEnded', 'all', { credentialId: randomUUIDv7() })
      await api.tell('credentialEnded', 'all', { credentialId: ada.sessionId })
      expect([await one.closed, await two.closed]).toEqual([over, over])
    })
  })
})
