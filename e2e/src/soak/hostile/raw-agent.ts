import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { Cleanup } from '../../cleanup.ts'
import { StartSessionDocument } from '../../control/control.generated.ts'
import type { Person } from '../../people.ts'
import type { TestBed } from './test-bed.ts'

/** The credentials with which the API admits an agent. */
export interface Admission {
  agentId: string
  hostname: string
  ticket: string
}

/** Requests an agent's session from the API. */
export async function startSession({ control, accountId }: Person): Promise<Admission> {
  const input = { accountId, forwardingTo: 'http://localhost:3000' }
  const { agent, ticket } = (await control.request(StartSessionDocument, { input })).startAgent
  return { agentId: agent.id, hostname: agent.assignedDomain, ticket }
}

/** Builds a frame as wire/PROTOCOL.md draws it, without the code under attack. */
export function frame(type: number, streamId: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUIntBE(payload.length, 0, 3)
  header.writeUInt8(type, 3)
  header.writeUInt32BE(streamId, 4)
  return Buffer.concat([header, payload])
}

/** The numbers of frame types. */
const welcomeType = 2
const goAwayType = 11

/** Gives each stream the largest possible credit. */
function helloFrame(ticket: string): Buffer {
  const nothing = '\0'.repeat(8)
  return frame(1, 0, Buffer.from(`\x01\x01\x7f\xff\xff\xff${nothing}hostile/1\n${ticket}\n\n`, 'latin1'))
}

/** The edge refused an agent's HELLO; the message is the edge's. */
export class AgentRefused extends Error {}

/** A custom agent that the API has admitted: after its HELLO it sends whatever a scenario wants. */
export class RawAgent {
  readonly hostname: string
  readonly socket: Socket
  receivedBytes = 0

  private constructor(hostname: string, socket: Socket) {
    this.hostname = hostname
    this.socket = socket
    socket.on('error', () => {}).on('data', (chunk) => (this.receivedBytes += chunk.length))
  }

  /** Resolves when it was welcomed. It reads and never acknowledges, unless changed later. */
  static async dial({ site }: TestBed, person: Person, cleanup: Cleanup): Promise<RawAgent> {
    return await RawAgent.enter(site.edgePort, await startSession(person), cleanup)
  }

  /** Dials an edge with a ticket; resolves when it was welcomed, and throws with the edge's message if it is refused. */
  static async enter(edgePort: number, { hostname, ticket }: Admission, cleanup: Cleanup): Promise<RawAgent> {
    const socket = await upgrade(edgePort)
    cleanup.defer(() => socket.destroy())
    const raw = new RawAgent(hostname, socket)
    socket.write(helloFrame(ticket))
    const [answer]: Buffer[] = await once(socket, 'data')
    const type = answer?.at(3)
    if (type === welcomeType) return raw
    if (type === goAwayType) throw new AgentRefused(answer?.subarray(18).toString() ?? '')
    throw new Error(`the edge answered a HELLO with a frame of type ${type}`)
  }

  /** Sends pieces as fast as the edge reads them until it ends the connection, or all are sent; returns how many bytes were sent. */
  async flood(pieces: Iterable<Buffer>): Promise<number> {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    this.socket.once('close', () => resolve())
    let sentBytes = 0
    for (const piece of pieces) {
      if (this.socket.destroyed) break
      sentBytes += piece.length
      if (!this.socket.write(piece)) await Promise.race([once(this.socket, 'drain').catch(() => {}), closed])
    }
    return sentBytes
  }

  /** Resolves with whether the edge has ended the connection within a generous time. */
  async isEnded(): Promise<boolean> {
    this.socket.resume()
    if (this.socket.destroyed) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), 5_000)
    this.socket.once('close', () => resolve(true))
    return await promise.finally(() => clearTimeout(timer))
  }
}

function upgrade(port: number): Promise<Socket> {
  const headers = { host: `localhost:${port}`, connection: 'Upgrade', upgrade: 'culvert' }
  const sent = request({ port, host: '127.0.0.1', path: '/.culvert/tunnel', headers, agent: false })
  sent.end()
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', ({ statusCode }) => reject(new Error(`the edge answered an agent with ${statusCode}`)))
    sent.on('upgrade', (_response, socket, early) => {
      if (early.length > 0) socket.unshift(early)
      resolve(socket)
    })
  })
}
