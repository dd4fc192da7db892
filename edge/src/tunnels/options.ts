import { totalmem } from 'node:os'
import { z } from 'zod'
import { wholeNumber } from '../settings.ts'

/** How long tunnels wait for what; milliseconds. */
export interface TunnelTiming {
  /** For the HELLO of a connection that was upgraded. */
  helloMs: number
  /** For an agent to come back with its resume token after its connection was lost. */
  holdMs: number
  /** For a session to go on over another connection after its own was lost, with all of its streams; 0: not at all. */
  resumeMs: number
  /** For a request whose answer has not begun to wait while its agent is away. */
  parkMs: number
  /** For the streams of a connection that another one has replaced. */
  replacedGraceMs: number
  /** For the streams of a tunnel that the API has ended; the contract is 2 s in all. */
  endedGraceMs: number
}

/** What bounds tunnels. */
export interface TunnelOptions {
  timing: TunnelTiming
  /** What all sessions of agents may make the edge keep together, over all of its processes. */
  keptBytesMax: number
}

const timing: TunnelTiming = {
  helloMs: 10_000,
  holdMs: 60_000,
  resumeMs: 30_000,
  parkMs: 5_000,
  replacedGraceMs: 30_000,
  endedGraceMs: 1_000,
}

const mebibyte = 1024 * 1024

export const tunnelSettings = z
  .object({ EDGE_KEPT_MEGABYTES: wholeNumber('a whole number of MiB', 1, 1024 * 1024).default(defaultMegabytes) })
  .transform(({ EDGE_KEPT_MEGABYTES }): TunnelOptions => ({ timing, keptBytesMax: EDGE_KEPT_MEGABYTES * mebibyte }))

/** Returns a quarter of what the machine has, or the container. */
function defaultMegabytes(): number {
  const containerBytes = process.constrainedMemory()
  const bytes = containerBytes > 0 ? Math.min(containerBytes, totalmem()) : totalmem()
  return Math.max(64, Math.floor(bytes / 4 / mebibyte))
}
