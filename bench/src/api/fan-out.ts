import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { Program } from '../scope.ts'
import { readCpuSeconds } from '../cpu.ts'
import type { ApiClient } from './client.ts'
import { findPercentile } from './load.ts'
import type { Person } from './people.ts'
import type { Audience } from './subscribers.ts'

/** How long one change took to reach subscribers, measured from when the mutation was sent. */
export interface FanOut {
  audience: Audience
  /** Until the mutation was answered. */
  answerMs: number
  /** Until half of the subscribers had the change. */
  middleMs: number
  /** Until the last one had it. */
  lastMs: number
  /** CPU time of the API's process meanwhile; the clients are in a separate process, which shares the machine. */
  apiCpuMs: number
}

const subscription = `subscription ($accountId: ID!) { accountChanged(accountId: $accountId) { id name plan { id name } } }`
const rename = `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { name } } }`
const changed = z.object({
  type: z.literal('next'),
  payload: z.object({ data: z.object({ accountChanged: z.object({ name: z.string() }) }) }),
})
const answered = z.object({ type: z.string() })
const timeoutMs = 30_000
/** How many sockets are opened at a time: the API has ten connections to authenticate them. */
const openedAtOnce = 50

/** Opens a socket for each token, which waits for changes of one account, changes the account's name a few times, and measures when each socket was notified. */
export async function measureFanOut(
  { api, program }: { api: ApiClient; program: Pick<Program, 'pid'> },
  person: Person,
  { audience, tokens, changes }: { audience: Audience; tokens: readonly string[]; changes: number },
  signal: AbortSignal,
): Promise<FanOut[]> {
  const subscribers = tokens.length
  const heard = new Map<string, number[]>()
  const listTimes = (name: string) => {
    const times = heard.get(name) ?? []
    heard.set(name, times)
    return times
  }
  const note = (name: string) => listTimes(name).push(performance.now())
  const sockets: WebSocket[] = []
  for (let from = 0; from < tokens.length; from += openedAtOnce) {
    const opened = tokens.slice(from, from + openedAtOnce)
    const subscribing = opened.map((token) => subscribe(api, { accountId: person.accountId, token }, note))
    sockets.push(...(await Promise.all(subscribing)))
  }
  const readCpu = async () => (await readCpuSeconds([program.pid])) ?? Number.NaN
  const change = async (name: string): Promise<FanOut> => {
    const cpuBefore = await readCpu()
    const start = performance.now()
    await api.send({ query: rename, variables: { input: { accountId: person.accountId, name } } }, person.accessToken)
    const answerMs = performance.now() - start
    const heardAt = listTimes(name)
    while (heardAt.length < subscribers) {
      if (performance.now() > start + timeoutMs) {
        throw new Error(`${heardAt.length} of ${subscribers} subscribers heard of a change in ${timeoutMs / 1_000} s.`)
      }
      await delay(1, undefined, { signal })
    }
    const times = heardAt.map((time) => time - start).toSorted((a, b) => a - b)
    const apiCpuMs = ((await readCpu()) - cpuBefore) * 1_000
    return { audience, apiCpuMs, answerMs, middleMs: findPercentile(times, 0.5), lastMs: times.at(-1) ?? Number.NaN }
  }
  try {
    await change('Warm-up')
    const samples: FanOut[] = []
    for (let index = 0; index < changes; index += 1) samples.push(await change(`Change ${index}`))
    return samples
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

/** Opens a socket by the graphql-transport-ws protocol. Resolves when the API listens for it. */
function subscribe(
  api: ApiClient,
  { accountId, token }: { accountId: string; token: string },
  note: (name: string) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const send = (message: object) => socket.send(JSON.stringify(message))
  const payload = { query: subscription, variables: { accountId } }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`The API closed a subscriber's socket with ${code}.`)))
    socket.on('open', () => {
      send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })
    })
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString())
      const { data: change } = changed.safeParse(message)
      if (change) return note(change.payload.data.accountChanged.name)
      switch (answered.parse(message).type) {
        case 'connection_ack':
          return send({ type: 'subscribe', id: '1', payload })
        // This pong from the API means that the subscription receives events from now on.
        case 'pong':
          return resolve(socket)
        default:
          reject(new Error(`The API answered a subscriber: ${data.toString().slice(0, 500)}`))
      }
    })
  })
}
