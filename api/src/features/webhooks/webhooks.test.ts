import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import type { CreateWebhookInput, NoticeKind } from '../../generated/schema.ts'
import { dayMs, hourMs, minuteMs } from '../../ground/clock.ts'
import { createApiLog } from '../../ground/log.ts'
import { asSystem } from '../../platform/audit/service.ts'
import { createSealing } from '../../platform/sealing/sealing.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AccountNoticesDocument,
  CreateWebhookDocument,
  DeleteAccountDocument,
  DeleteWebhookDocument,
  ExportAccountDocument,
  RedeliverWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookKindsDocument,
  WebhookLogDocument,
  WebhooksDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { type Received, type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'
import { loseSilentAgents } from '../agents/tunnels.ts'
import { addNotice } from '../notices/service.ts'
import { deliveriesMax } from './rules.ts'
import { resealSecrets } from './secrets.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (response) => response.writeHead(204).end()
})
afterAll(() => receiver.close())

const failing = () => {
  receiver.answer = (response) => response.writeHead(500).end('It broke.')
}

/** Verifies a signature as receivers do, with the specification's library, which throws if the signature is not valid at that moment. */
const verify = (secret: string, { headers, body }: Received, now: Date) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

describeApi(
  'webhooks',
  (api) => {
    let ada: Member
    beforeEach(async () => {
      ada = await api.seed.owner('Ada')
    })
    afterEach(async () => {
      await api.app.db.deleteFrom('jobs').where('kind', '=', 'webhooks.attempt').execute()
    })

    /** Signs Ada in again: her session ends when the clock is set ahead. */
    const signIn = async () => (await api.seed.session(ada.user)).client
    const create = async (input: Partial<CreateWebhookInput> = {}, member: Member = ada) => {
      const url = `http://127.0.0.1:${receiver.port}/hook?key=of-its-own`
      const kinds: NoticeKind[] = ['DOMAIN_FAILED']
      const all = { accountId: member.accountId, url, format: 'STANDARD' as const, kinds, events: [], ...input }
      const { webhook, secret } = (await member.client.run(CreateWebhookDocument, { input: all })).createWebhook
      return { ...webhook, secret }
    }
    /** Triggers an event that webhooks report. */
    const happen = async (domain: string = randomUUID(), { accountId }: Member = ada) => {
      await api.app.change(async (trx, tell) => {
        await addNotice(
          { trx, tell, source: asSystem(api.app) },
          {
            of: { accountId },
            facts: { kind: 'DOMAIN_FAILED', domain, found: 'No record was found.' },
            subjectIds: [domain],
            key: domain,
          },
        )
      })
    }
    const happens = async (domain?: string) => {
      await happen(domain)
      await api.runJobs()
    }
    const log = async (id: string, page?: { page: number; pageSize: number }) => {
      const { webhook } = (await (await signIn()).run(WebhookLogDocument, { accountId: ada.accountId, id, ...page }))
        .account
      if (!webhook) throw new Error('There is no such webhook.')
      return { ...webhook, ...webhook.deliveries }
    }
    const lastOf = async (id: string) => (await log(id)).nodes[0]
    const after = async (ms: number) => {
      api.clock.advance(ms)
      await api.runJobs()
    }
    const titles = async () =>
      (await (await signIn()).run(AccountNoticesDocument, { accountId: ada.accountId })).account.notices.nodes.map(
        ({ title }) => title,
      )

    const audited = async () =>
      await api.app.db
        .selectFrom('auditEntries')
        .select(['action', 'actorKind', 'objectName', 'changes'])
        .where('accountId', '=', ada.accountId)
        .where('objectType', '=', 'webhook')
        .orderBy('position')
        .execute()

    /** Returns the rows of every table of the database, as JSON. */
    const readTables = async () => {
      const { db } = api.app
      const { rows: tables } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
      `.execute(db)
      const read = async (name: string) => {
        const { rows } = await sql<{ text: string }>`
          select coalesce(json_agg(kept), '[]')::text as text from ${sql.table(name)} kept
        `.execute(db)
        return { name, text: rows[0]!.text }
      }
      return await Promise.all(tables.map(({ name }) => read(name)))
    }

    it('send each notice of a chosen kind in one signed request, and no other notices', async () => {
      const [wants, wantsNot] = [await create(), await create({ kinds: ['AGENT_LOST'] })]
      await happens('shop.example.com')
      const [request, ...more] = receiver.received
      expect(more).toEqual([])
      expect(request).toMatchObject({ method: 'POST', path: '/hook?key=of-its-own' })
      expect(request?.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Culvert\/\d/),
      })
      const delivery = await lastOf(wants.id)
      expect(request?.headers['webhook-id']).toBe(delivery?.id)
      expect(verify(wants.secret, request!, api.clock.now())).toEqual({
        type: 'domain.failed',
        timestamp: expect.any(String),
        data: {
          account: { id: ada.accountId, name: expect.any(String) },
          title: 'shop.example.com counts as failed',
          text: expect.stringContaining('No record was found.'),
          url: 'http://localhost:4000/admin/domains',
          domain: 'shop.example.com',
          found: 'No record was found.',
        },
      })
      expect(() => verify(wants.secret, { ...request!, body: `${request!.body} ` }, api.clock.now())).toThrow()
      expect(delivery).toMatchObject({
        type: 'domain.failed',
        title: 'shop.example.com counts as failed',
        state: 'DELIVERED',
        attempts: 1,
        nextAttemptAt: null,
        status: 204,
        fault: null,
        answer: '',
        body: request?.body,
      })
      expect((await log(wantsNot.id)).nodes).toEqual([])
    })

    it('are accepted by the documented code, which refuses forged and outdated requests', async () => {
      const { secret } = await create()
      await happens()
      const [{ headers, body }] = receiver.received as [Received]
      const documented = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
      const [, code = ''] = documented.match(/```js\n(import \{ createHmac[^]*?)```/) ?? []
      const { readWebhook } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
      vi.useFakeTimers({ toFake: ['Date'], now: api.clock.now() })
      try {
        expect(readWebhook(secret, headers, body)).toMatchObject({ type: 'domain.failed' })
        expect(() => readWebhook(secret, headers, `${body} `)).toThrow('Not signed')
        expect(() => readWebhook(secret, { ...headers, 'webhook-id': 'another' }, body)).toThrow('Not signed')
        expect(() => readWebhook(secret, {}, body)).toThrow('Not from now')
        vi.advanceTimersByTime(6 * minuteMs)
        expect(() => readWebhook(secret, headers, body)).toThrow('Not from now')
      } finally {
        vi.useRealTimers()
      }
    })

    it('report a burst of lost agents once, with their number', async () => {
      api.clock.advance(10 * minuteMs - (api.clock.now().getTime() % (10 * minuteMs)))
      await create({ kinds: ['AGENT_LOST'] })
      for (const _ of [1, 2]) await ada.agent()
      await after(46_000)
      await loseSilentAgents(api.app)
      await api.runJobs()
      expect(receiver.received).toEqual([])
      await after(31_000)
      const bodies = receiver.received.map(({ body }) => JSON.parse(body))
      expect(bodies).toEqual([expect.objectContaining({ type: 'agent.lost' })])
      expect(bodies[0].data).toMatchObject({ title: '2 agents were lost', count: 2, hostname: expect.any(String) })
    })

    it('format messages for Slack, escaping names so that they neither mention people nor form links', async () => {
      const { secret } = await create({ format: 'SLACK' })
      await happens('<!channel>&@here.example.com')
      const [request] = receiver.received
      expect(verify(secret, request!, api.clock.now())).toEqual({ text: expect.any(String) })
      const { text } = JSON.parse(request!.body)
      expect(text).toContain('&lt;!channel&gt;&amp;@\u200Bhere.example.com counts as failed\n')
      expect(text).toMatch(/\nhttp:\/\/localhost:4000\/admin\/domains$/)
    })

    it('send a notice once, even if its job runs twice', async () => {
      const { id } = await create()
      await happen('twice.example.com')
      const [job] = await api.app.db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'notices.deliver')
        .orderBy('runAt', 'desc')
        .limit(1)
        .execute()
      const again = { ...job!, id: randomUUID(), payload: JSON.stringify(job!.payload) }
      await api.app.db.insertInto('jobs').values(again).execute()
      await api.runJobs()
      expect((await log(id)).totalCount).toBe(1)
      expect(receiver.received).toHaveLength(1)
    })

    describe('failed deliveries', () => {
      it('are retried with the same id at growing intervals for a day, and then given up', async () => {
        const { id, secret } = await create()
        failing()
        await happens()
        expect(await lastOf(id)).toMatchObject({
          state: 'PENDING',
          attempts: 1,
          status: 500,
          fault: 'It answered 500, which is not a success.',
          answer: 'It broke.',
          nextAttemptAt: expect.any(String),
        })
        await api.runJobs()
        expect(receiver.received).toHaveLength(1)
        for (const ms of [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs]) await after(ms)
        expect(await lastOf(id)).toMatchObject({ state: 'FAILED', attempts: 7, nextAttemptAt: null })
        await after(dayMs)
        expect(receiver.received).toHaveLength(7)
        expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
        const last = receiver.received.at(-1)!
        const sentAt = new Date(Number(last.headers['webhook-timestamp']) * 1_000)
        expect(verify(secret, last, sentAt)).toBeDefined()
        expect((await log(id)).isOn).toBe(true)
      })

      it('are not retried early by a job that a dying node left behind', async () => {
        const { id } = await create()
        failing()
        await happens()
        const payload = JSON.stringify({ deliveryId: (await lastOf(id))!.id, attempt: 1 })
        const job = { id: randomUUID(), kind: 'webhooks.attempt', key: null, payload, runAt: api.clock.now() }
        await api.app.db.insertInto('jobs').values(job).execute()
        await api.runJobs()
        expect(receiver.received).toHaveLength(1)
        expect(await lastOf(id)).toMatchObject({ state: 'PENDING', attempts: 1 })
      })

      it('are retried successfully once the receiver is back', async () => {
        const { id } = await create()
        failing()
        await happens()
        expect((await log(id)).failingSince).not.toBeNull()
        receiver.answer = (response) => response.writeHead(200).end('ok')
        await after(5_000)
        expect(await log(id)).toMatchObject({ failingSince: null, nodes: [{ state: 'DELIVERED', attempts: 2 }] })
      })

      it.each([
        ['seconds', () => '120', 60_000],
        ['a date', () => new Date(api.clock.now().getTime() + 120_000).toUTCString(), 60_000],
        ['a time that is too long, which is capped at a day', () => '999999', dayMs - minuteMs],
      ])("wait as long as the receiver's retry-after header field asks: %s", async (_how, ask, notBefore) => {
        const { id } = await create()
        receiver.answer = (response) => response.writeHead(503, { 'retry-after': ask() }).end()
        await happens()
        await after(notBefore)
        expect((await lastOf(id))?.attempts).toBe(1)
        await after(2 * minuteMs)
        expect((await lastOf(id))?.attempts).toBe(2)
      })

      it('follow no redirect', async () => {
        const { id } = await create()
        receiver.answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
        await happens()
        expect(receiver.received).toHaveLength(1)
        expect((await lastOf(id))?.fault).toContain('a redirect, which is not followed')
      })

      it('fail if the receiver switches to another protocol, and hold up no later ones', async () => {
        const { id } = await create()
        const closed = new Promise((resolve) => {
          receiver.answer = ({ socket }) => {
            socket?.on('close', resolve)
            socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
          }
        })
        await happens()
        expect(await lastOf(id)).toMatchObject({ status: 101, fault: 'It answered 101, which is not a success.' })
        await closed
        receiver.answer = (response) => response.writeHead(204).end()
        await after(5_000)
        expect(await lastOf(id)).toMatchObject({ state: 'DELIVERED', attempts: 2 })
      })

      it('report a timeout of the receiver, but count an endless response as delivered', async () => {
        const { id } = await create()
        const { webhooks } = api.app.config
        receiver.answer = () => undefined
        api.app.config.webhooks = { ...webhooks, timeoutMs: 500 }
        await happens()
        api.app.config.webhooks = webhooks
        expect(await lastOf(id)).toMatchObject({ status: null, fault: 'No complete answer came in time.' })
        receiver.answer = (response) => {
          response.writeHead(200).write('x\0'.repeat(100_000))
        }
        await after(5_000)
        const { state, answer } = (await lastOf(id))!
        expect([state, answer]).toEqual(['DELIVERED', 'x\uFFFD'.repeat(512)])
      })

      it('are sent again if a node dies before it stores the outcome, and leave one log entry', async () => {
        const { id } = await create()
        const { change } = api.app
        receiver.answer = (response) => {
          api.app.change = () => {
            api.app.change = change
            return Promise.reject(new Error('The process is killed.'))
          }
          receiver.answer = (again) => again.writeHead(204).end()
          response.writeHead(204).end()
        }
        await happens()
        expect((await lastOf(id))?.attempts).toBe(0)
        await after(11_000)
        expect(await log(id)).toMatchObject({ totalCount: 1, nodes: [{ state: 'DELIVERED', attempts: 1 }] })
        expect(receiver.received).toHaveLength(2)
        expect(receiver.received[0]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id'])
      })
    })

    describe('are switched off', () => {
      it('immediately by 410 Gone, with a notice, an audit log entry, and a message through other webhooks', async () => {
        const { id } = await create()
        await create({ url: `http://127.0.0.1:${receiver.port}/other`, kinds: ['WEBHOOK_OFF'] })
        receiver.answer = (response, { path }) => response.writeHead(path === '/other' ? 204 : 410).end()
        await happens()
        // The account is busy until the outcome is stored.
        await after(1_000)
        expect(await log(id)).toMatchObject({
          isOn: false,
          offBecause: expect.stringContaining('410 Gone'),
          nodes: [{ state: 'FAILED', attempts: 1 }],
        })
        expect(await titles()).toContain(`The webhook to 127.0.0.1:${receiver.port} was switched off`)
        expect((await audited()).at(-1)).toMatchObject({
          action: 'webhook.updated',
          actorKind: 'SYSTEM',
          changes: { isOn: { from: true, to: false } },
        })
        await happens()
        expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?key=of-its-own', '/other'])
        expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ type: 'webhook.off', data: { reason: 'GONE' } })
      })

      it('by no answer of an address that was replaced while it was asked, whose failures no longer count', async () => {
        const { id } = await create()
        failing()
        await happens()
        expect((await log(id)).failingSince).not.toBeNull()
        const asked = Promise.withResolvers<() => void>()
        receiver.answer = (response) => asked.resolve(() => response.writeHead(410).end())
        const attempt = after(5_000)
        const answer = await asked.promise
        receiver.answer = (response) => response.writeHead(204).end()
        const url = `http://127.0.0.1:${receiver.port}/moved`
        await (await signIn()).run(UpdateWebhookDocument, { input: { id, url } })
        answer()
        await attempt
        expect(await log(id)).toMatchObject({
          isOn: true,
          failingSince: null,
          nodes: [{ state: 'PENDING', attempts: 2, status: 410 }],
        })
        await after(5 * minuteMs)
        expect(receiver.received.at(-1)?.path).toBe('/moved')
        expect(await lastOf(id)).toMatchObject({ state: 'DELIVERED', attempts: 3 })
      })

      it('after five days without a successful delivery, and start over once they are switched on again', async () => {
        const { id } = await create()
        failing()
        for (let day = 0; day < 6; day += 1) {
          await happens()
          for (const ms of [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs]) await after(ms)
          expect((await log(id)).isOn).toBe(day < 5)
          await after(6 * hourMs)
        }
        expect(await log(id)).toMatchObject({ isOn: false, offBecause: 'Nothing has got through for five days.' })
        const input = { id, isOn: true }
        const { webhook } = (await (await signIn()).run(UpdateWebhookDocument, { input })).updateWebhook
        expect(webhook).toMatchObject({ isOn: true, offBecause: null, failingSince: null })
      })

      it('by a member, and then send nothing that is pending', async () => {
        const { id } = await create()
        failing()
        await happens()
        await (await signIn()).run(UpdateWebhookDocument, { input: { id, isOn: false } })
        await after(5_000)
        expect(receiver.received).toHaveLength(1)
        expect(await lastOf(id)).toMatchObject({ state: 'FAILED', fault: expect.stringContaining('switched off') })
        const input = { id: (await lastOf(id))!.id }
        await expect(ada.client.run(TestWebhookDocument, { input: { id } })).rejects.toThrow('Switch it on first')
        await expect(ada.client.run(RedeliverWebhookDocument, { input })).rejects.toThrow('Switch it on first')
      })
    })

    it('send one request at a time to a host, even for several accounts', async () => {
      const bea = await api.seed.owner('Bea')
      await create()
      await create({}, bea)
      const isPutBack = async () => {
        const waiting = api.app.db.selectFrom('jobs').select('id').where('kind', '=', 'webhooks.attempt')
        return (await waiting.where('attempts', '=', 0).execute()).length === 1
      }
      const [open, free] = [1, 2].map(() => Promise.withResolvers<void>())
      receiver.answer = async (response) => {
        open?.resolve()
        await free?.promise
        response.writeHead(204).end()
      }
      await happen('one.example.com')
      const sent = api.runJobs()
      await open?.promise
      await happen('two.example.com', bea)
      const both = api.runJobs()
      await vi.waitUntil(async () => receiver.received.length === 2 || (await isPutBack()), { timeout: 30_000 })
      expect(receiver.received).toHaveLength(1)
      free?.resolve()
      await Promise.all([sent, both])
      await after(1_000)
      expect(receiver.received).toHaveLength(2)
    })

    describe('secrets', () => {
      it('can be rotated: the previous one also signs for a day', async () => {
        const { id, secret } = await create()
        expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
        const { rotateWebhookSecret } = await (await signIn()).run(RotateWebhookSecretDocument, { input: { id } })
        const next = rotateWebhookSecret.secret
        expect(next).not.toBe(secret)
        await happens()
        for (const each of [secret, next]) expect(verify(each, receiver.received[0]!, api.clock.now())).toBeDefined()
        await after(dayMs)
        expect((await log(id)).previousSecretUntil).toBeNull()
        await happens()
        const last = receiver.received.at(-1)!
        expect(verify(next, last, api.clock.now())).toBeDefined()
        expect(() => verify(secret, last, api.clock.now())).toThrow()
      })

      it('can be rotated again before the receiver has the new one: the last five before it sign until a day after the last rotation', async () => {
        const { id, secret } = await create()
        const secrets = [secret]
        for (let turn = 0; turn < 6; turn += 1) {
          const { rotateWebhookSecret } = await (await signIn()).run(RotateWebhookSecretDocument, { input: { id } })
          secrets.push(rotateWebhookSecret.secret)
          api.clock.advance(hourMs)
        }
        const listSigning = async () => {
          await happens()
          const last = receiver.received.at(-1)!
          return secrets.filter((each) => {
            try {
              return verify(each, last, api.clock.now()) !== undefined
            } catch {
              return false
            }
          })
        }
        expect(await listSigning()).toEqual(secrets.slice(1))
        await after(dayMs - hourMs)
        expect(await listSigning()).toEqual(secrets.slice(-1))
      })

      it('are returned once, are not logged, and do not appear in the audit log, in jobs or in their sealed form; neither does the path', async () => {
        const { client, accountId } = ada
        const { log: silent } = api.app
        const lines: string[] = []
        const destination = { write: (line: string) => void lines.push(line) }
        api.app.log = createApiLog({ name: 'api', level: 'trace', destination })
        const { id, secret } = await create()
        const rotation = { input: { id, idempotencyKey: randomUUID() } }
        const { secret: next, ...rotated } = (await client.run(RotateWebhookSecretDocument, rotation))
          .rotateWebhookSecret
        failing()
        const url = `http://127.0.0.1:${receiver.port}/hidden-path`
        const answers: unknown[] = [
          rotated,
          await client.run(UpdateWebhookDocument, { input: { id, url, kinds: ['LIMIT_NEAR'] } }),
          await client.run(TestWebhookDocument, { input: { id } }),
        ]
        await api.runJobs()
        answers.push(await client.run(RedeliverWebhookDocument, { input: { id: (await lastOf(id))!.id } }))
        await api.runJobs()
        answers.push(await log(id), await client.run(WebhooksDocument, { accountId }))
        const { exportAccount } = await client.run(ExportAccountDocument, { input: { accountId } })
        answers.push(await (await fetch(api.url + exportAccount.path)).text())
        // The database reports the values of a row that it refuses.
        await sql`alter table webhooks add constraint none check (false) not valid`.execute(api.app.db)
        await expect(create({ url })).rejects.toMatchObject({ code: 'INTERNAL' })
        await sql`alter table webhooks drop constraint none`.execute(api.app.db)
        const stored = await readTables()
        answers.push(await client.run(DeleteWebhookDocument, { input: { id } }))
        stored.push(...(await readTables()))
        api.app.log = silent

        expect((await audited()).map(({ action }) => action)).toEqual([
          'webhook.created',
          'webhook.secret_rotated',
          'webhook.updated',
          'webhook.tested',
          'webhook.redelivered',
          'webhook.deleted',
        ])
        expect((await audited())[2]?.changes).toEqual({
          path: { from: null, to: 'changed' },
          kinds: { from: expect.any(Array), to: ['LIMIT_NEAR'] },
        })
        expect(lines.join('')).toContain('unexpected error')
        const sent = receiver.received
        for (const each of [secret, next]) {
          expect(verify(each, sent[0]!, api.clock.now())).toBeDefined()
          const key = each.replace('whsec_', '')
          for (const text of [JSON.stringify(answers), JSON.stringify(sent), lines.join('')])
            expect(text).not.toContain(key)
          for (const { name, text } of stored) expect(text, name).not.toContain(key)
        }
        for (const path of ['hidden-path', 'of-its-own']) {
          expect(lines.join('')).not.toContain(path)
          for (const { name, text } of stored) if (name !== 'webhooks') expect(text, name).not.toContain(path)
        }
      })

      it('are sealed again for a new SEALING_SECRET, and must be replaced if no secret opens them', async () => {
        const { id, secret } = await create()
        const { openSealing } = api.app
        const [before, next] = ['the sealing secret of the api tests, long enough', 'another sealing secret, long too']
        api.app.openSealing = async () => createSealing(next, before)
        expect(await resealSecrets(api.app)).toBeGreaterThan(0)
        expect(await resealSecrets(api.app)).toBe(0)
        api.app.openSealing = async () => createSealing(next)
        await happens()
        expect(verify(secret, receiver.received[0]!, api.clock.now())).toBeDefined()
        api.app.openSealing = async () => createSealing('a secret that nobody knows any more, long')
        await happens()
        expect((await lastOf(id))?.fault).toContain('Give it another one')
        const rotated = (await (await signIn()).run(RotateWebhookSecretDocument, { input: { id } })).rotateWebhookSecret
        await happens()
        expect(verify(rotated.secret, receiver.received.at(-1)!, api.clock.now())).toBeDefined()
        await api.app.db.deleteFrom('webhooks').execute()
        api.app.openSealing = openSealing
      })
    })

    it('can be tested by a delivery that is sent once and does not count as a failure', async () => {
      const { id, secret } = await create()
      failing()
      const { delivery } = (await (await signIn()).run(TestWebhookDocument, { input: { id } })).testWebhook
      expect(delivery).toMatchObject({ type: 'webhook.test', state: 'PENDING', attempts: 0 })
      await api.runJobs()
      expect(await log(id)).toMatchObject({ failingSince: null, nodes: [{ state: 'FAILED', nextAttemptAt: null }] })
      expect(verify(secret, receiver.received[0]!, api.clock.now())).toMatchObject({ type: 'webhook.test' })
    })

    it('resend a delivery under its own id, whether it was delivered, is pending or has failed', async () => {
      const { id } = await create()
      await happens()
      const again = async () => {
        const input = { id: (await lastOf(id))!.id }
        await (await signIn()).run(RedeliverWebhookDocument, { input })
        await api.runJobs()
        return await lastOf(id)
      }
      expect(await again()).toMatchObject({ state: 'DELIVERED', attempts: 2 })
      failing()
      expect(await again()).toMatchObject({ state: 'PENDING', attempts: 3 })
      expect(await again()).toMatchObject({ state: 'PENDING', attempts: 4 })
      expect(
        (await api.app.db.selectFrom('jobs').selectAll().where('kind', '=', 'webhooks.attempt').execute()).length,
      ).toBe(1)
      for (const ms of [2 * hourMs, 5 * hourMs, 10 * hourMs]) await after(ms)
      expect(await lastOf(id)).toMatchObject({ state: 'FAILED', attempts: 7 })
      expect(await again()).toMatchObject({ state: 'FAILED', attempts: 8 })
      receiver.answer = (response) => response.writeHead(204).end()
      expect(await again()).toMatchObject({ state: 'DELIVERED', attempts: 9 })
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect([ids.length, new Set(ids).size]).toEqual([9, 1])
    })

    it('keep a paginated log of at most 100 deliveries for 30 days', async () => {
      const { id } = await create()
      for (let count = 0; count < 3; count += 1) await happens(`${count}.example.com`)
      const [first] = await api.app.db.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', id).execute()
      const filled = Array.from({ length: deliveriesMax - 1 }, () => ({ ...first!, id: randomUUID(), noticeId: null }))
      await api.app.db.insertInto('webhookDeliveries').values(filled).execute()
      api.clock.advance(1_000)
      await happens('last.example.com')
      const page = await log(id, { page: 2, pageSize: 30 })
      expect(page).toMatchObject({ totalCount: deliveriesMax, pageCount: 4 })
      expect(page.nodes).toHaveLength(30)
      expect((await lastOf(id))?.title).toBe('last.example.com counts as failed')
      await expect(log(id, { page: 1, pageSize: 101 })).rejects.toThrow('from 1 to 100')
      await after(31 * dayMs)
      expect((await log(id)).totalCount).toBe(0)
    })

    it('list the kinds of notice that an account can choose and those that it has chosen', async () => {
      const { webhookKinds } = (await (await signIn()).run(WebhookKindsDocument, { accountId: ada.accountId })).account
      expect(webhookKinds.map(({ kind }) => kind)).toEqual([
        'AGENT_LOST',
        'DOMAIN_FAILING',
        'DOMAIN_FAILED',
        'CERTIFICATE_FAILING',
        'LIMIT_NEAR',
        'LIMIT_REACHED',
        'ACCOUNT_SUSPENDED',
        'HOSTNAME_BLOCKED',
        'WEBHOOK_OFF',
      ])
      const { id, url } = await create({ kinds: ['LIMIT_NEAR', 'LIMIT_NEAR'] })
      const { webhooks } = (await (await signIn()).run(WebhooksDocument, { accountId: ada.accountId })).account
      expect(webhooks).toMatchObject([{ id, url, kinds: ['LIMIT_NEAR'], isOn: true, lastDelivery: null }])
    })

    it.each<[string, Partial<CreateWebhookInput>, string]>([
      ['no kinds', { kinds: [] }, 'at least one kind'],
      ["a kind of a user's own notices", { kinds: ['NEW_SIGN_IN'] satisfies NoticeKind[] }, "a user's own"],
      ['a URL without a protocol', { url: 'example.com/hook' }, 'must be an https address'],
      ['another protocol', { url: 'ftp://example.com/' }, 'must be an https address'],
      ['an address that is too long', { url: `https://example.com/${'x'.repeat(2_048)}` }, 'at most 2048 characters'],
      ['credentials', { url: 'https://ada:secret@example.com/' }, 'must not contain a user name or password'],
      ['a port of another protocol', { url: 'https://example.com:25/' }, 'The port must be 443, 80, or 1024'],
      ['a private address', { url: 'https://10.1.2.3/' }, 'not on the public Internet'],
      ['this machine, written as a number', { url: 'https://2130706434/' }, 'not on the public Internet'],
      ['this machine, in IPv6', { url: 'https://[::1]/' }, 'not on the public Internet'],
    ])('are refused with %s', async (_what, input, message) => {
      await expect(create(input)).rejects.toThrow(message)
    })

    it('are limited to 5 per account', async () => {
      for (let count = 0; count < 5; count += 1) await create()
      await expect(create()).rejects.toThrow('at most 5 webhooks')
    })

    it('are deleted with their account, and so is their log; what is pending is not sent', async () => {
      const { id } = await create()
      failing()
      await happens()
      const input = { accountId: ada.accountId, namespace: ada.namespace }
      await (await signIn()).run(DeleteAccountDocument, { input })
      await after(5_000)
      expect(receiver.received).toHaveLength(1)
      const { db } = api.app
      expect(await db.selectFrom('webhooks').select('id').where('id', '=', id).execute()).toEqual([])
      expect(await db.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', id).execute()).toEqual([])
    })
  },
  () => ({ webhooks: { allowedNetworks: ['127.0.0.1/32'], timeoutMs: 30_000 } }),
)
