import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import type { ErrorPages } from '../pages/error-pages.ts'
import { listenOn } from './listen.ts'
import { NetConnection } from './net-connection.ts'
import type { ConnectionHost } from './net-connection.ts'
import type { Ingress, IngressLimits, IngressOptions, OnVisitor } from './visitor.ts'

/** Takes visitors with a strict HTTP/1.1 parser of our own on plain sockets. */
export async function startNetIngress(options: IngressOptions, onVisitor: OnVisitor): Promise<Ingress> {
  const ingress = new NetIngress(options, onVisitor)
  await ingress.listen(options)
  return ingress
}

const sweepMsMax = 1_000

class NetIngress implements Ingress, ConnectionHost {
  readonly limits: IngressLimits
  readonly keepingLines: string
  readonly errorPages: ErrorPages
  readonly onVisitor: OnVisitor
  isClosing = false
  readonly #connections = new Set<NetConnection>()
  #servers: Server[] = []
  #sweep: NodeJS.Timeout | undefined

  constructor({ limits, errorPages }: IngressOptions, onVisitor: OnVisitor) {
    this.limits = limits
    this.keepingLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(limits.keepAliveMs / 1_000)}\r\n`
    this.errorPages = errorPages
    this.onVisitor = onVisitor
  }

  get port(): number {
    return (this.#servers[0]?.address() as AddressInfo | null)?.port ?? 0
  }

  async listen({ host, port }: IngressOptions): Promise<void> {
    this.#servers = await listenOn(host, port, () => this.#createServer())
    // One look at everything now and then, instead of timers for every connection and request.
    const { requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs } = this.limits
    const shortestMs = Math.min(requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs)
    this.#sweep = setInterval(() => this.#checkTimes(), Math.min(sweepMsMax, Math.ceil(shortestMs / 4))).unref()
  }

  async close(graceMs: number): Promise<void> {
    this.isClosing = true
    const closed = Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
    for (const connection of this.#connections) connection.drain()
    const cut = setTimeout(() => this.#connections.forEach((connection) => connection.cut()), graceMs)
    await closed
    clearTimeout(cut)
    clearInterval(this.#sweep)
  }

  forget(connection: NetConnection): void {
    this.#connections.delete(connection)
  }

  #createServer(): Server {
    const options = {
      // A visitor who closes his side ends the connection too, but by our own rules.
      allowHalfOpen: true,
      noDelay: true,
      // A visitor who vanished from the network must not hold an event stream for ever.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    }
    return createServer(options, (socket) => this.#connections.add(new NetConnection(socket, this)))
  }

  #checkTimes(): void {
    const nowMs = performance.now()
    for (const connection of this.#connections) connection.checkTime(nowMs)
  }
}
