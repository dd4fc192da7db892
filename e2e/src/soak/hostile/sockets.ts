import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Cleanup } from '../../cleanup.ts'
import { AccountChangedDocument, RenameAccountDocument, SignInDocument } from '../../control/control.generated.ts'
import type { Person } from '../../people.ts'
import { until } from '../../until.ts'
import { postQuery } from './post-query.ts'
import { type TestBed, watchMemory } from './test-bed.ts'
import { type Scenario, expectThat } from './scenario.ts'

const pingers = 20
/** A client that does not read is disconnected after 30 s. */
const cutWithinMs = 60_000
/** How many a socket may have; a session has one socket here. */
const subscriptionsOfSocket = 50
const subscribers = 1_000
const changes = 100

/** What clients try with the API's WebSockets. */
export const socketScenarios: readonly Scenario[] = [
  {
    area: 'what one may cost',
    promise: '20 WebSockets that ping and read nothing cost the API less than 40 MB, and are cut',
    async run(testBed, cleanup) {
      const { authorization } = await testBed.signUp(cleanup)
      const sockets: WebSocket[] = []
      while (sockets.length < pingers) sockets.push(await open(testBed, authorization, cleanup))
      // A client that does not read makes the heap grow to its size under load.
      await pingUntilCut(await open(testBed, authorization, cleanup), performance.now() + 3_000)
      const memory = await watchMemory(testBed.api, cleanup)
      const beganMs = performance.now()
      for (const socket of sockets) socket.pause()
      const sent = await Promise.all(sockets.map((socket) => pingUntilCut(socket, beganMs + cutWithinMs)))
      const grownMb = memory.grownMb()
      const left = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length
      const figure = `${sent.reduce((sum, count) => sum + count, 0)} pings, the API grew by ${grownMb} MB at most`
      expectThat(left === 0, `${left} of ${pingers} are open after ${cutWithinMs / 1_000} s: ${figure}`)
      expectThat(grownMb < 40, figure)
      return `${figure}, the last was cut after ${Math.round((performance.now() - beganMs) / 1_000)} s`
    },
  },
  {
    area: 'what one may cost',
    promise:
      '1,000 subscriptions to 100 changes are told of the last one, of each at most once, and cost less than 150 MB',
    async run(testBed, cleanup) {
      const ada = await testBed.signUp(cleanup)
      const listeners: Listener[] = []
      while (listeners.length < subscribers / subscriptionsOfSocket) {
        listeners.push(new Listener(await open(testBed, await signInAgain(testBed, ada), cleanup), ada))
      }
      await Promise.all(listeners.map((listener) => listener.subscribed))
      const memory = await watchMemory(testBed.api, cleanup)
      const beganMs = performance.now()
      const input = { accountId: ada.accountId, name: '' }
      for (let number = 1; number <= changes; number += 1) {
        input.name = `Change ${number} of ${changes}`
        await ada.control.request(RenameAccountDocument, { input })
      }
      const changedMs = performance.now()
      const missing = () =>
        listeners.reduce((sum, { heard }) => sum + heard.filter(({ last }) => last !== input.name).length, 0)
      await until(`all ${subscribers} have heard the last change`, async () => missing() === 0)
      const heard = listeners.flatMap((listener) => listener.heard.map(({ events }) => events))
      const figure = `${seconds(changedMs - beganMs)} s for the changes, the last was heard ${seconds(performance.now() - changedMs)} s later, ${Math.min(...heard)} to ${Math.max(...heard)} events each, ${memory.grownMb()} MB`
      expectThat(heard.length === subscribers && Math.max(...heard) <= changes, figure)
      expectThat(memory.grownMb() < 150, figure)
      return figure
    },
  },
]

/** A socket full of subscriptions to the same account. */
class Listener {
  /** For each subscription: how many events arrived, and the name in the last. */
  readonly heard = Array.from({ length: subscriptionsOfSocket }, () => ({ events: 0, last: '' }))
  /** Resolves when the API has accepted all of them. */
  readonly subscribed: Promise<void>

  constructor(socket: WebSocket, { accountId }: Person) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.subscribed = promise
    let takenUp = 0
    socket.on('message', (data: Buffer) => {
      const { type, id, payload } = JSON.parse(data.toString()) as Message
      const heard = this.heard[Number(id)]
      if (type === 'pong' && (takenUp += 1) === subscriptionsOfSocket) resolve()
      if (type !== 'next' || heard === undefined) return
      heard.events += 1
      heard.last = payload?.data?.accountChanged.name ?? ''
    })
    const payload = { query: AccountChangedDocument.toString(), variables: { accountId } }
    for (const index of this.heard.keys())
      socket.send(JSON.stringify({ id: String(index), type: 'subscribe', payload }))
  }
}

/** The part of the sub-protocol's messages that is examined here. */
interface Message {
  type: string
  id?: string
  payload?: { data?: { accountChanged: { name: string } } }
}

/** Opens a WebSocket that the API has acknowledged. */
async function open({ site }: TestBed, authorization: string, cleanup: Cleanup): Promise<WebSocket> {
  const socket = new WebSocket(`${site.apiUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  cleanup.defer(() => socket.terminate())
  await once(socket, 'open')
  // A sending socket breaks when it is cut.
  socket.on('error', () => {})
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }))
  await once(socket, 'message')
  return socket
}

/** Returns the Authorization header of a new session: each may have a limited number of subscriptions. */
async function signInAgain({ site }: TestBed, { email, password }: Person): Promise<string> {
  const { data, code } = await postQuery(site, SignInDocument, { variables: { input: { email, password } } })
  if (!data) throw new Error(`signing in was answered with ${code}`)
  return `Bearer ${data.signIn.session.accessToken}`
}

/** Pings as fast as the API reads; returns how many pings went out. */
async function pingUntilCut(socket: WebSocket, deadlineMs: number): Promise<number> {
  const filling = Buffer.alloc(125, 'x')
  let sent = 0
  while (socket.readyState === WebSocket.OPEN && performance.now() < deadlineMs) {
    if (socket.bufferedAmount < 64 * 1024) for (let count = 0; count < 200; count += 1, sent += 1) socket.ping(filling)
    await delay(10)
  }
  return sent
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
