import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { loadApiConfig } from './config.ts'
import { SignInDocument, SignUpDocument, ViewerDocument } from './sessions/sessions.test.generated.ts'
import { startApi } from './start.ts'
import { TestClient } from './testing/client.ts'

const EDGE_SECRET = 'the edge secret of the api tests, long enough'

describe('startApi', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-start-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const environment = (change: Record<string, string> = {}) => ({
    EDGE_SECRET,
    PORT: '0',
    LOG_LEVEL: 'silent',
    CULVERT_DATA: folder,
    ...change,
  })
  it('keeps users, sessions and keys from one start to the next, also after a crash', async () => {
    const credentials = { email: 'ada@example.com', password: 'correct horse' }
    // A program of its own, so that it can be killed.
    const main = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')],
      {
        env: { ...process.env, ...environment() },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [line] = (await once(main.stdout, 'data')) as [Buffer]
    const [url] = /http:\S+/.exec(line.toString()) ?? []
    const input = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      acceptTerms: true,
      tokenDelivery: 'RESPONSE',
      ...credentials,
    } as const
    const { session } = (await client(url!).run(SignUpDocument, { input })).signUp
    main.kill('SIGKILL')
    await once(main, 'exit')

    const api = await startApi(loadApiConfig(environment()))
    const { viewer } = await client(api.url, `Bearer ${session.accessToken}`).run(ViewerDocument, {})
    expect(viewer.user.email).toBe('ada@example.com')
    const signIn = { ...credentials, rememberMe: false, tokenDelivery: 'RESPONSE' } as const
    expect((await client(api.url).run(SignInDocument, { input: signIn })).signIn.session.user.id).toBe(viewer.user.id)
    await api.close()
  }, 120_000)

  it('refuses data that another process has open, and lets go of everything', async () => {
    const api = await startApi(loadApiConfig(environment()))
    await expect(startApi(loadApiConfig(environment()))).rejects.toThrow(
      /^The data in .* is in use by process \d+\. Stop that process, or set CULVERT_DATA to another folder\.$/,
    )
    await api.close()
    await (await startApi(loadApiConfig(environment()))).close()
  }, 180_000)

  it('says that a port is taken, and lets go of the data', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const PORT = String(typeof address === 'object' ? address?.port : '')
    await expect(startApi(loadApiConfig(environment({ PORT })))).rejects.toThrow(
      `Port ${PORT} is in use by another program. Stop that program, or set PORT to another port.`,
    )
    other.close()
    await (await startApi(loadApiConfig(environment()))).close()
  }, 180_000)

  it('says that the database server does not answer', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing'
    await expect(startApi(loadApiConfig(environment({ DATABASE_URL })))).rejects.toThrow('ECONNREFUSED')
  })

  it('answers on both loopback addresses', async () => {
    const api = await startApi(loadApiConfig(environment()))
    const { port } = new URL(api.url)
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200)
    }
    await api.close()
  }, 180_000)
})

function client(url: string, authorization?: string): TestClient {
  return new TestClient(url, authorization, () => Promise.resolve())
}
