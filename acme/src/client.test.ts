import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  AcmeClient,
  AcmeError,
  createAccountKey,
  createCertificateKey,
  dnsChallengeValue,
  keyAuthorization,
  readDnsPublisher,
  waitUntilServed,
  type AcmeClientOptions,
  type AcmeOrder,
  type Identifier,
  type NewOrder,
} from './index.ts'
import { certificateId, createCsr, createTlsAlpnCertificate, readCertificate } from './certificate.ts'
import { startAuthority, type AuthorityOptions, type TestAuthority } from './testing/authority.ts'
import { startNameServer } from './testing/name-server.ts'
import { startResponder, type Responder } from './testing/responder.ts'
import { toReverseName } from './testing/validation.ts'

const never = new AbortController().signal
const dns = (...names: string[]): Identifier[] => names.map((value) => ({ type: 'dns', value }))

let responder: Responder
let authority: TestAuthority
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  responder = await startResponder()
  closing.push(() => responder.close())
  authority = await start()
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function start(options: AuthorityOptions = {}): Promise<TestAuthority> {
  const started = await startAuthority({ resolve: () => responder.target, ...options })
  closing.push(() => started.close())
  return started
}

/** Returns a client with a new key, and the key. */
async function create(options: Partial<AcmeClientOptions> = {}) {
  const accountKey = options.accountKey ?? (await createAccountKey())
  const { directoryUrl, rootCertificate: rootCertificates } = authority
  return { accountKey, client: new AcmeClient({ directoryUrl, rootCertificates, accountKey, ...options }) }
}

/** Returns a client whose account is open. */
async function open(options: Partial<AcmeClientOptions> = {}) {
  const created = await create(options)
  const accountUrl = await created.client.openAccount({ contacts: ['ada@example.com'], acceptsTerms: true }, never)
  return { ...created, accountUrl }
}

type Opened = Awaited<ReturnType<typeof create>>

/** Serves the answers to every pending challenge of the type, and asks the authority to validate them. */
async function answer({ client, accountKey }: Opened, order: AcmeOrder, type: string): Promise<void> {
  for (const url of order.authorizationUrls) {
    const authorization = await client.readAuthorization(url, never)
    const { value } = authorization.identifier
    const challenge = authorization.challenges.find((each) => each.type === type)
    if (authorization.status !== 'pending' || challenge === undefined) continue
    const text = await keyAuthorization(challenge.token, accountKey)
    responder.texts.set(`${value}/${challenge.token}`, text)
    const asked = authorization.identifier.type === 'ip' ? toReverseName(value) : value
    responder.certificates.set(asked, await createTlsAlpnCertificate(value, text))
    await client.answerChallenge(challenge.url, never)
  }
  await authority.validated()
}

/** Takes an order from its beginning to the chain of its certificate. */
async function issue(opened: Opened, wanted: NewOrder, type = 'http-01'): Promise<string> {
  const { client } = opened
  const order = await client.createOrder(wanted, never)
  await answer(opened, order, type)
  const csr = await createCsr(
    wanted.identifiers.map(({ value }) => value),
    await createCertificateKey(),
  )
  let latest = await client.finalize(order.finalizeUrl, csr, never)
  while (latest.status === 'processing') latest = await client.readOrder(order.url, never)
  return await client.download(latest.certificateUrl ?? '', never)
}

/** Returns the AcmeError that a call throws, and fails if it throws none. */
async function failure(call: Promise<unknown>): Promise<AcmeError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AcmeError)
  return error as AcmeError
}

describe('the directory', () => {
  it('reports what the authority offers', async () => {
    const { client } = await create()
    expect(await client.readDirectory(never)).toEqual({
      termsOfService: 'https://authority.example/terms',
      website: 'https://authority.example/',
      caaIdentities: ['authority.example'],
      externalAccountRequired: false,
      profiles: {
        classic: 'Lives 90 days.',
        medium: 'Lives 64 days.',
        tlsserver: 'Lives 45 days.',
        shortlived: 'Lives 6 days.',
      },
      hasRenewalInfo: true,
    })
  })

  it('is refused if it is not a valid directory, or names a URL without HTTPS', async () => {
    const { client } = await create()
    const url = authority.directoryUrl
    const good = { newNonce: url, newAccount: url, newOrder: url, revokeCert: url, keyChange: url }
    const withoutHttps = JSON.stringify({ ...good, newOrder: url.replace('https', 'http') })
    const withoutNonces = JSON.stringify({ ...good, newNonce: undefined })
    for (const body of ['[]', '{}', '{"newNonce":7}', 'nonsense', withoutHttps, withoutNonces]) {
      authority.faults.instead.set('directory', { status: 200, headers: { 'content-type': 'application/json' }, body })
      expect(await failure(client.readDirectory(never)), body).toMatchObject({ type: 'malformedAnswer' })
    }
  })

  it('must have an https:// URL, except on a loopback address', async () => {
    const accountKey = await createAccountKey()
    for (const directoryUrl of [
      'http://authority.example/',
      'http://127.evil.example/',
      'ftp://a.example',
      'nonsense',
    ]) {
      expect(() => new AcmeClient({ directoryUrl, accountKey })).toThrow(
        `Expected the directory of the authority as an https:// URL, got "${directoryUrl}".`,
      )
    }
    expect(() => new AcmeClient({ directoryUrl: 'http://127.0.0.1:1/', accountKey })).not.toThrow()
  })

  it('is not read from a host whose certificate is not signed by a trusted root', async () => {
    const { client } = await create({ rootCertificates: authority.issuerCertificate })
    expect(await failure(client.readDirectory(never))).toMatchObject({ type: 'connection', status: undefined })
    expect(
      () => new AcmeClient({ directoryUrl: 'https://a.example', rootCertificates: 'none', accountKey: {} }),
    ).toThrow('Expected the root certificates of the authority in PEM, got none.')
  })
})

describe('an account', () => {
  it('is opened once per key, and found again by that key', async () => {
    const { accountUrl, accountKey } = await open()
    const { client } = await create({ accountKey })
    expect(await client.openAccount({ contacts: [], acceptsTerms: false }, never)).toBe(accountUrl)
    const { client: stranger } = await create()
    const search = stranger.openAccount({ contacts: [], acceptsTerms: true, mustExist: true }, never)
    expect(await failure(search)).toMatchObject({ type: 'accountDoesNotExist' })
    expect(await client.openAccount({ contacts: [], acceptsTerms: true, mustExist: true }, never)).toBe(accountUrl)
    expect((await open()).accountUrl).not.toBe(accountUrl)
  })

  it('is refused unless the terms are agreed to, and if a contact is not an address', async () => {
    const { client } = await create()
    const refusal = await failure(client.openAccount({ contacts: [], acceptsTerms: false }, never))
    expect(refusal).toMatchObject({ type: 'userActionRequired', status: 403, detail: 'The terms are not agreed to.' })
    expect(refusal.message).toMatch(/^127\.0\.0\.1:\d+ refused: The terms are not agreed to \(userActionRequired\)\.$/)
    const contacts = ['mailto:nobody']
    expect(await failure(client.openAccount({ contacts, acceptsTerms: true }, never))).toMatchObject({
      type: 'invalidContact',
    })
  })

  it('is bound to an external account if the authority requires one', async () => {
    const hmacKey = Buffer.from('a key of thirty-two bytes, in all').toString('base64url')
    authority = await start({ externalAccount: { kid: 'kid-1', hmacKey } })
    const { client } = await create()
    const account = { contacts: [], acceptsTerms: true }
    expect(await client.readDirectory(never)).toMatchObject({ externalAccountRequired: true })
    expect(await failure(client.openAccount(account, never))).toMatchObject({ type: 'externalAccountRequired' })
    for (const externalAccount of [
      { kid: 'kid-2', hmacKey },
      { kid: 'kid-1', hmacKey: Buffer.from('another key of thirty-two bytes!').toString('base64url') },
    ]) {
      const refusal = await failure(client.openAccount({ ...account, externalAccount }, never))
      expect(refusal).toMatchObject({ type: 'unauthorized' })
    }
    const empty = client.openAccount({ ...account, externalAccount: { kid: 'kid-1', hmacKey: '' } }, never)
    await expect(empty).rejects.toThrow(/^Expected the key identifier and the HMAC key/)
    const externalAccount = { kid: 'kid-1', hmacKey }
    expect(await client.openAccount({ ...account, externalAccount }, never)).toMatch(/\/account\//)
  })

  it('can change its key: requests signed with the old key are refused from then on', async () => {
    const { client, accountKey, accountUrl } = await open()
    const newKey = await createAccountKey()
    await client.changeAccountKey(newKey, never)
    await client.createOrder({ identifiers: dns('a.example') }, never)
    const { client: late } = await create({ accountKey, accountUrl })
    expect(await failure(late.createOrder({ identifiers: dns('a.example') }, never))).toMatchObject({
      type: 'malformed',
    })
    const { client: next } = await create({ accountKey: newKey, accountUrl })
    await next.createOrder({ identifiers: dns('b.example') }, never)
    const { accountKey: taken } = await open()
    expect(await failure(next.changeAccountKey(taken, never))).toMatchObject({ status: 409 })
    // A refused key does not become the account's.
    await next.createOrder({ identifiers: dns('c.example') }, never)
  })

  it('must be opened before an order is created', async () => {
    const { client } = await create()
    await expect(client.createOrder({ identifiers: dns('a.example') }, never)).rejects.toThrow(
      'Expected an account at the authority: openAccount comes first.',
    )
  })
})

describe('an order', () => {
  it.each(['http-01', 'tls-alpn-01'])('becomes a certificate after validation by %s', async (type) => {
    const opened = await open()
    const chain = await issue(opened, { identifiers: dns('a.example', 'b.example') }, type)
    const read = readCertificate(chain)
    expect(read.names).toEqual(['a.example', 'b.example'])
    expect(read.serial).toBe(new X509Certificate(chain).serialNumber.toLowerCase())
    expect(read.issuer).toMatch(/^CN=Test Intermediate/)
    expect(read.notAfter.getTime() - read.notBefore.getTime()).toBe(90 * 24 * 60 * 60 * 1_000)
    const [, intermediate = ''] = chain.split(/(?<=-----END CERTIFICATE-----\n)/)
    const root = new X509Certificate(authority.issuerCertificate)
    expect(new X509Certificate(chain).verify(new X509Certificate(intermediate).publicKey)).toBe(true)
    expect(new X509Certificate(intermediate).verify(root.publicKey)).toBe(true)
    expect(Object.fromEntries(authority.counts.certificates)).toEqual({ 'a.example': 1, 'b.example': 1 })
    expect(authority.counts).toMatchObject({ orders: 1, finalizations: 1, validations: 2 })
  })

  it.each(['http-01', 'tls-alpn-01'])('can be for an IP address, validated by %s', async (type) => {
    const identifiers: Identifier[] = [{ type: 'ip', value: '192.0.2.7' }]
    const chain = await issue(await open(), { identifiers }, type)
    expect(readCertificate(chain).names).toEqual(['192.0.2.7'])
  })

  it('for a wildcard becomes a certificate by dns-01, with records published by dynamic DNS updates', async () => {
    const nameServer = await startNameServer()
    closing.push(() => nameServer.close())
    nameServer.zones = ['a.example']
    authority = await start({ dnsServer: nameServer.address })
    const publisher = readDnsPublisher({ RFC2136_NAMESERVER: nameServer.address })
    const opened = await open()
    const { client, accountKey } = opened
    const identifiers = dns('a.example', '*.a.example')
    const order = await client.createOrder({ identifiers }, never)
    // Both names have one record, with a value for each.
    for (const url of order.authorizationUrls) {
      const { challenges } = await client.readAuthorization(url, never)
      const challenge = challenges.find(({ type }) => type === 'dns-01')!
      const value = dnsChallengeValue(await keyAuthorization(challenge.token, accountKey))
      await publisher?.publish('_acme-challenge.a.example', value, never)
      await waitUntilServed('_acme-challenge.a.example', value, [nameServer.address], never)
    }
    for (const url of order.authorizationUrls) {
      const { challenges } = await client.readAuthorization(url, never)
      await client.answerChallenge(challenges.find(({ type }) => type === 'dns-01')?.url ?? '', never)
    }
    await authority.validated()
    const chain = await issue(opened, { identifiers })
    expect(readCertificate(chain).names).toEqual(['a.example', '*.a.example'])
    expect(authority.counts).toMatchObject({ orders: 1, validations: 2 })
  })

  it('gets the profile that it requests, and is refused for an unknown one', async () => {
    const opened = await open()
    const chain = await issue(opened, { identifiers: dns('a.example'), profile: 'shortlived' })
    const { notBefore, notAfter } = readCertificate(chain)
    expect(notAfter.getTime() - notBefore.getTime()).toBe(6 * 24 * 60 * 60 * 1_000)
    const wanted = { identifiers: dns('a.example'), profile: 'eternal' }
    expect(await failure(opened.client.createOrder(wanted, never))).toMatchObject({ type: 'invalidProfile' })
  })

  it('is reused while it is open, even by a new client that lists the names in another order', async () => {
    const { client, accountKey, accountUrl } = await open()
    const first = await client.createOrder({ identifiers: dns('a.example', 'b.example') }, never)
    const { client: next } = await create({ accountKey, accountUrl })
    const second = await next.createOrder({ identifiers: dns('b.example', 'a.example') }, never)
    expect(second.url).toBe(first.url)
    expect(first.expires?.getTime()).toBeGreaterThan(Date.now())
    expect(authority.counts.orders).toBe(1)
  })

  it('says how long to wait before polling again while the certificate is being issued', async () => {
    authority.faults.processing = { polls: 2, retryAfter: '3' }
    const opened = await open()
    const { client } = opened
    const order = await client.createOrder({ identifiers: dns('a.example') }, never)
    await answer(opened, order, 'http-01')
    const csr = await createCsr(['a.example'], await createCertificateKey())
    const finalized = await client.finalize(order.finalizeUrl, csr, never)
    expect(finalized).toMatchObject({ status: 'processing', certificateUrl: undefined })
    const waitMs = (finalized.retryAfter?.getTime() ?? 0) - Date.now()
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(3_000)
    expect(await client.readOrder(order.url, never)).toMatchObject({ status: 'processing' })
    expect(await client.readOrder(order.url, never)).toMatchObject({ status: 'valid', retryAfter: undefined })
  })

  it('says why it became invalid', async () => {
    authority.faults.failsIssuing = true
    const opened = await open()
    const order = await opened.client.createOrder({ identifiers: dns('a.example') }, never)
    await answer(opened, order, 'http-01')
    const csr = await createCsr(['a.example'], await createCertificateKey())
    expect(await opened.client.finalize(order.finalizeUrl, csr, never)).toMatchObject({
      status: 'invalid',
      error: { type: 'serverInternal', detail: 'The certificate could not be issued.' },
    })
  })

  it('is refused with the reason for each refused name', async () => {
    authority.faults.refusedNames.set('bad.example', 'rejectedIdentifier')
    const { client } = await open()
    const refusal = await failure(client.createOrder({ identifiers: dns('a.example', 'bad.example') }, never))
    expect(refusal).toMatchObject({
      type: 'rejectedIdentifier',
      subproblems: [{ type: 'rejectedIdentifier', identifier: { type: 'dns', value: 'bad.example' } }],
    })
    expect(refusal.message).toContain('bad.example: The policy forbids issuing for this name.')
  })

  it('is not finalized before its names are validated, or for other names', async () => {
    const opened = await open()
    const order = await opened.client.createOrder({ identifiers: dns('a.example') }, never)
    const key = await createCertificateKey()
    const early = opened.client.finalize(order.finalizeUrl, await createCsr(['a.example'], key), never)
    expect(await failure(early)).toMatchObject({ type: 'orderNotReady', status: 403 })
    await answer(opened, order, 'http-01')
    const other = opened.client.finalize(order.finalizeUrl, await createCsr(['b.example'], key), never)
    expect(await failure(other)).toMatchObject({ type: 'badCSR' })
    expect(authority.counts.finalizations).toBe(0)
  })

  it.each(['3600', 'Wed, 21 Oct 2099 07:28:00 GMT'])(
    'above a rate limit is refused with the time of the next attempt, from Retry-After: %s',
    async (retryAfter) => {
      const { client } = await open()
      authority.faults.orderLimit = { retryAfter }
      const refusal = await failure(client.createOrder({ identifiers: dns('a.example') }, never))
      expect(refusal).toMatchObject({ type: 'rateLimited', status: 429 })
      expect(refusal.retryAfter?.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
    },
  )
})

describe('an authorization', () => {
  it('for a wildcard names the host, and offers only the dns-01 challenge', async () => {
    const { client } = await open()
    const order = await client.createOrder({ identifiers: dns('*.a.example') }, never)
    const authorization = await client.readAuthorization(order.authorizationUrls[0] ?? '', never)
    expect(authorization).toMatchObject({ identifier: { type: 'dns', value: 'a.example' }, isWildcard: true })
    expect(authorization.challenges.map(({ type }) => type)).toEqual(['dns-01'])
  })

  it('may list challenges of unknown types, which do not prevent issuing', async () => {
    authority.faults.offersUnknownChallenges = true
    const opened = await open()
    const order = await opened.client.createOrder({ identifiers: dns('a.example') }, never)
    const { challenges } = await opened.client.readAuthorization(order.authorizationUrls[0] ?? '', never)
    expect(challenges.map(({ type }) => type)).toEqual(['dns-persist-99', 'dns-01', 'http-01', 'tls-alpn-01'])
    expect(challenges[0]).toMatchObject({ token: '', status: 'pending' })
    await issue(opened, { identifiers: dns('a.example') })
  })

  it('reports what the authority found: a wrong answer, or a CAA record that forbids issuing', async () => {
    const opened = await open()
    authority.faults.refusedNames.set('caa.example', 'caa')
    const order = await opened.client.createOrder({ identifiers: dns('a.example', 'caa.example') }, never)
    const stranger = { ...opened, accountKey: await createAccountKey() }
    await answer(stranger, order, 'http-01')
    const found = await Promise.all(order.authorizationUrls.map((url) => opened.client.readAuthorization(url, never)))
    expect(found.map(({ status }) => status)).toEqual(['invalid', 'invalid'])
    const errors = found.map(({ challenges }) => challenges.find(({ type }) => type === 'http-01')?.error?.type)
    expect(errors).toEqual(['unauthorized', 'caa'])
    expect(await opened.client.readOrder(order.url, never)).toMatchObject({ status: 'invalid' })
  })

  it('is refused if its token has path separators, is too short or not a string', async () => {
    const { client } = await open()
    const order = await client.createOrder({ identifiers: dns('a.example') }, never)
    const [url = ''] = order.authorizationUrls
    for (const token of ['../../../etc/passwd/and/so/on', 'short', 7]) {
      const challenges = [{ type: 'http-01', url, status: 'pending', token }]
      const body = { status: 'pending', identifier: { type: 'dns', value: 'a.example' }, challenges }
      const headers = { 'content-type': 'application/json' }
      authority.faults.instead.set('authorization', { status: 200, headers, body })
      expect(await failure(client.readAuthorization(url, never))).toMatchObject({ type: 'malformedAnswer' })
    }
  })
})

describe('renewal', () => {
  const day = 24 * 60 * 60 * 1_000

  it('is advised for the id of a certificate, with a window of time and an explanation', async () => {
    const opened = await open()
    const chain = await issue(opened, { identifiers: dns('a.example') })
    const { notAfter } = readCertificate(chain)
    const info = await opened.client.readRenewalInfo(certificateId(chain), never)
    expect(info.windowStart.getTime()).toBe(notAfter.getTime() - 30 * day)
    expect(info.retryAfter?.getTime()).toBeGreaterThan(Date.now() + 21_000_000)
    const window = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-01-02T00:00:00Z') }
    Object.assign(authority.renewal, { window, explanationUrl: 'https://authority.example/incident' })
    expect(await opened.client.readRenewalInfo(certificateId(chain), never)).toMatchObject({
      windowStart: window.start,
      windowEnd: window.end,
      explanationUrl: 'https://authority.example/incident',
    })
    expect(await failure(opened.client.readRenewalInfo('none.such', never))).toMatchObject({ status: 404 })
    authority.renewal.window = { start: window.end, end: window.start }
    const nonsense = opened.client.readRenewalInfo(certificateId(chain), never)
    expect(await failure(nonsense)).toMatchObject({ type: 'malformedAnswer' })
  })

  it('is reported as unsupported by an authority without renewal information', async () => {
    authority.faults.withoutRenewalInfo = true
    const { client } = await open()
    expect(await failure(client.readRenewalInfo('some.id', never))).toMatchObject({ type: 'unsupported' })
  })

  it('replaces the previous certificate, and succeeds even if that was replaced already', async () => {
    const opened = await open()
    const replaces = certificateId(await issue(opened, { identifiers: dns('a.example') }))
    await issue(opened, { identifiers: dns('a.example'), replaces })
    // Replaced already, so that the authority refuses once more.
    await issue(opened, { identifiers: dns('a.example'), replaces })
    expect(authority.counts).toMatchObject({ orders: 3, finalizations: 3 })
  })

  it.each(['alreadyReplaced', 'malformed', 'conflict', 'unauthorized', 'nobodyKnowsThis'])(
    'that is refused with %s is ordered again without "replaces", once',
    async (type) => {
      const { client } = await open()
      authority.faults.refusesReplacing = type
      const wanted = { identifiers: dns('a.example'), replaces: 'some.id' }
      const order = await client.createOrder(wanted, never)
      expect(order.status).toBe('pending')
      authority.faults.orderLimit = { retryAfter: '60' }
      const before = authority.counts.requests
      expect(await failure(client.createOrder(wanted, never))).toMatchObject({ type: 'rateLimited' })
      expect(authority.counts.requests).toBe(before + 1)
    },
  )
})

describe('revocation', () => {
  it('succeeds once per certificate, and is refused for an invalid reason', async () => {
    const opened = await open()
    const chain = await issue(opened, { identifiers: dns('a.example') })
    expect(await failure(opened.client.revoke(chain, 99, never))).toMatchObject({ type: 'badRevocationReason' })
    await opened.client.revoke(chain, 4, never)
    expect(authority.counts.revocations).toBe(1)
    expect(await failure(opened.client.revoke(chain, undefined, never))).toMatchObject({ type: 'alreadyRevoked' })
  })
})

describe('nonces', () => {
  it('are replaced if the authority rejects them, even 60 of 100', async () => {
    authority.faults.badNonceRate = 0.6
    const opened = await open()
    const names = Array.from({ length: 8 }, (_, index) => `n${index}.example`)
    await Promise.all(names.map((name) => issue(opened, { identifiers: dns(name) })))
    expect(authority.counts.certificates.size).toBe(8)
    const { badNonces, signedRequests } = authority.counts
    expect(badNonces / signedRequests).toBeCloseTo(0.6, 1)
  })

  it('are each used only once by concurrent calls', async () => {
    const opened = await open()
    const names = Array.from({ length: 8 }, (_, index) => `n${index}.example`)
    await Promise.all(names.map((name) => issue(opened, { identifiers: dns(name) })))
    expect(authority.counts).toMatchObject({ badNonces: 0, finalizations: 8 })
  })

  it('that are all rejected fail the call after 25 attempts', async () => {
    const { client } = await open()
    authority.faults.badNonceRate = 1
    const before = authority.counts.requests
    expect(await failure(client.createOrder({ identifiers: dns('a.example') }, never))).toMatchObject({
      type: 'badNonce',
    })
    expect(authority.counts.requests).toBe(before + 25)
  })
})

describe('an answer', () => {
  it('that does not arrive fails the call after the timeout, or as soon as it is cancelled', async () => {
    const { accountKey, accountUrl } = await open()
    authority.faults.instead.set('newOrder', 'hang')
    const { client: hasty } = await create({ accountKey, accountUrl, requestMs: 100 })
    const late = await failure(hasty.createOrder({ identifiers: dns('a.example') }, never))
    expect(late).toMatchObject({ type: 'connection', status: undefined })
    expect(late.message).toMatch(/^127\.0\.0\.1:\d+ did not answer within 0\.1 seconds\.$/)
    const { client } = await create({ accountKey, accountUrl })
    const cancelled = new AbortController()
    const asked = authority.listRequests('newOrder')
    const order = client.createOrder({ identifiers: dns('a.example') }, cancelled.signal)
    await asked
    cancelled.abort(new Error('the program stops'))
    await expect(order).rejects.toThrow('the program stops')
    await expect(client.readDirectory(cancelled.signal)).rejects.toThrow('the program stops')
  })

  it('that breaks off, changes to another protocol or cannot be requested is reported as a connection error', async () => {
    const { client } = await open()
    authority.faults.instead.set('newOrder', 'reset')
    const fault = await failure(client.createOrder({ identifiers: dns('a.example') }, never))
    expect(fault).toMatchObject({ type: 'connection' })
    authority.faults.instead.set('newOrder', {
      status: 101,
      headers: { connection: 'Upgrade', upgrade: 'other' },
      body: '',
    })
    expect(await failure(client.createOrder({ identifiers: dns('a.example') }, never))).toMatchObject({
      type: 'connection',
    })
    await authority.close()
    closing.pop()
    expect(await failure(client.readDirectory(never))).toMatchObject({ type: 'connection' })
  })

  it('without a problem document still yields an error type and its Retry-After', async () => {
    const { client } = await open()
    const wanted = { identifiers: dns('a.example') }
    const faults = { 500: 'serverInternal', 503: 'serverInternal', 429: 'rateLimited', 404: 'malformedAnswer' }
    for (const [status, type] of Object.entries(faults)) {
      const headers = { 'retry-after': '60', 'content-type': 'text/html' }
      authority.faults.instead.set('newOrder', { status: Number(status), headers, body: '<h1>no</h1>' })
      const fault = await failure(client.createOrder(wanted, never))
      expect(fault).toMatchObject({ type, status: Number(status) })
      expect(fault.retryAfter?.getTime()).toBeGreaterThan(Date.now() + 50_000)
      expect(fault.message).toMatch(/answered \d+ without saying why\.$/)
    }
  })

  it('that redirects, is larger than a megabyte, or names other hosts is refused', async () => {
    const { client } = await open()
    const wanted = { identifiers: dns('a.example') }
    authority.faults.instead.set('newOrder', { status: 307, headers: { location: 'https://evil.example/' } })
    const moved = await failure(client.createOrder(wanted, never))
    expect(moved).toMatchObject({ type: 'malformedAnswer', status: 307 })
    expect(moved.message).toContain('a redirection (307), which is not followed')
    authority.faults.instead.set('newOrder', { status: 201, body: ' '.repeat(1_000_001) })
    expect((await failure(client.createOrder(wanted, never))).message).toContain('more than 1000000 bytes')
    authority.faults.instead.delete('newOrder')
    for (const url of ['https://evil.example/order/1', 'http://127.0.0.1/', 'file:///etc/passwd', 'nonsense']) {
      expect(await failure(client.readOrder(url, never)), url).toMatchObject({ type: 'malformedAnswer' })
    }
  })

  it('to a request for an order is refused if it is not a valid order', async () => {
    const { client } = await open()
    const order = await client.createOrder({ identifiers: dns('a.example') }, never)
    const good = { status: 'pending', authorizations: order.authorizationUrls, finalize: order.finalizeUrl }
    const nonsense = [
      [],
      { ...good, status: 'sleeping' },
      { ...good, status: 'valid' },
      { ...good, authorizations: ['file:///etc/passwd'] },
      { ...good, authorizations: 'many' },
      { ...good, finalize: undefined },
      { ...good, certificate: 7 },
    ]
    for (const body of nonsense) {
      const headers = { 'content-type': 'application/json' }
      authority.faults.instead.set('order', { status: 200, headers, body: JSON.stringify(body) })
      const fault = await failure(client.readOrder(order.url, never))
      expect(fault, JSON.stringify(body)).toMatchObject({ type: 'malformedAnswer' })
    }
  })

  it('with a certificate chain that is truncated, unreadable, too long or empty is refused', async () => {
    const opened = await open()
    authority.faults.truncatesChains = true
    expect(await failure(issue(opened, { identifiers: dns('a.example') }))).toMatchObject({ type: 'malformedAnswer' })
    const unreadable = '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n'
    for (const body of ['', unreadable, 'x'.repeat(1_000), authority.issuerCertificate.repeat(11)]) {
      authority.faults.instead.set('certificate', { status: 200, body })
      const fault = await failure(issue(opened, { identifiers: dns('b.example') }))
      expect(fault).toMatchObject({ type: 'malformedAnswer' })
    }
  })

  it('cannot put control characters, or more than about 1,000 characters, into an error message', async () => {
    const { client } = await open()
    const body = { type: 'urn:ietf:params:acme:error:malformed', detail: `a\nb\u001B[31m${'x'.repeat(5_000)}` }
    const headers = { 'content-type': 'application/problem+json' }
    authority.faults.instead.set('newOrder', { status: 400, headers, body })
    const { message } = await failure(client.createOrder({ identifiers: dns('a.example') }, never))
    expect(message).toMatch(/refused: a b \[31mx+ \(malformed\)\.$/)
    expect(message.length).toBeLessThan(1_100)
    const named = { type: body.type, detail: 'a'.repeat(5_000), identifier: { type: 'dns', value: 'b.example' } }
    const line = { ...named, identifier: { type: 'dns', value: 'c\n.example\u001B[31m' } }
    const many = { ...body, detail: 'no', subproblems: [line, named, named, named] }
    authority.faults.instead.set('newOrder', { status: 400, headers, body: many })
    const more = await failure(client.createOrder({ identifiers: dns('a.example') }, never))
    expect(more.message).toMatch(/refused: no \(malformed\)\. b\.example: a+$/)
    expect(more.message.length).toBeLessThan(1_100)
  })
})
