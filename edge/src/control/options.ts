/** How often the edge tells the API what, and how long it waits for it; milliseconds. */
export interface ControlTiming {
  /** Between two looks at the usage counters. */
  usageMs: number
  /** Between two reports of what accounts use of their limits. */
  ratesMs: number
  /** Between two looks for changes in the health of agents. */
  healthMs: number
  /**
   * Between two signs of life when there is nothing to report; the API takes an edge for gone after 25 s. Everything is told again
   * after four of them, so that what the API has ended ends within 30 s, whatever messages were lost.
   */
  heartbeatMs: number
  /**
   * Between the begin of a subscription and a second look at what it is about: the API may begin to send events a little
   * later than it says so.
   */
  secondLookMs: number
  /** For an agent, and again for its app, to answer a probe. */
  probeMs: number
}

export const controlTiming: ControlTiming = {
  usageMs: 1_000,
  ratesMs: 5_000,
  healthMs: 2_000,
  heartbeatMs: 6_000,
  secondLookMs: 1_000,
  probeMs: 5_000,
}
