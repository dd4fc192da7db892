import { type Server, type Socket, connect, createServer } from 'node:net'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { guard, runGuarded } from '@culvert/program/guard'
import { bearerOf } from '../http/connection.ts'
import type { FaultReport } from '../reporting.ts'
import type { EdgeEntry, OwnTunnels, Route, TunnelClaims } from '../routes/directory.ts'

// The processes of one edge tell each other what they serve: over Unix sockets, one line of JSON per message. Both sides are this same program.

/** A message from a process to those that ask it: its entry, first and after each change; hostnames whose tunnels have changed; or an answer. */
type RouteMessage =
  | { entry: EdgeEntry }
  | { changed: readonly string[] }
  | { answer: number; claims: readonly TunnelClaims[] }

interface RouteQuestion {
  ask: number
  hostname: string
}

/** The most that may wait for a process that reads nothing; its connection is then cut, and it asks again. */
const waitingBytesMax = 1024 * 1024
/** How long an answer may take, and the pause before the next dial, in milliseconds. */
const answerMsMax = 500
const redialMs = 50

/** Tells the other processes what this one serves. */
export class RouteServer {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #self: EdgeEntry
  readonly #own: OwnTunnels
  readonly #reportFault: FaultReport

  constructor(self: EdgeEntry, own: OwnTunnels, reportFault: FaultReport) {
    this.#self = self
    this.#own = own
    this.#reportFault = reportFault
    this.#server = createServer((socket) => this.#take(socket))
  }

  async listen(path: string): Promise<void> {
    // A killed process leaves its socket behind.
    await rm(path, { force: true })
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      // Without `exclusive`, the cluster's primary would listen.
      this.#server.listen({ path, exclusive: true }, resolve)
    })
  }

  broadcast(message: RouteMessage): void {
    for (const socket of this.#sockets) send(socket, message)
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #take(socket: Socket): void {
    const bearer = bearerOf(socket, this.#reportFault)
    this.#sockets.add(socket)
    const forget = guard('routes.close', bearer, () => this.#sockets.delete(socket))
    socket.once('close', forget).on('error', () => {})
    const answer = (line: string) => {
      const { ask, hostname } = JSON.parse(line) as RouteQuestion
      send(socket, { answer: ask, claims: this.#own.describe(hostname) })
    }
    createInterface({ input: socket })
      .on('line', guard('routes.ask', bearer, answer))
      .on('error', () => {})
    runGuarded('routes.arrival', bearer, () => send(socket, { entry: this.#self }))
  }
}

/** Learns what another process serves, as far as it has been asked. */
export class RouteClient {
  readonly #path: string
  readonly #onChanged: (hostnames: readonly string[] | 'all') => void
  readonly #reportFault: FaultReport
  readonly #pending = new Map<number, (claims: readonly TunnelClaims[] | undefined) => void>()
  #lastAsk = 0
  #socket: Socket | undefined
  #entry: EdgeEntry | undefined
  /** Whether it has sent nothing yet, or an answer is overdue: no request then waits for it until it sends something, or its connection ends. */
  #isSilent = true
  /** Resolves once it has sent something, or its connection has ended. */
  readonly #begun = Promise.withResolvers<void>()
  /** Resolves at the same time, or when that takes too long. */
  readonly #beginning: Promise<unknown>
  #redial: NodeJS.Timeout | undefined
  #isClosed = false

  /** `onChanged` is called with hostnames whose answers may have changed. */
  constructor(path: string, onChanged: (hostnames: readonly string[] | 'all') => void, reportFault: FaultReport) {
    this.#path = path
    this.#onChanged = onChanged
    this.#reportFault = reportFault
    this.#beginning = Promise.race([this.#begun.promise, delay(answerMsMax, undefined, { ref: false })])
    this.#dial()
  }

  /** Asks for the routes of a hostname. A process that is not connected has none; undefined if it does not answer in time. */
  async ask(hostname: string): Promise<Route[] | undefined> {
    // A visitor may arrive before the first message of the others.
    await this.#beginning
    const [socket, edge] = [this.#socket, this.#entry]
    if (this.#isSilent) return undefined
    if (socket === undefined || edge === undefined) return []
    const id = (this.#lastAsk += 1)
    const { promise, resolve } = Promise.withResolvers<readonly TunnelClaims[] | undefined>()
    this.#pending.set(id, resolve)
    const timer = setTimeout(() => {
      this.#isSilent = true
      resolve(undefined)
    }, answerMsMax)
    send(socket, { ask: id, hostname })
    const claims = await promise
    clearTimeout(timer)
    this.#pending.delete(id)
    return claims?.map((each) => ({ ...each, edge }))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#redial)
    this.#socket?.destroy()
  }

  #dial(): void {
    const socket = connect({ path: this.#path })
    const bearer = bearerOf(socket, this.#reportFault)
    this.#socket = socket
    const lines = createInterface({ input: socket }).on('error', () => {})
    lines.on(
      'line',
      guard('routes.told', bearer, (line: string) => this.#receive(JSON.parse(line) as RouteMessage)),
    )
    socket
      .on('error', () => {})
      .once(
        'close',
        guard('routes.lost', bearer, () => this.#lose()),
      )
  }

  #receive(message: RouteMessage): void {
    this.#isSilent = false
    this.#begun.resolve()
    if ('answer' in message) this.#pending.get(message.answer)?.(message.claims)
    else if ('changed' in message) this.#onChanged(message.changed)
    // One object for all routes, so that they all show whether it is leaving.
    else if (this.#entry?.id === message.entry.id) Object.assign(this.#entry, message.entry)
    else {
      this.#entry = message.entry
      this.#onChanged('all')
    }
  }

  #lose(): void {
    this.#socket = undefined
    this.#entry = undefined
    this.#isSilent = false
    this.#begun.resolve()
    for (const answer of this.#pending.values()) answer([])
    this.#onChanged('all')
    if (!this.#isClosed) this.#redial = setTimeout(() => this.#dial(), redialMs).unref()
  }
}

function send(socket: Socket, message: RouteMessage | RouteQuestion): void {
  if (socket.writableLength > waitingBytesMax) socket.destroy()
  else socket.write(`${JSON.stringify(message)}\n`)
}
