import { connect as connectTcp, isIP } from 'node:net'
import type { Socket, TcpNetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { startDeadline } from '@culvert/program'
import type { ResetCode } from '@culvert/wire'
import { codeOf, describeConnectFailure } from '../net/connect-failure.ts'
import type { ConnectFailure } from '../net/connect-failure.ts'
import { lookupWithLoopback } from '../net/loopback.ts'
import { SocketReader } from '@culvert/program/reading'
import type { OriginTarget } from '../net/target.ts'
import type { OriginFault } from './not-http.ts'
import type { OriginDialer } from './origin-dialer.ts'

export interface TcpDialerOptions {
  target: OriginTarget
  /** Whether a certificate of an unknown authority is accepted (https only). */
  allowsAnyCertificate: boolean
  /** How long connecting may take, in milliseconds. */
  connectTimeoutMs: number
}

const resetCodes: Record<ConnectFailure['kind'], ResetCode> = {
  refused: 'REFUSED',
  unresolved: 'REFUSED',
  unreachable: 'REFUSED',
  timeout: 'ORIGIN_TIMEOUT',
  'no-tls': 'ORIGIN_BAD_RESPONSE',
  'no-http1': 'ORIGIN_BAD_RESPONSE',
  'wants-certificate': 'ORIGIN_BAD_RESPONSE',
  handshake: 'ORIGIN_BAD_RESPONSE',
  untrusted: 'ORIGIN_BAD_RESPONSE',
  'no-room': 'AGENT_FULL',
}
const hints: Partial<Record<ConnectFailure['kind'], string>> = {
  'no-tls': 'forward to http:// instead',
  'no-http1': 'make the app accept it beside HTTP/2',
  'wants-certificate': 'make the app accept this machine without one',
  untrusted: '--allow-any-certificate skips this check',
}

/** How long to check whether an app that hangs up speaks TLS; visitors wait for it. */
const tlsCheckMs = 1_000

/** Opens connections to an app that listens on a port. */
export class TcpDialer implements OriginDialer {
  hasAnswered = false
  readonly #options: TcpDialerOptions
  /** The address that last answered: `localhost` may be ::1 or 127.0.0.1, and only one of them has the app. */
  #knownAddress: string | undefined
  #tlsCheck: Promise<boolean> | undefined

  constructor(options: TcpDialerOptions) {
    this.#options = options
  }

  get target(): OriginTarget {
    return this.#options.target
  }

  /** If the known address no longer answers, the name is resolved again. */
  dial(
    sockets: Set<Duplex>,
    onConnect: (socket: Socket, reader: SocketReader) => void,
    onFailure: (fault: OriginFault) => void,
  ): void {
    const { target, connectTimeoutMs } = this.#options
    const isKnown = this.#knownAddress !== undefined
    const reader = new SocketReader()
    const socket = this.#openSocket({
      onread: reader,
      host: this.#knownAddress ?? target.host,
      port: target.port,
      lookup: lookupWithLoopback,
      // An app may end its side and still read; after 101 each direction ends on its own.
      allowHalfOpen: true,
      autoSelectFamily: true,
    })
    socket.setNoDelay(true)
    sockets.add(socket)
    const fail = (error: Error) => {
      socket.off('error', fail).on('error', () => {})
      socket.destroy()
      sockets.delete(socket)
      this.hasAnswered = false
      if (!isKnown) return onFailure(this.#explain(error))
      this.#knownAddress = undefined
      this.dial(sockets, onConnect, onFailure)
    }
    const timedOut = Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })
    const cancelTimeout = startDeadline(connectTimeoutMs, () => fail(timedOut))
    socket.on('error', fail)
    // Also when the tunnel closes its connections: nothing is dialled again after that.
    socket.once('close', cancelTimeout)
    socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail)
      cancelTimeout()
      this.#knownAddress = socket.remoteAddress
      onConnect(socket, reader)
    })
  }

  acceptsTlsOnly(): Promise<boolean> {
    if (this.#options.target.protocol === 'https:' || this.hasAnswered) return Promise.resolve(false)
    this.#tlsCheck ??= this.#checkTls().finally(() => (this.#tlsCheck = undefined))
    return this.#tlsCheck
  }

  #checkTls(): Promise<boolean> {
    const { host, port } = this.#options.target
    return new Promise((resolve) => {
      const socket = connectTls({
        host: this.#knownAddress ?? host,
        port,
        lookup: lookupWithLoopback,
        servername: isIP(host) === 0 ? host : undefined,
        rejectUnauthorized: false,
      })
      const settle = (isTls: boolean) => {
        socket.destroy()
        resolve(isTls)
      }
      socket.setTimeout(tlsCheckMs, () => settle(false))
      socket.once('secureConnect', () => settle(true))
      // An alert is TLS too: the app may want a client certificate, or another version.
      socket.on('error', (error) => settle(codeOf(error).includes('_ALERT_')))
      socket.on('close', () => settle(false))
    })
  }

  #openSocket(options: TcpNetConnectOpts): Socket {
    const { target, allowsAnyCertificate } = this.#options
    if (target.protocol === 'http:') return connectTcp(options)
    return connectTls({
      ...options,
      servername: isIP(target.host) === 0 ? target.host : undefined,
      rejectUnauthorized: !allowsAnyCertificate,
      ALPNProtocols: ['http/1.1'],
    })
  }

  #explain(error: Error): OriginFault {
    const { kind, message } = describeConnectFailure(error, this.#options.target.url)
    const hint = hints[kind]
    return { code: resetCodes[kind], message: hint === undefined ? message : `${message}; ${hint}` }
  }
}
