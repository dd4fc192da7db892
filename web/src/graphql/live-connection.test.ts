import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeVar } from '@apollo/client'
import { announceNetwork } from '../network/wait-for-network.ts'
import { createLiveConnection, type LiveStatus } from './live-connection.ts'

/** A socket whose server acknowledges the connection immediately; tests act as the server after that. */
class TestSocket {
  static readonly OPEN = 1
  static all: TestSocket[] = []
  static serverDown = false

  readyState = TestSocket.OPEN
  sent: { type: string; payload?: { authorization?: string } }[] = []
  onopen?: () => void
  onclose?: (event: CloseEvent) => void
  onmessage?: (event: { data: string }) => void

  constructor() {
    TestSocket.all.push(this)
    queueMicrotask(() => (TestSocket.serverDown ? this.close(1006) : this.onopen?.()))
  }

  send(data: string) {
    const message = JSON.parse(data) as (typeof this.sent)[number]
    this.sent.push(message)
    if (message.type !== 'connection_init') return
    queueMicrotask(() => this.onmessage?.({ data: '{"type":"connection_ack"}' }))
  }

  /** Acknowledges that a subscription receives events from now on. */
  acknowledge(id: string) {
    this.onmessage?.({ data: JSON.stringify({ type: 'pong', payload: { takenUp: id } }) })
  }

  close(code: number) {
    this.readyState = 3
    this.onclose?.(new CloseEvent('close', { code }))
  }
}

const sink = { next: () => {}, error: () => {}, complete: () => {} }
const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const tokens = (socket: TestSocket | undefined) => socket?.sent[0]?.payload?.authorization

function connect() {
  const events: string[] = []
  let token = 1
  const status = makeVar<LiveStatus>('idle')
  const live = createLiveConnection({
    url: 'ws://localhost/graphql',
    status,
    getAccessToken: () => Promise.resolve(`token-${token}`),
    onTokenEnded: (ended) => {
      events.push(`${ended} ended`)
      token += 1
    },
    onSilence: () => events.push('silence'),
    onEventsMissed: () => events.push('events missed'),
  })
  const unsubscribe = live.client.subscribe({ query: 'subscription { agentChanged }' }, sink)
  return { ...live, status, events, unsubscribe }
}

beforeEach(() => {
  vi.useFakeTimers({ toNotFake: ['queueMicrotask'] })
  TestSocket.all = []
  TestSocket.serverDown = false
  Object.assign(globalThis, { WebSocket: TestSocket })
})
afterEach(() => void vi.useRealTimers())

describe('the live connection', () => {
  it('opens with the first subscription and closes with the last', async () => {
    const { status, unsubscribe, events } = connect()
    await passing(0)
    expect(status()).toBe('live')
    expect(tokens(TestSocket.all[0])).toBe('Bearer token-1')
    unsubscribe()
    await passing(0)
    expect(status()).toBe('idle')
    expect(events).toEqual([])
  })

  it('retries after 1, 2, 5 and then every 10 seconds, and reports missed events once it is back', async () => {
    const { status, events } = connect()
    await passing(0)
    TestSocket.serverDown = true
    TestSocket.all[0]!.close(1006)
    for (const [index, waitMs] of [1000, 2000, 5000, 10_000, 10_000].entries()) {
      expect(status()).toBe('reconnecting')
      await passing(waitMs - 1)
      expect(TestSocket.all).toHaveLength(index + 1)
      await passing(1)
      expect(TestSocket.all).toHaveLength(index + 2)
    }
    TestSocket.serverDown = false
    await passing(10_000)
    expect(status()).toBe('live')
    expect(events).toEqual(['events missed'])
  })

  it('reports missed events once the server has acknowledged all subscriptions made together', async () => {
    const { client, events } = connect()
    const subscribe = () => client.subscribe({ query: 'subscription { siteChanged }' }, sink)
    await passing(1_999)
    subscribe()
    await passing(10_000)
    expect(events).toEqual([])
    TestSocket.all[0]!.acknowledge('1')
    await passing(200)
    TestSocket.all[0]!.acknowledge('2')
    await passing(249)
    expect(events).toEqual([])
    await passing(1)
    expect(events).toEqual(['events missed'])
    subscribe()
    TestSocket.all[0]!.acknowledge('3')
    await passing(1_000)
    expect(events).toHaveLength(1)
  })

  it('reports missed events again once the next connection has acknowledged its subscriptions', async () => {
    const { events } = connect()
    await passing(0)
    TestSocket.all[0]!.close(1006)
    await passing(1_000)
    expect(events).toEqual(['events missed'])
    TestSocket.all[1]!.acknowledge('1')
    await passing(250)
    expect(events).toEqual(['events missed', 'events missed'])
  })

  it('reports no missed events for a connection that has closed', async () => {
    const { events } = connect()
    await passing(0)
    TestSocket.all[0]!.acknowledge('1')
    TestSocket.all[0]!.close(1006)
    await passing(999)
    expect(events).toEqual([])
  })

  it('moves to another server within half a second when its own restarts, and stays live', async () => {
    const { status, events } = connect()
    await passing(0)
    TestSocket.all[0]!.close(1012)
    expect(status()).toBe('live')
    await passing(500)
    expect(TestSocket.all).toHaveLength(2)
    expect(status()).toBe('live')
    expect(events).toEqual(['events missed'])
  })

  it('is reconnecting if no other server takes over', async () => {
    const { status } = connect()
    await passing(0)
    TestSocket.serverDown = true
    TestSocket.all[0]!.close(1012)
    await passing(500)
    expect(status()).toBe('reconnecting')
  })

  it('reconnects with the next token when one ends, and stays live', async () => {
    const { status, events } = connect()
    await passing(0)
    TestSocket.all[0]!.close(4403)
    expect(status()).toBe('live')
    await passing(1000)
    expect(tokens(TestSocket.all[1])).toBe('Bearer token-2')
    expect(events).toEqual(['token-1 ended', 'events missed'])
  })

  it('is pinged when the network is back, dropped after 3 seconds without a pong, and then reopened', async () => {
    const { status } = connect()
    await passing(0)
    announceNetwork()
    expect(TestSocket.all[0]?.sent.at(-1)).toEqual({ type: 'ping' })
    TestSocket.all[0]?.onmessage?.({ data: '{"type":"pong"}' })
    await passing(3_000)
    expect(status()).toBe('live')

    announceNetwork()
    await passing(2_999)
    expect(status()).toBe('live')
    await passing(1)
    expect(status()).toBe('reconnecting')
    expect(TestSocket.all[0]?.readyState).toBe(3)
    await passing(1_000)
    expect(status()).toBe('live')
  })

  it('is reopened immediately when the network is back', async () => {
    const { status } = connect()
    await passing(0)
    TestSocket.all[0]!.close(1006)
    await passing(999)
    expect(status()).toBe('reconnecting')
    announceNetwork()
    await passing(0)
    expect(status()).toBe('live')
  })

  it('pings every 15 seconds, drops a socket that sends no pong within 10, and reports the silence', async () => {
    const { status, events } = connect()
    await passing(0)
    await passing(15_000)
    expect(TestSocket.all[0]?.sent.at(-1)?.type).toBe('ping')
    await passing(9_999)
    expect(status()).toBe('live')
    expect(events).toEqual([])
    await passing(1)
    expect(status()).toBe('reconnecting')
    expect(events).toEqual(['silence'])
  })
})
