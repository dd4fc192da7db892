import { messageOf, waitForStop } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { createOutput } from '../output/create-output.ts'
import type { OutputOptions } from '../output/create-output.ts'
import { toFailedEvent } from '../output/events.ts'
import type { Output } from '../output/events.ts'
import { Tunnel } from '../tunnel/tunnel.ts'
import type { TunnelOptions } from '../tunnel/tunnel-options.ts'
import { sumFigures } from './figures.ts'

/** A tunnel that a command opens; the name is undefined where there is only one. */
export interface NamedTunnel {
  name: string | undefined
  options: TunnelOptions
}

/**
 * Opens tunnels and keeps them open until the user ends the command, or all have ended. A tunnel that ends by itself leaves
 * the others open. Returns the exit code: that of the first that failed.
 */
export async function runTunnels(named: readonly NamedTunnel[], outputOptions: OutputOptions): Promise<ExitCode> {
  const run = new Run(named, outputOptions)
  return await run.untilOver()
}

class Run {
  readonly #tunnels = new Map<string | undefined, Tunnel>()
  readonly #output: Output
  readonly #startedMs = performance.now()
  #exitCode: ExitCode = exitCodes.endedByUser

  constructor(named: readonly NamedTunnel[], outputOptions: OutputOptions) {
    this.#output = createOutput(outputOptions, () => sumFigures([...this.#tunnels.values()]))
    for (const { name, options } of named) {
      const tunnel = new Tunnel(options, { onEvent: (event) => this.#output.show(event, name) })
      this.#tunnels.set(name, tunnel)
    }
  }

  async untilOver(): Promise<ExitCode> {
    const stopped = waitForStop(() => {
      void this.#output.close()
      return exitCodes.endedByUser
    })
    void stopped.then(() => this.#stop())
    await Promise.all([...this.#tunnels].map(([name, tunnel]) => this.#keepOpen(name, tunnel)))
    if (this.#exitCode === exitCodes.endedByUser) {
      const { requestCount, bytesIn, bytesOut } = sumFigures([...this.#tunnels.values()])
      const durationMs = Math.round(performance.now() - this.#startedMs)
      this.#output.show({ event: 'stopped', requestCount, bytesIn, bytesOut, durationMs })
    }
    await this.#output.close()
    return this.#exitCode
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
