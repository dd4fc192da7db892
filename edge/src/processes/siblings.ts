import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import type { Duplex } from 'node:stream'
import { createSession, inspectionFeature, protocolVersion } from '@culvert/wire'
import { guard, runGuarded } from '@culvert/program/guard'
import type { SessionHandler } from '@culvert/wire'
import { bearerOf } from '../http/connection.ts'
import type { TunnelTiming } from '../tunnels/options.ts'
import type { Visitor } from '../visitor.ts'
import type { FaultReport } from '../reporting.ts'
import type { RequestFollower } from '../requests/recorder.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { findAgentsProcess } from './agent-greeting.ts'
import { ForwardedVisitor } from './forwarded-visitor.ts'
import { ownerOf } from './place.ts'
import type { Place } from './place.ts'
import { Sibling } from './sibling.ts'

/** What this process does with the visitors and agents that it owns. */
export interface OwnWork {
  route(visitor: Visitor): void
  admit(transport: Duplex): void
}

export interface SiblingsOptions {
  place: Place
  timing: TunnelTiming
  errorPages: ErrorPages
  reportFault: FaultReport
  /** Undefined when requests are not recorded. */
  recorder: RequestFollower | undefined
  own: OwnWork
}

/**
 * The processes of one edge. Whichever the system hands a connection to, visitors and agents of a hostname come
 * together in the process that owns it: visitors' requests over a session of the wire protocol, agents' connections byte by byte.
 */
export class Siblings {
  readonly #options: SiblingsOptions
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  readonly #byNumber = new Map<number, Sibling>()

  private constructor(options: SiblingsOptions) {
    this.#options = options
  }

  static async open(options: SiblingsOptions): Promise<Siblings> {
    const siblings = new Siblings(options)
    const { place } = options
    await siblings.#listen(visitorsPath(place, place.number), (socket) => siblings.#takeSession(socket))
    await siblings.#listen(agentsPath(place, place.number), (socket) => options.own.admit(socket))
    for (let number = 0; number < place.count; number += 1) {
      if (number === place.number) continue
      const { timing, errorPages, reportFault, recorder } = options
      const sibling = new Sibling(visitorsPath(place, number), timing.parkMs, { errorPages, reportFault, recorder })
      siblings.#byNumber.set(number, sibling)
    }
    return siblings
  }

  /** Serves a visitor here, or hands it to the process that owns its hostname. */
  route(visitor: Visitor): void {
    const owner = this.#byNumber.get(ownerOf(visitor.request.hostname, this.#options.place.count))
    if (owner === undefined) this.#options.own.route(visitor)
    else owner.forward(visitor)
  }

  /** Admits an agent here, or hands it to its owner, which its greeting tells. */
  admit(transport: Duplex): void {
    const { place, timing, own } = this.#options
    findAgentsProcess(
      transport,
      place.count,
      timing.helloMs,
      bearerOf(transport, this.#options.reportFault),
      (number = place.number) => {
        if (number === place.number) own.admit(transport)
        else pipeline(transport, connect({ path: agentsPath(place, number), allowHalfOpen: true }), transport, () => {})
      },
    )
  }

  /** Closes once the others no longer need this process, at the latest after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    for (const sibling of this.#byNumber.values()) sibling.close()
    const closed = Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
    const cut = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), graceMs)
    await closed
    clearTimeout(cut)
  }

  async #listen(path: string, onConnection: (socket: Socket) => void): Promise<void> {
    // A process that was killed leaves its sockets behind.
    await rm(path, { force: true })
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      const bearer = bearerOf(socket, this.#options.reportFault)
      this.#sockets.add(socket)
      const forget = () => this.#sockets.delete(socket)
      socket.once('close', guard('sibling.close', bearer, forget))
      runGuarded('sibling.arrival', bearer, () => onConnection(socket))
    })
    this.#servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // Each process listens on its own path: without `exclusive`, the primary of the cluster would listen.
      server.listen({ path, exclusive: true }, resolve)
    })
  }

  #takeSession(socket: Socket): void {
    const handler: SessionHandler = {
      onOpen: (stream, head) => {
        const visitor = new ForwardedVisitor(stream, head, this.#options.reportFault)
        runGuarded('forwarded.request', visitor, () => this.#options.own.route(visitor))
        return visitor
      },
      onClose: () => {},
      onHandlerError: (error) => this.#options.reportFault(error, 'sibling'),
    }
    createSession(socket, { role: 'agent', features: [inspectionFeature] }, handler).hello({
      versionMin: protocolVersion,
      versionMax: protocolVersion,
      client: 'sibling',
      ticket: 'sibling',
      resumeToken: null,
    })
  }
}

function visitorsPath({ folder }: Place, number: number): string {
  return join(folder, `${number}-visitors.sock`)
}

function agentsPath({ folder }: Place, number: number): string {
  return join(folder, `${number}-agents.sock`)
}
