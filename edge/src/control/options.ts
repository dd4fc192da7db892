/** How often the edge reports to the API, and how long it waits for it; milliseconds. */
export interface ControlTiming {
  /** The time between two readings of the usage counters. */
  usageMs: number
  /** The time between two looks whether recorded requests wait. */
  requestsMs: number
  /** The time between two reports of how much accounts use of their limits. */
  ratesMs: number
  /** The time between two looks for changes in the health of agents. */
  healthMs: number
  /**
   * The time between two heartbeats when there is nothing to report; the API takes an edge for gone after 25 s. Everything is reported again
   * after four of them, so that a tunnel that the API has ended ends within 30 s, whatever messages were lost.
   */
  heartbeatMs: number
  /**
   * The time between the start of a subscription and a second look at its subject: the API may begin to send events a little
   * later than it says so.
   */
  secondLookMs: number
  /** The time between two looks for changes of certificates and challenges. */
  certificatesMs: number
  /** How long an agent, and then its app, may take to answer a probe. */
  probeMs: number
  /** How long a call of the API to an agent may take to come, then its answer to begin, and then to be complete. */
  callMs: number
  /** How long the answer to a call that runs a set of requests may take to begin. */
  runMs: number
  /** How long the API may take to answer a request for the dashboard, or to go on with an answer. */
  apiIdleMs: number
}

export const controlTiming: ControlTiming = {
  usageMs: 1_000,
  requestsMs: 1_000,
  ratesMs: 5_000,
  healthMs: 2_000,
  heartbeatMs: 6_000,
  secondLookMs: 1_000,
  certificatesMs: 5_000,
  probeMs: 5_000,
  callMs: 15_000,
  runMs: 60_000,
  apiIdleMs: 60_000,
}
