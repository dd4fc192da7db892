import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { loadApiConfig } from './ground/config.ts'
import { openEmbedded } from './platform/db/embedded.ts'
import { startApi } from './start.ts'
import { TestClient } from './testing/client.ts'
import { fillFolder } from './testing/databases.ts'
import { SignInDocument, SignUpDocument, ViewerDocument } from './testing/generated/documents.ts'

const EDGE_SECRET = 'the edge secret of the api tests, long enough'

describe('startApi', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-start-'))
    fillFolder(join(folder, 'database'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const environment = (change: Record<string, string> = {}) => ({
    EDGE_SECRET,
    PORT: '0',
    LOG_LEVEL: 'silent',
    CULVERT_DATA: folder,
    ...change,
  })
  it('keeps users, sessions and keys from one start to the next, even after a crash', async () => {
    const credentials = { email: 'ada@example.com', password: 'correct horse' }
    // A separate program, so that it can be killed.
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

    for (const previous of ['killed', 'closed']) {
      const api = await startApi(loadApiConfig(environment()))
      const { viewer } = await client(api.url, `Bearer ${session.accessToken}`).run(ViewerDocument, {})
      expect(viewer.user.email, `after the one before was ${previous}`).toBe('ada@example.com')
      const signIn = { ...credentials, rememberMe: false, tokenDelivery: 'RESPONSE' } as const
      expect((await client(api.url).run(SignInDocument, { input: signIn })).signIn.session.user.id).toBe(viewer.user.id)
      await api.close()
    }
  }, 120_000)

  it('refuses data that is already in use, and releases everything', async () => {
    const api = await startApi(loadApiConfig(environment()))
    await expect(startApi(loadApiConfig(environment()))).rejects.toThrow(
      /^The data in .* is in use by process \d+\. Stop that process, or set CULVERT_DATA to another folder\.$/,
    )
    await api.close()
    await (await startApi(loadApiConfig(environment()))).close()
  }, 180_000)

  it('reports a port that is in use, and releases the data', async () => {
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

  it('reports a newer database in one sentence, without a stack trace', async () => {
    const data = join(folder, 'newer')
    fillFolder(join(data, 'database'))
    const database = await openEmbedded(join(data, 'database'))
    await sql`insert into kysely_migration values ('9999-of-tomorrow', '2027-01-01T00:00:00Z')`.execute(database.db)
    await database.close()
    const main = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')],
      { env: { ...process.env, ...environment({ CULVERT_DATA: data }) }, stdio: ['ignore', 'inherit', 'pipe'] },
    )
    const [output, [exitCode]] = await Promise.all([text(main.stderr), once(main, 'exit')])
    expect({ said: output, exitCode }).toEqual({
      said: 'The database is newer than this version of Culvert, which does not know its migration 9999-of-tomorrow: run the version that made it or a later one, or restore a backup from before that upgrade.\n',
      exitCode: 1,
    })
  }, 60_000)

  it('warns in the log that tunnels share the registrable domain of the dashboard', async () => {
    const data = join(folder, 'neighbours')
    fillFolder(join(data, 'database'))
    const neighbours = { CULVERT_PUBLIC_URL: 'https://app.example.com', CULVERT_DOMAIN: 'tunnels.example.com' }
    const main = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')],
      {
        env: { ...process.env, ...environment({ ...neighbours, CULVERT_DATA: data, LOG_LEVEL: 'warn' }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let output = ''
    main.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
    while (!output.includes('The API listens on')) await once(main.stdout, 'data')
    main.kill()
    await once(main, 'exit')
    const warnings = output.split('\n').filter((line) => line.includes('share a registrable domain'))
    expect(warnings.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ dashboard: 'https://app.example.com', offered: ['tunnels.example.com'] }),
    ])
  }, 60_000)

  it('reports a fault of the database server on one line, without the password', async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1')
    const http = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    const fields = 'SFATAL\0C53300\0Mtoo many connections for role "ada"\0\0'
    const size = Buffer.alloc(4)
    size.writeInt32BE(fields.length + size.length)
    const full = createTcpServer((socket) =>
      socket.once('data', () => socket.end(`E${size.toString('latin1')}${fields}`)),
    )
    full.listen(0, '127.0.0.1')
    await Promise.all([silent, http, full].map((server) => once(server, 'listening')))
    const hint = 'Check DATABASE_URL, and that PostgreSQL runs there.\n'
    const failures: [at: string, said: RegExp][] = [
      ['127.0.0.1:1', /^The database server at 127\.0\.0\.1:1 refuses connections\. /],
      ['no-such-host.invalid', /^The database server's name no-such-host\.invalid is not known/],
      [`127.0.0.1:${portOf(silent)}`, /^The database server at \S+ does not answer\. /],
      [`127.0.0.1:${portOf(http)}`, /^The database server at \S+ cannot be used/],
      [`127.0.0.1:${portOf(full)}`, /cannot be used: too many connections for role "ada"\. /],
    ]
    await Promise.all(
      failures.map(async ([at, expected]) => {
        const { code, stderr } = await runMain(environment({ DATABASE_URL: `postgres://ada:hunter2@${at}/culvert` }))
        expect(stderr).toMatch(expected)
        expect(stderr.endsWith(hint)).toBe(true)
        expect(stderr.split('\n')).toHaveLength(2)
        expect({ code, repeats: stderr.includes('hunter2') }).toEqual({ code: 1, repeats: false })
      }),
    )
    silent.close()
    full.close()
    http.close()
    http.closeAllConnections()
  }, 60_000)

  it('answers on both loopback addresses', async () => {
    const api = await startApi(loadApiConfig(environment()))
    const { port } = new URL(api.url)
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200)
    }
    await api.close()
  }, 180_000)
})

/** Runs the program until it exits on its own. */
async function runMain(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const main = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const [stderr, [code]] = await Promise.all([text(main.stderr), once(main, 'exit')])
  return { code, stderr }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function client(url: string, authorization?: string): TestClient {
  return new TestClient(url, authorization, () => Promise.resolve())
}
