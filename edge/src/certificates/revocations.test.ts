import 'reflect-metadata'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { CRLDistributionPointsExtension, PemConverter, X509Certificate, X509Crl } from '@peculiar/x509'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadEdgeConfig } from '../config.ts'
import { edgeSecret } from '../testing/fake-api.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'
import { openLocalAuthority } from './authority.ts'
import { findRevocationUrl } from './certificates.ts'

afterEach(closeAll)

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe("the local authority's certificate revocation list", () => {
  it.each([
    ['http://edge.test:8080', 'http://edge.test:8080/authority.crl'],
    ['https://edge.test', 'http://edge.test/authority.crl'],
  ])('is where each certificate says, over plain HTTP even if HTTP is redirected: %s', async (tunnelUrl, url) => {
    const { port, ca, visitor, connectAgent } = await startSecureEdge({
      CULVERT_TUNNEL_URL: tunnelUrl,
      EDGE_HTTPS_REDIRECT: 'true',
    })
    await connectAgent()
    for (const servername of ['demo.test', 'edge.test'])
      expect(findListUrls(await readCertificate({ ...visitor, servername }))).toEqual([url])
    const { head, body } = await fetchList(port, url)
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head).toMatch('Content-Type: application/pkix-crl')
    const list = new X509Crl(body)
    expect(await list.verify({ publicKey: new X509Certificate(ca) })).toBe(true)
    expect(list.entries).toEqual([])
    expect(list.thisUpdate.getTime()).toBeLessThan(Date.now())
    expect(list.nextUpdate?.getTime()).toBeGreaterThan(Date.now())
  })

  ;(hasOpenssl ? it : it.skip)('satisfies OpenSSL, which does not accept the certificate without it', async () => {
    const { port, ca, visitor } = await startSecureEdge()
    const certificate = await readCertificate({ ...visitor, servername: 'edge.test' })
    const [url = ''] = findListUrls(certificate)
    const { body } = await fetchList(port, url)
    const folder = await mkdtemp(join(tmpdir(), 'culvert-crl-'))
    closeLater(() => rm(folder, { recursive: true }))
    const files = { ca, certificate: certificate.toString('pem'), list: PemConverter.encode(body, 'X509 CRL') }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const check = (...lists: string[]) =>
      spawnSync('openssl', ['verify', '-crl_check', '-x509_strict', '-CAfile', 'ca', ...lists, 'certificate'], {
        cwd: folder,
        encoding: 'utf8',
      })
    expect(check().stderr).toMatch('unable to get certificate CRL')
    expect(check('-CRLfile', 'list')).toMatchObject({ status: 0, stdout: 'certificate: OK\n' })
  })

  it('is renewed long before it expires, but not for each request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'culvert-tls-'))
    closeLater(() => rm(folder, { recursive: true }))
    const authority = await openLocalAuthority(folder, 'http://edge.test/authority.crl')
    const first = await authority.listRevoked()
    expect(await authority.listRevoked()).toEqual(first)
    const { nextUpdate } = new X509Crl(first)
    const dayMs = 24 * 60 * 60 * 1_000
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 2 * dayMs)
    closeLater(() => clock.mockRestore())
    const later = new X509Crl(await authority.listRevoked())
    expect(now + 2 * dayMs).toBeLessThan(Number(nextUpdate))
    expect(Number(later.nextUpdate)).toBeGreaterThan(Number(nextUpdate) + dayMs)
    const [before, after] = [new X509Crl(first), later].map(readNumber)
    expect(after).toBeGreaterThan(before ?? Infinity)
  })

  it("does not shadow the same path of an app on a tunnel's hostname", async () => {
    const { port, connectAgent } = await startSecureEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'from the app'))
    expect(await visit(port, { path: '/authority.crl' })).toMatchObject({ status: 200, body: 'from the app' })
  })

  it("is not served if the operator's certificates are used", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'culvert-tls-'))
    closeLater(() => rm(folder, { recursive: true }))
    const authority = await openLocalAuthority(join(folder, 'authority'), 'http://edge.test/authority.crl')
    const { chain, key } = await authority.issue(['edge.test'])
    await writeFile(join(folder, 'own.crt'), chain)
    await writeFile(join(folder, 'own.key'), key)
    const { port } = await startSecureEdge({ EDGE_TLS_FOLDER: folder })
    expect(await visit(port, { path: '/authority.crl', headers: { host: 'edge.test' } })).toMatchObject({ status: 404 })
  })
})

describe('the URL of the list', () => {
  it.each([
    ['http://localhost:8080', '8080', '8443', 'http://localhost:8080/authority.crl'],
    ['https://edge.test', '80', '443', 'http://edge.test/authority.crl'],
    ['https://edge.test:8443', '8080', '8443', 'http://edge.test:8080/authority.crl'],
    ['https://edge.test', '8080', '8443', 'http://edge.test/authority.crl'],
  ])('for %s with ports %s and %s is %s', (tunnelUrl, port, securePort, url) => {
    const config = loadEdgeConfig({
      EDGE_SECRET: edgeSecret,
      CULVERT_TUNNEL_URL: tunnelUrl,
      EDGE_HTTP_PORT: port,
      EDGE_HTTPS_PORT: securePort,
    })
    expect(findRevocationUrl(config)).toBe(url)
  })
})

/** Returns the certificate that is shown to a visitor that trusts the authority. */
async function readCertificate(options: ConnectionOptions): Promise<X509Certificate> {
  const socket = connect(options)
  closeLater(() => socket.destroy())
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) throw new Error('The edge showed no certificate.')
  return new X509Certificate(certificate.raw)
}

function findListUrls(certificate: X509Certificate): (string | undefined)[] {
  const points = certificate.getExtension(CRLDistributionPointsExtension)?.distributionPoints ?? []
  return points.flatMap(
    ({ distributionPoint }) =>
      distributionPoint?.fullName?.map(({ uniformResourceIdentifier }) => uniformResourceIdentifier) ?? [],
  )
}

/** Returns what the plain port answers to a client that uses this address. */
async function fetchList(port: number, url: string): Promise<{ head: string; body: Buffer }> {
  const { host, pathname } = new URL(url)
  const visitor = dialRaw(port, `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const head = await visitor.readUntil('\r\n\r\n')
  return { head, body: Buffer.from(await visitor.readAll(), 'latin1') }
}

/** Returns the number of the list, which its extension holds as a DER INTEGER. */
function readNumber(list: X509Crl): number {
  const number = list.getExtension('2.5.29.20')
  if (number === null) throw new Error('The list has no number.')
  return Buffer.from(number.value).readUIntBE(2, 6)
}
