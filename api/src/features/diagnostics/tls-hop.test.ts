import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { createServer, type SecureContextOptions, type Server, createSecureContext } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayMs } from '../../ground/clock.ts'
import { describeApiOnce } from '../../testing/api.ts'
import { startDnsServer, type DnsServer } from '../../testing/dns-server.ts'
import { CheckGatewayDocument, ReportTunnelsDocument } from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { issue, makeRoot, type Pair } from '../../testing/test-authority.ts'

let known: Pair
let names: DnsServer
/** Presents the certificate of a test; without one, it refuses the name. */
let shown: SecureContextOptions | undefined
let server: Server
let port: number

beforeAll(async () => {
  ;[names, known] = await Promise.all([startDnsServer(), makeRoot('Known')])
  server = createServer({
    SNICallback: (_servername, onSelected) => onSelected(null, shown && createSecureContext(shown)),
  })
  server.on('tlsClientError', (_, socket) => socket.destroy())
  server.on('secureConnection', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.close()
  await names.close()
})

describeApiOnce(
  'the certificate at a public address',
  (api) => {
    let ada: Member
    let id: string
    const hostname = 'shop.example.com'

    beforeAll(async () => {
      ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: -1 })
      names.zone[`A ${hostname}`] = ['127.0.0.1']
      id = randomUUIDv7()
      const gateway = {
        id,
        accountId: ada.accountId,
        name: 'shop',
        subdomain: hostname,
        domainId: null,
        deletedAt: null,
      }
      await api.app.db
        .insertInto('gateways')
        .values({ ...gateway, createdAt: api.clock.now() })
        .execute()
      const report = { edgeId: 'edge', complete: true, connected: [], held: [], disconnected: [] }
      const authority = `${known.certificate.toString('pem')}\n`
      await api.edge().run(ReportTunnelsDocument, { input: { ...report, authority } })
    })

    const findSteps = async (certificate: SecureContextOptions | undefined) => {
      shown = certificate
      return (await ada.client.run(CheckGatewayDocument, { input: { id } })).checkGateway.check.steps
    }
    const findTls = async (certificate: SecureContextOptions | undefined) =>
      (await findSteps(certificate)).find(({ hop }) => hop === 'TLS')

    it("is reported with its names, issuer and expiry if an edge's authority issued it", async () => {
      const endsOn = new Date(Date.now() + 60 * dayMs)
      const day = endsOn.toLocaleDateString('en-GB', {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      })
      const steps = await findSteps(await issue(known, ['*.example.com', 'example.com'], 60))
      expect(steps.map(({ hop, state }) => [hop, state])).toEqual([
        ['NAME', 'OK'],
        ['SERVER', 'OK'],
        ['TLS', 'OK'],
        // It is not one of our addresses.
        ['EDGE', 'FAILED'],
        ['AGENT', 'SKIPPED'],
        ['APP', 'SKIPPED'],
      ])
      expect(steps[2]?.message).toBe(
        `The certificate is for *.example.com, example.com, issued by Test Known, and valid until ${day}.`,
      )
    })

    it('fails the check if it has expired', async () => {
      const steps = await findSteps(await issue(known, [hostname], -1))
      expect(steps.at(2)).toMatchObject({
        hop: 'TLS',
        state: 'FAILED',
        code: 'CERTIFICATE_EXPIRED',
        message: expect.stringMatching(
          /^The certificate at shop\.example\.com:\d+, .* has expired: it was valid until /,
        ),
        fix: expect.stringContaining('Renew it. '),
      })
      expect(steps.at(3)).toMatchObject({ hop: 'EDGE', state: 'SKIPPED' })
    })

    it('fails the check if it is for other names, and lists them', async () => {
      const others = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example']
      expect(await findTls(await issue(known, others, 60))).toMatchObject({
        code: 'CERTIFICATE_NAME',
        message: `The certificate at ${hostname}:${port} is for a.example, b.example, c.example, d.example and 1 more, and not for ${hostname}.`,
        fix: expect.stringContaining('leads to localhost and not to another server'),
      })
    })

    it('fails the check if its issuer is not trusted, and names the issuer', async () => {
      const stranger = await makeRoot('Stranger')
      expect(await findTls(await issue(stranger, [hostname], 60))).toMatchObject({
        code: 'CERTIFICATE_UNTRUSTED',
        message: `The certificate at ${hostname}:${port} was issued by Test Stranger, which is not trusted: visitors are warned, or refused.`,
      })
    })

    it('fails the check if it is not valid yet', async () => {
      expect(await findTls(await issue(known, [hostname], 60, -2))).toMatchObject({
        code: 'CERTIFICATE_INVALID',
        message: expect.stringContaining(' is not valid before '),
      })
    })

    /** Returns the result of checking a server that answers every handshake with some bytes. */
    const findTlsWhere = async (bytes: Buffer) => {
      const raw = createTcpServer((socket) => socket.once('data', () => socket.end(bytes)).on('error', () => {}))
      await once(raw.listen(0, '127.0.0.1'), 'listening')
      const { tunnelUrl } = api.app.config
      const { port: rawPort } = raw.address() as AddressInfo
      api.app.config.tunnelUrl = `https://localhost:${rawPort}`
      try {
        return { rawPort, step: await findTls(undefined) }
      } finally {
        api.app.config.tunnelUrl = tunnelUrl
        raw.close()
      }
    }

    it('fails the check if there is none yet, and says who has to provide it', async () => {
      // The alert `unrecognized_name`, as edges send it (RFC 6066, section 3).
      const { rawPort, step } = await findTlsWhere(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 112]))
      expect(step).toMatchObject({
        code: 'CERTIFICATE_MISSING',
        message: `The server at ${hostname}:${rawPort} has no certificate for it yet, and refuses it as a name that it does not know.`,
        fix: `Check that ${hostname} leads to localhost. The operator of this installation has to give its edges a certificate that covers ${hostname}.`,
      })
    })

    it.each([
      ['plain HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'wrong version number'],
      ['another alert', Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 40]), 'ssl/tls alert handshake failure'],
    ])('fails the check with TLS_FAILED if the server answers with %s', async (_, bytes, reason) => {
      const { rawPort, step } = await findTlsWhere(bytes)
      expect(step).toMatchObject({
        code: 'TLS_FAILED',
        message: `The server at ${hostname}:${rawPort} accepts connections, but TLS could not be set up: ${reason}.`,
      })
    })
  },
  () => ({ tunnelUrl: `https://localhost:${port}`, dnsResolvers: [names.address] }),
)
