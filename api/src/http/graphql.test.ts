import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { auditServer } from 'graphql-http'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describeApi, describeApiOnce } from '../testing/api.ts'
import { AccountDocument, SignInDocument, SiteDocument } from '../testing/generated/documents.ts'

const signIn = (input: unknown) => ({ query: SignInDocument.toString(), variables: { input } })

describeApiOnce('GraphQL over HTTP', (api) => {
  describe('an answer', () => {
    it('carries a request id, and header fields against caching, MIME sniffing and framing', async () => {
      const { headers } = await api.client().post({ query: '{ __typename }' })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('strict-transport-security')).toBeNull()
    })

    it('masks an unexpected error, and names the request id for the operator', async () => {
      await sql`alter table global_config rename to mislaid`.execute(api.app.db)
      const { body, headers } = await api.client().post({ query: SiteDocument.toString() })
      await sql`alter table mislaid rename to global_config`.execute(api.app.db)
      expect(body.errors).toEqual([
        {
          message: 'Something went wrong on our side. Try again; if it persists, tell the operator the request id.',
          locations: expect.any(Array),
          path: ['site'],
          extensions: { code: 'INTERNAL', docs: '/docs/errors#internal', requestId: headers.get('x-request-id') },
        },
      ])
    })
  })

  it('logs an unexpected error with the request id that the client got, and without secrets', async () => {
    const lines: string[] = []
    const { log } = api.app
    api.app.log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
    await sql`alter table users rename to mislaid`.execute(api.app.db)
    const input = { email: 'ada@example.com', password: 'a secret of hers' }
    const variables = { input }
    const { headers } = await api
      .client('Bearer pk_secret')
      .post({ query: SignInDocument.toString(), variables }, { cookie: 'culvert_refresh=secret' })
    await sql`alter table mislaid rename to users`.execute(api.app.db)
    api.app.log = log
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 50, requestId: headers.get('x-request-id') }),
    )
    expect(lines.join('')).not.toMatch('secret')
  })

  describe('a request', () => {
    it.each([
      ['no query', {}],
      ['a syntax error', { query: '{ site' }],
      ['an unknown field', { query: '{ site { nope } }' }],
      [
        'a variable of the wrong type',
        { query: 'query ($id: ID!) { account(id: $id) { id } }', variables: { id: {} } },
      ],
      ['text that is not JSON', '{'],
    ])('with %s is refused with 400 and BAD_USER_INPUT', async (_case, sent) => {
      const { status, body } = await api.client().post(sent)
      expect(status).toBe(400)
      expect(body.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    })

    const nul = String.fromCharCode(0)

    it.each([
      ['a NUL in a variable', signIn({ email: `ada${nul}@example.com`, password: 'x' })],
      ['a lone surrogate in a variable', signIn({ email: 'ada\ud83d@example.com', password: 'x' })],
      ['a NUL in the name of a variable', { query: '{ __typename }', variables: { [`a${nul}`]: 1 } }],
      ['a NUL in a literal', { query: '{ account(id: "a\\u0000") { id } }' }],
      ['a lone surrogate in a literal', '{ "query": "{ account(id: \\"\\ud83d\\") { id } }" }'],
    ])('with %s, which no database can store, is refused with BAD_USER_INPUT', async (_where, sent) => {
      const { status, body } = await api.client().post(sent)
      expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'BAD_USER_INPUT'])
    })

    it('with a NUL in a variable is refused over WebSocket too', async () => {
      const { client } = await api.seed.owner('Ada')
      const refused = await client.subscribe(AccountDocument, { id: `a${nul}` })
      expect(await refused.ended).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    })

    it.each([
      [
        'a list for a string',
        signIn({ email: 'a@example.com', password: ['hunter2'] }),
        '"$input.password"',
        'a text is expected',
      ],
      ['a string for an object', signIn('hunter2'), '"$input"', 'a value of the type SignInInput is expected'],
      [
        'a string for an enum',
        signIn({ email: 'a@b.c', password: 'x', tokenDelivery: 'hunter2' }),
        '"$input.tokenDelivery"',
        'a value of the type TokenDelivery is expected',
      ],
      [
        'a string literal for an enum',
        {
          query: 'mutation { signIn(input: { password: "x", tokenDelivery: "hunter2" }) { session { accessToken } } }',
        },
        'line 1, column 58',
        'a value of the type TokenDelivery is expected',
      ],
      [
        'an unknown enum value',
        { query: 'mutation { signIn(input: { password: "x", tokenDelivery: hunter2 }) { session { accessToken } } }' },
        'line 1, column 58',
        'a value of the type TokenDelivery is expected',
      ],
      [
        'a string literal for an integer',
        { query: '{ viewer { auditLog(page: "hunter2") { totalCount } } }' },
        'line 1, column 27',
        'a whole number below 2^31 is expected',
      ],
      [
        'a string literal for an instant',
        { query: '{ viewer { auditLog(from: "hunter2") { totalCount } } }' },
        'line 1, column 27',
        'an instant of the years 1 to 9999 such as 2026-11-21T09:30:00.000Z is expected',
      ],
      [
        'a literal of a day that there is not',
        { query: '{ account(id: "1") { usageTotals(from: "2026-02-30", to: "hunter2") { date } } }' },
        'line 1, column 40',
        'a day as YYYY-MM-DD is expected',
      ],
    ])(
      'with %s gets an error that names the place, and repeats nothing that it sent',
      async (_case, sent, place, expected) => {
        const { status, body } = await api.client().post(sent)
        expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'BAD_USER_INPUT'])
        expect(body.errors?.[0]?.message).toContain(`${place} is not right: ${expected}`)
        expect(JSON.stringify(body)).not.toMatch(/hunter2|did you mean/i)
      },
    )

    it('with an unknown input field gets an error that suggests no other name', async () => {
      const { body } = await api.client().post(signIn({ email: 'a@example.com', passwort: 'hunter2' }))
      expect(body.errors?.[0]?.message).toBe(
        'The variable "$input" has a field "passwort", which its type does not have.',
      )
      expect(JSON.stringify(body)).not.toMatch(/hunter2|did you mean/i)
    })

    it('without a required input field gets an error that names it', async () => {
      const query = 'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }'
      const { body } = await api.client().post({ query, variables: { input: { name: 'hunter2' } } })
      expect(body.errors?.[0]?.message).toBe('The variable "$input" lacks the field "accountId", which is required.')
      expect(JSON.stringify(body)).not.toContain('hunter2')
    })

    it('that a form or link on another site could send is refused', async () => {
      const link = await fetch(`${api.url}/graphql?query={__typename}`)
      expect(link.status).toBe(400)
      const form = await fetch(`${api.url}/graphql`, { method: 'POST', body: '{"query":"{__typename}"}' })
      expect(form.status).toBe(400)
    })

    it('that is a batch of operations is refused', async () => {
      const { status, body } = await api.client().post([{ query: '{ __typename }' }, { query: '{ __typename }' }])
      expect(status).toBe(400)
      expect(body.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    })

    it('for a subscription is refused with BAD_USER_INPUT, and referred to WebSocket', async () => {
      const query = 'subscription { accountChanged(accountId: "1") { id } }'
      const { status, body } = await api.client().post({ query })
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([
        {
          message: 'Subscriptions are served over WebSocket, by the protocol graphql-transport-ws, on the same path.',
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ])
    })

    it('is refused if its page size is above the maximum', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      for (const list of ['agents(pageSize: 1001)', 'auditLog(pageSize: 201)']) {
        const query = `query ($id: ID!) { account(id: $id) { ${list} { totalCount } } }`
        const { body } = await client.post({ query, variables: { id: accountId } })
        expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'pageSize' })
      }
    })

    it.each(['DELETE', 'OPTIONS', 'PATCH', 'PUT'])('with the method %s is refused with 405', async (method) => {
      const response = await fetch(`${api.url}/graphql`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    })

    it.each(['', '{"query": "{ __typename }"', "{'query': '{ __typename }'}"])(
      'with a body that is not JSON is refused with that reason: %j',
      async (body) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(`${api.url}/graphql`, { method: 'POST', headers, body })
        expect(response.status).toBe(400)
        const error = { message: 'The body is not JSON: it is empty, cut off or malformed.' }
        expect(await response.json()).toMatchObject({ errors: [{ ...error, extensions: { code: 'BAD_USER_INPUT' } }] })
      },
    )

    it('with a body above 1 MiB is refused with 413', async () => {
      const response = await fetch(`${api.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ __typename } # ${'x'.repeat(1024 * 1024)}` }),
      })
      expect(response.status).toBe(413)
      expect(await response.text()).toBe('The body has more than 1048576 bytes.\n')
    })

    it('that breaks off does not affect the next request', async () => {
      const head =
        'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"qu'
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
        socket.once('close', () => resolve())
        socket.write(head, () => socket.destroy())
      })
      expect((await api.client().post({ query: '{ __typename }' })).status).toBe(200)
    })
  })
})

/** For clients that accept only application/json, errors of the document or its variables SHOULD be 200s: here they are 400s. */
const acceptedFindings = [
  // Plain GETs are refused, because any site could make a browser send them.
  'notice 5A70',
  'notice 6A70',
  'notice D6D5',
  'warn 572B',
  'warn 7B9B',
  'warn FDE2',
]

describeApiOnce('the GraphQL-over-HTTP audit', (api) => {
  it('finds no errors, and no warnings except the accepted ones', async () => {
    const results = await auditServer({ url: `${api.url}/graphql` })
    const listed = results.filter(({ status }) => status !== 'ok').map(({ status, id }) => `${status} ${id}`)
    expect(listed.toSorted()).toEqual(acceptedFindings)
    expect(results.filter(({ status }) => status === 'ok').length).toBeGreaterThan(50)
  })
})

describeApi('GraphQL over HTTP without its database', (api) => {
  it('answers health checks with 503, and clients with INTERNAL', async () => {
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
    await api.app.db.destroy()
    expect((await fetch(`${api.url}/healthz`)).status).toBe(503)
    const { body } = await api.client().post({ query: SiteDocument.toString() })
    expect(body.errors?.[0]?.extensions?.code).toBe('INTERNAL')
  })
})
