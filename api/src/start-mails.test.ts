import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SMTPServer } from 'smtp-server'
import { loadApiConfig } from './ground/config.ts'
import { startApi } from './start.ts'
import { TestClient } from './testing/client.ts'
import { fillFolder } from './testing/databases.ts'
import { SignUpDocument } from './testing/generated/documents.ts'
import { newUser } from './testing/sign-up.ts'

/** Signs a user up, and returns the address that the welcome is sent to. */
const signUp = async (url: string) => {
  const input = newUser()
  await new TestClient(url, undefined, () => Promise.resolve()).run(SignUpDocument, { input })
  return input.email
}

describe('startApi, for mail', () => {
  let folder: string
  let closers: (() => unknown)[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-start-test-'))
    fillFolder(join(folder, 'database'))
    closers = [() => rm(folder, { recursive: true })]
  })
  afterEach(async () => {
    for (const close of closers.toReversed()) await close()
  }, 20_000)

  const configure = (environment: Record<string, string>) =>
    loadApiConfig({
      PORT: '0',
      EDGE_SECRET: 'the edge secret of the start tests, long enough',
      LOG_LEVEL: 'silent',
      CULVERT_DATA: folder,
      ...environment,
    })

  const start = async (environment: Record<string, string>) => {
    const api = await startApi(configure(environment))
    closers.push(api.close)
    return api
  }

  it('shows mails on a local page if there is no mail server', async () => {
    const { url, outboxUrl } = await start({ MAIL_OUTBOX_PORT: '0' })
    const email = await signUp(url)
    const page = await (await fetch(outboxUrl ?? '')).text()
    expect(page).toContain('Welcome to Culvert')
    expect(page).toContain(email)
  }, 30_000)

  it('sends mails through the mail server if there is one, and starts no outbox', async () => {
    const recipients = Promise.withResolvers<string[]>()
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, { envelope }, done) => {
        stream.resume()
        stream.on('end', () => {
          recipients.resolve(envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
    const address = listening.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens on no TCP port.')

    const { url, outboxUrl } = await start({ SMTP_URL: `smtp://127.0.0.1:${address.port}` })
    expect(outboxUrl).toBeUndefined()
    const email = await signUp(url)
    expect(await recipients.promise).toEqual([email])
  }, 30_000)

  it('leaves nothing open when it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    closers.push(() => taken.close())
    const address = taken.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens on no TCP port.')

    const port = String(address.port)
    await expect(startApi(configure({ MAIL_OUTBOX_PORT: port }))).rejects.toThrow(
      `Port ${port} is in use by another program. Stop that program, or set MAIL_OUTBOX_PORT to another port.`,
    )
    await expect(startApi(configure({ MAIL_OUTBOX_PORT: '0', PORT: port }))).rejects.toThrow(`Port ${port} is in use`)
    // The folder of the database is no longer locked.
    const { url } = await start({ MAIL_OUTBOX_PORT: '0' })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  }, 180_000)
})
