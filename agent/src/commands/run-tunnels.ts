import { messageOf, waitForStop } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createOutput } from '../output/create-output.ts'
import type { OutputOptions } from '../output/create-output.ts'
import { toFailedEvent } from '../output/events.ts'
import type { Output } from '../output/events.ts'
import { openLocalServer } from '../local/local-server.ts'
import type { LocalServer } from '../local/local-server.ts'
import { Recorder } from '../inspection/recorder.ts'
import { Tunnel } from '../tunnel/tunnel.ts'
import type { TunnelEvent } from '../tunnel/events.ts'
import type { TunnelOptions } from '../tunnel/tunnel-options.ts'
import { sumFigures } from './figures.ts'
import type { InspectionOptions } from './inspection-options.ts'
import { labelOf, RunningTunnels } from './running-tunnels.ts'

/** A tunnel that a command opens; the name is undefined where there is only one. */
export interface NamedTunnel {
  name: string | undefined
  options: TunnelOptions
}

/**
 * Opens tunnels and keeps them open until the user ends the command, or all have ended. A tunnel that ends by itself leaves
 * the others open. Returns the exit code: that of the first that failed.
 */
export async function runTunnels(
  named: readonly NamedTunnel[],
  outputOptions: OutputOptions,
  inspection: InspectionOptions,
): Promise<ExitCode> {
  const run = new Run(named, outputOptions, inspection)
  return await run.untilOver()
}

class Run {
  readonly #tunnels = new Map<string | undefined, Tunnel>()
  readonly #labelled = new Map<string, Tunnel>()
  readonly #inspection: InspectionOptions
  readonly #local: RunningTunnels
  readonly #output: Output
  readonly #startedMs = performance.now()
  #inspectorUrl: string | undefined
  #exitCode: ExitCode = exitCodes.endedByUser

  constructor(named: readonly NamedTunnel[], outputOptions: OutputOptions, inspection: InspectionOptions) {
    this.#output = createOutput(outputOptions, () => sumFigures([...this.#tunnels.values()]))
    const recorder = new Recorder(inspection.recorder)
    for (const { name, options } of named) {
      const label = labelOf(name, options)
      const tunnel = new Tunnel(options, {
        onEvent: (event) => this.#show(event, name),
        begun: recorder.isOn ? (request) => recorder.begun(label, request) : undefined,
      })
      this.#tunnels.set(name, tunnel)
      this.#labelled.set(label, tunnel)
    }
    this.#inspection = inspection
    this.#local = new RunningTunnels(this.#labelled, recorder, () => this.#stop())
  }

  async untilOver(): Promise<ExitCode> {
    const stopped = waitForStop(() => {
      void this.#output.close()
      return exitCodes.endedByUser
    })
    void stopped.then(() => this.#stop())
    const server = await this.#openLocalServer()
    await Promise.all([...this.#tunnels].map(([name, tunnel]) => this.#keepOpen(name, tunnel)))
    server?.close()
    if (this.#exitCode === exitCodes.endedByUser) {
      const { requestCount, bytesIn, bytesOut } = sumFigures([...this.#tunnels.values()])
      const durationMs = Math.round(performance.now() - this.#startedMs)
      this.#output.show({ event: 'stopped', requestCount, bytesIn, bytesOut, durationMs })
    }
    await this.#output.close()
    return this.#exitCode
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
      const server = await openLocalServer(this.#local, this.#inspection.port)
      this.#inspectorUrl = server.url
      return server
    } catch (error) {
      const message = `The inspector cannot be opened: ${messageOf(error)}.`
      this.#output.show({ event: 'warning', message })
      return undefined
    }
  }

  async #keepOpen(name: string | undefined, tunnel: Tunnel): Promise<void> {
    try {
      await tunnel.run()
    } catch (error) {
      const failure = error instanceof Failure ? error : unexpected(error)
      if (this.#exitCode === exitCodes.endedByUser) this.#exitCode = failure.exitCode
      this.#output.show(toFailedEvent(failure), name)
    }
  }

  #stop(): void {
    this.#output.show({ event: 'stopping' })
    for (const tunnel of this.#tunnels.values()) tunnel.close()
  }
}

function unexpected(error: unknown): Failure {
  return new Failure(exitCodes.fault, 'Culvert failed unexpectedly.', {
    why: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
    wayOut: 'Please report this, with the text above.',
  })
}
