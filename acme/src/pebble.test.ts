import { X509Certificate } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AcmeClient,
  AcmeError,
  createAccountKey,
  createCertificateKey,
  dnsChallengeValue,
  keyAuthorization,
  readDnsPublisher,
  type Identifier,
  type NewAccount,
} from './index.ts'
import { certificateId, createCsr, createTlsAlpnCertificate, readCertificate } from './certificate.ts'
import { startNameServer, type TestNameServer } from './testing/name-server.ts'
import { hasPebble, startPebble, type Pebble } from './testing/pebble.ts'
import { startResponder, type Responder } from './testing/responder.ts'
import { toReverseName } from './testing/validation.ts'

const isThere = hasPebble()
const never = new AbortController().signal
const dns = (...names: string[]): Identifier[] => names.map((value) => ({ type: 'dns', value }))

if (!isThere) {
  const missing = 'is not on this machine, so the client is NOT tested against it: install the Debian package pebble'
  describe('Pebble, an independent ACME authority,', () => {
    if (process.env.CI === 'true') it(missing, () => expect.fail(`Pebble ${missing}.`))
    else it.skip(missing)
  })
}

describe.runIf(isThere).each([20, 60])('Pebble, which rejects %i of 100 nonces', (badNonces) => {
  let responder: Responder
  let nameServer: TestNameServer
  let pebble: Pebble

  beforeAll(async () => {
    responder = await startResponder()
    nameServer = await startNameServer()
    Object.assign(nameServer, { zones: ['example'], hosts: '127.0.0.1' })
    pebble = await startPebble({ target: responder.target, dnsServer: nameServer.address, badNonces })
  })
  afterAll(async () => {
    await pebble.close()
    await nameServer.close()
    await responder.close()
  })

  /** Returns a client with a new account. */
  const open = async (account: Partial<NewAccount> = {}) => {
    const accountKey = await createAccountKey()
    const { directoryUrl, rootCertificate: rootCertificates } = pebble
    const client = new AcmeClient({ directoryUrl, rootCertificates, accountKey })
    const accountUrl = await client.openAccount(
      { contacts: ['ada@culvert.example'], acceptsTerms: true, ...account },
      never,
    )
    return { client, accountKey, accountUrl }
  }

  /** Takes an order from its beginning to its certificate. Pebble says when to poll again, in seconds; a test does so sooner. */
  const issue = async (
    { client, accountKey }: Awaited<ReturnType<typeof open>>,
    identifiers: Identifier[],
    type: string,
    replaces?: string,
  ) => {
    const order = await client.createOrder({ identifiers, replaces }, never)
    for (const url of order.authorizationUrls) {
      const { identifier, challenges } = await client.readAuthorization(url, never)
      const { token, url: challengeUrl } = challenges.find((each) => each.type === type)!
      const text = await keyAuthorization(token, accountKey)
      const { value } = identifier
      responder.texts.set(`${value}/${token}`, text)
      if (type === 'tls-alpn-01') {
        const asked = identifier.type === 'ip' ? toReverseName(value) : value
        responder.certificates.set(asked, await createTlsAlpnCertificate(value, text))
      }
      if (type === 'dns-01') {
        const publisher = readDnsPublisher({ RFC2136_NAMESERVER: nameServer.address })
        await publisher?.publish(`_acme-challenge.${value}`, dnsChallengeValue(text), never)
      }
      await client.answerChallenge(challengeUrl, never).catch(async (error: unknown) => {
        // A client that lost the answer retries and is refused, because the authority has validated by then.
        const { status } = await client.readAuthorization(url, never)
        if (status !== 'valid') throw error
      })
    }
    const csr = await createCsr(
      identifiers.map(({ value }) => value),
      await createCertificateKey(),
    )
    const until = async (statuses: string[]) => {
      for (;;) {
        const latest = await client.readOrder(order.url, never)
        if (statuses.includes(latest.status)) return latest
        await delay(20)
      }
    }
    const checked = await until(['ready', 'invalid'])
    expect(checked).toMatchObject({ status: 'ready', error: undefined })
    await client.finalize(order.finalizeUrl, csr, never)
    const { status, certificateUrl = '' } = await until(['valid', 'invalid'])
    expect(status).toBe('valid')
    return await client.download(certificateUrl, never)
  }

  it.each([
    ['http-01', dns('http.a.example', 'http.b.example')],
    ['tls-alpn-01', dns('tls.a.example', 'tls.b.example')],
    ['tls-alpn-01', [{ type: 'ip' as const, value: '127.0.0.1' }]],
    ['dns-01', dns('dns.a.example', '*.dns.a.example')],
  ])('issues a certificate by %s whose chain leads to its root: %j', async (type, identifiers) => {
    const chain = await issue(await open(), identifiers, type)
    expect(readCertificate(chain).names.toSorted()).toEqual(identifiers.map(({ value }) => value).toSorted())
    const chained = chain.split(/(?<=-----END CERTIFICATE-----\n)/).filter((pem) => pem.trim() !== '')
    const issuers = [...chained.slice(1), pebble.issuerCertificate]
    for (const [index, pem] of chained.entries()) {
      expect(new X509Certificate(pem).verify(new X509Certificate(issuers[index] ?? '').publicKey)).toBe(true)
    }
  })

  it('replaces the previous certificate, and says when to renew it if it has renewal information', async () => {
    const opened = await open()
    const { hasRenewalInfo } = await opened.client.readDirectory(never)
    const first = await issue(opened, dns('renewed.example'), 'http-01')
    if (hasRenewalInfo) {
      const { windowStart, windowEnd } = await opened.client.readRenewalInfo(certificateId(first), never)
      const { notBefore, notAfter } = readCertificate(first)
      expect(windowStart > notBefore).toBe(true)
      expect(windowEnd < notAfter).toBe(true)
    }
    for (let round = 0; round < 2; round += 1) {
      // In the second round the certificate has been replaced already, so a new one is ordered.
      const next = await issue(opened, dns('renewed.example'), 'http-01', certificateId(first))
      expect(readCertificate(next).serial).not.toBe(readCertificate(first).serial)
    }
  })

  it('changes the key of the account: the account is found by the new one, and the old one is refused', async () => {
    const { client, accountKey, accountUrl } = await open()
    const newKey = await createAccountKey()
    await client.changeAccountKey(newKey, never)
    const { directoryUrl, rootCertificate: rootCertificates } = pebble
    const next = new AcmeClient({ directoryUrl, rootCertificates, accountKey: newKey })
    expect(await next.openAccount({ contacts: [], acceptsTerms: true }, never)).toBe(accountUrl)
    await client.createOrder({ identifiers: dns('a.example') }, never)
    const late = new AcmeClient({ directoryUrl, rootCertificates, accountKey, accountUrl })
    await expect(late.createOrder({ identifiers: dns('a.example') }, never)).rejects.toThrow(AcmeError)
  })

  it('revokes a certificate once', async () => {
    const opened = await open()
    const chain = await issue(opened, dns('revoked.example'), 'http-01')
    await opened.client.revoke(chain, 1, never)
    await expect(opened.client.revoke(chain, 1, never)).rejects.toMatchObject({ type: 'alreadyRevoked' })
  })

  it('reports what it found if the answer is wrong', async () => {
    const opened = await open()
    const order = await opened.client.createOrder({ identifiers: dns('wrong.example') }, never)
    const [url = ''] = order.authorizationUrls
    const { challenges } = await opened.client.readAuthorization(url, never)
    await opened.client.answerChallenge(challenges.find(({ type }) => type === 'http-01')?.url ?? '', never)
    let authorization = await opened.client.readAuthorization(url, never)
    for (; authorization.status === 'pending'; authorization = await opened.client.readAuthorization(url, never)) {
      await delay(20)
    }
    expect(authorization.status).toBe('invalid')
    expect(authorization.challenges.find(({ type }) => type === 'http-01')).toMatchObject({
      status: 'invalid',
      error: { type: 'unauthorized', detail: expect.stringContaining('404') },
    })
  })

  it('opens an account only with an external account binding if it requires one', async () => {
    const externalAccount = {
      kid: 'kid-1',
      hmacKey: Buffer.from('a key of thirty-two bytes, in all').toString('base64url'),
    }
    const withoutExternal = pebble
    const { target } = responder
    pebble = await startPebble({ target, dnsServer: nameServer.address, badNonces, externalAccount })
    try {
      await expect(open()).rejects.toMatchObject({ type: 'externalAccountRequired' })
      await open({ externalAccount })
    } finally {
      await pebble.close()
      pebble = withoutExternal
    }
  })
})
