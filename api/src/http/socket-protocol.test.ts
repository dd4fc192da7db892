import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeApiOnce } from '../testing/api.ts'
import {
  AccountChangedDocument,
  AccountDocument,
  CreateApiKeyDocument,
  DeleteAccountDocument,
  DeleteAuthTokenDocument,
  RemoveMemberDocument,
  RevokeApiKeyDocument,
  SignOutDocument,
} from '../testing/generated/documents.ts'
import { RawSocket } from '../testing/raw-socket.ts'
import type { Member } from '../testing/seed.ts'

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

const subscribe = (id: string, query: string, variables?: object) => ({
  id,
  type: 'subscribe',
  payload: { query, variables },
})

const watchOf = ({ accountId }: Member, id: string) =>
  subscribe(id, 'subscription ($accountId: ID!) { accountChanged(accountId: $accountId) { id } }', { accountId })

/** A mutation that renames an account, and selects something of it. */
const renaming = (selection: string) =>
  `mutation A($input: UpdateAccountInput!) { updateAccount(input: $input) { account { ${selection} } } }`

describeApiOnce('the graphql-transport-ws protocol', (api) => {
  let ada: Member
  let init: object
  let printed: ReturnType<typeof vi.spyOn>
  /** Sends nothing from the start, so that its time is over when it is checked. */
  let silent: RawSocket

  beforeAll(async () => {
    printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    silent = new RawSocket(api.url)
    ada = await api.seed.owner('Ada')
    init = { type: 'connection_init', payload: { authorization: ada.authorization } }
  })
  afterAll(() => printed.mockRestore())

  const watch = (id: string) => watchOf(ada, id)
  const openAs = async ({ authorization }: Member) => {
    const socket = await new RawSocket(api.url).send({ type: 'connection_init', payload: { authorization } })
    await socket.nextOf('connection_ack')
    return socket
  }

  describe('closes a socket', () => {
    it.each<[string, number, (string | Buffer | object)[]]>([
      ['that sends text that is not JSON', 4400, ['{']],
      ['that sends JSON that is not a message', 4400, ['[]']],
      ['that sends a message of an unknown type', 4400, [{ type: 'shout' }]],
      ['that subscribes without an id', 4400, [{ type: 'subscribe', payload: { query: '{ __typename }' } }]],
      ['that subscribes without a query', 4400, [{ id: '1', type: 'subscribe', payload: {} }]],
      ['that sends a message that only servers send', 4400, [{ id: '1', type: 'next', payload: { data: {} } }]],
      ['that sends a binary message', 4400, [Buffer.from([0, 159, 146, 150])]],
      ['that sends a message of 300 KiB', 1009, [`"${'x'.repeat(300 * 1024)}"`]],
      ['that subscribes before connection_init', 4401, [subscribe('1', '{ __typename }')]],
      ['without a credential', 4403, [{ type: 'connection_init' }]],
      ['with a credential that is not a string', 4403, [{ type: 'connection_init', payload: { authorization: 17 } }]],
    ])('%s', async (_case, code, frames) => {
      const socket = await new RawSocket(api.url).send(...frames)
      expect(await socket.closed).toMatchObject({ code })
    })

    it('that sends connection_init twice', async () => {
      const socket = await new RawSocket(api.url).send(init, init)
      expect(await socket.closed).toMatchObject({ code: 4429 })
    })

    it('that reuses the id of a running operation', async () => {
      const socket = await new RawSocket(api.url).send(init)
      expect(await socket.next()).toEqual({ type: 'connection_ack' })
      await socket.send(watch('1'), watch('1'))
      expect(await socket.closed).toMatchObject({ code: 4409 })
    })

    it('that offers no known subprotocol', async () => {
      expect(await new RawSocket(api.url, []).closed).toMatchObject({ code: 4406 })
    })

    it('that does not send connection_init in time', async () => {
      expect(await silent.closed).toMatchObject({ code: 4408 })
    })
  })

  describe('keeps a socket open', () => {
    it('that sends a ping or a pong', async () => {
      const socket = await new RawSocket(api.url).send({ type: 'ping', payload: { a: 1 } }, { type: 'pong' }, init)
      expect(await socket.next()).toEqual({ type: 'pong', payload: { a: 1 } })
      expect(await socket.next()).toEqual({ type: 'connection_ack' })
      socket.end()
    })

    it.each([
      ['a syntax error', `${renaming('id')} {`, /Syntax Error/],
      ['an unknown field', renaming('idd'), /^Cannot query field "idd" on type "Account"\.$/],
      ['several operations and no name', `${renaming('id')} query B { __typename }`, /identify operation/],
      ['too much depth', renaming(`${'... on Account { '.repeat(12)} id ${'} '.repeat(12)}`), /depth/],
      ['too many aliases', renaming(times(31, (index) => `a${index}: id`)), /aliases/i],
      ['too many tokens', renaming('id '.repeat(2_000)), /tokens/],
      [
        'too high a cost',
        renaming(times(25, (index) => `p${index}: agents { nodes { gateway { ${'id '.repeat(60)} } } }`)),
        /cost/i,
      ],
      [
        'a cycle of fragments',
        `${renaming('...A')} fragment A on Account { ...B } fragment B on Account { ...A }`,
        /itself/,
      ],
    ])('that sends an operation with %s, which is refused before anything runs', async (fault, query, message) => {
      const { accountId, client } = ada
      const variables = { input: { accountId, name: `Renamed with ${fault}` } }
      const socket = await new RawSocket(api.url).send(init)
      await socket.next()
      await socket.send(subscribe('1', query, variables))
      const refusal = (await socket.next()) as { payload: { message: string; extensions: object }[] }
      expect(refusal).toMatchObject({ id: '1', type: 'error' })
      expect(refusal.payload.map((error) => error.message).join('\n')).toMatch(message)
      for (const { extensions } of refusal.payload) {
        expect(extensions).toEqual({ code: 'BAD_USER_INPUT', docs: '/docs/errors#bad_user_input' })
      }
      await socket.send(subscribe('1', '{ __typename }'))
      expect(await socket.next()).toEqual({ id: '1', type: 'next', payload: { data: { __typename: 'Query' } } })
      expect((await client.run(AccountDocument, { id: accountId })).account.name).not.toMatch(/^Renamed/)
      socket.end()
    })

    it('that asks for too large a page, or sends a 51st simultaneous operation', async () => {
      const socket = await new RawSocket(api.url).send(init)
      await socket.next()
      const query = 'query ($id: ID!) { account(id: $id) { agents(pageSize: 1001) { totalCount } } }'
      await socket.send(subscribe('page', query, { id: ada.accountId }))
      expect(await socket.next()).toMatchObject({
        type: 'next',
        payload: { errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'pageSize' } }] },
      })
      expect(await socket.next()).toEqual({ id: 'page', type: 'complete' })
      await socket.send(...Array.from({ length: 51 }, (_, index) => watch(`w${index}`)))
      expect(await socket.nextOf('error')).toMatchObject({
        id: 'w50',
        payload: [{ message: expect.stringMatching(/at most 50/), extensions: { code: 'RATE_LIMITED' } }],
      })
      socket.end()
    })
  })

  describe('counts an operation', () => {
    it('until it has ended, even if its client completes it earlier', async () => {
      const socket = await openAs(ada)
      const busy = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const transaction = api.app.change(async () => {
        begun.resolve()
        await busy.promise
      })
      await begun.promise
      const query = `{ account(id: "${ada.accountId}") { name } }`
      for (let index = 0; index < 50; index += 1) {
        const id = `q${index}`
        await socket.send(subscribe(id, query), { id, type: 'complete' })
      }
      await socket.send(subscribe('one more', '{ __typename }'))
      expect(await socket.next()).toMatchObject({
        id: 'one more',
        type: 'error',
        payload: [{ message: expect.stringMatching(/at most 50/), extensions: { retryAfterSeconds: 5 } }],
      })
      busy.resolve()
      await transaction
      await waitUntilServed(socket)
      socket.end()
    })

    it('toward 500 for its credential over all sockets, apart from other credentials', async () => {
      const [grace, other] = [await api.seed.owner('Grace'), await api.seed.owner('Oscar')]
      const full: RawSocket[] = []
      for (let count = 0; count < 10; count += 1) {
        const socket = await openAs(grace)
        await socket.send(...Array.from({ length: 50 }, (_, index) => watchOf(grace, `w${index}`)))
        for (let index = 0; index < 50; index += 1) await socket.nextOf('pong')
        full.push(socket)
      }
      const eleventh = await openAs(grace)
      await eleventh.send(watchOf(grace, 'one more'))
      expect(await eleventh.next()).toMatchObject({
        id: 'one more',
        type: 'error',
        payload: [{ message: expect.stringMatching(/at most 500/), extensions: { code: 'RATE_LIMITED' } }],
      })
      await waitUntilServed(await openAs(other))
      full.pop()?.end()
      await waitUntilServed(eleventh)
      for (const socket of full) socket.end()
    })
  })

  describe('sends a pong with takenUp', () => {
    it('once a subscription no longer misses events', async () => {
      const socket = await new RawSocket(api.url).send(init)
      await socket.next()
      await socket.send(watch('1'))
      expect(await socket.next()).toEqual({ type: 'pong', payload: { takenUp: '1' } })
      await api.tell('accountChanged', ada.accountId, { accountId: ada.accountId })
      expect(await socket.next()).toMatchObject({ id: '1', type: 'next' })
      socket.end()
    })

    it('but not for a query or a refused subscription', async () => {
      const socket = await new RawSocket(api.url).send(init)
      await socket.next()
      const refused = subscribe('2', 'subscription { accountChanged(accountId: "none") { id } }')
      await socket.send(subscribe('1', '{ __typename }'))
      expect(await socket.next()).toMatchObject({ id: '1', type: 'next' })
      expect(await socket.next()).toMatchObject({ id: '1', type: 'complete' })
      await socket.send(refused)
      expect(await socket.next()).toMatchObject({
        id: '2',
        type: 'next',
        payload: { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
      })
      expect(await socket.next()).toEqual({ id: '2', type: 'complete' })
      socket.end()
    })
  })

  it('prints nothing to the console, whatever clients send', () => {
    expect(printed.mock.calls).toEqual([])
  })

  describe('ends open sockets and subscriptions', () => {
    const over = expect.objectContaining({ code: 4403, reason: 'Session ended' })

    it.each<[string, unknown, () => Promise<{ ended: Promise<unknown>; end: () => Promise<unknown> }>]>([
      [
        'with the session',
        over,
        async () => {
          const { client, accountId } = await api.seed.owner('Ada')
          const { ended } = await client.subscribe(AccountChangedDocument, { accountId })
          return { ended, end: () => client.run(SignOutDocument, { input: { scope: 'CURRENT' } }) }
        },
      ],
      [
        'with the membership',
        undefined,
        async () => {
          const owner = await api.seed.owner('Ada')
          const { client, accountId, membershipId: id } = await owner.invite('Mia', 'viewer')
          const { ended } = await client.subscribe(AccountChangedDocument, { accountId })
          return { ended, end: () => owner.client.run(RemoveMemberDocument, { input: { id } }) }
        },
      ],
      [
        'with the API key',
        over,
        async () => {
          const { client, accountId } = await api.seed.owner('Ada')
          const input = { accountId, name: 'Key', scopes: ['READ_ACCOUNT' as const] }
          const { apiKey, secret } = (await client.run(CreateApiKeyDocument, { input })).createApiKey
          const { ended } = await api.client(`Bearer ${secret}`).subscribe(AccountChangedDocument, { accountId })
          return { ended, end: () => client.run(RevokeApiKeyDocument, { input: { id: apiKey.id } }) }
        },
      ],
      [
        'with the AuthID',
        over,
        async () => {
          const owner = await api.seed.owner('Ada')
          const { id, secret } = await owner.authToken()
          const payload = { authorization: `Bearer ${secret}` }
          const socket = await new RawSocket(api.url).send({ type: 'connection_init', payload })
          await socket.next()
          return { ended: socket.closed, end: () => owner.client.run(DeleteAuthTokenDocument, { input: { id } }) }
        },
      ],
      [
        'with the account',
        undefined,
        async () => {
          const { client, accountId, namespace } = await api.seed.owner('Ada')
          const { ended } = await client.subscribe(AccountChangedDocument, { accountId })
          return { ended, end: () => client.run(DeleteAccountDocument, { input: { accountId, namespace } }) }
        },
      ],
    ])('%s', async (_case, expected, open) => {
      const { ended, end } = await open()
      await end()
      expect(await ended).toEqual(expected)
    })
  })
})

/** Sends operations until one is served. */
async function waitUntilServed(socket: RawSocket): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await socket.send(subscribe(`try ${attempt}`, '{ __typename }'))
    const answer = (await socket.next()) as { type: string }
    if (answer.type === 'next') return
    expect(answer).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
  }
}
