import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApiOnce } from '../../testing/api.ts'
import { startDnsServer, type DnsServer } from '../../testing/dns-server.ts'
import { CheckAgentDocument, CheckGatewayDocument, StopAgentDocument } from '../../testing/generated/documents.ts'
import { withMachineAhead } from '../../testing/machine-clock.ts'
import { answerAsEdge } from '../../testing/probe-answers.ts'
import type { Member } from '../../testing/seed.ts'
import { mayConnect } from './rules.ts'

/** Handles requests at the tunnels' address. */
let listener: RequestListener
const server = createServer((request, response) => listener(request, response))
let tunnelPort: number
let names: DnsServer

beforeAll(async () => {
  names = await startDnsServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  tunnelPort = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.close()
  await names.close()
})

describeApiOnce(
  'checks of a connection',
  (api) => {
    let ada: Member
    const check = async (id: string) =>
      (await ada.client.run(CheckGatewayDocument, { input: { id } })).checkGateway.check
    const findBroken = async (id: string) => (await check(id)).steps.find(({ state }) => state === 'FAILED')
    /** A gateway on a custom domain of Ada's. */
    const customGateway = async (subdomain: string) => {
      const id = randomUUIDv7()
      const gateway = { id, accountId: ada.accountId, name: 'custom', subdomain, domainId: null, deletedAt: null }
      await api.app.db
        .insertInto('gateways')
        .values({ ...gateway, createdAt: api.clock.now() })
        .execute()
      return id
    }

    beforeAll(async () => {
      ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: -1 })
    })

    it('pass for a gateway and for an agent if every hop answers', async () => {
      listener = answerAsEdge()
      const gateway = await ada.gateway('fine')
      expect(await check(gateway.id)).toMatchObject({ passed: true, publicUrl: gateway.publicUrl })
      const agent = await ada.agent()
      const { checkAgent } = await ada.client.run(CheckAgentDocument, { input: { id: agent.id } })
      expect(checkAgent.check).toEqual({ passed: true, publicUrl: agent.publicUrl })
    })

    it.each<[string, RequestListener]>([
      ['a web server', (_, response) => response.end('Welcome!')],
      ['an answer of 1 MB', (_, response) => response.end('x'.repeat(1_000_000))],
      ['an edge of another installation', answerAsEdge({ secret: 'another secret of thirty-two characters' })],
      ['an answer to another probe', answerAsEdge({ probeId: 'another' })],
      ['a closed connection', (request) => request.socket.destroy()],
    ])('fail with NOT_AN_EDGE for %s', async (_, answers) => {
      listener = answers
      const { id } = await ada.gateway(`foreign-${Math.random().toString(36).slice(2)}`)
      expect(await findBroken(id)).toMatchObject({ hop: 'EDGE', code: 'NOT_AN_EDGE' })
    })

    it('report an unknown name, and a name for which the name servers fail', async () => {
      expect(await findBroken(await customGateway('lost.example.com'))).toMatchObject({
        hop: 'NAME',
        code: 'NAME_UNKNOWN',
        message: 'No name server knows lost.example.com.',
      })
      names.zone['A broken.example.com'] = 'servfail'
      expect(await findBroken(await customGateway('broken.example.com'))).toMatchObject({
        hop: 'NAME',
        code: 'NAME_UNANSWERED',
      })
    })

    it('reject a private address, unless the installation’s tunnel host is there', async () => {
      listener = answerAsEdge()
      names.zone['A inside.example.com'] = ['10.0.0.5']
      expect(await findBroken(await customGateway('inside.example.com'))).toMatchObject({
        hop: 'NAME',
        code: 'ADDRESS_PRIVATE',
        message: 'inside.example.com leads to 10.0.0.5, which is not a public address.',
      })
      names.zone['A here.example.com'] = ['127.0.0.1']
      expect(await check(await customGateway('here.example.com'))).toMatchObject({ passed: true })
    })

    it('return NOT_FOUND for a stopped agent and a deleted gateway', async () => {
      const { id } = await ada.agent()
      await ada.client.run(StopAgentDocument, { input: { id } })
      const refusal = { code: 'NOT_FOUND' }
      await expect(ada.client.run(CheckAgentDocument, { input: { id } })).rejects.toMatchObject(refusal)
      const gateway = await customGateway('gone.example.com')
      await api.app.db.updateTable('gateways').set({ deletedAt: api.clock.now() }).where('id', '=', gateway).execute()
      await expect(check(gateway)).rejects.toMatchObject(refusal)
    })

    it('are limited to 30 a minute per account', async () => {
      listener = answerAsEdge()
      const eve = await api.seed.owner('Eve')
      const { id } = await eve.gateway('busy')
      const run = () => eve.client.run(CheckGatewayDocument, { input: { id } })
      const outcomes = await Promise.allSettled(Array.from({ length: 31 }, run))
      const limited = { code: 'RATE_LIMITED' }
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: limited }])
      await withMachineAhead(api, 40_000, async () => await expect(run()).rejects.toMatchObject(limited))
      await withMachineAhead(api, 60_000, run)
    })
  },
  () => ({ tunnelUrl: `http://localhost:${tunnelPort}`, dnsResolvers: [names.address] }),
)

describe('mayConnect', () => {
  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1', '0.0.0.0', '::1', 'fd00::1'])(
    'refuses the internal address %s',
    (address) => expect(mayConnect(address, [])).toBe(false),
  )

  it.each(['::ffff:10.0.0.1', 'fe80::1', '224.0.0.1', '255.255.255.255'])('refuses the special address %s', (address) =>
    expect(mayConnect(address, [])).toBe(false),
  )

  it.each(['8.8.8.8', '2606:4700::1111'])('allows the public address %s', (address) =>
    expect(mayConnect(address, [])).toBe(true),
  )
})
