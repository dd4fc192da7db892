import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'

/** A user whom a provider signs in. */
export interface ProvidedUser {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  preferred_username?: string
}

/** A real OpenID Connect provider whose users need no password: each request is answered for `user`. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The user who signs in next. Undefined: one who cancels. */
  user: ProvidedUser | undefined
  /** Changes the claims of the next ID tokens, which are still signed. */
  tamper: ((claims: JWTPayload) => JWTPayload) | undefined
  /** Signs the next ID tokens with no algorithm, or with the client's secret. */
  forge: 'none' | 'secret' | undefined
  /** How many codes were exchanged for tokens. */
  exchanges: number
  close: () => Promise<void>
}

const clientId = 'culvert'
const clientSecret = 'a client secret with the length that the provider wants'

/** Starts a provider that redirects to these addresses. */
export async function startIdentityProvider(redirectUris: string[]): Promise<IdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = makeKey()
  const state: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    user: undefined,
    tamper: undefined,
    forge: undefined,
    exchanges: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  const users = new Map<string, ProvidedUser>()

  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    adapter: createAdapter,
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 3600, AuthorizationCode: 60 },
    jwks: { keys: [{ ...key }] },
    cookies: { keys: ['a key of the cookies of the provider'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/let-in/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...users.get(sub), sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ accountId: oidc.session?.accountId, clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (context.path.startsWith('/let-in/')) {
      if (state.user) users.set(state.user.sub, state.user)
      const result = state.user
        ? { login: { accountId: state.user.sub } }
        : { error: 'access_denied', error_description: 'The user does not want to.' }
      await provider.interactionFinished(context.req, context.res, result)
      context.respond = false
      return
    }
    await next()
    if (context.path !== '/token' || !isTokens(context.body)) return
    state.exchanges += 1
    const { tamper, forge } = state
    const claims = decodeJwt(context.body.id_token)
    if (tamper || forge) context.body.id_token = await sign(key, tamper ? tamper(claims) : claims, forge)
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))

  return state
}

/** Follows a browser's redirects to a provider and back, with a separate browser for each call. */
export async function visitProvider(url: string): Promise<URL> {
  const jar = new Map<string, string>()
  const { origin } = new URL(url)
  for (let next = new URL(url); ;) {
    if (next.origin !== origin) return next
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider answered with ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
  }
}

/** Keeps a provider's state for as long as the provider runs. */
function createAdapter(): Adapter {
  const kept = new Map<string, AdapterPayload>()
  return {
    upsert: async (id, payload) => void kept.set(id, payload),
    find: async (id) => kept.get(id),
    findByUid: async (uid) => [...kept.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(kept.get(id) ?? {}, { consumed: true }),
    destroy: async (id) => void kept.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
    },
  }
}

function makeKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: 'provider', alg: 'RS256', use: 'sig' }
}

async function sign(key: JWK, claims: JWTPayload, forge: IdentityProvider['forge']): Promise<string> {
  if (forge === 'none') return new UnsecuredJWT(claims).encode()
  const token = new SignJWT(claims)
  if (forge === 'secret') {
    return await token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret))
  }
  return await token.setProtectedHeader({ alg: 'RS256', kid: 'provider' }).sign(await importJWK(key))
}

function isTokens(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}
