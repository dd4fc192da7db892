/**
 * A separate program that plays many agents: `crowd.ts URL FILE [PROCESSES]` opens a session in each process of the edge with each ticket of the
 * file, one per line, answers every request, and redials when a session is lost. It prints how many are open whenever that changes. With PROCESSES, the
 * agents behave like those that know of no processes: each has one session, and they spread over that many.
 */
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import {
  createSession,
  inspectionFeature,
  protocolVersion,
  type SessionHandler,
  type Welcome,
  type WireStream,
} from '@culvert/wire'

const [, , url = '', ticketFile = '', spread] = process.argv
const { hostname: host, port, protocol } = new URL(url)
const isSecure = protocol === 'https:'
/** As many as fit into a crowd of 100,000, because an address has only about 28,000 ports. */
const addresses = Array.from({ length: 4 }, (_, index) => `127.0.0.${index + 2}`)
/** Agents whose edge is lost come back within this time, each at a different moment. */
const spreadMs = 5_000
/** How long a dial may take, as in `culvert`. */
const dialMsMax = 4_500

let open = 0
let printed = -1
setInterval(() => {
  if (open !== printed) process.stdout.write(`${open}\n`)
  printed = open
}, 50)

/** One session of an agent. Like `culvert`, it shows its resume token first, and its ticket once the token is no longer valid. */
class Member implements SessionHandler {
  readonly #ticket: string
  /** The process of the edge; undefined if any will do. */
  #process: number | undefined
  #resumeToken: string | null = null
  #isOpen = false

  constructor(ticket: string, process?: number) {
    this.#ticket = ticket
    this.#process = process
  }

  dial(): void {
    const path = '/.culvert/tunnel'
    const place = this.#process === undefined ? {} : { 'culvert-process': String(this.#process) }
    const headers = { host: `${host}:${port}`, connection: 'Upgrade', upgrade: 'culvert', ...place }
    const localAddress = addresses[Math.floor(Math.random() * addresses.length)]
    const address = { host: '127.0.0.1', port: Number(port), localAddress }
    const ALPNProtocols = [...(this.#process === undefined ? [] : [`culvert-process-${this.#process}`]), 'http/1.1']
    // Only the edge is measured, so its identity need not be verified.
    const secure = { ...address, servername: host, rejectUnauthorized: false, ALPNProtocols }
    const createConnection = () => (isSecure ? connectSecurely(secure) : connect(address))
    const sent = request({ path, headers, createConnection })
    const patience = setTimeout(() => sent.destroy(new Error('The dial took too long.')), dialMsMax)
    sent.on('close', () => clearTimeout(patience))
    sent.on('upgrade', (_, socket, early) => {
      clearTimeout(patience)
      this.#greet(socket, early)
    })
    sent.on('response', (response) => {
      response.resume()
      this.#dialLater()
    })
    sent.on('error', () => this.#dialLater())
    sent.end()
  }

  onWelcome({ resumeToken, process }: Welcome): void {
    if (process !== undefined && this.#process === undefined) {
      this.#process = process.number
      for (let number = 0; number < process.count; number += 1) {
        if (number !== process.number) new Member(this.#ticket, number).dial()
      }
    }
    this.#resumeToken = resumeToken
    this.#isOpen = true
    open += 1
  }

  onOpen(stream: WireStream) {
    stream.sendHead({ status: 204, reason: 'No Content', fields: [] }, true)
    return { onData() {}, onEnd() {}, onWritable() {}, onReset() {} }
  }

  onClose(): void {
    if (this.#isOpen) open -= 1
    else this.#resumeToken = null
    this.#isOpen = false
    this.#dialLater()
  }

  #greet(socket: Socket, early: Buffer): void {
    if (early.length > 0) socket.unshift(early)
    socket.setNoDelay(true)
    const ticket = this.#resumeToken === null ? this.#ticket : null
    createSession(socket, { role: 'agent', features: [inspectionFeature] }, this).hello({
      versionMin: protocolVersion,
      versionMax: protocolVersion,
      client: 'bench',
      ticket,
      resumeToken: this.#resumeToken,
    })
  }

  #dialLater(): void {
    setTimeout(() => this.dial(), Math.random() * spreadMs)
  }
}

for (const [index, ticket] of readFileSync(ticketFile, 'utf8').trim().split('\n').entries())
  new Member(ticket, spread === undefined ? undefined : index % Number(spread)).dial()
