import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openGithub } from './github.ts'
import type { AuthorizationRequest, ProviderClient } from './provider.ts'

/** What the fake GitHub Enterprise Server answers, and the requests it received. */
const github = {
  user: {} as unknown,
  emails: [] as unknown,
  token: {} as unknown,
  asked: [] as { path: string; body: URLSearchParams; authorization: string | undefined; agent: string | undefined }[],
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const { authorization, 'user-agent': agent } = request.headers
  github.asked.push({ path: pathname, body: new URLSearchParams(await text(request)), authorization, agent })
  const answers: Record<string, unknown> = {
    '/login/oauth/access_token': github.token,
    '/api/v3/user': github.user,
    '/api/v3/user/emails': github.emails,
  }
  const found = answers[pathname]
  response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(found ?? {}))
}

const authorizationRequest: AuthorizationRequest = {
  redirectUri: 'https://culvert.example/signin/with/github',
  state: 'the state',
  nonce: 'the nonce',
  codeVerifier: 'a-verifier-of-at-least-forty-three-characters',
  isFreshProofWanted: false,
}
const returned = new URL(`${authorizationRequest.redirectUri}?code=abc&state=the+state`)

describe('GitHub', () => {
  let server: Server
  let client: ProviderClient

  beforeAll(async () => {
    server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    client = await openGithub({ kind: 'GITHUB', issuer, clientId: 'Iv1.0123', clientSecret: 'the secret' })
  })
  beforeEach(() => {
    github.token = { access_token: 'gho_abc', token_type: 'bearer', scope: 'read:user,user:email' }
    github.user = { id: 583_231, login: 'ada', name: 'Ada King Lovelace' }
    github.emails = [
      { email: 'private@example.com', primary: false, verified: true },
      { email: 'Ada@Example.com', primary: true, verified: true },
    ]
    github.asked = []
  })
  afterAll(() => server.close())

  it('is asked for the user and their addresses, with a state and PKCE', async () => {
    const url = await client.toUrl(authorizationRequest)
    expect(url.pathname).toBe('/login/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'Iv1.0123',
      response_type: 'code',
      redirect_uri: authorizationRequest.redirectUri,
      scope: 'read:user user:email',
      state: 'the state',
      code_challenge: createHash('sha256').update(authorizationRequest.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
  })

  it('identifies a user by number, with the primary address and whether it is verified', async () => {
    expect(await client.ask(returned, authorizationRequest)).toEqual({
      subject: '583231',
      name: 'ada',
      email: 'ada@example.com',
      isEmailVerified: true,
      firstName: 'Ada',
      lastName: 'King Lovelace',
    })
    const [exchange, user] = github.asked
    expect(Object.fromEntries(exchange!.body)).toMatchObject({
      client_id: 'Iv1.0123',
      client_secret: 'the secret',
      code: 'abc',
      code_verifier: authorizationRequest.codeVerifier,
    })
    expect(user).toMatchObject({ path: '/api/v3/user', authorization: 'Bearer gho_abc', agent: 'culvert' })
  })

  it('does not verify an address that it calls unverified or that is not primary', async () => {
    github.emails = [{ email: 'ada@example.com', primary: true, verified: false }]
    expect(await client.ask(returned, authorizationRequest)).toMatchObject({
      email: 'ada@example.com',
      isEmailVerified: false,
    })
    github.emails = [{ email: 'ada@example.com', primary: false, verified: true }]
    expect(await client.ask(returned, authorizationRequest)).toMatchObject({ email: null, isEmailVerified: false })
  })

  it('accepts users without a name', async () => {
    github.user = { id: 1, login: 'ada', name: null }
    expect(await client.ask(returned, authorizationRequest)).toMatchObject({
      subject: '1',
      firstName: null,
      lastName: null,
    })
  })

  it.each<[string, () => void, string]>([
    ['a code that it does not know', () => (github.token = { error: 'bad_verification_code' }), 'REFUSED'],
    ['no token', () => (github.token = {}), 'REFUSED'],
    ['a user without a number', () => (github.user = { login: 'ada' }), 'UNREACHABLE'],
    ['addresses that are not a list', () => (github.emails = { message: 'Not Found' }), 'UNREACHABLE'],
  ])('refuses to sign in with %s', async (_what, change, kind) => {
    change()
    await expect(client.ask(returned, authorizationRequest)).rejects.toMatchObject({ name: 'ProviderFault', kind })
  })

  it('refuses the state of another request, and a sign-in that its user denies', async () => {
    await expect(
      client.ask(new URL(`${authorizationRequest.redirectUri}?code=abc&state=other`), authorizationRequest),
    ).rejects.toMatchObject({
      kind: 'REFUSED',
    })
    const denied = new URL(`${authorizationRequest.redirectUri}?error=access_denied&state=the+state`)
    await expect(client.ask(denied, authorizationRequest)).rejects.toMatchObject({ kind: 'DENIED' })
    expect(github.asked).toEqual([])
  })
})
