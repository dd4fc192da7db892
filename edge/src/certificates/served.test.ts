import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { hasCode } from '@culvert/program'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startEdgeProgram } from '../testing/edge-program.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { listCopies, namesOf, openServing, shakeHands, temporaryFolder, until } from '../testing/served-edge.ts'
import { visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const unrecognized = { code: 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME' }

const isOwn = (name: string) => name === 'edge.test'

describe('a certificate from the API', () => {
  it('is served from the first handshake on, an exact name before a wildcard', async () => {
    const { put, startEdge } = await openServing()
    await put('*.culvert.test')
    await put('exact.culvert.test')
    const { shake } = await startEdge()
    expect(namesOf(await shake('exact.culvert.test'))).toBe('DNS:exact.culvert.test')
    expect(namesOf(await shake('other.culvert.test'))).toBe('DNS:*.culvert.test')
    await expect(shake('deep.other.culvert.test')).rejects.toMatchObject(unrecognized)
    await expect(shake('nobody.test')).rejects.toMatchObject(unrecognized)
  })

  it.each([
    ['immediately after an event', true, 600_000],
    ['by the next poll without an event', false, 20],
  ])('is served %s, even if the name had none before', async (_, tellsChanges, certificatesMs) => {
    const { api, put, startEdge } = await openServing()
    api.certificates.state.tellsChanges = tellsChanges
    const { shake } = await startEdge({ timing: { certificatesMs } })
    await expect(shake('demo.test')).rejects.toMatchObject(unrecognized)
    await put('demo.test')
    await api.certificates.untilFollowed()
    // The edge has it before the first visitor, whatever happens to the API.
    await api.close()
    expect(namesOf(await shake('demo.test'))).toBe('DNS:demo.test')
    await api.reopen()
  })

  it('is served even if it was issued during a query whose answer still said that there is none', async () => {
    const { api, put, startEdge } = await openServing()
    const { shake } = await startEdge()
    await api.certificates.untilFollowed()
    const answers = Promise.withResolvers<void>()
    // The edge may be asking for its own certificate.
    api.certificates.state.hold = async (names) => (names.every(isOwn) ? undefined : await answers.promise)
    const shaken = shake('demo.test')
    const countQuestions = () => api.certificates.state.questions.flat().filter((name) => name === 'demo.test').length
    await until(async () => countQuestions() === 1)
    await put('demo.test')
    await until(async () => countQuestions() === 2)
    answers.resolve()
    expect(namesOf(await shaken)).toBe('DNS:demo.test')
  })

  it('is replaced by its renewal, and removed from memory and disk when it ends', async () => {
    const { api, data, put, startEdge } = await openServing()
    await put('demo.test')
    const { shake } = await startEdge()
    const before = (await shake('demo.test')).getPeerCertificate().serialNumber
    await until(async () => (await listCopies(data)).length === 1)
    await put('demo.test')
    await until(async () => (await shake('demo.test')).getPeerCertificate().serialNumber !== before)
    api.certificates.end('demo.test')
    await api.certificates.untilFollowed()
    await expect(shake('demo.test')).rejects.toMatchObject(unrecognized)
    await until(async () => (await listCopies(data)).length === 0)
  })

  it('is no longer served after the API is restored from an older backup that lacks it', async () => {
    const { api, put, startEdge } = await openServing()
    await put('demo.test')
    const { shake } = await startEdge({ timing: { certificatesMs: 20 } })
    await shake('demo.test')
    const { untilFollowed, restore } = api.certificates
    await untilFollowed()
    restore()
    await untilFollowed()
    await until(() =>
      shake('demo.test').then(
        // If they stayed open, there would be too many sockets for one address.
        (socket) => {
          socket.destroy()
          return false
        },
        (error: unknown) => hasCode(error, unrecognized.code),
      ),
    )
  })

  it('is replaced by a newer one within the handshake if it has expired', async () => {
    const { api, put, startEdge } = await openServing()
    api.certificates.state.tellsChanges = false
    await put('demo.test')
    const { shake } = await startEdge({ timing: { certificatesMs: 600_000 } })
    const old = (await shake('demo.test')).getPeerCertificate()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(old.valid_to) + 1)
    closeLater(() => clock.mockRestore())
    await put('demo.test')
    expect((await shake('demo.test', { rejectUnauthorized: false })).getPeerCertificate().serialNumber).not.toBe(
      old.serialNumber,
    )
  })
})

describe('the certificates in memory', () => {
  it('are at most EDGE_CERTIFICATES_MAX; the others come back from disk', async () => {
    const { api, put, startEdge } = await openServing()
    const names = Array.from({ length: 6 }, (_, index) => `name-${index}.test`)
    for (const name of names) await put(name)
    const { edge, shake } = await startEdge({ environment: { EDGE_CERTIFICATES_MAX: '3', EDGE_OPERATIONS_PORT: '0' } })
    await api.certificates.untilFollowed()
    for (const name of names) await shake(name)
    const { body } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
    expect(body).toMatch(/^culvert_edge_certificates 3$/m)
    const asked = api.certificates.state.questions.flat().length
    for (const name of names) expect(namesOf(await shake(name))).toBe(`DNS:${name}`)
    expect(api.certificates.state.questions.flat().length).toBe(asked)
  })

  it('are those that were used last', async () => {
    const { api, data, put, startEdge } = await openServing()
    const names = Array.from({ length: 4 }, (_, index) => `name-${index}.test`)
    for (const name of names) await put(name)
    const { shake } = await startEdge({ environment: { EDGE_CERTIFICATES_MAX: '3' } })
    await api.certificates.untilFollowed()
    for (const name of ['name-0.test', 'name-1.test', 'name-2.test', 'name-0.test', 'name-3.test']) await shake(name)
    await until(async () => (await listCopies(data)).length === names.length)
    // Without the copies on disk, the API is asked about a certificate that is not in memory.
    for (const path of await listCopies(data)) await rm(path)
    const { questions } = api.certificates.state
    questions.splice(0)
    for (const name of ['name-2.test', 'name-0.test', 'name-3.test']) await shake(name)
    expect(questions.flat().filter((name) => !isOwn(name))).toEqual([])
    await shake('name-1.test')
    expect(questions.flat().filter((name) => !isOwn(name))).toEqual(['name-1.test'])
  })

  it('cost the API at most ten queries a second for made-up names, and ask for none of them twice', async () => {
    const { api, startEdge } = await openServing()
    const { shake } = await startEdge()
    await api.certificates.untilFollowed()
    const { questions } = api.certificates.state
    const startedMs = performance.now()
    const names = Array.from({ length: 400 }, (_, index) => `made-up-${index}.test`)
    const refused = (name: string) => expect(shake(name)).rejects.toMatchObject(unrecognized)
    await Promise.all(names.map(refused))
    await Promise.all(names.slice(0, 50).map(refused))
    const seconds = (performance.now() - startedMs) / 1_000
    const asked = questions.filter((question) => !question.every(isOwn))
    expect(asked.length).toBeLessThanOrEqual(10 * seconds + 2)
    expect(
      asked
        .flat()
        .filter((name) => !isOwn(name))
        .toSorted(),
    ).toEqual(names.toSorted())
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(100)
  })

  it('follow the API even while more than 1,000 made-up names wait for it', async () => {
    const { api, put, startEdge } = await openServing()
    await put('demo.test')
    const { shake, visitor } = await startEdge({
      environment: { EDGE_INCOMPLETE_PER_ADDRESS: '5000' },
      timing: { certificatesMs: 600_000, recheckMs: 600_000 },
    })
    const before = (await shake('demo.test')).getPeerCertificate().serialNumber
    const answers = Promise.withResolvers<void>()
    const { state } = api.certificates
    state.hold = (hostnames) => (hostnames.includes('demo.test') ? Promise.resolve() : answers.promise)
    // Of these, 1,000 may wait.
    const opened = Array.from({ length: 1_200 }, (_, index) => {
      const socket = connect({ ...visitor, servername: `made-up-${index}.test` }).on('error', () => {})
      closeLater(() => socket.destroy())
      return once(socket, 'connect')
    })
    await Promise.all(opened)
    await until(async () => state.questions.some(([name = '']) => name.startsWith('made-up')))
    for (let turn = 0; turn < 300; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await put('demo.test')
    await api.certificates.untilFollowed()
    expect((await shake('demo.test')).getPeerCertificate().serialNumber).not.toBe(before)
    answers.resolve()
  })

  it.each(['nodots', 'spaced out.test', 'ümlaut.test', `${'a'.repeat(250)}.test`])(
    'are not looked up for an invalid hostname: %s',
    async (name) => {
      const { api, startEdge } = await openServing()
      const { shake } = await startEdge()
      await expect(shake(name)).rejects.toThrow()
      expect(api.certificates.state.questions.flat()).not.toContain(name)
    },
  )
})

describe("the edge's own certificate", () => {
  it('comes from the API as soon as it exists; before that, handshakes without a server name are refused', async () => {
    const { put, startEdge } = await openServing()
    const { visitor } = await startEdge()
    const nameless = { ...visitor, checkServerIdentity: () => undefined }
    await expect(shakeHands(nameless)).rejects.toMatchObject({ code: expect.stringMatching(/HANDSHAKE_FAILURE/) })
    await put('edge.test')
    const isServed = () =>
      shakeHands(nameless).then(
        (socket) => namesOf(socket) === 'DNS:edge.test',
        () => false,
      )
    await until(isServed)
    await put('edge.test')
    expect(namesOf(await shakeHands({ ...visitor, servername: 'edge.test' }))).toBe('DNS:edge.test')
  })
})

describe('the processes of an edge', () => {
  it('each follow the API, and serve the same certificates from one disk', async () => {
    const { api, authority, data, put } = await openServing()
    for (const name of ['edge.test', 'demo.test']) await put(name)
    const program = await startEdgeProgram(api.url, {
      EDGE_PROCESSES: '2',
      EDGE_HTTPS_PORT: '0',
      EDGE_CERTIFICATES: 'api',
      CULVERT_DATA: data,
    })
    const { securePort = 0 } = await program.waitForLine(
      ({ msg, process }) => msg === 'edge started' && process === undefined,
    )
    const options = { host: '127.0.0.1', port: securePort, ca: authority.certificate, servername: 'demo.test' }
    for (let count = 0; count < 20; count += 1) expect(namesOf(await shakeHands(options))).toBe('DNS:demo.test')
    const edgeIds = new Set<string>()
    while (edgeIds.size < 2) edgeIds.add((await api.certificates.follows.next()).edgeId)
    await until(async () => (await listCopies(data)).length === 2)
  })
})

describe("the operator's certificates", () => {
  it('take precedence over those of the API for exactly the names that they cover', async () => {
    const { authority, put, startEdge } = await openServing()
    const folder = await temporaryFolder()
    const { chain, key } = await authority.issue(['demo.test', 'mine.test'])
    await writeFile(join(folder, 'mine.crt'), chain)
    await writeFile(join(folder, 'mine.key'), key)
    for (const name of ['edge.test', 'demo.test', 'other.test']) await put(name)
    const { shake } = await startEdge({ environment: { EDGE_TLS_FOLDER: folder } })
    expect(namesOf(await shake('demo.test'))).toBe('DNS:demo.test, DNS:mine.test')
    expect(namesOf(await shake('other.test'))).toBe('DNS:other.test')
    expect(namesOf(await shake('edge.test'))).toBe('DNS:edge.test')
  })
})

it('a plain HTTP request is redirected to HTTPS once its hostname has a certificate, and served before that', async () => {
  const { put, startEdge } = await openServing()
  const { port, connectAgent } = await startEdge({ environment: { EDGE_HTTPS_REDIRECT: 'true' } })
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], 'by HTTP'))
  expect(await visit(port)).toMatchObject({ status: 200, body: 'by HTTP' })
  expect(await visit(port, { headers: { host: 'nobody.test' } })).toMatchObject({ status: 404 })
  await put('demo.test')
  await until(async () => (await visit(port)).status === 308)
})

it('an open connection keeps working after its certificate has ended', async () => {
  const { api, put, startEdge } = await openServing()
  await put('demo.test')
  const { connectAgent, shake } = await startEdge()
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], 'served'))
  const socket = await shake('demo.test')
  api.certificates.end('demo.test')
  await api.certificates.untilFollowed()
  socket.write('GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
})
