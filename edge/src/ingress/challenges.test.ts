import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectPlain, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { connect, createServer as createTlsServer } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenChallenge } from '../certificates/challenges.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { namesOf, openServing, shakeHands, temporaryFolder } from '../testing/served-edge.ts'
import { openLocalAuthority } from '../certificates/authority.ts'
import { forwardedHeader } from '../testing/proxy-header.ts'
import { makePositions } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'
import { parseClientHello } from './client-hello.ts'
import type { ClientHello } from './client-hello.ts'

afterEach(closeAll)

const path = '/.well-known/acme-challenge/a-token'
const unrecognized = { code: 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME' }

function textChallenge(hostname: string): OpenChallenge {
  const text = { token: 'a-token', keyAuthorization: 'a-token.thumbprint' }
  return { type: 'HTTP_01', hostname, ...text, chain: null, key: null }
}

/** A challenge that is answered with a certificate, and the fingerprint of that. */
async function certificateChallenge(hostname: string) {
  const authority = await openLocalAuthority(await temporaryFolder(), 'http://edge.test/authority.crl')
  const { chain, key } = await authority.issue([hostname])
  const challenge: OpenChallenge = { type: 'TLS_ALPN_01', hostname, token: null, keyAuthorization: null, chain, key }
  return { challenge, fingerprint: new X509Certificate(chain).fingerprint256 }
}

const asAuthority = { ALPNProtocols: ['acme-tls/1'], rejectUnauthorized: false }

describe('an HTTP-01 challenge', () => {
  it('is answered on the plain port despite redirects, with and without an agent', async () => {
    const { api, startEdge } = await openServing()
    const { port, connectAgent } = await startEdge({ environment: { EDGE_HTTPS_REDIRECT: 'true' } })
    await connectAgent()
    await api.certificates.setChallenges(['demo.test', 'nobody.test', 'edge.test'].map(textChallenge))
    for (const host of ['demo.test', 'nobody.test', 'edge.test', 'DEMO.test:80'])
      expect(await visit(port, { path, headers: { host } })).toMatchObject({ status: 200, body: 'a-token.thumbprint' })
  })

  it('shadows no other path, hostname or method of an app, and nothing once it is closed', async () => {
    const { api, startEdge } = await openServing()
    const { port, connectAgent } = await startEdge()
    const agents = [await connectAgent(), await connectAgent({ sub: 'agent-2', hostname: 'other.test' })]
    for (const agent of agents) agent.serve((stream) => stream.respond(200, [], 'from the app'))
    await api.certificates.setChallenges([textChallenge('demo.test')])
    const fromApp = { status: 200, body: 'from the app' }
    expect(await visit(port, { path: `${path}-2` })).toMatchObject(fromApp)
    expect(await visit(port, { path, headers: { host: 'other.test' } })).toMatchObject(fromApp)
    expect(await visit(port, { path, method: 'POST' })).toMatchObject(fromApp)
    expect(await visit(port, { path })).not.toMatchObject(fromApp)
    await api.certificates.setChallenges([])
    expect(await visit(port, { path })).toMatchObject(fromApp)
  })

  it('is answered by each process of an edge, whichever owns the hostname', async () => {
    const { api, startEdge } = await openServing()
    const positions = await makePositions(2)
    const edges = []
    for (const position of positions) edges.push(await startEdge({ position }))
    await api.certificates.setChallenges([textChallenge('demo.test')])
    // Both have reported it by their second answer at this version.
    const { version } = api.certificates.state
    const told = new Set<string>()
    while (told.size < 2) {
      const follow = await api.certificates.follows.next()
      if (follow.version === version) told.add(follow.edgeId)
    }
    for (const { port } of edges)
      expect(await visit(port, { path })).toMatchObject({ status: 200, body: 'a-token.thumbprint' })
  })

  it('is still answered while the API is away', async () => {
    const { api, startEdge } = await openServing()
    const { port } = await startEdge()
    await api.certificates.setChallenges([textChallenge('demo.test')])
    await api.close()
    expect(await visit(port, { path })).toMatchObject({ status: 200 })
    await api.reopen()
  })
})

describe('a TLS-ALPN-01 challenge', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'is answered for the authority only, and its connection ends; visitors get the usual certificate, over %s',
    async (version) => {
      const { api, put, startEdge } = await openServing()
      await put('demo.test')
      const { visitor } = await startEdge()
      const { challenge, fingerprint } = await certificateChallenge('demo.test')
      await api.certificates.setChallenges([challenge])
      const options = { ...visitor, servername: 'demo.test', minVersion: version, maxVersion: version }

      const seen = await shakeHands({ ...options, ...asAuthority })
      expect(seen.alpnProtocol).toBe('acme-tls/1')
      expect(seen.getPeerCertificate().fingerprint256).toBe(fingerprint)
      seen.resume()
      await once(seen, 'end')

      for (const ALPNProtocols of [['h2', 'http/1.1'], ['acme-tls/1', 'http/1.1'], undefined]) {
        const socket = await shakeHands({ ...options, ALPNProtocols })
        expect(namesOf(socket)).toBe('DNS:demo.test')
        expect(socket.getPeerCertificate().fingerprint256).not.toBe(fingerprint)
        expect(socket.alpnProtocol).not.toBe('acme-tls/1')
      }
    },
  )

  it('is answered for a name without a certificate; visitors to that name are still refused', async () => {
    const { api, startEdge } = await openServing()
    const { visitor } = await startEdge()
    const { challenge, fingerprint } = await certificateChallenge('new.test')
    await api.certificates.setChallenges([challenge])
    const options = { ...visitor, servername: 'new.test' }
    expect((await shakeHands({ ...options, ...asAuthority })).getPeerCertificate().fingerprint256).toBe(fingerprint)
    await expect(shakeHands(options)).rejects.toMatchObject(unrecognized)
    await expect(shakeHands({ ...options, ...asAuthority, servername: 'other.test' })).rejects.toThrow()
    await api.certificates.setChallenges([])
    await expect(shakeHands({ ...options, ...asAuthority })).rejects.toThrow()
  })

  it('is answered behind a proxy that names its client; visitors get the usual certificate', async () => {
    const { api, authority, put, startEdge } = await openServing()
    await put('demo.test')
    const { edge } = await startEdge({
      environment: { EDGE_PROXY_PROTOCOL: 'true', EDGE_TRUSTED_PROXIES: '127.0.0.1' },
    })
    const { challenge, fingerprint } = await certificateChallenge('demo.test')
    await api.certificates.setChallenges([challenge])
    const dial = () => {
      const { socket } = dialRaw(edge.securePort ?? 0)
      socket.removeAllListeners('data').write(forwardedHeader)
      return { socket, servername: 'demo.test', ca: authority.certificate }
    }
    const seen = await shakeHands({ ...dial(), ...asAuthority })
    expect(seen.getPeerCertificate().fingerprint256).toBe(fingerprint)
    expect(namesOf(await shakeHands(dial()))).toBe('DNS:demo.test')
  })

  it('is answered even if another one is unusable', async () => {
    const { api, startEdge } = await openServing()
    const { visitor } = await startEdge()
    const { challenge } = await certificateChallenge('demo.test')
    await api.certificates.setChallenges([{ ...challenge, hostname: 'broken.test', key: 'no key' }, challenge])
    await shakeHands({ ...visitor, ...asAuthority, servername: 'demo.test' })
  })
})

/** Returns the first message of a client with these options. */
async function recordHello(servername: string, ALPNProtocols: string[], more: ConnectionOptions = {}): Promise<Buffer> {
  const chunks: Buffer[] = []
  const server = createServer((socket) => socket.on('error', () => {}).on('data', (chunk) => chunks.push(chunk)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => server.close())
  const address = server.address()
  const port = address !== null && typeof address !== 'string' ? address.port : 0
  const client = connect({ port, host: '127.0.0.1', servername, ALPNProtocols, ...more }).on('error', () => {})
  await once(server, 'connection')
  while (typeof parseClientHello(Buffer.concat(chunks)) === 'string')
    await new Promise((resolve) => setImmediate(resolve))
  client.destroy()
  return Buffer.concat(chunks)
}

/** Returns a function that has OpenSSL parse a first message: it resolves with the names, or with undefined if they are refused or absent. */
async function openReference(): Promise<(hello: Buffer) => Promise<ClientHello | undefined>> {
  const authority = await openLocalAuthority(await temporaryFolder(), 'http://edge.test/authority.crl')
  const { chain: cert, key } = await authority.issue(['demo.test'])
  let parsed: ClientHello | undefined
  const server = createTlsServer({
    cert,
    key,
    ALPNCallback: ({ servername, protocols }) => {
      parsed = { serverName: servername ? servername.toLowerCase() : undefined, protocols }
      // Ends the handshake.
      return undefined
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => server.close())
  const { port } = server.address() as AddressInfo
  return async (hello) => {
    parsed = undefined
    const ended = once(server, 'tlsClientError')
    const client = connectPlain({ port, host: '127.0.0.1' }).on('error', () => {})
    client.resume().end(hello)
    await ended
    client.destroy()
    return parsed
  }
}

/** Node drops the eighth bit of the names of protocols. */
function inAscii(hello: ReturnType<typeof parseClientHello>) {
  if (typeof hello === 'string') return hello
  return { ...hello, protocols: hello.protocols.map((name) => Buffer.from(name, 'latin1').toString('ascii')) }
}

/** Returns the same message in records of this many bytes each. */
function inRecords(hello: Buffer, bytes: number): Buffer {
  const message = hello.subarray(5)
  const records: Buffer[] = []
  for (let at = 0; at < message.length; at += bytes) {
    const fragment = message.subarray(at, at + bytes)
    records.push(Buffer.from([22, 3, 1, fragment.length >> 8, fragment.length & 0xff]), fragment)
  }
  return Buffer.concat(records)
}

describe('the beginning of a handshake', () => {
  it('is parsed from one record or many, and is incomplete if truncated', async () => {
    const expected = { serverName: 'demo.test', protocols: ['acme-tls/1', 'h2'] }
    const hello = await recordHello('demo.test', ['acme-tls/1', 'h2'])
    expect(parseClientHello(hello)).toEqual(expected)
    for (const bytes of [1, 2, 3, 7, 500]) expect(parseClientHello(inRecords(hello, bytes))).toEqual(expected)
    for (const end of [0, 1, 4, 5, 6, 9, hello.length - 1])
      expect(parseClientHello(hello.subarray(0, end))).toBe('incomplete')
  })

  it('is not parsed if it is something else, or as long as 16 KiB', async () => {
    expect(parseClientHello(Buffer.from('GET / HTTP/1.1\r\n'))).toBe('other')
    expect(parseClientHello(Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0]))).toBe('other')
    const endless = Buffer.concat([Buffer.from([22, 3, 1, 0x40, 0, 1, 0xff, 0xff, 0xff]), Buffer.alloc(20_000)])
    expect(parseClientHello(endless.subarray(0, 16_000))).toBe('incomplete')
    expect(parseClientHello(endless.subarray(0, 16 * 1024))).toBe('other')
  })

  it('is parsed as OpenSSL parses it, or refused by OpenSSL, whichever of its bytes is changed', async () => {
    // The usual key share is four times as long as the rest.
    const hello = await recordHello('demo.test', ['acme-tls/1'], { ecdhCurve: 'X25519' })
    const refer = await openReference()
    expect(await refer(hello)).toEqual({ serverName: 'demo.test', protocols: ['acme-tls/1'] })
    let compared = 0
    for (let at = 0; at < hello.length; at += 1)
      for (const bit of [1, 128]) {
        const changed = Buffer.from(hello)
        changed[at] = (changed[at] ?? 0) ^ bit
        const parsed = parseClientHello(changed)
        const expected = await refer(changed)
        if (expected === undefined) continue
        expect(inAscii(parsed), `byte ${at} ^ ${bit}`).toEqual(inAscii(expected))
        compared += 1
      }
    expect(compared).toBeGreaterThan(100)
  })

  it('may come in pieces while a challenge is open, and the handshake then continues', async () => {
    const { api, put, startEdge } = await openServing()
    await put('demo.test')
    const { edge, visitor } = await startEdge()
    const { challenge } = await certificateChallenge('other.test')
    await api.certificates.setChallenges([challenge])
    const hello = await recordHello('demo.test', ['http/1.1'])
    const raw = dialRaw(edge.securePort ?? 0)
    const pieces = inRecords(hello, 40)
    for (let at = 0; at < pieces.length; at += 100) {
      raw.socket.write(pieces.subarray(at, at + 100))
      await new Promise((resolve) => setImmediate(resolve))
    }
    // A record of the server's own handshake: 22, 3, 3.
    expect(await raw.readUntil('\u0016\u0003\u0003')).toBe('\u0016\u0003\u0003')
    expect(namesOf(await shakeHands({ ...visitor, servername: 'demo.test' }))).toBe('DNS:demo.test')
  })

  it.each<[string, Buffer]>([
    ['never ends', Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
    ['never begins', Buffer.alloc(0)],
    ['is not TLS', Buffer.from('GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')],
  ])('that %s costs the client its connection, and affects no others', async (_, bytes) => {
    const { api, put, startEdge } = await openServing()
    await put('demo.test')
    const { edge, visitor } = await startEdge({ timing: { requestHeadMs: 300 } })
    const { challenge } = await certificateChallenge('other.test')
    await api.certificates.setChallenges([challenge])
    const raw = dialRaw(edge.securePort ?? 0)
    raw.socket.write(bytes)
    expect(namesOf(await shakeHands({ ...visitor, servername: 'demo.test' }))).toBe('DNS:demo.test')
    await raw.readAll()
  })
})
