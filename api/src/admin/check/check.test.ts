import { once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApi } from '../../testing/api.ts'
import { type OpenTestDatabase, testDatabases } from '../../testing/databases.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { ReportTunnelsDocument } from '../../testing/generated/documents.ts'
import { answerAsEdge } from '../../testing/probe-answers.ts'
import { runAdmin } from '../program.ts'
import { describeCertificate, describeClock, describeDiskSpace, type Finding } from './findings.ts'

/** A port that has just been closed, so nothing listens on it while the tests run. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const portOf = (server: Server | HttpServer) => (server.address() as AddressInfo).port

describe.each(testDatabases)('npm run admin -- check on $name', (database) => {
  const api = new TestApi()
  let opened: OpenTestDatabase
  let dns: DnsServer
  let mail: SMTPServer
  /** Stands in for an edge, or for another server at a public address. */
  let server: HttpServer
  let isEdge = true
  /** Stands in for the proxy in front of the API. */
  let proxy: Server

  beforeAll(async () => {
    dns = await startDnsServer()
    mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    server = createHttpServer((request, response) => {
      if (isEdge && 'culvert-probe' in request.headers) answerAsEdge()(request, response)
      else response.end(isEdge ? '{"status":"ok"}' : 'Welcome to another server')
    }).listen(0, '127.0.0.1')
    proxy = createServer((socket) => {
      const { port } = new URL(api.url)
      const onward = connect(Number(port), 'localhost')
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
      onward.on('error', () => socket.destroy())
      socket.pipe(onward).pipe(socket)
    }).listen(0, '127.0.0.1')
    mail.listen(0, '127.0.0.1')
    await Promise.all([once(server, 'listening'), once(proxy, 'listening'), once(mail.server, 'listening')])
    opened = await database.open()
    await api.start(opened, { dnsResolvers: [dns.address], domain: 'tunnels.localhost' })
  }, 60_000)
  afterAll(async () => {
    await api.close()
    proxy.close()
    server.close()
    await Promise.all([dns.close(), new Promise<void>((resolve) => mail.close(resolve))])
  })

  /** Runs the command with these addresses of the installation and this mail server. */
  const check = async (given: Partial<TestApi['app']['config']>) => {
    const { config, ...rest } = api.app
    const place =
      opened.url === undefined
        ? { kind: 'embedded' as const, folder: import.meta.dirname }
        : { kind: 'postgres' as const, url: opened.url }
    const app = { ...rest, config: { ...config, database: place, ...given } }
    const { exitCode, stdout } = await runAdmin(['check', '--json'], (work) => work(app))
    return { exitCode, findings: JSON.parse(stdout) as Finding[] }
  }
  const working = () => ({
    publicUrl: `http://localhost:${portOf(proxy)}`,
    tunnelUrl: `http://localhost:${portOf(server)}`,
    mail: { kind: 'smtp' as const, url: `smtp://127.0.0.1:${portOf(mail.server)}`, from: 'no-reply@example.com' },
  })

  it('reports only OK if names, ports, mail and edges work', async () => {
    dns.zone = {}
    isEdge = true
    const report = { edgeId: 'edge', complete: true, connected: [], held: [], disconnected: [] }
    await api.edge().run(ReportTunnelsDocument, { input: report })
    const { exitCode, findings } = await check(working())
    expect(findings.filter(({ state }) => state !== 'OK')).toEqual([])
    expect(exitCode).toBe(0)
    expect(new Set(findings.map(({ about }) => about))).toEqual(
      new Set([
        'database',
        database.name === 'PostgreSQL' ? 'clock' : 'disk',
        'mail',
        'edges',
        'localhost',
        '*.tunnels.localhost',
      ]),
    )
  })

  it('reports each fault with a message and a fix', async () => {
    api.clock.advance(60_000)
    try {
      dns.zone = { 'A culvert.example': 'servfail', 'AAAA culvert.example': 'servfail' }
      const port = await findClosedPort()
      const closed = await check({
        publicUrl: 'https://culvert.example',
        tunnelUrl: `http://localhost:${port}`,
        mail: { kind: 'smtp', url: `smtp://127.0.0.1:${port}`, from: 'no-reply@example.com' },
      })
      expect(closed.exitCode).toBe(1)
      const reported = closed.findings.map(({ state, message }) => `${state} ${message}`)
      expect(reported).toContainEqual(expect.stringMatching(/^FAILED culvert\.example could not be looked up/))
      expect(reported).toContainEqual(`FAILED Nothing listens at localhost:${port}.`)
      expect(reported).toContainEqual(expect.stringMatching(/^FAILED No edge has reported/))
      if (database.name === 'PostgreSQL')
        expect(reported).toContainEqual(expect.stringMatching(/^FAILED This machine's clock is (60|59)\.\d s ahead of/))
      expect(reported).toContainEqual(
        expect.stringMatching(/^FAILED The mail server 127\.0\.0\.1:\d+ accepts no connection: /),
      )

      isEdge = false
      const foreign = await check({ ...working(), publicUrl: `http://localhost:${portOf(server)}` })
      expect(foreign.findings.map(({ message }) => message)).toEqual(
        expect.arrayContaining([
          `http://localhost:${portOf(server)} answers, but not as the API of this installation.`,
          `http://localhost:${portOf(server)} answers, but not as an edge.`,
          expect.stringMatching(
            /^http:\/\/check-.*\.tunnels\.localhost:\d+ answers, but not as an edge of this installation\.$/,
          ),
        ]),
      )
      for (const { state, fix } of foreign.findings) expect(fix === null).toBe(state === 'OK')
    } finally {
      api.clock.advance(-60_000)
    }
  })
})

describe('a finding', () => {
  it('is a WARNING if a certificate expires in less than 14 days', () => {
    const now = new Date('2026-11-23T12:00:00Z')
    const after = (days: number) => describeCertificate('a.example', new Date(now.getTime() + days * 86_400_000), now)
    expect(after(14)).toMatchObject({ state: 'OK', fix: null })
    expect(after(13.9)).toMatchObject({ state: 'WARNING', message: expect.stringContaining('(13 days)') })
  })

  it('is FAILED if two clocks differ by more than 2 s, and says which is ahead', () => {
    expect(describeClock(2_000, 'PostgreSQL')).toMatchObject({ state: 'OK' })
    expect(describeClock(2_001, 'PostgreSQL').message).toContain('2.0 s ahead of that of PostgreSQL')
    expect(describeClock(-90_000, 'PostgreSQL')).toMatchObject({
      state: 'FAILED',
      message: expect.stringContaining('90.0 s behind'),
    })
  })

  it('is a WARNING if less than 1 GiB of disk space is free', () => {
    expect(describeDiskSpace(1024 ** 3, '/data').state).toBe('OK')
    expect(describeDiskSpace(1024 ** 3 - 1, '/data').state).toBe('WARNING')
  })
})
