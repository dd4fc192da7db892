import { setTimeout as delay } from 'node:timers/promises'
import type { StartAgentInput } from '@culvert/schema/client-types'
import { EdgeLink } from '../connection/edge-link.ts'
import { AgentApi } from '../control/agent-api.ts'
import type { StartedAgent } from '../control/agent-api.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { Traffic } from '../origin/exchange-record.ts'
import { createLocalApp } from '../origin/local-app.ts'
import type { LocalApp } from '../origin/local-app.ts'
import { Reporter } from '../reports/reporter.ts'
import { Gate } from '../rules/gate.ts'
import { asSentence } from '../sentence.ts'
import { observeExchanges } from './exchange-events.ts'
import { startTimeLimit } from './time-limit.ts'
import type { TunnelObserver, TunnelOptions } from './tunnel-options.ts'

/** How often to check whether the awaited app is there, in milliseconds. */
const probeIntervalMs = 500
/** How long open requests may take after `close`, in milliseconds. */
const drainMs = 3_000
/** How long the API may take to accept the agent's end, in milliseconds: a server that is away must not delay the user. */
const stopTimeoutMs = 2_000

/**
 * A tunnel to a local app. It survives losses of its connection until `close` is called, its time is up, or the
 * server ends it.
 */
export class Tunnel {
  readonly options: TunnelOptions
  /** The app; requests can be sent to it without a visitor. */
  readonly app: LocalApp
  readonly #observer: TunnelObserver
  readonly #api: AgentApi
  readonly #closing = Promise.withResolvers<void>()
  #isClosing = false
  #link: EdgeLink | undefined
  #agent: StartedAgent | undefined

  constructor(options: TunnelOptions, observer: TunnelObserver) {
    this.options = options
    this.#observer = observer
    this.#api = new AgentApi(options.server, options.authToken, options.authorities)
    this.app = createLocalApp({
      ...options,
      gate: new Gate(options.gate),
      observer: observeExchanges(observer, options),
    })
  }

  /** The address that visitors open; undefined until the server has assigned it. */
  get publicUrl(): string | undefined {
    return this.#agent?.publicUrl
  }

  /** Cumulative counters of the tunnel's traffic. */
  get traffic(): Readonly<Traffic> {
    return this.app.traffic
  }

  /** The last measured round trip to an edge in milliseconds; undefined before the first. */
  get roundTripMs(): number | undefined {
    return this.#link?.roundTripMs
  }

  /** Opens the tunnel and keeps it open. Resolves once it was closed, by `close` or because its time was up. Throws Failure if it ended otherwise. */
  async run(): Promise<void> {
    const { target, gateway, isPooled, name, region, ttlMs, waitsForApp } = this.options
    let cancelExpiry: (() => void) | undefined
    try {
      if (waitsForApp && !(await this.#untilAppListens())) return
      const appFault = this.app.probe()
      // Older servers do not know the field.
      const pool = isPooled || undefined
      const agent = await this.#start({ gateway, forwardingTo: target.url, name, region, pool })
      if (agent === undefined) return
      this.#agent = agent
      if (ttlMs !== undefined) cancelExpiry = startTimeLimit(ttlMs, () => this.#expire())
      await this.#keepOpen(this.#createLink(agent, appFault))
    } finally {
      cancelExpiry?.()
      this.app.close()
      this.#api.close()
    }
  }

  /** Ends the tunnel: it accepts no more requests, and open ones have 3 s to finish. */
  close(): void {
    this.#isClosing = true
    this.#closing.resolve()
  }

  #expire(): void {
    this.#observer.onEvent({ event: 'warning', message: 'The time of this tunnel (--ttl) is over: it closes.' })
    this.close()
  }

  /** Resolves with whether the app accepts connections; with false once the tunnel was closed. */
  async #untilAppListens(): Promise<boolean> {
    const leaving = new AbortController()
    const listening = this.#pollApp(leaving.signal)
    try {
      return await Promise.race([listening, this.#closing.promise.then(() => false)])
    } finally {
      leaving.abort()
    }
  }

  /** Resolves with true once the app accepts connections, or with false after the signal. */
  async #pollApp(signal: AbortSignal): Promise<boolean> {
    for (let isFirst = true; (await this.app.probe()) !== undefined; isFirst = false) {
      if (signal.aborted) return false
      if (isFirst) this.#observer.onEvent({ event: 'waiting', forwardingTo: this.options.target.url })
      const hasWaited = await delay(probeIntervalMs, true, { signal }).catch(() => false)
      if (!hasWaited) return false
    }
    return true
  }

  /** Starts the agent; resolves with undefined if the tunnel was closed before the API answered. An agent that it starts all the same is ended. */
  async #start(input: StartAgentInput): Promise<StartedAgent | undefined> {
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const giveUp = () => this.#api.close()
    void this.#closing.promise.then(() => (timer = isOver ? undefined : setTimeout(giveUp, stopTimeoutMs)))
    try {
      return await this.#api.start(input)
    } catch (error) {
      if (this.#isClosing) return undefined
      throw error
    } finally {
      isOver = true
      clearTimeout(timer)
    }
  }

  #createLink(agent: StartedAgent, appFault: Promise<string | undefined>): EdgeLink {
    const { target, folder, server, edgesMax, isPooled } = this.options
    let isFirst = true
    this.#link = new EdgeLink({
      ticket: agent,
      edgesMax,
      authorities: this.options.authorities,
      renewTicket: (signal) => this.#api.renewTicket(signal),
      openStream: (stream, request) =>
        request.kind === 'agent' ? this.#observer.called(stream, request) : this.app.open(stream, request),
      onStatus: (status) => {
        if (status.kind === 'reconnecting') {
          const delayMs = Math.round(status.delayMs)
          this.#observer.onEvent({ event: 'reconnecting', reason: status.reason, delayMs })
          return
        }
        if (isFirst) {
          this.#observer.onEvent({
            event: 'ready',
            publicUrl: agent.publicUrl,
            forwardingTo: folder ?? target.url,
            agentId: agent.id,
            dashboardUrl: `${server}/admin/agents`,
            ...(isPooled && { pool: true }),
          })
          void appFault.then((fault) => this.#warnOfApp(fault))
        }
        isFirst = false
        this.#observer.onEvent({ event: 'connected' })
      },
    })
    return this.#link
  }

  async #keepOpen(link: EdgeLink): Promise<void> {
    const refused = Promise.withResolvers<never>()
    const reporter = new Reporter({
      traffic: this.app.traffic,
      send: (traffic) => this.#api.report(traffic),
      // The answer to a report says only that the agent has ended; the answer to a ticket request says why.
      onEnded: () => void this.#api.renewTicket().catch((error) => error instanceof Failure && refused.reject(error)),
    })
    let isKnownToApi = false
    try {
      await Promise.race([link.run(), refused.promise, this.#closing.promise])
      this.app.closeUpgraded()
      await link.leave(drainMs)
    } catch (error) {
      isKnownToApi = error instanceof Failure && error.exitCode === exitCodes.endedFromServer
      throw error
    } finally {
      if (isKnownToApi) reporter.stop()
      else await this.#reportEnd(reporter)
    }
  }

  /** Reports the last counters and the agent's end to the API, which notices the end anyway if the report is lost. */
  async #reportEnd(reporter: Reporter): Promise<void> {
    const timer = setTimeout(() => this.#api.close(), stopTimeoutMs)
    await reporter.finish()
    await this.#api.stop().catch(() => {})
    clearTimeout(timer)
  }

  #warnOfApp(fault: string | undefined): void {
    if (fault === undefined) return
    const message = `${asSentence(fault)} Until your app answers there, visitors get an error page.`
    this.#observer.onEvent({ event: 'warning', message })
  }
}
