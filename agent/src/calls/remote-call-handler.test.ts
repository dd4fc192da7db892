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

describe('a call of the dashboard', () => {
  it('gets what is kept of a request, by the id that the edge gave it or by its own, without its secrets', async () => {
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

  it('replays a request under the id that it names, and the app is told of which', async () => {
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

  it('keeps a set of requests, lists and runs it', async () => {
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

  it('can do nothing else: no list, no change stream, no end of a tunnel, no file', async () => {
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

  it('that is wrong is told why, and ends nothing but itself', async () => {
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

  it('whose caller leaves gives up what it asked of the app', async () => {
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

  it('is told by a tunnel of the library that it keeps no requests', async () => {
    const server = await startFakeServer()
    const opening = openByLibrary(3000, { server: server.url, token: authToken })
    const session = await server.nextSession()
    session.welcome()
    const tunnel = await opening
    deferClose(() => tunnel.close())
    expect(await ask(session.wire, 'GET', '/sets')).toMatchObject({ status: 409 })
  })
})

describe('an edge that is older', () => {
  it('names no requests and makes no calls, and is served as ever', async () => {
    const { file, session } = await openAgent([], { features: [] })
    await visit(session, { target: '/a', requestId })
    const [kept] = await untilListed(file, 1)
    expect(kept).not.toHaveProperty('requestId')
    const repeated = (await callLocally(file, 'POST', `requests/${kept!.id}/replay`)) as ReplayAnswer
    expect(repeated.request).toMatchObject({ replayOf: kept!.id, status: 200 })
  })
})

describe('the door for calls', () => {
  it('shows of several tunnels the requests of the one by which a call comes', async () => {
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

  it('waits for the body of a call no longer than it may take, and answers others meanwhile', async () => {
    const edge = await openHandler({ bodyMs: 50 })
    const slow = begin(edge, 'PUT', '/sets/a')
    slow.stream.write(Buffer.from('['))
    expect(await ask(edge, 'GET', '/sets')).toMatchObject({ status: 200 })
    expect(await read(slow)).toEqual({ status: 408, value: { message: 'The call did not arrive within 0.05 s.' } })
  })

  it('answers as many calls at a time as it may, and more when one is over', async () => {
    const edge = await openHandler({ openMax: 2 })
    const [one, two] = [begin(edge, 'PUT', '/sets/a'), begin(edge, 'PUT', '/sets/b')]
    expect(await ask(edge, 'GET', '/sets')).toMatchObject({ status: 503 })
    one.stream.reset('CANCELLED', 'the caller left')
    two.stream.end()
    expect(await read(two)).toMatchObject({ status: 400 })
    expect(await ask(edge, 'GET', '/sets')).toMatchObject({ status: 200 })
  })
})

/** A door of an agent without requests. */
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
