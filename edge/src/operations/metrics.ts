import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Accounts } from '../accounts/accounts.ts'
import type { UsageMeter } from '../usage/meter.ts'
import type { CutReason } from '../http/connection.ts'
import type { ErrorCode } from '../error-code.ts'
import type { KeptBytes } from '../tunnels/kept-bytes.ts'
import type { RequestQueue } from '../requests/queue.ts'
import type { Hop } from '../hop/hop.ts'
import type { LookUpResult } from '../routes/redis-directory.ts'
import type { TunnelRegistry } from '../tunnels/registry.ts'
import { DurationHistogram } from './duration-histogram.ts'

export interface MetricsSources {
  registry: TunnelRegistry
  accounts: Accounts
  meter: UsageMeter
  reports: { readonly usage: { readonly rowsWaiting: number }; readonly journal: { readonly isFailing: boolean } }
  requestQueue: RequestQueue
  keptBytes: KeptBytes
  /** Undefined if the API orders no certificates. */
  served: { readonly size: number } | undefined
  /** Undefined if the edge serves its own sessions only. */
  hop: Hop | undefined
}

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/**
 * The edge's metrics. Requests are counted in plain numbers, which become metrics when the metrics are read: a single
 * labelled counter of the library costs each request more than all of them.
 */
export class Metrics {
  readonly #statuses = [0, 0, 0, 0, 0]
  /** The alert on faults of the edge itself sees the first one only if the counter began at zero. */
  readonly #errors = new Map<ErrorCode, number>([['CULVERT_INTERNAL', 0]])
  readonly #cuts = new Map<CutReason, number>()
  readonly #durations: DurationHistogram
  readonly #lookUps = new Map<LookUpResult, number>()
  readonly #lookUpDurations: DurationHistogram
  readonly #register = new Registry()

  constructor() {
    this.#durations = new DurationHistogram({
      name: 'culvert_edge_request_duration_seconds',
      help: 'From the head of a request to the end of its answer, for requests that an app answered.',
      bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    })
    this.#lookUpDurations = new DurationHistogram({
      name: 'culvert_edge_route_lookup_duration_seconds',
      help: 'How long Redis took to return the edges that have a hostname, for look-ups that requests waited for.',
      bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
    })
    this.#register.registerMetric(this.#durations)
    this.#register.registerMetric(this.#lookUpDurations)
  }

  /** Counts a complete or broken-off answer of an app. */
  countAnswer(status: number, durationMs: number): void {
    this.#countStatus(status)
    this.#durations.note(durationMs / 1_000)
  }

  /** Counts an answer by the edge itself. */
  countError(code: ErrorCode, status: number): void {
    this.#countStatus(status)
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1)
  }

  /** Counts a look-up in Redis of the edges that have a hostname. */
  countLookUp(result: LookUpResult, durationMs: number): void {
    this.#lookUps.set(result, (this.#lookUps.get(result) ?? 0) + 1)
    this.#lookUpDurations.note(durationMs / 1_000)
  }

  /** Counts a client's connection that was cut. */
  countCut(reason: CutReason): void {
    this.#cuts.set(reason, (this.#cuts.get(reason) ?? 0) + 1)
  }

  /** Adds the figures that other parts of the edge maintain. */
  observe(sources: MetricsSources): void {
    const { registry, accounts, meter, reports, requestQueue, keptBytes, served, hop } = sources
    collectDefaultMetrics({ register: this.#register })
    this.#gauge('culvert_edge_certificates', 'Certificates of the API that are in memory.', () => served?.size ?? 0)
    this.#gauge('culvert_edge_tunnels', 'Tunnels with a connected agent.', () => registry.listConnected().length)
    this.#gauge('culvert_edge_open_requests', 'Requests and upgraded connections that are open.', () =>
      accounts.list().reduce((sum, { openRequests }) => sum + openRequests, 0),
    )
    this.#gauge('culvert_edge_parked_requests', 'Requests that wait for an agent to come back.', () =>
      registry.countParked(),
    )
    this.#gauge(
      'culvert_edge_usage_rows_waiting',
      'Rows of usage that the API has not taken yet.',
      () => reports.usage.rowsWaiting,
    )
    this.#gauge(
      'culvert_edge_request_rows_waiting',
      'Recorded requests that the API has not taken yet.',
      () => requestQueue.rowsWaiting,
    )
    this.#counter(
      'culvert_edge_requests_unrecorded_total',
      'Requests that were counted and not recorded: over the rate, because too many waited, or refused by the API.',
      'reason',
      () => Object.entries(requestQueue.omitted),
    )
    this.#gauge(
      'culvert_edge_usage_journals_failing',
      'Processes whose usage waits in memory only, because their journal cannot be written.',
      () => Number(reports.journal.isFailing),
    )
    this.#counter(
      'culvert_edge_hops_total',
      'Requests whose agent is at another edge: carried there; its edge was not reached, had lost the agent, or none has it.',
      'result',
      () => [...(hop?.counts ?? [])],
    )
    this.#counter(
      'culvert_edge_route_lookups_total',
      'Redis look-ups of the edges that have a hostname, by result.',
      'result',
      () => [...this.#lookUps],
    )
    this.#gauge('culvert_edge_known_routes', 'Hostnames whose routes are remembered.', () => hop?.knownRoutes ?? 0)
    this.#gauge('culvert_edge_edge_sessions', 'Sessions between this edge and others, in either direction.', () =>
      hop === undefined ? 0 : hop.links.size + hop.incoming.size,
    )
    this.#gauge('culvert_edge_kept_bytes', 'Bytes of requests and answers in progress that are kept in memory.', () =>
      keptBytes.count(),
    )
    this.#counter(
      'culvert_edge_sessions_ended_for_memory_total',
      'Sessions that were ended because all together kept too much: away from their agent, or connected.',
      'state',
      () => [...keptBytes.endedCounts],
    )
    this.#counter(
      'culvert_edge_hops_ended_for_memory_total',
      'Requests between edges that were ended because too much was kept: sent to another edge, or received from one.',
      'direction',
      () => [...keptBytes.endedHopCounts],
    )
    this.#gauges(
      'culvert_edge_wire_round_trip_seconds',
      'Heartbeat round trips to the agents that are connected: the median, the 95th percentile and the longest.',
      'quantile',
      () => quantilesOf(registry.listConnected().flatMap(({ roundTripMs }) => roundTripMs ?? [])),
    )
    this.#counter(
      'culvert_edge_requests_total',
      'Requests that were answered, by the class of the status.',
      'status',
      () => statusClasses.map((status, index) => [status, this.#statuses[index] ?? 0]),
    )
    this.#counter(
      'culvert_edge_errors_total',
      'Requests that the edge answered with an error page, by its code.',
      'code',
      () => [...this.#errors],
    )
    this.#counter(
      'culvert_edge_connections_cut_total',
      'Connections, or streams of HTTP/2, that ended because their visitor had too many of them, was too slow, flooded, or made too much wait.',
      'reason',
      () => [...this.#cuts],
    )
    this.#counter(
      'culvert_edge_bytes_total',
      'Bytes of bodies and of upgraded connections: from visitors (in) and to them (out).',
      'direction',
      () => {
        const { dataIn, dataOut } = meter.countTotals()
        return [
          ['in', dataIn],
          ['out', dataOut],
        ]
      },
    )
  }

  /** Returns all metrics in Prometheus' text format. */
  render(): Promise<string> {
    return this.#register.metrics()
  }

  /** Returns all metrics, for `mergeMetrics`. */
  list(): Promise<object[]> {
    return this.#register.getMetricsAsJSON()
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) })
    this.#register.registerMetric(gauge)
  }

  #gauges(name: string, help: string, label: string, read: () => Labelled[]): void {
    const collect = () => {
      gauge.reset()
      for (const [value, figure] of read()) gauge.set({ [label]: value }, figure)
    }
    // Across processes the worst is used: quantiles do not add up.
    const gauge = new Gauge({ name, help, labelNames: [label], registers: [], collect, aggregator: 'max' })
    this.#register.registerMetric(gauge)
  }

  #counter(name: string, help: string, label: string, read: () => Labelled[]): void {
    const collect = () => {
      counter.reset()
      for (const [value, figure] of read()) counter.inc({ [label]: value }, figure)
    }
    const counter = new Counter({ name, help, labelNames: [label], registers: [], collect })
    this.#register.registerMetric(counter)
  }

  #countStatus(status: number): void {
    const index = Math.floor(status / 100) - 1
    this.#statuses[index] = (this.#statuses[index] ?? 0) + 1
  }
}

/** The content type of what `render` and `mergeMetrics` return. */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE

/** Merges the metrics of several processes into those of one edge: figures are added up if that makes sense. */
export function mergeMetrics(processes: object[][]): Promise<string> {
  return AggregatorRegistry.aggregate(processes).metrics()
}

/** The value of a label, and its figure. */
type Labelled = readonly [value: string, figure: number]

function quantilesOf(milliseconds: number[]): Labelled[] {
  if (milliseconds.length === 0) return []
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return [0.5, 0.95, 1].map((quantile) => {
    const value = sorted[Math.ceil(quantile * sorted.length) - 1] ?? 0
    return [String(quantile), value / 1_000]
  })
}
