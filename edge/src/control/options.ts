import { hostname } from 'node:os'
import { isRegion, regionForm } from '@culvert/schema/names'
import { z } from 'zod'
import { wholeNumber } from '../settings.ts'

/** How often the edge reports to the API, and how long it waits for the API; milliseconds. */
export interface ControlTiming {
  /** How long to wait for the report that this edge takes no more agents before its agents are told. */
  leaveMs: number
  /** The time between two reports of everything while agents are on their way to other edges: the answers say which have arrived. */
  movesMs: number
  /** How long load balancers may take to notice that an edge without agents is not ready before it stops taking connections. */
  noticeMs: number
  /** How long before its deadline a stopping edge begins to tell WebSockets to reconnect; they are spread over half of this time. */
  reconnectMs: number
  /** The time between two readings of the usage counters. */
  usageMs: number
  /** The time between two checks for recorded requests that wait. */
  requestsMs: number
  /** The time between two reports of how much accounts use of their limits. */
  ratesMs: number
  /** The time between two checks for changes in the health of agents. */
  healthMs: number
  /**
   * The time between two heartbeats when there is nothing to report; the API considers an edge gone after 25 s. Every twelfth heartbeat
   * reports everything, so that a tunnel that the API has ended ends within 30 s, whatever messages were lost.
   */
  heartbeatMs: number
  /**
   * The time between the start of a subscription and a second check of its subject: the API may begin to send events a little
   * later than it reports.
   */
  recheckMs: number
  /** The time between two checks for changes of certificates and challenges. */
  certificatesMs: number
  /** How long an agent, and then its app, may take to answer a probe. */
  probeMs: number
  /** How long a call of the API to an agent may take to arrive, its answer then to begin, and then to complete. */
  callMs: number
  /** How long the answer to a call that runs a set of requests may take to begin. */
  runMs: number
  /** How long the API may take to answer a request for the dashboard, or to continue an answer. */
  apiIdleMs: number
}

export const controlTiming: ControlTiming = {
  leaveMs: 1_000,
  movesMs: 1_000,
  noticeMs: 3_000,
  reconnectMs: 3_000,
  usageMs: 1_000,
  requestsMs: 1_000,
  ratesMs: 5_000,
  healthMs: 2_000,
  heartbeatMs: 2_000,
  recheckMs: 1_000,
  certificatesMs: 5_000,
  probeMs: 5_000,
  callMs: 15_000,
  runMs: 60_000,
  apiIdleMs: 60_000,
}

/** What the edge publishes about itself in the directory of edges. */
export interface DirectoryOptions {
  /** The name by which its operator knows it. */
  name: string
  /** Where it is; undefined if not configured. */
  region: string | undefined
  /** How many tunnels it is meant to carry, across all of its processes. */
  capacity: number | undefined
}

/** How many tunnels a process of an edge is meant to carry by default: this many idle ones took 4 % of a core (docs/benchmarks.md). */
export const processCapacity = 5_000

const isName = (text: string) =>
  text.length >= 1 && text.length <= 100 && /^[^\p{C}\p{Z}]+( [^\p{C}\p{Z}]+)*$/u.test(text)

export const directorySettings = z
  .object({
    EDGE_NAME: z
      .string()
      .default(() => hostname() || 'edge')
      .refine(isName, { error: ({ input }) => `expected 1 to 100 printable characters, found "${String(input)}".` }),
    EDGE_REGION: z
      .string()
      .refine(isRegion, { error: ({ input }) => `expected ${regionForm}, found "${String(input)}".` })
      .optional(),
    EDGE_CAPACITY: wholeNumber('a number of tunnels', 1, 1_000_000).optional(),
  })
  .transform((given): DirectoryOptions => ({
    name: given.EDGE_NAME,
    region: given.EDGE_REGION,
    capacity: given.EDGE_CAPACITY,
  }))
