import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WireSession } from '@culvert/wire'
import type { ReplayAnswer, RequestDetail } from '../inspection/api-types.ts'
import { Recorder } from '../inspection/recorder.ts'
import { confineTo } from '../commands/running-tunnels.ts'
import { listen as openByLibrary } from '../library/listen.ts'
import { deferClose } from '../testing/cleanup.ts'
import { authToken } from '../testing/command.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { call as callLocally, openAgent, untilListed, visit } from '../testing/inspected-agent.ts'
import { listen } from '../testing/sockets.ts'
import { openSessions, openTunnel, Visit } from '../testing/visitor.ts'
import { createRemoteCallHandler } from './remote-call-handler.ts'
import type { RemoteCallOptions } from './remote-call-handler.ts'

const requestId = randomUUID()

describe('a call from the dashboard', () => {
  it('returns a recorded request without its secrets, by the ID from the edge or by its own ID', async () => {
    const { file, session } = await openAgent()
    await visit(session, { target: '/a?token=hunter2', requestId })
    const [kept] = await untilListed(file, 1)
    expect(kept).toMatchObject({ requestId, target: '/a?token=[redacted]' })
    for (const id of [requestId, kept!.id]) {
      const { status, value } = await ask(session.wire, 'GET', `/requests/${id}`)
      expect(status).toBe(200)
      expect(value).toEqual(await callLocally(file, 'GET', `requests/${kept!.id}`))
      expect(value).toMatchObject({ responseBody: { content: 'You asked for /a?token=[redacted]' }, requestId })
    }
  })

  it('replays a request under the ID that it names, and gives the app the ID of the original', async () => {
    const { file, session, asked } = await openAgent(['--request-header-add', 'X-Rule: yes'])
    await visit(session, { method: 'POST', target: '/in', requestId, fields: [['X-Api-Key', 'hunter2']] }, 'body')
    const [original] = await untilListed(file, 1)
    const ids = [randomUUID(), randomUUID()]
    const path = `/requests/${requestId}/replay`
    const repeated = await ask(session.wire, 'POST', path, { requestId: ids[0] })
    expect(repeated).toMatchObject({
      status: 200,
      value: { omitted: ['header X-Api-Key'], request: { requestId: ids[0], replayOf: original!.id, status: 200 } },
    })
    const edited = { method: 'PUT', target: '/edited', fields: [], body: { encoding: 'utf8', content: 'other' } }
    await ask(session.wire, 'POST', path, { requestId: ids[1], edited })
    expect(asked.slice(1)).toEqual([
      expect.objectContaining({ method: 'POST', url: '/in', body: 'body', replay: requestId, rule: 'yes' }),
      expect.objectContaining({ method: 'PUT', url: '/edited', body: 'other', replay: requestId, rule: 'yes' }),
    ])
    for (const id of ids) expect(await ask(session.wire, 'GET', `/requests/${id}`)).toMatchObject({ status: 200 })
  })

  it('saves, lists and runs a set of requests', async () => {
    const { file, session, answers } = await openAgent()
    answers.json = { id: 1 }
    await visit(session, { target: '/json', requestId })
    await untilListed(file, 1)
    expect(await ask(session.wire, 'PUT', '/sets/orders', [requestId])).toEqual({ status: 200, value: {} })
    expect(await ask(session.wire, 'GET', '/sets')).toEqual({ status: 200, value: { names: ['orders'] } })
    const run = () => ask(session.wire, 'POST', '/sets/orders/run')
    expect(await run()).toMatchObject({ status: 200, value: { results: [{ target: '/json', differences: [] }] } })
    answers.json = { id: 2 }
    expect(await run()).toMatchObject({ value: { results: [{ differences: ['body/id: expected 1, got 2'] }] } })
  })

  it('cannot list or delete requests, stream changes, stop a tunnel or reach files', async () => {
    const { file, session, folder } = await openAgent(['--name', 'shop'])
    await visit(session, { target: '/a', requestId })
    await untilListed(file, 1)
    await ask(session.wire, 'PUT', '/sets/orders', [requestId])
    const path = encodeURIComponent(join(folder, 'state/sets/orders.json'))
    const wrong: [method: string, target: string][] = [
      ['GET', '/status'],
      ['GET', '/api/status'],
      ['POST', '/stop'],
      ['POST', '/stop?tunnel=shop'],
      ['GET', '/requests'],
      ['DELETE', '/requests'],
      ['GET', '/changes'],
      ['POST', '/replay'],
      ['GET', '/'],
      ['GET', '//requests'],
      ['GET', `/requests/${requestId}/replay/more`],
      ['POST', `/sets/${path}/run`],
      ['POST', '/sets/..%2Fsets%2Forders/run'],
      ['POST', '/sets/orders.json/run'],
      ['GET', '/sets/orders'],
      ['DELETE', '/sets/orders'],
    ]
    for (const [method, target] of wrong) {
      expect([method, target, (await ask(session.wire, method, target)).status]).toEqual([method, target, 404])
    }
    const named = await ask(session.wire, 'PUT', '/sets/..%2F..%2Fevil', [requestId])
    expect(named).toMatchObject({ status: 400, value: { message: expect.stringContaining('Expected a name') } })
    expect(readdirSync(join(folder, 'state'))).not.toContain('evil.json')
    expect(await ask(session.wire, 'GET', `/requests/${requestId}`)).toMatchObject({ status: 200 })
    await visit(session, { target: '/still-open' })
  })

  it('that is invalid gets 400, 404 or 413 with the reason, and leaves the tunnel open', async () => {
    const { file, session, folder } = await openAgent()
    await visit(session, { target: '/a', requestId })
    await untilListed(file, 1)
    const replay = `/requests/${requestId}/replay`
    const wrong: [method: string, target: string, body: unknown, status: number, message: string][] = [
      ['GET', '/requests/none', undefined, 404, 'There is no request "none"'],
      ['GET', `/requests/${'x'.repeat(5_000)}`, undefined, 404, '…'],
      ['GET', '/requests/%ff', undefined, 404, 'Expected a path'],
      ['POST', replay, undefined, 400, 'Expected a requestId'],
      ['POST', replay, '{', 400, 'Expected a request as JSON.'],
      ['POST', replay, '[[[[['.repeat(100_000), 400, 'Expected a request as JSON.'],
      ['POST', replay, { requestId: '../../etc' }, 400, 'Expected a requestId'],
      ['POST', replay, { requestId: randomUUID(), edited: 'GET /' }, 400, 'Expected a method'],
      [
        'POST',
        replay,
        { requestId: randomUUID(), edited: { method: 'GET', target: '/', fields: [['A\r\nB', 'c']] } },
        400,
        'Expected fields',
      ],
      ['POST', replay, ' '.repeat(2_621_441), 413, 'Expected a body of at most 2621440 bytes.'],
      ['POST', '/requests/none/replay', { requestId: randomUUID() }, 404, 'There is no request'],
      ['PUT', '/sets/a', { length: 1 }, 400, 'Expected a list'],
      ['PUT', '/sets/a', [], 400, 'Expected 1 to 200 requests'],
      ['PUT', '/sets/a', Array.from({ length: 201 }, () => requestId), 400, 'Expected a list of 1 to 200'],
      ['PUT', '/sets/a', ['none'], 404, 'There is no request "none"'],
      ['POST', '/sets/none/run', undefined, 404, 'There is no set "none". No set is kept yet.'],
    ]
    for (const [method, target, body, status, message] of wrong) {
      const answer = await ask(session.wire, method, target, body)
      expect([target.slice(0, 40), answer]).toEqual([
        target.slice(0, 40),
        { status, value: { message: expect.stringContaining(message) } },
      ])
      expect(JSON.stringify(answer)).not.toContain(folder)
    }
    expect(existsSync(join(folder, 'state/sets/a.json'))).toBe(false)
    await visit(session, { target: '/still-open' })
  })

  it('abandons its replay when the caller cancels', async () => {
    const { file, session } = await openAgent()
    await visit(session, { target: '/a', requestId })
    await untilListed(file, 1)
    const newId = randomUUID()
    const edited = { method: 'GET', target: '/hang', fields: [], body: { encoding: 'utf8', content: '' } }
    const caller = start(session.wire, 'POST', `/requests/${requestId}/replay`, { requestId: newId, edited })
    // Requests that take long are listed before they end.
    await untilListed(file, 2)
    caller.stream.reset('CANCELLED', 'the caller left')
    for (;;) {
      const { value } = await ask(session.wire, 'GET', `/requests/${newId}`)
      const { state, status } = value as RequestDetail
      if (state !== 'open') {
        expect([state, status]).toEqual(['abandoned', 499])
        break
      }
    }
  })

  it.each([
    [['--no-remote-inspect'], 403, 'The dashboard may not read what the inspector keeps, nor replay'],
    [['--inspect-secrets'], 403, 'secrets do not leave its machine'],
    [['--no-inspect'], 409, 'The agent keeps no requests'],
  ])('is refused with %j', async (args, status, message) => {
    const { session, asked } = await openAgent(args)
    await visit(session, { target: '/a', requestId })
    for (const [method, target] of [
      ['GET', `/requests/${requestId}`],
      ['POST', `/requests/${requestId}/replay`],
      ['GET', '/sets'],
    ] as const) {
      const body = method === 'POST' ? { requestId: randomUUID() } : undefined
      const answer = await ask(session.wire, method, target, body)
      expect(answer).toEqual({ status, value: { message: expect.stringContaining(message) } })
    }
    expect(asked).toHaveLength(1)
  })

  it('gets 409 from a tunnel of the library, which records no requests', async () => {
    const server = await startFakeServer()
    const opening = openByLibrary(3000, { server: server.url, token: authToken })
    const session = await server.nextSession()
    session.welcome()
    const tunnel = await opening
    deferClose(() => tunnel.close())
    expect(await ask(session.wire, 'GET', '/sets')).toMatchObject({ status: 409 })
  })
})

describe('an agent at an older edge', () => {
  it('records requests without request IDs, and can still replay them', async () => {
    const { file, session } = await openAgent([], { features: [] })
    await visit(session, { target: '/a', requestId })
    const [kept] = await untilListed(file, 1)
    expect(kept).not.toHaveProperty('requestId')
    const repeated = (await callLocally(file, 'POST', `requests/${kept!.id}/replay`)) as ReplayAnswer
    expect(repeated.request).toMatchObject({ replayOf: kept!.id, status: 200 })
  })
})

describe('createRemoteCallHandler', () => {
  it('exposes only the requests of the tunnel that a call arrives through', async () => {
    const recorder = new Recorder({ isOn: true, keepsSecrets: false, webhookSecrets: [] })
    const port = await listen(createServer((_request, response) => response.end('ok')))
    const observer = { streaming() {}, over() {}, misdirected() {}, refused() {} }
    const tunnel = await openTunnel(port, {
      observer: { ...observer, begun: (request) => recorder.begun('one', request) },
    })
    await tunnel.send({ requestId }).done()
    const [own, other] = await Promise.all(
      ['one', 'two'].map((label) => openSessions(createRemoteCallHandler(confineTo(label, new Map(), recorder)))),
    )
    while ((await ask(own!, 'GET', `/requests/${requestId}`)).status !== 200);
    expect(await ask(other!, 'GET', `/requests/${requestId}`)).toMatchObject({ status: 404 })
    expect(await ask(other!, 'POST', `/requests/${requestId}/replay`, { requestId: randomUUID() })).toMatchObject({
      status: 404,
    })
  })

  it('answers 408 when a body exceeds its time limit, and serves other calls meanwhile', async () => {
    const edge = await openHandler({ bodyMs: 50 })
    const slow = begin(edge, 'PUT', '/sets/a')
    slow.stream.write(Buffer.from('['))
    expect(await ask(edge, 'GET', '/sets')).toMatchObject({ status: 200 })
    expect(await read(slow)).toEqual({ status: 408, value: { message: 'The call did not arrive within 0.05 s.' } })
  })

  it('answers 503 above its limit of concurrent calls, and accepts calls again once one has ended', async () => {
    const edge = await openHandler({ openMax: 2 })
    const [one, two] = [begin(edge, 'PUT', '/sets/a'), begin(edge, 'PUT', '/sets/b')]
    expect(await ask(edge, 'GET', '/sets')).toMatchObject({ status: 503 })
    one.stream.reset('CANCELLED', 'the caller left')
    two.stream.end()
    expect(await read(two)).toMatchObject({ status: 400 })
    expect(await ask(edge, 'GET', '/sets')).toMatchObject({ status: 200 })
  })
})

/** Opens the call handler of an agent that has recorded no requests. */
async function openHandler(options: RemoteCallOptions): Promise<WireSession> {
  const recorder = new Recorder({ isOn: true, keepsSecrets: false, webhookSecrets: [] })
  return await openSessions(createRemoteCallHandler(confineTo('web', new Map(), recorder), options))
}

/** Begins a call as an edge does; its body follows later. */
function begin(wire: WireSession, method: string, target: string): Visit {
  const visitor = new Visit()
  const head = { kind: 'agent', method, target, fields: [], visitorAddress: '203.0.113.9', requestId: '' } as const
  visitor.stream = wire.open(head, visitor)
  return visitor
}

function start(wire: WireSession, method: string, target: string, body: unknown): Visit {
  const visitor = begin(wire, method, target)
  if (body !== undefined) visitor.stream.write(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
  visitor.stream.end()
  return visitor
}

async function read(visitor: Visit): Promise<{ status: number | undefined; value: unknown }> {
  const { head, chunks } = await visitor.done()
  return { status: head?.status, value: JSON.parse(Buffer.concat(chunks).toString()) as unknown }
}

function ask(wire: WireSession, method: string, target: string, body?: unknown) {
  return read(start(wire, method, target, body))
}
