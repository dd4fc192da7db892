import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { ApiClient } from './client.ts'
import { findPercentile } from './load.ts'
import type { Person } from './people.ts'

/** How long one change took to reach subscribers, from when the mutation was sent. */
export interface FanOut {
  /** Until the mutation was answered. */
  answerMs: number
  /** Until half of the subscribers had the change. */
  middleMs: number
  /** Until the last one had it. */
  lastMs: number
}

const subscription = `subscription ($accountId: ID!) { accountChanged(accountId: $accountId) { id name plan { id name } } }`
const rename = `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { name } } }`
const changed = z.object({
  type: z.literal('next'),
  payload: z.object({ data: z.object({ accountChanged: z.object({ name: z.string() }) }) }),
})
const patienceMs = 30_000
/** Long enough for a change to reach everybody who listens. */
const warmUpMs = 3_000

/** Opens sockets that wait for changes of one account, changes its name a few times, and measures when each heard. */
export async function measureFanOut(
  api: ApiClient,
  person: Person,
  { subscribers, changes }: { subscribers: number; changes: number },
  signal: AbortSignal,
): Promise<FanOut[]> {
  const heard = new Map<string, number[]>()
  const listTimes = (name: string) => {
    const times = heard.get(name) ?? []
    heard.set(name, times)
    return times
  }
  const note = (name: string) => listTimes(name).push(performance.now())
  const sockets = await Promise.all(Array.from({ length: subscribers }, () => subscribe(api, person, note)))
  const change = async (name: string, waitMs = patienceMs): Promise<FanOut> => {
    const start = performance.now()
    await api.send({ query: rename, variables: { input: { accountId: person.accountId, name } } }, person.accessToken)
    const answerMs = performance.now() - start
    const heardAt = listTimes(name)
    while (heardAt.length < subscribers) {
      if (performance.now() > start + waitMs) {
        throw new Error(`${heardAt.length} of ${subscribers} subscribers heard of a change in ${waitMs / 1_000} s.`)
      }
      await delay(1, undefined, { signal })
    }
    const times = heardAt.map((time) => time - start).toSorted((a, b) => a - b)
    return { answerMs, middleMs: findPercentile(times, 0.5), lastMs: times.at(-1) ?? Number.NaN }
  }
  try {
    // The protocol does not tell a client when the server listens.
    const warmUp = async (attempt: number): Promise<unknown> =>
      await change(`Warm-up ${attempt}`, warmUpMs).catch((error: unknown) => {
        if (attempt * warmUpMs > patienceMs) throw error
        return warmUp(attempt + 1)
      })
    await warmUp(1)
    const samples: FanOut[] = []
    for (let index = 0; index < changes; index += 1) samples.push(await change(`Change ${index}`))
    return samples
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

/** One socket by the graphql-transport-ws protocol. Resolves when it has asked for the subscription. */
function subscribe(api: ApiClient, person: Person, note: (name: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const send = (message: object) => socket.send(JSON.stringify(message))
  const payload = { query: subscription, variables: { accountId: person.accountId } }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`The API closed a subscriber's socket with ${code}.`)))
    socket.on('open', () => {
      send({ type: 'connection_init', payload: { authorization: `Bearer ${person.accessToken}` } })
    })
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString())
      const { data: change } = changed.safeParse(message)
      if (change) note(change.payload.data.accountChanged.name)
      else if (z.object({ type: z.literal('connection_ack') }).safeParse(message).success) {
        send({ type: 'subscribe', id: '1', payload })
        resolve(socket)
      }
    })
  })
}
