import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import pino from 'pino'
import { testDatabases } from '../../testing/databases.ts'
import { createStillClock } from '../../testing/still-clock.ts'
import type { OpenDatabase } from '../db/db.ts'
import { createMailer, type Mail } from './mailer.ts'
import { startOutbox, type Outbox } from './outbox.ts'

const mail: Mail = {
  to: 'ada@example.com',
  goesTo: 'any address',
  senderName: 'Culvert',
  subject: 'Say <b>hello</b>',
  text: 'The <text> part\n',
  html: '<!doctype html><html><head></head><body><p>The HTML part</p></body></html>',
}

describe.each(testDatabases)('the outbox on $name', (database) => {
  let open: OpenDatabase
  let outbox: Outbox

  beforeAll(async () => {
    open = await database.open()
    outbox = await startOutbox({ db: open.db, log: pino({ enabled: false }), port: 0 })
  }, 180_000)

  afterAll(async () => {
    await outbox.close()
    await open.close()
  })

  beforeEach(async () => {
    await open.db.deleteFrom('mails').execute()
  })

  const get = async (path: string, { host, method = 'GET' }: { host?: string; method?: string } = {}) => {
    const { port } = new URL(outbox.url)
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host: host ?? `localhost:${port}` } })
    const answered = Promise.withResolvers<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>()
    sent.on('error', answered.reject)
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((body) => answered.resolve({ status, headers, body }), answered.reject)
    })
    sent.end()
    return await answered.promise
  }

  const send = async (count = 1, more: Partial<Mail> = {}): Promise<string> => {
    const clock = createStillClock()
    const mailer = createMailer({ db: open.db, clock, smtp: undefined })
    for (let n = 1; n <= count; n += 1) {
      clock.advance(60_000)
      await open.db.transaction().execute((trx) => mailer.sendMail(trx, { ...mail, ...more }))
    }
    const { id } = await open.db.selectFrom('mails').select('id').limit(1).executeTakeFirstOrThrow()
    return id
  }

  it('says why it is empty', async () => {
    const { status, body } = await get('/')
    expect(status).toBe(200)
    expect(body).toContain('Mails that the API sends appear here, because SMTP_URL is not set.')
  })

  it('lists mails with their subjects escaped', async () => {
    const id = await send()
    const { body } = await get('/')
    expect(body).toContain(`href="/mails/${id}"`)
    expect(body).toContain('Say &#60;b&#62;hello&#60;/b&#62;')
    expect(body).toContain('2026-03-01 12:01 UTC')
  })

  it('has pages of 50, newest first', async () => {
    await send(51)
    const first = await get('/')
    expect(first.body).toContain('51 mails')
    expect(first.body).toContain('12:51 UTC')
    expect(first.body).not.toContain('12:01 UTC')
    const last = await get('/?page=99')
    expect(last.body).toContain('Page 2 of 2')
    expect(last.body).toContain('12:01 UTC')
    expect((await get('/?page=x')).body).toContain('Page 1 of 2')
  })

  it('shows both parts of a mail in a sandbox whose policy allows no resources by default', async () => {
    const id = await send()
    const { body, headers } = await get(`/mails/${id}`)
    expect(body).toContain(`sandbox="allow-popups allow-popups-to-escape-sandbox"`)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    const part = await get(`/mails/${id}/html`)
    expect(part.body).toContain('<p>The HTML part</p>')
    expect(part.headers['content-security-policy']).toMatch(/^sandbox allow-popups .*default-src 'none'/)
    expect(part.headers['cache-control']).toBe('no-store')
    expect(body).toContain('<pre>The &#60;text&#62; part\n</pre>')
  })

  it.each(['evil.example.com', 'localhost.evil.example', '127.0.0.1.evil.example:4025', '192.168.0.7:4025'])(
    'refuses a request for the host "%s"',
    async (host) => {
      const id = await send()
      for (const path of ['/', `/mails/${id}`, `/mails/${id}/html`]) {
        const { status, body } = await get(path, { host })
        expect(status).toBe(403)
        expect(body).not.toContain('hello')
      }
    },
  )

  it.each(['localhost', '127.0.0.1:4025', '[::1]:4025', 'LOCALHOST:1'])('answers for the host "%s"', async (host) => {
    expect((await get('/', { host })).status).toBe(200)
  })

  it('listens on localhost only', () => {
    expect(new URL(outbox.url).hostname).toBe('localhost')
    return expect(fetch(outbox.url.replace('localhost', '127.0.0.2'))).rejects.toThrow()
  })

  it.each([
    '/mails/',
    '/mails/0',
    '/mails/00000000-0000-0000-0000-000000000000',
    '/x',
    '//evil.example/',
    '/mails/..%2f',
  ])('answers %s with 404', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('accepts only GET and HEAD', async () => {
    const { status, headers } = await get('/', { method: 'POST' })
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD')
    expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })
})
