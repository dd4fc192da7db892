import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import type { Ingress, StartIngress } from '../src/ingress/options.ts'
import type { Visitor, VisitorHandler, VisitorRequest } from '../src/visitor.ts'
import type { Peer } from '../src/http/origin.ts'
import { Metrics } from '../src/operations/metrics.ts'
import { ErrorPages } from '../src/pages/error-pages.ts'
import { OwnerLinks } from '../src/pages/owner-link.ts'
import type { RawInput } from './raw-requests.ts'

/** One request as the app would receive it. */
export interface Delivery {
  request: VisitorRequest
  body: string
  /** Undefined until the body has arrived completely. */
  trailers: readonly string[] | undefined
}

/** The result of an ingress's reading of one connection's bytes. */
export interface Outcome {
  deliveries: Delivery[]
  /** Why it stopped reading, if it gave a reason. */
  refusal: string | undefined
}

/** An ingress that answers every request at once and records it. */
export class Recorder {
  readonly #ingress: Ingress
  readonly #state: Outcome

  private constructor(ingress: Ingress, state: Outcome) {
    this.#ingress = ingress
    this.#state = state
  }

  static async start(startIngress: StartIngress): Promise<Recorder> {
    const state: Outcome = { deliveries: [], refusal: undefined }
    const write = (line: string) => {
      state.refusal ??= String(JSON.parse(line).detail)
    }
    const errorPages = new ErrorPages({
      log: pino({ level: 'debug' }, { write }),
      metrics: new Metrics(),
      ownerLinks: new OwnerLinks('http://dashboard.test', 'no secret'),
      serverUrl: 'http://dashboard.test',
    })
    const timing = { requestHeadMs: 60_000, keepAliveMs: 60_000, bodyIdleMs: 60_000, readerIdleMs: 60_000 }
    const ingress = await startIngress(
      {
        port: 0,
        host: '127.0.0.1',
        scheme: 'http',
        secure: undefined,
        trustedProxies: undefined,
        agentUrl: undefined,
        tunnelUrl: new URL('http://edge.test:8080'),
        readsProxyHeaders: false,
        timing,
        caps: { connectionsMax: Number.POSITIVE_INFINITY, incompleteMax: Number.POSITIVE_INFINITY },
        errorPages,
        onCut: () => {},
        onRefused: () => {},
        handoff: undefined,
        reportFault: (error) => process.emitWarning(String(error)),
      },
      (visitor) => {
        // A peer also holds what its ingress decides by, and the heads that it caches. These may differ.
        const { coversHost: _isFor, ...origin }: Peer = visitor.request.origin
        const delivery: Delivery = {
          request: { ...visitor.request, areFieldsShared: false, origin },
          body: '',
          trailers: undefined,
        }
        state.deliveries.push(delivery)
        record(visitor, delivery)
      },
    )
    return new Recorder(ingress, state)
  }

  /** Sends bytes on a separate connection, ends it, and waits until the ingress has ended it, too. */
  async run({ bytes, cuts }: RawInput): Promise<Outcome> {
    this.#state.deliveries = []
    this.#state.refusal = undefined
    const socket = connect({ port: this.#ingress.port, host: '127.0.0.1', noDelay: true })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.resume()
    let at = 0
    for (const length of cuts) {
      socket.write(bytes.slice(at, at + length), 'latin1')
      at += length
      // Long enough for the ingress, in the same process, to read what was written.
      await setImmediate()
      await setImmediate()
    }
    socket.end(bytes.slice(at), 'latin1')
    await closed
    return { ...this.#state }
  }

  close(): Promise<void> {
    return this.#ingress.close(0)
  }
}

function record(visitor: Visitor, delivery: Delivery): void {
  const answer = () => {
    visitor.sendHead({ status: 200, reason: 'OK', fields: ['Content-Length', '0'] })
    visitor.end()
  }
  const handler: VisitorHandler = {
    onBody: (chunk) => {
      delivery.body += chunk.toString('latin1')
    },
    onBodyEnd: (trailers) => {
      // A list of this realm: tests compare lists with their prototypes.
      delivery.trailers = [...trailers]
      answer()
    },
    onDrain: () => {},
    onGone: () => {},
  }
  visitor.attach(handler)
  if (visitor.request.hasBody) {
    visitor.resume()
  } else {
    delivery.trailers = []
    answer()
  }
}
