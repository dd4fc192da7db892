import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeApiOnce, type TestApi } from '../../testing/api.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { CreateWebhookDocument, TestWebhookDocument, WebhookLogDocument } from '../../testing/generated/documents.ts'
import { issue, makeRoot, type Pair } from '../../testing/test-authority.ts'
import { type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'

let names: DnsServer
let receiver: Receiver
beforeAll(async () => {
  ;[names, receiver] = await Promise.all([startDnsServer(), startReceiver()])
})
beforeEach(() => {
  receiver.received.length = 0
})
afterAll(async () => {
  await Promise.all([names.close(), receiver.close()])
})

/** Sends a test to a new webhook, and resolves with the outcome. */
const send = async (api: TestApi, url: string) => {
  const { client, accountId } = await api.seed.owner('Ada')
  const input = { accountId, url, format: 'STANDARD' as const, kinds: ['AGENT_LOST' as const], events: [] }
  const { id } = (await client.run(CreateWebhookDocument, { input })).createWebhook.webhook
  await client.run(TestWebhookDocument, { input: { id } })
  await api.runJobs()
  return (await client.run(WebhookLogDocument, { accountId, id })).account.webhook?.deliveries.nodes[0]
}

describeApiOnce(
  'webhooks without an allowed network',
  (api) => {
    it.each([
      ['this machine', 'A', '127.0.0.1'],
      ['another loopback address', 'A', '127.8.8.8'],
      ['the unspecified address', 'A', '0.0.0.0'],
      ['a private network', 'A', '10.0.0.1'],
      ['the metadata service of a cloud', 'A', '169.254.169.254'],
      ["a carrier's network", 'A', '100.64.0.1'],
      ['this machine, in IPv6', 'AAAA', '::1'],
      ['this machine, in IPv6 mapped from IPv4', 'AAAA', '::ffff:127.0.0.1'],
      ['this machine, through NAT64', 'AAAA', '64:ff9b::7f00:1'],
      ['a private network, in IPv6', 'AAAA', 'fd00::1'],
    ])('reach nothing through a name that resolves to %s', async (_what, type, address) => {
      names.zone = { [`${type} inside.example.com`]: [address] }
      const delivery = await send(api, `http://inside.example.com:${receiver.port}/`)
      expect(delivery?.fault).toMatch(/^inside\.example\.com is not on the public Internet\./)
      expect(delivery?.fault).not.toContain(address)
      expect(receiver.received).toEqual([])
    })

    it.each(['localhost', 'inside.localhost'])('reach nothing through the name %s', async (host) => {
      expect((await send(api, `http://${host}:${receiver.port}/`))?.fault).toContain('not on the public Internet')
      expect(receiver.received).toEqual([])
    })

    it('report why a name cannot be resolved', async () => {
      names.zone = { 'A broken.example.com': 'servfail', 'AAAA broken.example.com': 'servfail' }
      expect((await send(api, 'https://nowhere.example.com/'))?.fault).toBe('No name server knows nowhere.example.com.')
      expect((await send(api, 'https://broken.example.com/'))?.fault).toContain('gave no usable answer')
    })
  },
  () => ({ dnsResolvers: [names.address], webhooks: { allowedNetworks: [], timeoutMs: 30_000 } }),
)

describeApiOnce(
  'webhooks into a network that the operator allows',
  (api) => {
    let authority: Pair
    const trusted = getCACertificates()
    beforeAll(async () => {
      authority = await makeRoot('Known')
      setDefaultCACertificates([...trusted, authority.certificate.toString('pem')])
    })
    afterAll(() => setDefaultCACertificates(trusted))

    it('connect to the very address that was checked, and look it up only once', async () => {
      names.zone = { 'A hook.example.com': ['127.0.0.2', '127.0.0.1'] }
      names.asked.length = 0
      // Not in the allowed network, but on the same port.
      const trap = createServer((socket) => void trapped.push(socket.destroy()))
      const trapped: unknown[] = []
      await once(trap.listen(receiver.port, '127.0.0.2'), 'listening')
      expect(await send(api, `http://hook.example.com:${receiver.port}/`)).toMatchObject({ state: 'DELIVERED' })
      trap.close()
      expect(trapped).toEqual([])
      expect(receiver.received[0]?.headers.host).toBe(`hook.example.com:${receiver.port}`)
      expect(names.asked.filter((question) => question === 'A hook.example.com')).toHaveLength(1)
    })

    it('accept a valid TLS certificate, for a name or an address, and no other', async () => {
      names.zone = { 'A hook.example.com': ['127.0.0.1'], 'A other.example.com': ['127.0.0.1'] }
      const secure = await startReceiver(await issue(authority, ['hook.example.com', '127.0.0.1'], 30))
      expect(await send(api, `https://hook.example.com:${secure.port}/`)).toMatchObject({ state: 'DELIVERED' })
      expect(await send(api, `https://127.0.0.1:${secure.port}/`)).toMatchObject({ state: 'DELIVERED' })
      expect((await send(api, `https://other.example.com:${secure.port}/`))?.fault).toContain('no valid certificate')
      const unknown = await startReceiver(await issue(await makeRoot('Unknown'), ['hook.example.com'], 30))
      expect((await send(api, `https://hook.example.com:${unknown.port}/`))?.fault).toContain('no valid certificate')
      expect([secure.received.length, unknown.received.length]).toEqual([2, 0])
      await Promise.all([secure.close(), unknown.close()])
    })

    it('report a refused connection, one that breaks off, and a server without TLS', async () => {
      const closed = createServer((socket) => socket.destroy())
      await once(closed.listen(0, '127.0.0.1'), 'listening')
      const { port } = closed.address() as AddressInfo
      expect((await send(api, `http://127.0.0.1:${port}/`))?.fault).toContain('broke off')
      closed.close()
      await once(closed, 'close')
      expect((await send(api, `http://127.0.0.1:${port}/`))?.fault).toContain('refused')
      expect((await send(api, `https://127.0.0.1:${receiver.port}/`))?.fault).toContain('The request could not be sent')
    })
  },
  () => ({ dnsResolvers: [names.address], webhooks: { allowedNetworks: ['127.0.0.1/32'], timeoutMs: 30_000 } }),
)

describeApiOnce(
  'webhooks of an installation on https',
  (api) => {
    it('must use https', async () => {
      await expect(send(api, 'http://example.com/')).rejects.toThrow('must start with https://')
    })
  },
  () => ({ publicUrl: 'https://culvert.example.com' }),
)

describeApiOnce(
  'webhooks of an installation on https that allows a network',
  (api) => {
    it('must use https, except into that network', async () => {
      names.zone = { 'A hook.example.com': ['127.0.0.1'], 'A public.example.com': ['8.8.8.8'] }
      for (const host of ['127.0.0.1', 'hook.example.com']) {
        expect(await send(api, `http://${host}:${receiver.port}/`)).toMatchObject({ state: 'DELIVERED' })
      }
      await expect(send(api, 'http://8.8.8.8/')).rejects.toThrow('not on the public Internet')
      expect(await send(api, 'http://public.example.com/')).toMatchObject({
        status: null,
        fault: expect.stringMatching(/^public\.example\.com is not on the public Internet\./),
      })
      expect(receiver.received).toHaveLength(2)
    })
  },
  () => ({
    publicUrl: 'https://culvert.example.com',
    dnsResolvers: [names.address],
    webhooks: { allowedNetworks: ['127.0.0.1/32'], timeoutMs: 30_000 },
  }),
)
