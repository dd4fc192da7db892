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
import type { TunnelStatistics } from '../output/terminal-status.ts'
import { createRemoteCallHandler } from '../calls/remote-call-handler.ts'
import { openLocalServer } from '../local/local-server.ts'
import type { LocalServer } from '../local/local-server.ts'
import { Recorder } from '../inspection/recorder.ts'
import type { TunnelEvent } from '../tunnel/events.ts'
import type { InspectionOptions } from './inspection-options.ts'
import { confineTo, labelOf, RunningTunnels } from './running-tunnels.ts'
import { addTraffic, sumStatistics } from './tunnel-statistics.ts'
import type { Traffic } from '../origin/exchange-record.ts'
import { withoutTokens } from '@culvert/program/without-secrets'

/** A tunnel that a command opens; the name is undefined if there is only one. */
export interface NamedTunnel {
  name: string | undefined
  options: TunnelOptions
}

/** How long a failed tunnel waits before it is reopened, in milliseconds: initially, and at most. It doubles with each failure. */
const reopenMs = { first: 5_000, most: 60_000 }

/** How long the last lines of a command that is asked to stop may take to be read, in milliseconds. */
const lastWordsMs = 1_000

/** A tunnel that was requested of a command. */
interface ManagedTunnel {
  tunnel: Tunnel
  /** Ends the wait before it is reopened. */
  readonly waking: AbortController
  /** Whether its end has not been requested. */
  isWanted: boolean
  over: Promise<void>
}

/**
 * Opens tunnels, and keeps them open until the user ends the command or all have ended. If one ends on its own, the others stay open; while
 * any is open, the ended one is reopened from time to time if that may help.
 */
export class TunnelRun {
  readonly #tunnels = new Map<string | undefined, ManagedTunnel>()
  /** The failed tunnels that wait to be reopened. */
  readonly #failed = new Set<ManagedTunnel>()
  /** Work that must finish before the command ends: open tunnels, and changes in progress. */
  readonly #pending = new Set<Promise<void>>()
  /** The traffic of tunnels that have ended. */
  readonly #former: Traffic = { requestCount: 0, bytesIn: 0, bytesOut: 0 }
  /** The open tunnels, by their names on this machine. */
  readonly #byLabel = new Map<string, Tunnel>()
  readonly #recorder: Recorder
  readonly #inspection: InspectionOptions
  readonly #output: Output
  readonly #startedMs = performance.now()
  #server: LocalServer | undefined
  /** Why the command failed: the failure of the tunnel that ended first. */
  #failure: Failure | undefined
  #isStopping = false
  /** Whether the command is more than its tunnels: then a failed tunnel does not fail the command, and the caller that requested it is told. */
  #outlivesTunnels = false
  #inspectorUrl: string | undefined
  #findNotice: (() => Promise<string | undefined>) | undefined

  /**
   * Shows events on the caller's output, or on one that is created as requested. `findNotice` is called once a tunnel is
   * ready, and its line is shown below; it never throws.
   */
  constructor(
    output: OutputOptions | Output,
    inspection: InspectionOptions,
    findNotice?: () => Promise<string | undefined>,
  ) {
    this.#findNotice = findNotice
    this.#output = 'show' in output ? output : createOutput(output, () => this.#statistics)
    this.#recorder = new Recorder(inspection.recorder)
    this.#inspection = inspection
  }

  /**
   * Opens the inspector before any tunnel, because the first tunnel that is ready shows its address. A tunnel matters more than its inspector, and
   * runs without one; but throws Failure if a specific port was requested.
   */
  async listen(): Promise<void> {
    const { port } = this.#inspection
    try {
      const running = new RunningTunnels(this.#byLabel, this.#recorder, () => this.#stopTunnels())
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
        remedy: 'Give --inspect-port another port, or leave it out: the first free port from 4040 on is then taken.',
      })
    }
  }

  /** Opens a tunnel. */
  open({ name, options }: NamedTunnel): void {
    if (this.#isStopping) return
    const managed: ManagedTunnel = {
      tunnel: this.#create(name, options),
      waking: new AbortController(),
      isWanted: true,
      over: Promise.resolve(),
    }
    this.#tunnels.set(name, managed)
    managed.over = this.#keepOpen(name, managed)
    this.#track(managed.over)
  }

  /** Closes a tunnel, and resolves once it is closed. */
  async close(name: string | undefined): Promise<void> {
    const managed = this.#tunnels.get(name)
    if (managed === undefined) return
    end(managed)
    await managed.over
  }

  /** Changes tunnels; the command does not end while this runs. */
  change(work: () => Promise<void>): void {
    this.#track(work())
  }

  /** Keeps the command running until `work` finishes, regardless of which tunnels are open. */
  keepRunningUntil(work: Promise<void>): void {
    this.#outlivesTunnels = true
    this.#track(work)
  }

  /** Closes every tunnel, which ends the command. */
  end(): void {
    if (!this.#isStopping) this.#stop()
  }

  warn(message: string): void {
    this.#output.show({ event: 'warning', message: withoutTokens(message) })
  }

  note(line: string): void {
    this.#output.show({ event: 'notes', lines: [line] })
  }

  /**
   * Resolves with the exit code once everything has finished: that of the first failed tunnel. `explain` may tell more of a failure,
   * until the user has no more time for it.
   */
  async waitForEnd(explain?: (exitCode: ExitCode) => Promise<void>): Promise<ExitCode> {
    const stopped = waitForStop(() => {
      void this.#output.close()
      return this.#failure?.exitCode ?? exitCodes.endedByUser
    })
    void stopped.then(() => this.end())
    while (this.#pending.size > 0) await Promise.race(this.#pending)
    this.#server?.close()
    if (this.#failure !== undefined) this.#output.show({ event: 'failed', ...toFailureTexts(this.#failure) })
    else {
      const { requestCount, bytesIn, bytesOut } = this.#statistics
      const durationMs = Math.round(performance.now() - this.#startedMs)
      this.#output.show({ event: 'stopped', requestCount, bytesIn, bytesOut, durationMs })
    }
    this.#isStopping = true
    const exitCode = this.#failure?.exitCode ?? exitCodes.endedByUser
    // The user, or a service manager, does not wait for a reader of the output that has stopped reading.
    void stopped.then(() => setTimeout(() => process.exit(exitCode), lastWordsMs).unref())
    await this.#output.close()
    await Promise.race([explain?.(exitCode), stopped])
    return exitCode
  }

  get #statistics(): TunnelStatistics {
    return sumStatistics(
      this.#former,
      [...this.#tunnels.values()].filter((managed) => !this.#failed.has(managed)).map(({ tunnel }) => tunnel),
    )
  }

  /** The inspector is useful only once there is a tunnel. */
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

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#pending.delete(tracked))
    this.#pending.add(tracked)
  }

  #create(name: string | undefined, options: TunnelOptions): Tunnel {
    const label = labelOf(name, options)
    const recorder = this.#recorder
    const tunnel = new Tunnel(options, {
      onEvent: (event) => this.#show(event, name),
      begun: recorder.isOn ? (request) => recorder.begun(label, request) : undefined,
      called: createRemoteCallHandler(this.#inspection.remoteRefusal ?? confineTo(label, this.#byLabel, recorder)),
    })
    this.#byLabel.set(label, tunnel)
    return tunnel
  }

  async #keepOpen(name: string | undefined, managed: ManagedTunnel): Promise<void> {
    const { options } = managed.tunnel
    let waitMs = reopenMs.first
    let failure = await this.#runOnce(name, managed)
    while (failure !== undefined && (this.#outlivesTunnels || this.#hasOtherOpen(managed))) {
      const retryMs = this.#outlivesTunnels || permanentExitCodes.includes(failure.exitCode) ? null : waitMs
      this.#output.show({ event: 'tunnel-failed', ...toFailureTexts(failure), retryMs }, name)
      if (retryMs === null || !(await this.#waitToReopen(managed, retryMs))) break
      waitMs = Math.min(waitMs * 2, reopenMs.most)
      managed.tunnel = this.#create(name, options)
      failure = await this.#runOnce(name, managed)
    }
    if (failure !== undefined && managed.isWanted && !this.#outlivesTunnels) this.#failure ??= failure
    this.#tunnels.delete(name)
    // Failed tunnels wait only while another tunnel is open.
    if (this.#tunnels.size === this.#failed.size) for (const other of this.#failed) other.waking.abort()
  }

  /** Runs a tunnel until it ends. Resolves with the reason if it ended on its own. */
  async #runOnce(name: string | undefined, { tunnel }: ManagedTunnel): Promise<Failure | undefined> {
    try {
      await tunnel.run()
      return undefined
    } catch (error) {
      return error instanceof Failure ? error : unexpected(error)
    } finally {
      this.#byLabel.delete(labelOf(name, tunnel.options))
      addTraffic(this.#former, tunnel.traffic)
    }
  }

  /** Reports whether a tunnel other than this one is open or being opened. */
  #hasOtherOpen(managed: ManagedTunnel): boolean {
    return [...this.#tunnels.values()].some((other) => other !== managed && !this.#failed.has(other))
  }

  /** Resolves with true after a time, or with false if the wait was cancelled. */
  async #waitToReopen(managed: ManagedTunnel, ms: number): Promise<boolean> {
    this.#failed.add(managed)
    return await delay(ms, true, { signal: managed.waking.signal })
      .catch(() => false)
      .finally(() => this.#failed.delete(managed))
  }

  #stop(): void {
    this.#isStopping = true
    this.#output.show({ event: 'stopping' })
    this.#closeTunnels()
  }

  #stopTunnels(): void {
    if (this.#outlivesTunnels) this.#closeTunnels()
    else this.#stop()
  }

  #closeTunnels(): void {
    for (const managed of this.#tunnels.values()) end(managed)
  }
}

function end(managed: ManagedTunnel): void {
  managed.isWanted = false
  managed.waking.abort()
  managed.tunnel.close()
}

function unexpected(error: unknown): Failure {
  return new Failure(exitCodes.fault, 'Culvert failed unexpectedly.', {
    why: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
    remedy: 'Please report this, with the text above.',
  })
}
