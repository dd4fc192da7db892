import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asSystem } from '../../platform/audit/service.ts'
import { describeApiOnce } from '../../testing/api.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { CreateWebhookDocument } from '../../testing/generated/documents.ts'
import { type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'
import { addNotice } from '../notices/service.ts'

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

describeApiOnce(
  'webhooks to receivers that answer at once',
  (api) => {
    let hosts = 0
    /** Creates an account with a webhook to a separate host. Returns its id. */
    const subscribe = async (kind: 'slow' | 'quick') => {
      const { client, accountId } = await api.seed.owner('Ada')
      hosts += 1
      const host = `${kind}-${hosts}.example.com`
      names.zone = { ...names.zone, [`A ${host}`]: ['127.0.0.1'] }
      const url = `http://${host}:${receiver.port}/${kind}`
      const input = { accountId, url, format: 'STANDARD' as const, kinds: ['DOMAIN_FAILED' as const], events: [] }
      await client.run(CreateWebhookDocument, { input })
      return accountId
    }
    const slowAccounts: string[] = []
    const subscribeSlow = async (count: number) => {
      while (slowAccounts.length < count) slowAccounts.push(await subscribe('slow'))
      return slowAccounts
    }
    const happen = async (accountId: string) => {
      const domain = randomUUID()
      const facts = { kind: 'DOMAIN_FAILED', domain, found: 'No record was found.' } as const
      await api.app.change(async (trx, tell) => {
        const notice = { of: { accountId }, facts, subjectIds: [domain], key: domain }
        await addNotice({ trx, tell, source: asSystem(api.app) }, notice)
      })
    }
    /** Sends to receivers that keep their requests open, and then to one that answers. Resolves with how many were open at that moment. */
    const countHeldUntilAnswered = async (slow: readonly string[]) => {
      const held: ServerResponse[] = []
      const full = Promise.withResolvers<void>()
      const answered = Promise.withResolvers<void>()
      receiver.answer = (response, { path }) => {
        if (path === '/slow') held.push(response)
        else response.writeHead(204).end(answered.resolve)
        if (held.length === Math.min(slow.length, 32)) full.resolve()
      }
      for (const accountId of slow) await happen(accountId)
      const sending = [api.runJobs()]
      await full.promise
      await happen(await subscribe('quick'))
      sending.push(api.runJobs())
      await answered.promise
      const count = held.length
      receiver.answer = (response) => response.writeHead(204).end()
      for (const response of held) response.writeHead(204).end()
      await Promise.all(sending)
      return count
    }

    it('do not wait for a dozen that keep their requests open', async () => {
      expect(await countHeldUntilAnswered(await subscribeSlow(12))).toBe(12)
    })

    it('have half of the requests to themselves while others took more than a second lately', async () => {
      const slow = await subscribeSlow(36)
      receiver.received.length = 0
      receiver.answer = (response) => setTimeout(() => response.writeHead(204).end(), 1_100)
      for (const accountId of slow) await happen(accountId)
      await api.runJobs()
      expect(receiver.received).toHaveLength(36)
      expect(await countHeldUntilAnswered(slow)).toBe(32)
    })
  },
  () => ({ dnsResolvers: [names.address], webhooks: { allowedNetworks: ['127.0.0.1/32'], timeoutMs: 90_000 } }),
)
