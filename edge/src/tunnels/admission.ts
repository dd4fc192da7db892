import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { guard } from '@culvert/program/guard'
import { createSession, inspectionFeature, moveFeature, protocolVersion } from '@culvert/wire'
import type { GoAway, GoAwayCode, Hello, ProcessPosition, SessionHandler, WireSession } from '@culvert/wire'
import type { Logger } from 'pino'
import type { TunnelTiming } from './options.ts'
import type { Restrictions } from '../accounts/restrictions.ts'
import type { Blocks } from './blocks.ts'
import type { TunnelRegistry } from './registry.ts'
import { TicketRefused, type TicketVerifier } from './ticket.ts'
import type { Tunnel } from './tunnel.ts'

export interface AdmissionOptions {
  registry: TunnelRegistry
  tickets: TicketVerifier
  restrictions: Restrictions
  blocks: Blocks
  timing: TunnelTiming
  /** The position of this process among those of the edge. */
  position: ProcessPosition
  log: Logger
}

/** The GOAWAY codes after which an agent redials on its own, so that its hostname is held. After any other code it stops. */
const faults: ReadonlySet<GoAwayCode> = new Set(['PROTOCOL_ERROR', 'TIMEOUT'])
const refusalGraceMs = 1_000
/** How much of the name that an agent gives its program is logged, in characters: anybody may send a HELLO. */
const clientMax = 100

/** Admits an agent that has just connected; its session becomes a tunnel's once its HELLO has been accepted. */
export function admitAgent(transport: Duplex, options: AdmissionOptions): void {
  const connection = new AgentConnection(options)
  connection.start(transport)
}

/** An agent's session from its HELLO to its end; or, if the HELLO resumes another session, its HELLO only. */
class AgentConnection implements SessionHandler {
  readonly #options: AdmissionOptions
  #session: WireSession | undefined
  #tunnel: Tunnel | undefined
  #isOver = false
  #farewellTimer: NodeJS.Timeout | undefined

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  start(transport: Duplex): void {
    const { helloMs } = this.#options.timing
    const features = [inspectionFeature, moveFeature]
    this.#session = createSession(
      transport,
      { role: 'edge', handshakeTimeoutMs: helloMs, freesChunks: true, features },
      this,
    )
  }

  onHello(hello: Hello): void {
    this.#admit(hello).catch((error: unknown) => this.#session?.destroy(error instanceof Error ? error : undefined))
  }

  /** Called for a fault of this program in the work for this agent; its session then ends. */
  onHandlerError(error: unknown): void {
    const { hostname, agentId } = this.#tunnel ?? {}
    this.#options.log.error({ hostname, agentId, err: error }, 'a fault in the session of an agent')
  }

  onGoAway({ code, graceMs }: GoAway): void {
    this.#isOver = true
    if (this.#session === undefined || this.#tunnel === undefined) return
    this.#endAfter(graceMs, this.#session, this.#tunnel)
    if (faults.has(code)) this.#tunnel.lose(this.#session)
    else this.#options.registry.leave(this.#tunnel, this.#session)
  }

  onDetached(error: Error): void {
    this.#options.log.debug({ hostname: this.#tunnel?.hostname, err: error }, 'agent connection lost')
    if (this.#session !== undefined) this.#tunnel?.lose(this.#session)
  }

  onClose(error: Error | undefined): void {
    this.#isOver = true
    clearTimeout(this.#farewellTimer)
    this.#options.log.debug({ hostname: this.#tunnel?.hostname, err: error }, 'agent connection closed')
    if (this.#session === undefined || this.#tunnel === undefined) return
    this.#tunnel.lose(this.#session)
    this.#tunnel.forget(this.#session)
  }

  /** Ends the session of an agent that stays although it has left: to the API it is gone, so nothing else would end it. */
  #endAfter(graceMs: number, session: WireSession, tunnel: Tunnel): void {
    const { movedGraceMs, farewellMs } = this.#options.timing
    // The first grace counts: another GOAWAY must not prolong it.
    this.#farewellTimer ??= setTimeout(
      guard('session.farewell', tunnel, () =>
        session.destroy(new Error('The agent announced that it leaves, and stayed.')),
      ),
      Math.min(graceMs, movedGraceMs) + farewellMs,
    ).unref()
  }

  async #admit(hello: Hello): Promise<void> {
    const { registry, tickets, restrictions, blocks, timing, log, position } = this.#options
    const session = this.#session
    if (session === undefined) return
    try {
      const ticket = hello.ticket === null ? undefined : await tickets.checkTicket(hello.ticket)
      if (!restrictions.isLoaded || !blocks.isLoaded) {
        await waitFor(Promise.all([restrictions.loaded, blocks.loaded]), timing.accessRulesMs)
      }
      if (this.#isOver) return
      const tunnel = ticket === undefined ? registry.getHeld(hello.resumeToken ?? '') : registry.claim(ticket)
      const former = hello.resume === null ? undefined : tunnel.findResumable(hello.resume.sessionId)
      if (former !== undefined) {
        if (session.resume(former)) registry.connect(tunnel, former)
        return
      }
      this.#tunnel = tunnel
      session.welcome({
        version: protocolVersion,
        sessionId: randomUUID(),
        resumeToken: tunnel.resumeToken,
        holdMs: timing.holdMs,
        resumeMs: timing.resumeMs,
        hostname: tunnel.hostname,
        process: position.count > 1 ? { number: position.number, count: position.count } : undefined,
      })
      // Only after WELCOME: requests that wait for the tunnel open their streams immediately.
      registry.connect(tunnel, session)
    } catch (error) {
      if (!(error instanceof TicketRefused)) throw error
      const client = hello.client.slice(0, clientMax)
      log.info({ code: error.code, client, reason: error.message, err: error.cause }, 'agent refused')
      session.goAway({ code: error.code, message: error.message, graceMs: refusalGraceMs })
    }
  }
}

/** Waits until refused addresses and blocked hostnames are known: no tunnel opens before. At an edge's start that may take a moment. */
async function waitFor(refusals: Promise<unknown>, accessRulesMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const message = 'The edge does not know yet whom your account refuses: it does not reach the API for that.'
  const timer = setTimeout(() => reject(new TicketRefused('SHUTDOWN', message)), accessRulesMs)
  await Promise.race([refusals, promise]).finally(() => clearTimeout(timer))
}
