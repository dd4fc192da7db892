import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import pino from 'pino'
import { z } from 'zod'
import { SMTPServer } from 'smtp-server'
import { testDatabases } from '../../testing/databases.ts'
import { createStillClock, type StillClock } from '../../testing/still-clock.ts'
import type { OpenDatabase } from '../db/db.ts'
import { defineJob, handleJob } from '../jobs/rules.ts'
import { startJobRunner, type JobRunner } from '../jobs/runner.ts'
import { enqueue, listFailedJobs } from '../jobs/service.ts'
import { createMailer, type Mail, type Mailer } from './mailer.ts'
import { createSmtpTransport, type SmtpTransport } from './smtp.ts'

const hourMs = 3_600_000

const mail: Mail = {
  to: 'ada@example.com',
  goesTo: 'any address',
  senderName: 'Culvert',
  subject: 'Hello',
  text: 'The text part\n',
  html: '<p>The HTML part</p>',
}

/** A mail that the server received. */
interface Received {
  from: string
  to: string[]
  message: string
}

interface Refusal {
  code: number
  message: string
}

const reply = (refusal: Refusal | undefined) =>
  refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null

describe.each(testDatabases)('mail on $name', (database) => {
  let open: OpenDatabase
  let clock: StillClock
  let server: SMTPServer
  let received: Received[]
  /** The server's replies to the next recipients; others are accepted. */
  let refusals: Refusal[]
  /** Its replies to the next messages, after it has received them. */
  let messageRefusals: Refusal[]
  let closers: (() => unknown)[]

  beforeAll(async () => {
    open = await database.open()
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, done) => done(reply(refusals.shift())),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            message: Buffer.concat(chunks).toString(),
          })
          done(reply(messageRefusals.shift()))
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
  }, 180_000)

  afterAll(async () => {
    await new Promise<void>((resolve) => server.close(resolve))
    await open.close()
  })

  beforeEach(async () => {
    clock = createStillClock()
    received = []
    refusals = []
    messageRefusals = []
    closers = []
    for (const table of ['jobs', 'jobSchedules', 'mails'] as const) await open.db.deleteFrom(table).execute()
  })

  afterEach(async () => {
    for (const close of closers) await close()
  })

  const connect = (): SmtpTransport => {
    const address = server.server.address()
    if (address === null || typeof address === 'string') throw new Error('The mail server does not listen.')
    const smtp = createSmtpTransport({ url: `smtp://127.0.0.1:${address.port}`, from: 'no-reply@culvert.example.com' })
    closers.push(() => smtp.close())
    return smtp
  }

  const start = async (smtp: SmtpTransport | undefined): Promise<{ mailer: Mailer; jobs: JobRunner }> => {
    const mailer = createMailer({ db: open.db, clock, smtp })
    const log = pino({ enabled: false })
    const jobs = await startJobRunner({ db: open.db, clock, log, handlers: mailer.handlers, pollMs: hourMs })
    closers.unshift(() => jobs.close())
    return { mailer, jobs }
  }

  const send = async (mailer: Mailer, more: Partial<Mail> = {}): Promise<void> => {
    await open.db.transaction().execute((trx) => mailer.sendMail(trx, { ...mail, ...more }))
  }

  const listKept = async () => await open.db.selectFrom('mails').select('subject').execute()

  describe('with a mail server', () => {
    it('delivers both parts to the one recipient and keeps nothing', async () => {
      const { mailer, jobs } = await start(connect())
      await send(mailer, { senderName: 'Büro, "Ada"' })
      await jobs.runDue()
      expect(received).toMatchObject([{ from: 'no-reply@culvert.example.com', to: ['ada@example.com'] }])
      const { message } = received[0]!
      expect(message).toMatch(/^From: =\?UTF-8\?.*<no-reply@culvert\.example\.com>\r$/im)
      expect(message).toMatch(/^Subject: Hello\r$/m)
      expect(message).toMatch(/^Date: Sun, 01 Mar 2026 12:00:00 \+0000\r$/m)
      expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
      expect(message).toMatch(/^Content-Type: multipart\/alternative/m)
      expect(message.indexOf('The text part')).toBeLessThan(message.indexOf('<p>The HTML part</p>'))
      expect(await listKept()).toEqual([])
    })

    it('sends nothing if the transaction is rolled back', async () => {
      const { mailer, jobs } = await start(connect())
      const change = open.db.transaction().execute(async (trx) => {
        await mailer.sendMail(trx, mail)
        throw new Error('The change failed')
      })
      await expect(change).rejects.toThrow('The change failed')
      await jobs.runDue()
      expect(received).toEqual([])
      expect(await listKept()).toEqual([])
    })

    it('treats a recipient as one address, whatever it contains', async () => {
      const { mailer, jobs } = await start(connect())
      await send(mailer, { to: 'ada@example.com, eve@example.com' })
      await send(mailer, { to: 'ada@example.com\r\nBcc: eve@example.com' })
      await jobs.runDue()
      expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
    })

    it('retries after a temporary refusal, with the Message-ID of the mail', async () => {
      const { mailer, jobs } = await start(connect())
      refusals = [{ code: 451, message: 'Greylisted' }]
      await send(mailer)
      const [row] = await open.db.selectFrom('mails').select('id').execute()
      await jobs.runDue()
      expect(received).toEqual([])
      clock.advance(10_000)
      await jobs.runDue()
      expect(received).toHaveLength(1)
      expect(received[0]?.message).toContain(`Message-ID: <${row?.id}@culvert.example.com>`)
    })

    it('retries with the same Message-ID after a temporary refusal of the message', async () => {
      const { mailer, jobs } = await start(connect())
      messageRefusals = [{ code: 451, message: 'Try again later' }]
      await send(mailer)
      await jobs.runDue()
      expect(received).toHaveLength(1)
      clock.advance(10_000)
      await jobs.runDue()
      const [first, second] = received.map(({ message }) => /^Message-ID: .+$/m.exec(message)?.[0])
      expect(first).toMatch(/^Message-ID: <\S+@culvert\.example\.com>/)
      expect(second).toBe(first)
    })

    it('gives up a mail if the server refuses its recipient permanently, and stores the reason', async () => {
      const { mailer, jobs } = await start(connect())
      refusals = [{ code: 550, message: 'No such mailbox' }]
      await send(mailer)
      await jobs.runDue()
      const [failed] = await listFailedJobs(open.db)
      expect(failed?.attempts).toBe(1)
      expect(failed?.lastError).toMatch(/^The mail server refused the mail: .*No such mailbox/)
    })

    it('neither delivers nor keeps a mail after its deliverUntil', async () => {
      const { mailer, jobs } = await start(connect())
      await send(mailer, { deliverUntil: new Date(clock.now().getTime() + hourMs) })
      clock.advance(hourMs)
      await jobs.runDue()
      expect(received).toEqual([])
      expect(await listKept()).toEqual([])
    })

    it('retries if the server is unreachable, and stores no password with the error', async () => {
      const smtp = createSmtpTransport({
        url: 'smtp://culvert:s3cret@127.0.0.1:1',
        from: 'no-reply@culvert.example.com',
      })
      closers.push(() => smtp.close())
      const { mailer, jobs } = await start(smtp)
      await send(mailer)
      await jobs.runDue()
      const [job] = await open.db.selectFrom('jobs').select(['attempts', 'failedAt', 'lastError']).execute()
      expect(job).toMatchObject({ attempts: 1, failedAt: null })
      expect(job?.lastError).toMatch('ECONNREFUSED')
      expect(job?.lastError).not.toMatch('s3cret')
    })
  })

  it('keeps no other job waiting while the server does not answer', async () => {
    const answered = Promise.withResolvers<void>()
    const smtp = { deliver: () => answered.promise, greet: () => answered.promise, close: () => undefined }
    const mailer = createMailer({ db: open.db, clock, smtp })
    for (let count = 0; count < 10; count += 1) await send(mailer)
    const other = defineJob({ name: 'test.other', payload: z.object({}) })
    await open.db.transaction().execute((trx) => enqueue(trx, { kind: other, payload: {}, now: clock.now() }))
    const hasRun = Promise.withResolvers<void>()
    const handlers = [...mailer.handlers, handleJob(other, async () => hasRun.resolve())]
    const runner = await startJobRunner({ db: open.db, clock, log: pino({ enabled: false }), handlers })
    closers.push(() => runner.close({ graceMs: 0 }))
    await hasRun.promise
    answered.resolve()
    await runner.runDue()
    expect(await listKept()).toEqual([])
  })

  describe('without a mail server', () => {
    it('keeps mails in the outbox for 30 days', async () => {
      const { mailer, jobs } = await start(undefined)
      await send(mailer)
      clock.advance(29 * 24 * hourMs)
      await send(mailer, { subject: 'Later' })
      await jobs.runDue()
      expect(await listKept()).toEqual([{ subject: 'Hello' }, { subject: 'Later' }])
      clock.advance(2 * 24 * hourMs)
      await jobs.runDue()
      expect(await listKept()).toEqual([{ subject: 'Later' }])
    })

    it('keeps mails in the outbox that were waiting for a server', async () => {
      const { mailer } = await start(connect())
      await send(mailer)
      const { jobs } = await start(undefined)
      await jobs.runDue()
      expect(await listKept()).toEqual([{ subject: 'Hello' }])
      expect(received).toEqual([])
    })
  })
})
