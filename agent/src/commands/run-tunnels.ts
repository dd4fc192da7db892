import { setTimeout as delay } from 'node:timers/promises'
import { hasCode, messageOf, waitForStop } from '@culvert/program'
import { exitCodes, Failure, permanentExitCodes } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createOutput } from '../output/create-output.ts'
import type { OutputOptions } from '../output/create-output.ts'
import { toFailureTexts } from '../output/events.ts'
import type { Output } from '../output/events.ts'
import { Tunnel } from '../tunnel/tunnel.ts'
import type { TunnelOptions } from '../tunnel/tunnel-options.ts'
import type { TunnelFigures } from '../output/terminal-status.ts'
import { openRemoteDoor } from '../calls/remote-door.ts'
import { openLocalServer } from '../local/local-server.ts'
import type { LocalServer } from '../local/local-server.ts'
import { Recorder } from '../inspection/recorder.ts'
import type { TunnelEvent } from '../tunnel/events.ts'
import type { InspectionOptions } from './inspection-options.ts'
import { confineTo, labelOf, RunningTunnels } from './running-tunnels.ts'
import { addTraffic, sumFigures } from './figures.ts'
import type { Traffic } from '../origin/exchange-record.ts'

/** A tunnel that a command opens; the name is undefined where there is only one. */
export interface NamedTunnel {
  name: string | undefined
  options: TunnelOptions
}

/** How long a tunnel that failed waits until it is opened anew, in milliseconds: at first, and at most. It doubles with each failure. */
const reopenMs = { first: 5_000, most: 60_000 }

/** A tunnel that a command has been asked for. */
interface Held {
  tunnel: Tunnel
  /** Ends the time that it waits to be opened anew. */
  readonly waking: AbortController
  /** Whether nobody has asked for its end. */
  isWanted: boolean
  over: Promise<void>
}

/**
 * Opens tunnels, and keeps them open until the user ends the command, or all have ended. One that ends by itself leaves the others open; while
 * one of them is, it is opened anew from time to time where that may help.
 */
export class TunnelRun {
  readonly #tunnels = new Map<string | undefined, Held>()
  /** Those of them that failed, and wait to be opened anew. */
  readonly #failed = new Set<Held>()
  /** What must be over before the command is: open tunnels, and changes under way. */
  readonly #pending = new Set<Promise<void>>()
  /** What tunnels carried that have ended. */
  readonly #former: Traffic = { requestCount: 0, bytesIn: 0, bytesOut: 0 }
  /** The open tunnels, by what they are called on this machine. */
  readonly #labelled = new Map<string, Tunnel>()
  readonly #recorder: Recorder
  readonly #inspection: InspectionOptions
  readonly #output: Output
  readonly #startedMs = performance.now()
  #server: LocalServer | undefined
  /** Why the command has failed: the tunnel that was over first. */
  #failure: Failure | undefined
  #isStopping = false
  /** Whether the command is more than its tunnels: one that fails is no failure of it, and whoever asked for that one is told. */
  #isKept = false
  #inspectorUrl: string | undefined
  #findNotice: (() => Promise<string | undefined>) | undefined

  /**
   * Shows what happens at an output of the caller's, or at one that is made as it was asked for. `findNotice` is called once a tunnel is
   * ready, and its line is shown below; it never throws.
   */
  constructor(
    output: OutputOptions | Output,
    inspection: InspectionOptions,
    findNotice?: () => Promise<string | undefined>,
  ) {
    this.#findNotice = findNotice
    this.#output = 'show' in output ? output : createOutput(output, () => this.#figures)
    this.#recorder = new Recorder(inspection.recorder)
    this.#inspection = inspection
  }

  /**
   * Opens the inspector, before any tunnel: the first that is ready shows where it is. A tunnel is worth more than its inspector, and
   * goes on without one; but throws Failure when the port was asked for by its number.
   */
  async listen(): Promise<void> {
    const { port } = this.#inspection
    try {
      const running = new RunningTunnels(this.#labelled, this.#recorder, () => this.#stopTunnels())
      this.#server = await openLocalServer(running, port)
      this.#inspectorUrl = this.#server.url
    } catch (error) {
      if (port === undefined) {
        this.warn(`The inspector cannot be opened: ${messageOf(error)}.`)
        return
      }
      await this.#output.close()
      throw new Failure(exitCodes.usage, `The inspector cannot listen on port ${port}.`, {
        why: hasCode(error, 'EADDRINUSE') ? 'Another program listens there.' : `${messageOf(error)}.`,
        wayOut: 'Give --inspect-port another port, or leave it out: the first free port from 4040 on is then taken.',
      })
    }
  }

  /** Opens a tunnel. */
  open({ name, options }: NamedTunnel): void {
    if (this.#isStopping) return
    const held: Held = {
      tunnel: this.#create(name, options),
      waking: new AbortController(),
      isWanted: true,
      over: Promise.resolve(),
    }
    this.#tunnels.set(name, held)
    held.over = this.#keepOpen(name, held)
    this.#hold(held.over)
  }

  /** Closes a tunnel, and resolves once it is closed. */
  async close(name: string | undefined): Promise<void> {
    const held = this.#tunnels.get(name)
    if (held === undefined) return
    end(held)
    await held.over
  }

  /** Changes tunnels; the command does not end meanwhile. */
  change(work: () => Promise<void>): void {
    this.#hold(work())
  }

  /** Keeps the command running until `work` is over, whatever tunnels are open. */
  keepUntil(work: Promise<void>): void {
    this.#isKept = true
    this.#hold(work)
  }

  /** Closes every tunnel; the command ends with them. */
  end(): void {
    if (!this.#isStopping) this.#stop()
  }

  warn(message: string): void {
    this.#output.show({ event: 'warning', message })
  }

  note(line: string): void {
    this.#output.show({ event: 'notes', lines: [line] })
  }

  /** Resolves with the exit code once everything is over: that of the first tunnel that failed. */
  async untilOver(): Promise<ExitCode> {
    const stopped = waitForStop(() => {
      void this.#output.close()
      return exitCodes.endedByUser
    })
    void stopped.then(() => this.#stop())
    while (this.#pending.size > 0) await Promise.race(this.#pending)
    this.#server?.close()
    if (this.#failure !== undefined) this.#output.show({ event: 'failed', ...toFailureTexts(this.#failure) })
    else {
      const { requestCount, bytesIn, bytesOut } = this.#figures
      const durationMs = Math.round(performance.now() - this.#startedMs)
      this.#output.show({ event: 'stopped', requestCount, bytesIn, bytesOut, durationMs })
    }
    await this.#output.close()
    return this.#failure?.exitCode ?? exitCodes.endedByUser
  }

  get #figures(): TunnelFigures {
    return sumFigures(
      this.#former,
      [...this.#tunnels.values()].filter((held) => !this.#failed.has(held)).map(({ tunnel }) => tunnel),
    )
  }

  /** The inspector is of interest once there is a tunnel. */
  #show(event: TunnelEvent, name: string | undefined): void {
    this.#output.show(event, name)
    if (event.event !== 'ready') return
    if (this.#inspectorUrl !== undefined) this.#output.show({ event: 'inspector', url: this.#inspectorUrl })
    this.#inspectorUrl = undefined
    void this.#showNotice()
  }

  async #showNotice(): Promise<void> {
    const findNotice = this.#findNotice
    this.#findNotice = undefined
    const line = await findNotice?.()
    if (line !== undefined && !this.#isStopping) this.#output.show({ event: 'notes', lines: [line] })
  }

  #hold(work: Promise<void>): void {
    const held = work.finally(() => this.#pending.delete(held))
    this.#pending.add(held)
  }

  #create(name: string | undefined, options: TunnelOptions): Tunnel {
    const label = labelOf(name, options)
    const recorder = this.#recorder
    const tunnel = new Tunnel(options, {
      onEvent: (event) => this.#show(event, name),
      begun: recorder.isOn ? (request) => recorder.begun(label, request) : undefined,
      called: openRemoteDoor(this.#inspection.remoteRefusal ?? confineTo(label, this.#labelled, recorder)),
    })
    this.#labelled.set(label, tunnel)
    return tunnel
  }

  async #keepOpen(name: string | undefined, held: Held): Promise<void> {
    const { options } = held.tunnel
    let waitMs = reopenMs.first
    let failure = await this.#runOnce(name, held)
    while (failure !== undefined && (this.#isKept || this.#hasOther(held))) {
      const retryMs = this.#isKept || permanentExitCodes.includes(failure.exitCode) ? null : waitMs
      this.#output.show({ event: 'tunnel-failed', ...toFailureTexts(failure), retryMs }, name)
      if (retryMs === null || !(await this.#untilTime(held, retryMs))) break
      waitMs = Math.min(waitMs * 2, reopenMs.most)
      held.tunnel = this.#create(name, options)
      failure = await this.#runOnce(name, held)
    }
    if (failure !== undefined && held.isWanted && !this.#isKept) this.#failure ??= failure
    this.#tunnels.delete(name)
    // Those that failed wait beside an open tunnel only.
    if (this.#tunnels.size === this.#failed.size) for (const other of this.#failed) other.waking.abort()
  }

  /** Runs a tunnel until it ends. Resolves with why, where it ended by itself. */
  async #runOnce(name: string | undefined, { tunnel }: Held): Promise<Failure | undefined> {
    try {
      await tunnel.run()
      return undefined
    } catch (error) {
      return error instanceof Failure ? error : unexpected(error)
    } finally {
      this.#labelled.delete(labelOf(name, tunnel.options))
      addTraffic(this.#former, tunnel.traffic)
    }
  }

  /** Reports whether a tunnel is open beside this one, or is being opened. */
  #hasOther(held: Held): boolean {
    return [...this.#tunnels.values()].some((other) => other !== held && !this.#failed.has(other))
  }

  /** Resolves with true after a time, and with false where the wait was ended. */
  async #untilTime(held: Held, ms: number): Promise<boolean> {
    this.#failed.add(held)
    return await delay(ms, true, { signal: held.waking.signal })
      .catch(() => false)
      .finally(() => this.#failed.delete(held))
  }

  #stop(): void {
    this.#isStopping = true
    this.#output.show({ event: 'stopping' })
    this.#closeTunnels()
  }

  #stopTunnels(): void {
    if (this.#isKept) this.#closeTunnels()
    else this.#stop()
  }

  #closeTunnels(): void {
    for (const held of this.#tunnels.values()) end(held)
  }
}

function end(held: Held): void {
  held.isWanted = false
  held.waking.abort()
  held.tunnel.close()
}

function unexpected(error: unknown): Failure {
  return new Failure(exitCodes.fault, 'Culvert failed unexpectedly.', {
    why: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
    wayOut: 'Please report this, with the text above.',
  })
}
