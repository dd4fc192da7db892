import { basename } from 'node:path'
import type { AgentStatus } from '../inspection/api-types.ts'
import type { CalledAgent } from '../calls/answer-call.ts'
import type { KeptRequest } from '../inspection/kept-request.ts'
import type { Recorder } from '../inspection/recorder.ts'
import type { LocalAgent } from '../local/routes.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'
import type { TunnelOptions } from '../tunnel/tunnel-options.ts'
import { version } from '../version.ts'

/** The tunnels of a running command, as seen by its local server. */
export class RunningTunnels implements LocalAgent {
  readonly recorder: Recorder
  readonly #tunnels: ReadonlyMap<string, Tunnel>
  readonly #stopAll: () => void
  readonly #startedAt = new Date().toISOString()

  constructor(tunnels: ReadonlyMap<string, Tunnel>, recorder: Recorder, stopAll: () => void) {
    this.recorder = recorder
    this.#tunnels = tunnels
    this.#stopAll = stopAll
  }

  status(): AgentStatus {
    const tunnels = [...this.#tunnels].map(([name, { publicUrl, options, traffic }]) => {
      return { name, publicUrl, forwardingTo: options.folder ?? options.target.url, ...traffic }
    })
    return { pid: process.pid, version, startedAt: this.#startedAt, tunnels, keeping: this.recorder.keeping }
  }

  findRequest(id: string): KeptRequest | undefined {
    return this.recorder.ring.find(id)
  }

  findTunnel(name: string | undefined): Tunnel | undefined {
    if (name !== undefined) return this.#tunnels.get(name)
    const [only, second] = this.#tunnels.values()
    return second === undefined ? only : undefined
  }

  stop(name: string | undefined): boolean {
    if (name === undefined || this.#tunnels.size === 1) {
      if (name !== undefined && !this.#tunnels.has(name)) return false
      this.#stopAll()
      return true
    }
    const tunnel = this.#tunnels.get(name)
    tunnel?.close()
    return tunnel !== undefined
  }
}

/** Returns the part of a running command that the dashboard can access: one tunnel and its requests, even if others are open. */
export function confineTo(label: string, tunnels: ReadonlyMap<string, Tunnel>, recorder: Recorder): CalledAgent {
  return {
    recorder,
    findRequest(id) {
      const kept = recorder.ring.find(id)
      return kept?.summary.tunnel === label ? kept : undefined
    },
    findTunnel: () => tunnels.get(label),
  }
}

/** Returns a tunnel's name on this machine. */
export function labelOf(name: string | undefined, { name: shown, gateway, target, folder }: TunnelOptions): string {
  return name ?? shown ?? gateway ?? (folder === undefined ? new URL(target.url).host : basename(folder))
}
