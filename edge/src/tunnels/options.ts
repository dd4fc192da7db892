import { totalmem } from 'node:os'
import { z } from 'zod'
import { wholeNumber } from '../settings.ts'

/** The timeouts of tunnels, in milliseconds. */
export interface TunnelTiming {
  /** How long the HELLO of an upgraded connection may take. */
  helloMs: number
  /** How long IP restrictions and blocked hostnames may take to be read at the edge's start, before agents are told to dial again. */
  accessRulesMs: number
  /** How long an agent may take to come back with its resume token after its connection was lost. */
  holdMs: number
  /** How long a session, with all of its streams, may take to resume over another connection after its connection was lost; 0: it cannot. */
  resumeMs: number
  /** How long a request whose answer has not begun waits while its agent is away. */
  parkMs: number
  /** How long the streams of a connection may continue after another one has replaced it. */
  replacedGraceMs: number
  /** How long the streams of a tunnel may continue after the API has ended it; the contract is 2 s in total. */
  endedGraceMs: number
  /** How long the streams of a tunnel may continue after its agent has moved to another edge because this one is drained. */
  movedGraceMs: number
  /** How long the connection of an agent that leaves may outlast the grace that the agent has announced: its last bytes may be on their way. */
  farewellMs: number
}

/** The limits of tunnels. */
export interface TunnelOptions {
  timing: TunnelTiming
  /** How many bytes all agents' sessions may make the edge keep, across all of its processes. */
  keptBytesMax: number
}

const timing: TunnelTiming = {
  helloMs: 10_000,
  accessRulesMs: 5_000,
  holdMs: 60_000,
  resumeMs: 30_000,
  parkMs: 5_000,
  replacedGraceMs: 30_000,
  endedGraceMs: 1_000,
  movedGraceMs: 3_600_000,
  farewellMs: 30_000,
}

const mebibyte = 1024 * 1024

export const tunnelSettings = z
  .object({ EDGE_KEPT_MEGABYTES: wholeNumber('a whole number of MiB', 1, 1024 * 1024).default(defaultMegabytes) })
  .transform(({ EDGE_KEPT_MEGABYTES }): TunnelOptions => ({ timing, keptBytesMax: EDGE_KEPT_MEGABYTES * mebibyte }))

/** Returns a quarter of the memory of the machine or the container. */
function defaultMegabytes(): number {
  const containerBytes = process.constrainedMemory()
  const bytes = containerBytes > 0 ? Math.min(containerBytes, totalmem()) : totalmem()
  return Math.max(64, Math.floor(bytes / 4 / mebibyte))
}
