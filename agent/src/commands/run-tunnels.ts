import { messageOf, waitForStop } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createOutput } from '../output/create-output.ts'
import type { OutputOptions } from '../output/create-output.ts'
import { toFailedEvent } from '../output/events.ts'
import type { Output } from '../output/events.ts'
import { Tunnel } from '../tunnel/tunnel.ts'
import type { TunnelOptions } from '../tunnel/tunnel-options.ts'
import type { TunnelFigures } from '../output/terminal-status.ts'
import { openLocalServer } from '../local/local-server.ts'
import type { LocalServer } from '../local/local-server.ts'
import { Recorder } from '../inspection/recorder.ts'
import type { TunnelEvent } from '../tunnel/events.ts'
import type { InspectionOptions } from './inspection-options.ts'
import { labelOf, RunningTunnels } from './running-tunnels.ts'
import { addTraffic, sumFigures } from './figures.ts'
import type { Traffic } from '../origin/exchange.ts'

/** A tunnel that a command opens; the name is undefined where there is only one. */
export interface NamedTunnel {
  name: string | undefined
  options: TunnelOptions
}

/** Opens tunnels, and keeps them open until the user ends the command, or all have ended. One that ends by itself leaves the others open. */
export class TunnelRun {
  readonly #tunnels = new Map<string | undefined, { tunnel: Tunnel; over: Promise<void> }>()
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
  #exitCode: ExitCode = exitCodes.endedByUser
  #isStopping = false
  #inspectorUrl: string | undefined

  /** Shows what happens at an output of the caller's, or at one that is made as it was asked for. */
  constructor(output: OutputOptions | Output, inspection: InspectionOptions) {
    this.#output = 'show' in output ? output : createOutput(output, () => this.#figures)
    this.#recorder = new Recorder(inspection.recorder)
    this.#inspection = inspection
  }

  /** Opens a tunnel. */
  open({ name, options }: NamedTunnel): void {
    if (this.#isStopping) return
    const label = labelOf(name, options)
    const recorder = this.#recorder
    const tunnel = new Tunnel(options, {
      onEvent: (event) => this.#show(event, name),
      begun: recorder.isOn ? (request) => recorder.begun(label, request) : undefined,
    })
    this.#labelled.set(label, tunnel)
    const over = this.#keepOpen(name, tunnel).finally(() => this.#labelled.delete(label))
    this.#tunnels.set(name, { tunnel, over })
    this.#hold(over)
  }

  /** Closes a tunnel, and resolves once it is closed. */
  async close(name: string | undefined): Promise<void> {
    const { tunnel, over } = this.#tunnels.get(name) ?? {}
    tunnel?.close()
    await over
  }

  /** Changes tunnels; the command does not end meanwhile. */
  change(work: () => Promise<void>): void {
    this.#hold(work())
  }

  /** Closes every tunnel; the command ends with them. */
  end(): void {
    if (!this.#isStopping) this.#stop()
  }

  warn(message: string): void {
    this.#output.show({ event: 'warning', message })
  }

  /** Resolves with the exit code once everything is over: that of the first tunnel that failed. */
  async untilOver(): Promise<ExitCode> {
    const stopped = waitForStop(() => {
      void this.#output.close()
      return exitCodes.endedByUser
    })
    void stopped.then(() => this.#stop())
    const server = await this.#openLocalServer()
    while (this.#pending.size > 0) await Promise.race(this.#pending)
    server?.close()
    if (this.#exitCode === exitCodes.endedByUser) {
      const { requestCount, bytesIn, bytesOut } = this.#figures
      const durationMs = Math.round(performance.now() - this.#startedMs)
      this.#output.show({ event: 'stopped', requestCount, bytesIn, bytesOut, durationMs })
    }
    await this.#output.close()
    return this.#exitCode
  }

  get #figures(): TunnelFigures {
    return sumFigures(
      this.#former,
      [...this.#tunnels.values()].map(({ tunnel }) => tunnel),
    )
  }

  /** The inspector is of interest once there is a tunnel. */
  #show(event: TunnelEvent, name: string | undefined): void {
    this.#output.show(event, name)
    if (event.event !== 'ready' || this.#inspectorUrl === undefined) return
    this.#output.show({ event: 'inspector', url: this.#inspectorUrl })
    this.#inspectorUrl = undefined
  }

  /** A tunnel is worth more than its inspector: it goes on without one. */
  async #openLocalServer(): Promise<LocalServer | undefined> {
    try {
      const running = new RunningTunnels(this.#labelled, this.#recorder, () => this.#stop())
      const server = await openLocalServer(running, this.#inspection.port)
      this.#inspectorUrl = server.url
      return server
    } catch (error) {
      const message = `The inspector cannot be opened: ${messageOf(error)}.`
      this.#output.show({ event: 'warning', message })
      return undefined
    }
  }

  #hold(work: Promise<void>): void {
    const held = work.finally(() => this.#pending.delete(held))
    this.#pending.add(held)
  }

  async #keepOpen(name: string | undefined, tunnel: Tunnel): Promise<void> {
    try {
      await tunnel.run()
    } catch (error) {
      const failure = error instanceof Failure ? error : unexpected(error)
      if (this.#exitCode === exitCodes.endedByUser) this.#exitCode = failure.exitCode
      this.#output.show(toFailedEvent(failure), name)
    } finally {
      this.#tunnels.delete(name)
      addTraffic(this.#former, tunnel.traffic)
    }
  }

  #stop(): void {
    this.#isStopping = true
    this.#output.show({ event: 'stopping' })
    for (const { tunnel } of this.#tunnels.values()) tunnel.close()
  }
}

function unexpected(error: unknown): Failure {
  return new Failure(exitCodes.fault, 'Culvert failed unexpectedly.', {
    why: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
    wayOut: 'Please report this, with the text above.',
  })
}
