import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '@culvert/program/log'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll, closeLater, Queue } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { visit } from '../testing/test-visitor.ts'
import { ApiMirror } from './api-mirror.ts'

// Time advances only when a test advances it; I/O works as usual.
beforeEach(() => {
  vi.useFakeTimers({ toNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'Date'] })
})

afterEach(async () => {
  await closeAll()
  vi.useRealTimers()
})

/** Advances time second by second, so that what is sent in a second arrives in the same second. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000)
    await work()
  }
}

/** Lets pending work run for 50 turns, including what other threads compute, such as signatures, however busy the machine is. */
async function work(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) {
    await turn()
    if (turns % 5 === 0) await stat('.')
  }
}

/** Lets time pass by milliseconds until the promise is settled. */
async function settled<Result>(promise: Promise<Result>): Promise<Result> {
  const state = { isSettled: false }
  const end = () => (state.isSettled = true)
  promise.then(end, end)
  while (!state.isSettled) {
    vi.advanceTimersByTime(1)
    await turn()
  }
  return await promise
}

/** Resolves once the condition holds, without letting time pass. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await turn()
}

/** Lets an edge settle: its subscriptions have started, and it has checked everything twice. */
async function settle(): Promise<void> {
  await work()
  await work()
  await pass(5)
}

/** A mirror whose requests a test answers. */
function openMirror() {
  const questions = new Queue<PromiseWithResolvers<void>>()
  const lines: string[] = []
  const log = createLog({ name: 'test', level: 'warn', destination: { write: (line) => void lines.push(line) } })
  const mirror = new ApiMirror({
    ask: () => {
      const question = Promise.withResolvers<void>()
      questions.push(question)
      return question.promise
    },
    failureMessage: 'no answer',
    log,
  })
  closeLater(() => mirror.close())
  /** The causes that were logged. */
  const causes = () => lines.map((line) => /"message":"([^"]*)"/.exec(line)?.[1])
  return { mirror, questions, causes }
}

describe('ApiMirror', () => {
  it('asks the API at startup, and again 22 to 25 s after each answer', async () => {
    const { questions } = openMirror()
    for (let asked = 0; asked < 5; asked += 1) {
      ;(await questions.next()).resolve()
      await turn()
      vi.advanceTimersByTime(21_999)
      await turn()
      expect(questions.unread).toEqual([])
      vi.advanceTimersByTime(3_001)
    }
    await questions.next()
  })

  it('asks one question at a time: all refreshes requested meanwhile share the next one', async () => {
    const { mirror, questions } = openMirror()
    const first = await questions.next()
    const refreshed = Promise.all([mirror.refresh(), mirror.refresh(), mirror.refresh()])
    await turn()
    expect(questions.unread).toEqual([])
    first.resolve()
    ;(await questions.next()).resolve()
    await refreshed
    expect(questions.unread).toEqual([])
  })

  it('retries after 1, 2, 5 and 10 s while the API is away, without blocking callers that wait for it', async () => {
    const { mirror, questions } = openMirror()
    const waited = mirror.load()
    ;(await questions.next()).reject(new Error('away'))
    await waited
    expect(mirror.isLoaded).toBe(false)
    for (const pauseMs of [1_000, 2_000, 5_000, 10_000, 10_000]) {
      await turn()
      vi.advanceTimersByTime(pauseMs - 1)
      await turn()
      expect(questions.unread).toEqual([])
      vi.advanceTimersByTime(1)
      ;(await questions.next()).reject(new Error('away'))
    }
    await turn()
    await mirror.load()
    vi.advanceTimersByTime(10_000)
    ;(await questions.next()).resolve()
    await turn()
    expect(mirror.isLoaded).toBe(true)
  })

  it('logs each cause of its failures once, so that the log names the present one', async () => {
    const { questions, causes } = openMirror()
    for (const cause of ['refused', 'refused', 'another EDGE_SECRET', 'another EDGE_SECRET']) {
      ;(await questions.next()).reject(new Error(cause))
      await turn()
      vi.advanceTimersByTime(10_000)
    }
    ;(await questions.next()).resolve()
    await turn()
    vi.advanceTimersByTime(25_000)
    ;(await questions.next()).reject(new Error('another EDGE_SECRET'))
    await turn()
    expect(causes()).toEqual(['refused', 'another EDGE_SECRET', 'another EDGE_SECRET'])
  })

  it('stops asking once it is closed', async () => {
    const { mirror, questions } = openMirror()
    ;(await questions.next()).resolve()
    await turn()
    mirror.close()
    vi.advanceTimersByTime(60_000)
    await turn()
    expect(questions.unread).toEqual([])
  })
})

describe('within 30 s and without an event, an edge', () => {
  it('refuses visitors that an account denies', async () => {
    const { api, port, connectAgent } = await startTestEdge()
    ;(await connectAgent()).serve((stream) => stream.respond(204))
    await settle()
    api.state.restrictions = [{ accountId: 'account-1', version: 1, ranges: ['127.0.0.0/24'] }]
    expect(await visit(port)).toMatchObject({ status: 204 })
    await pass(26)
    await until(async () => (await visit(port)).status === 403)
  })

  it('rejects a ticket signed with a key that the API has withdrawn', async () => {
    const { api, port } = await startTestEdge()
    await settle()
    api.state.withholdsKeys = true
    const asked = api.state.jwksRequests
    const ticket = await api.issueTicket()
    expect(await (await dialEdge(port, { ticket: await api.issueTicket() })).welcomed).toBeDefined()
    await pass(26)
    await until(() => api.state.jwksRequests > asked)
    await turn()
    expect(await (await dialEdge(port, { ticket })).dismissed).toMatchObject({ code: 'TICKET_INVALID' })
  })

  it('removes the Domain of a cookie for a domain that is now offered', async () => {
    const { api, port, connectAgent } = await startTestEdge()
    const cookie = 'a=1; Domain=test'
    ;(await connectAgent()).serve((stream) => stream.respond(200, [['Set-Cookie', cookie]]))
    await settle()
    const cookies = async () => (await visit(port)).headers['set-cookie']
    expect(await cookies()).toEqual([cookie])
    api.state.offeredDomains = ['culvert.test']
    await pass(26)
    await until(async () => (await cookies())?.[0] === 'a=1')
  })

  it('answers 404 for the hostname of a deleted gateway', async () => {
    const { api, port } = await startTestEdge()
    api.state.reserved.add('demo.test')
    expect(await settled(visit(port))).toMatchObject({ status: 503 })
    api.state.reserved.clear()
    expect(await settled(visit(port))).toMatchObject({ status: 503 })
    await pass(26)
    expect(await settled(visit(port))).toMatchObject({ status: 404 })
  })

  it('shows no certificate for a hostname under a domain that is no longer offered', async () => {
    const { api, visitor } = await startSecureEdge()
    api.state.offeredDomains = ['test']
    const shake = async () => {
      const socket = connectTls(visitor)
      closeLater(() => socket.destroy())
      return await once(socket, 'secureConnect').then(
        () => 'served',
        ({ code }: { code: string }) => code,
      )
    }
    await settle()
    await pass(26)
    await until(async () => (await settled(shake())) === 'served')
    api.state.offeredDomains = []
    await pass(26)
    await until(async () => (await settled(shake())) === 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME')
  })

  it('reports the health of each agent again', async () => {
    const { api, connectAgent } = await startTestEdge()
    await connectAgent()
    await settle()
    const told = await api.healthReports.next()
    expect(told).toMatchObject({ agents: [{ agentId: 'agent-1', failing: false }] })
    api.healthReports.unread.length = 0
    await pass(29)
    await until(() => api.healthReports.unread.length > 0)
    expect(api.healthReports.unread[0]).toEqual(told)
  })

  it('reports every tunnel again, and applies the current limits', async () => {
    const { api, port, connectAgent } = await startTestEdge()
    ;(await connectAgent()).serve((stream) => stream.respond(204))
    await settle()
    api.tunnelReports.unread.length = 0
    api.state.limits = { requestsPerMinute: 1, requestBurst: 1, openRequests: 1_000 }
    await pass(30)
    await until(() => api.tunnelReports.unread.some(({ complete, held }) => complete && held?.[0] === 'agent-1'))
    await visit(port)
    expect(await visit(port)).toMatchObject({ status: 429 })
  })
})

it('an event makes the edge fetch the offered domains immediately', async () => {
  const api = await startFakeApi()
  const { port, connectAgent } = await startTestEdge({ api })
  const cookie = 'a=1; Domain=test'
  ;(await connectAgent()).serve((stream) => stream.respond(200, [['Set-Cookie', cookie]]))
  await settle()
  expect((await visit(port)).headers['set-cookie']).toEqual([cookie])
  api.offerDomains(['culvert.test'])
  await until(async () => (await visit(port)).headers['set-cookie']?.[0] === 'a=1')
})
