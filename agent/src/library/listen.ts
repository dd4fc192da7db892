import { EventEmitter } from 'node:events'
import { CallFault } from '../calls/call-fault.ts'
import { createRemoteCallHandler } from '../calls/remote-call-handler.ts'
import { openCredentials } from '../sign-in/open-credentials.ts'
import { planTunnel } from '../config/tunnel-configuration.ts'
import type { TunnelEvent, TunnelEventOf } from '../tunnel/events.ts'
import type { TunnelOptions } from '../tunnel/tunnel-options.ts'
import { Tunnel as Engine } from '../tunnel/tunnel.ts'
import { CulvertError, toCulvertError } from './errors.ts'
import { optionOf, readListenOptions } from './options.ts'
import type { ListenOptions } from './options.ts'
import { readTarget } from './target.ts'
import type { AppTarget, ListenTarget } from './target.ts'

/** An open tunnel. It survives losses of its connection, and keeps the process running as a listening server does. */
export interface Tunnel extends AsyncDisposable {
  /** The public URL, without a trailing slash. */
  readonly url: string
  /** Resolves once the tunnel is closed: with undefined if `close`, its signal or its `ttl` closed it, else with the reason. Never rejects. */
  readonly closed: Promise<CulvertError | undefined>
  /** Closes the tunnel. Open requests have 3 s to finish. */
  close(): Promise<void>
  /** Calls the listener for each event of this kind. */
  on<Kind extends TunnelEvent['event']>(kind: Kind, listener: (event: TunnelEventOf<Kind>) => void): this
  /** Calls the listener for the next event of this kind. */
  once<Kind extends TunnelEvent['event']>(kind: Kind, listener: (event: TunnelEventOf<Kind>) => void): this
  /** Removes a listener. */
  off<Kind extends TunnelEvent['event']>(kind: Kind, listener: (event: TunnelEventOf<Kind>) => void): this
}

/**
 * Opens a tunnel to an app: a port on this machine, an address, a `node:http` server of this process (which need not listen), or a function that
 * answers requests. Resolves once the URL leads to the app. Throws CulvertError.
 *
 * ```ts
 * await using tunnel = await listen(3000, { gateway: 'demo' })
 * console.log(tunnel.url)
 * ```
 */
export async function listen(target: ListenTarget, options: ListenOptions = {}): Promise<Tunnel> {
  const faults: string[] = []
  return await openTunnel(readTarget(target, faults), options, faults)
}

/** Opens a tunnel to an app whose target has been read. Throws a CulvertError that names every fault. */
export async function openTunnel(app: AppTarget, options: ListenOptions, faults: string[] = []): Promise<Tunnel> {
  options.signal?.throwIfAborted()
  const { values, credentials } = readListenOptions(options, faults)
  const engineOptions = await toEngineOptions(app, faults, async () => {
    const plan = planTunnel(app.address, values, faults, optionOf)
    return plan === undefined ? undefined : { ...plan, ...(await openCredentials(credentials)) }
  })
  // The signal may have been aborted during the token exchange.
  options.signal?.throwIfAborted()
  const tunnel = new OpenTunnel({ ...engineOptions, inProcess: app.inProcess }, options)
  await tunnel.untilReady()
  return tunnel
}

async function toEngineOptions(
  app: AppTarget,
  faults: readonly string[],
  read: () => Promise<TunnelOptions | undefined>,
): Promise<TunnelOptions> {
  try {
    // Mistakes are reported even without a sign-in.
    const options = faults.length > 0 ? undefined : await read()
    if (options !== undefined) return options
  } catch (error) {
    throw toCulvertError(error)
  }
  throw new CulvertError('INVALID_OPTIONS', `The tunnel to ${app.address} cannot be opened as it was asked for.`, {
    why: faults.join('\n'),
  })
}

class OpenTunnel implements Tunnel {
  readonly closed: Promise<CulvertError | undefined>
  readonly #engine: Engine
  readonly #options: Pick<ListenOptions, 'signal' | 'onEvent'>
  readonly #events = new EventEmitter()
  readonly #ready = Promise.withResolvers<void>()

  constructor(engineOptions: TunnelOptions, options: Pick<ListenOptions, 'signal' | 'onEvent'>) {
    this.#options = options
    this.#engine = new Engine(engineOptions, {
      onEvent: (event) => this.#tell(event),
      called: createRemoteCallHandler(
        new CallFault(409, 'A program opened this tunnel by the library, which keeps no requests.'),
      ),
    })
    const close = () => this.#engine.close()
    options.signal?.addEventListener('abort', close)
    this.closed = this.#engine
      .run()
      .then(() => undefined, toCulvertError)
      .finally(() => options.signal?.removeEventListener('abort', close))
  }

  get url(): string {
    return this.#engine.publicUrl ?? ''
  }

  /** Resolves once the URL leads to the app. Throws the reason if the tunnel ends before that. */
  async untilReady(): Promise<void> {
    const isReady = await Promise.race([this.#ready.promise.then(() => true), this.closed.then(() => false)])
    if (isReady) return
    this.#options.signal?.throwIfAborted()
    throw (
      (await this.closed) ??
      new CulvertError('FAILED', 'The tunnel was closed before it was ready.', { why: 'Its time was up.' })
    )
  }

  async close(): Promise<void> {
    this.#engine.close()
    await this.closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  on<Kind extends TunnelEvent['event']>(kind: Kind, listener: (event: TunnelEventOf<Kind>) => void): this {
    this.#events.on(kind, listener)
    return this
  }

  once<Kind extends TunnelEvent['event']>(kind: Kind, listener: (event: TunnelEventOf<Kind>) => void): this {
    this.#events.once(kind, listener)
    return this
  }

  off<Kind extends TunnelEvent['event']>(kind: Kind, listener: (event: TunnelEventOf<Kind>) => void): this {
    this.#events.off(kind, listener)
    return this
  }

  /** Calls a listener. One that throws must not disturb the exchange that it was told of: the fault is the program's. */
  #tell(event: TunnelEvent): void {
    try {
      if (event.event === 'ready') this.#ready.resolve()
      this.#options.onEvent?.(event)
      this.#events.emit(event.event, event)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
