/** Heads wait freely while all urgent frames take less memory than this; beyond it, the heads of each tunnel may take a little more, up to a bound. */
const crowdedBytes = 4 * 1024 * 1024
const bytesOfTunnelMax = 256 * 1024
const fullBytes = 6 * 1024 * 1024

/**
 * Decides which heads may wait while the transport accepts nothing. Any number of requests may begin or be answered at that time, and whoever
 * causes that must not end the session. Between edges many tunnels share one: those with few heads keep some room.
 */
export class HeadRoom {
  /** The memory of the heads of each tunnel that wait beyond the first bound. */
  readonly #byTunnel = new Map<string, number>()

  /** Reports whether frames take so much memory that what nobody needs should not be sent. */
  isCrowded(waitingBytes: number): boolean {
    return waitingBytes >= crowdedBytes
  }

  /** Reports whether a head may wait in addition to `waitingBytes`; if so, it counts. */
  take(headBytes: number, tunnel: string, waitingBytes: number): boolean {
    if (!this.isCrowded(waitingBytes)) return true
    const ofTunnel = (this.#byTunnel.get(tunnel) ?? 0) + headBytes
    if (ofTunnel > bytesOfTunnelMax || waitingBytes + headBytes > fullBytes) return false
    this.#byTunnel.set(tunnel, ofTunnel)
    return true
  }

  /** Called when nothing waits any more. */
  clear(): void {
    if (this.#byTunnel.size > 0) this.#byTunnel.clear()
  }
}
