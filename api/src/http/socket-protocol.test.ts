import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeApiOnce } from '../testing/api.ts'
import {
  AccountChangedDocument,
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
      ['that sends text which is not JSON', 4400, ['{']],
      ['that sends JSON which is no message', 4400, ['[]']],
      ['that sends a message of an unknown type', 4400, [{ type: 'shout' }]],
      ['that subscribes without an id', 4400, [{ type: 'subscribe', payload: { query: '{ __typename }' } }]],
      ['that subscribes without a query', 4400, [{ id: '1', type: 'subscribe', payload: {} }]],
      ['that sends what only a server sends', 4400, [{ id: '1', type: 'next', payload: { data: {} } }]],
      ['that sends bytes', 4400, [Buffer.from([0, 159, 146, 150])]],
      ['that sends too long a message', 1009, [`"${'x'.repeat(300 * 1024)}"`]],
      ['that subscribes before it says who it is', 4401, [subscribe('1', '{ __typename }')]],
      ['without a credential', 4403, [{ type: 'connection_init' }]],
      ['with a credential that is none', 4403, [{ type: 'connection_init', payload: { authorization: 17 } }]],
    ])('%s', async (_case, code, frames) => {
      const socket = await new RawSocket(api.url).send(...frames)
      expect(await socket.closed).toMatchObject({ code })
    })

    it('that says twice who it is', async () => {
      const socket = await new RawSocket(api.url).send(init, init)
      expect(await socket.closed).toMatchObject({ code: 4429 })
    })

    it('that uses an id twice at a time', async () => {
      const socket = await new RawSocket(api.url).send(init)
      expect(await socket.next()).toEqual({ type: 'connection_ack' })
      await socket.send(watch('1'), watch('1'))
      expect(await socket.closed).toMatchObject({ code: 4409 })
    })

    it('that speaks no subprotocol that is known', async () => {
      expect(await new RawSocket(api.url, []).closed).toMatchObject({ code: 4406 })
    })

    it('that does not say in time who it is', async () => {
      expect(await silent.closed).toMatchObject({ code: 4408 })
    })
  })

  describe('keeps a socket', () => {
    it('that asks for a sign of life, or gives one', async () => {
      const socket = await new RawSocket(api.url).send({ type: 'ping', payload: { a: 1 } }, { type: 'pong' }, init)
      expect(await socket.next()).toEqual({ type: 'pong', payload: { a: 1 } })
      expect(await socket.next()).toEqual({ type: 'connection_ack' })
      socket.end()
    })

    it.each([
      ['a syntax error', '{ site', /Syntax Error/],
      ['an unknown field', '{ sitee { version } }', /^Cannot query field "sitee" on type "Query"\.$/],
      ['several operations and no name', 'query A { __typename } query B { __typename }', /identify operation/],
      ['too much depth', `{ site { ${'... on Site { '.repeat(12)} version ${'} '.repeat(12)} } }`, /depth/],
      ['too many aliases', `{ ${times(31, (index) => `a${index}: site { version }`)} }`, /aliases/i],
      ['too many tokens', `{ ${'site { version } '.repeat(600)} }`, /tokens/],
      [
        'too high a cost',
        `{ account(id: "1") { ${times(25, (index) => `p${index}: agents { nodes { gateway { ${'id '.repeat(60)} } } }`)} } }`,
        /cost/i,
      ],
      ['fragments in a circle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', /itself/],
    ])('that asks with %s, and refuses the operation before anything runs', async (_case, query, message) => {
      const socket = await new RawSocket(api.url).send(init)
      await socket.next()
      await socket.send(subscribe('1', query))
      const refusal = (await socket.next()) as { payload: { message: string; extensions: object }[] }
      expect(refusal).toMatchObject({ id: '1', type: 'error' })
      expect(refusal.payload.map((error) => error.message).join('\n')).toMatch(message)
      for (const { extensions } of refusal.payload) {
        expect(extensions).toEqual({ code: 'BAD_USER_INPUT', docs: '/docs/errors#bad_user_input' })
      }
      await socket.send(subscribe('1', '{ __typename }'))
      expect(await socket.next()).toEqual({ id: '1', type: 'next', payload: { data: { __typename: 'Query' } } })
      socket.end()
    })

    it('that asks for too large a page, or too many operations at a time', async () => {
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
    it('until it has ended, not only until its client says that it is', async () => {
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

    it('for its credential, over all sockets: 500 at a time, and others have theirs', async () => {
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

  describe('says of an operation by a pong', () => {
    it('that it misses no event any more, when it subscribes', async () => {
      const socket = await new RawSocket(api.url).send(init)
      await socket.next()
      await socket.send(watch('1'))
      expect(await socket.next()).toEqual({ type: 'pong', payload: { takenUp: '1' } })
      await api.tell('accountChanged', ada.accountId, { accountId: ada.accountId })
      expect(await socket.next()).toMatchObject({ id: '1', type: 'next' })
      socket.end()
    })

    it('nothing, when it only asks or is refused', async () => {
      const socket = await new RawSocket(api.url).send(init)
      await socket.next()
      const refused = subscribe('2', 'subscription { accountChanged(accountId: "none") { id } }')
      await socket.send(subscribe('1', '{ __typename }'))
      expect(await socket.next()).toMatchObject({ id: '1', type: 'next' })
      expect(await socket.next()).toMatchObject({ id: '1', type: 'complete' })
      await socket.send(refused)
      expect(await socket.next()).toMatchObject({
        id: '2',
        payload: { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
      })
      socket.end()
    })
  })

  it('prints nothing to the console, whatever clients send', () => {
    expect(printed.mock.calls).toEqual([])
  })

  describe('ends what is open', () => {
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
