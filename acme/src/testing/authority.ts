import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { messageOf } from '@culvert/program'
import { isRecord } from '../values.ts'
import { accountHandlers } from './account-handlers.ts'
import { profileDays, type Authority, type Call, type RenewalAdvice, type HandlerResponse } from './context.ts'
import { noCounts, noFaults, type Counts, type Faults, type RawAnswer, type Route } from './faults.ts'
import { createServerCertificate, Issuer } from './issuer.ts'
import { parseObject, readJws, verifyJws } from './jws.ts'
import { validUntil } from './new-order.ts'
import { orderHandlers, showRenewalInfo } from './order-handlers.ts'
import { Refusal, refuse, refuseMalformed } from './refusal.ts'
import { newId, State, type Authorization, type Challenge } from './state.ts'
import { validate, type ValidationTarget } from './validation.ts'

export interface AuthorityOptions {
  /** Where the servers of the names that it validates are; none by default. */
  resolve?: (hostname: string) => ValidationTarget | undefined
  /** Host and port of the name server that it asks for TXT records. */
  dnsServer?: string
  /** The only external account; undefined lets any client open an account. */
  externalAccount?: { kid: string; /** Base64url. */ hmacKey: string }
  /** Whether a proven name needs no new proof in later orders; true by default. */
  reusesAuthorizations?: boolean
  /** Its clock; the machine's by default. */
  clock?: { now(): Date }
}

/** An authority for tests, stricter than the public ones: it serves HTTPS, and validates names over real sockets. */
export interface TestAuthority {
  readonly directoryUrl: string
  /** The root, in PEM, of its HTTPS certificate. */
  readonly rootCertificate: string
  /** The root, in PEM, of what it issues. */
  readonly issuerCertificate: string
  /** Its faults; a test sets them. */
  readonly faults: Faults
  readonly counts: Counts
  /** Its advice about renewals; a test sets it. */
  readonly renewal: RenewalAdvice
  /** Resolves at the next request for the resource. */
  listRequests(route: Route): Promise<void>
  /** Resolves once no validation is in progress. */
  validated(): Promise<void>
  close(): Promise<void>
}

export type { Counts, Faults, ValidationTarget, RawAnswer, RenewalAdvice, Route }

const handlers = { ...accountHandlers, ...orderHandlers }
/** Resources with an id in their path. */
const withId: Route[] = ['account', 'order', 'authorization', 'challenge', 'finalize', 'certificate', 'renewalInfo']
const routes: Route[] = ['directory', 'newNonce', 'newAccount', 'newOrder', 'revokeCert', 'keyChange', ...withId]
const maxBodyBytes = 100_000

export async function startAuthority(options: AuthorityOptions = {}): Promise<TestAuthority> {
  const { clock = { now: () => new Date() }, resolve = () => undefined, dnsServer } = options
  const now = () => clock.now()
  const { root, chain, key } = await createServerCertificate()
  const server = createServer({ cert: chain, key })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const validations = new Set<Promise<void>>()
  const nonces = new Set<string>()
  const requests = new EventEmitter()
  let seed = 1
  /** Returns the next number from 0 to 1 of a fixed sequence (MINSTD), so that what fails once fails again. */
  const roll = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }

  const authority: Authority = {
    state: new State(),
    issuer: await Issuer.create(now()),
    faults: noFaults(),
    counts: noCounts(),
    now,
    externalAccount: options.externalAccount,
    reusesAuthorizations: options.reusesAuthorizations ?? true,
    renewal: { window: undefined, explanationUrl: undefined, retryAfter: '21600' },
    urlOf: (route, id) => `${origin}/${route}${id === undefined ? '' : `/${id}`}`,
    startValidation: (challenge, authorization) => {
      const validation = look(challenge, authorization).finally(() => validations.delete(validation))
      validations.add(validation)
    },
  }
  const { faults, counts, state } = authority

  const look = async (challenge: Challenge, authorization: Authorization): Promise<void> => {
    const { identifier, account } = authorization
    counts.validations += 1
    try {
      if (faults.refusedNames.get(identifier.value) === 'caa') {
        refuse(403, 'caa', `CAA records of ${identifier.value} forbid issuing.`)
      }
      const keyAuthorization = `${challenge.token}.${account.thumbprint}`
      await validate(challenge.type, {
        name: identifier.value,
        token: challenge.token,
        keyAuthorization,
        resolve,
        dnsServer,
      })
      challenge.validated = now()
      challenge.status = 'valid'
      authorization.status = 'valid'
      authorization.expires = validUntil(now())
    } catch (error) {
      challenge.error = error instanceof Refusal ? error : new Refusal(500, 'serverInternal', messageOf(error))
      challenge.status = faults.keepsFailedChallenges ? 'processing' : 'invalid'
      if (!faults.keepsFailedChallenges) authorization.status = 'invalid'
    }
  }

  /** Returns a request's JWS after all checks of RFC 8555, section 6. */
  const readCall = async (request: IncomingMessage, route: Route, id: string): Promise<Call> => {
    if (request.method !== 'POST') refuseMalformed(`${request.method} is not for this resource.`, 405)
    if (request.headers['content-type'] !== 'application/jose+json') {
      refuseMalformed('The Content-Type is not application/jose+json.', 415)
    }
    const url = `${origin}${request.url}`
    const jws = readJws(parseObject(await readBody(request), 'The body'), url)
    const { kid, jwk } = jws
    const mayShowKey = route === 'newAccount' || route === 'revokeCert'
    if (jwk !== undefined && !mayShowKey) refuseMalformed('An account signs this (kid).')
    if (kid !== undefined && route === 'newAccount') refuseMalformed('A new account shows its key (jwk).')
    const account = kid === undefined ? undefined : state.accounts.get(kid.replace(authority.urlOf('account', ''), ''))
    const signer = jwk ?? account?.key
    if (signer === undefined) return refuse(400, 'accountDoesNotExist', `There is no account ${kid}.`)
    await verifyJws(jws, signer)
    counts.signedRequests += 1
    const { nonce } = jws.header
    const isFresh = typeof nonce === 'string' && nonces.delete(nonce)
    if (!isFresh || roll() < faults.badNonceRate) {
      counts.badNonces += 1
      refuse(400, 'badNonce', 'The nonce is not fresh.')
    }
    if (account !== undefined && account.status !== 'valid')
      refuse(403, 'unauthorized', `The account is ${account.status}.`)
    const payload = jws.payload.length === 0 ? undefined : parseObject(jws.payload, 'The payload')
    return { id, url, account, jws, payload }
  }

  const answer = async (request: IncomingMessage, route: Route, id: string): Promise<HandlerResponse> => {
    if (request.headers['user-agent'] === undefined) refuseMalformed('There is no User-Agent.')
    state.settle(now())
    if (route === 'newNonce') return { status: request.method === 'HEAD' ? 200 : 204 }
    if (route === 'directory' || route === 'renewalInfo') {
      if (request.method !== 'GET') refuseMalformed(`${request.method} is not for this resource.`, 405)
      return route === 'directory' ? { status: 200, body: showDirectory(authority) } : showRenewalInfo(authority, id)
    }
    const handler = handlers[route]
    if (handler === undefined) return refuseMalformed('There is no such resource.', 404)
    return await handler(authority, await readCall(request, route, id))
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    counts.requests += 1
    const [name = '', id = '', ...rest] = (request.url ?? '').slice(1).split('/')
    const route = routes.find((each) => each === name && withId.includes(each) === (id !== '') && rest.length === 0)
    if (route !== undefined) requests.emit(route)
    const instead = route && faults.instead.get(route)
    if (instead === 'hang') return
    if (instead === 'reset') {
      request.socket.destroy()
      return
    }
    const nonce = newId()
    const base = { 'cache-control': 'no-store', link: `<${authority.urlOf('directory')}>;rel="index"` }
    try {
      if (route === undefined) return refuseMalformed('There is no such resource.', 404)
      const { status, headers, body } = instead ?? (await answer(request, route, id))
      if (request.method === 'POST' || route === 'newNonce') nonces.add(nonce)
      const fresh: Record<string, string> = nonces.has(nonce) ? { 'replay-nonce': nonce } : {}
      send(response, status, { ...base, ...fresh, ...headers }, body, 'application/json')
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'serverInternal', messageOf(error))
      nonces.add(nonce)
      const headers = { ...base, 'replay-nonce': nonce, ...refusal.headers }
      send(response, refusal.status, headers, refusal.toProblem(), 'application/problem+json')
    }
  }

  server.on('request', (request, response) => void serve(request, response))
  return {
    directoryUrl: authority.urlOf('directory'),
    rootCertificate: root,
    issuerCertificate: authority.issuer.rootCertificate,
    faults,
    counts,
    renewal: authority.renewal,
    listRequests: async (route) => {
      await once(requests, route)
    },
    validated: async () => {
      await Promise.all(validations)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await Promise.all(validations)
    },
  }
}

function showDirectory({ urlOf, externalAccount, faults }: Authority): Record<string, unknown> {
  return {
    newNonce: urlOf('newNonce'),
    newAccount: urlOf('newAccount'),
    newOrder: urlOf('newOrder'),
    revokeCert: urlOf('revokeCert'),
    keyChange: urlOf('keyChange'),
    renewalInfo: faults.withoutRenewalInfo ? undefined : urlOf('renewalInfo'),
    // Directories may have unknown entries (RFC 8555, section 7.1.1).
    'Xk9-uq3sT2E': 'https://community.authority.example/t/adding-random-entries-to-the-directory',
    meta: {
      termsOfService: 'https://authority.example/terms',
      website: 'https://authority.example/',
      caaIdentities: ['authority.example'],
      externalAccountRequired: externalAccount !== undefined,
      profiles: Object.fromEntries(Object.entries(profileDays).map(([name, days]) => [name, `Lives ${days} days.`])),
    },
  }
}

function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer | object | undefined,
  type: string,
): void {
  const isJson = isRecord(body) && !Buffer.isBuffer(body)
  response.writeHead(status, isJson ? { 'content-type': type, ...headers } : headers)
  response.end(isJson ? JSON.stringify(body) : body)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) refuseMalformed('The body is too large.', 413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
