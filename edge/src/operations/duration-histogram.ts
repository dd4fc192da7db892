import { Histogram } from 'prom-client'

/** The options of a `DurationHistogram`. */
export interface DurationHistogramOptions {
  name: string
  help: string
  /** In seconds, ascending. */
  bounds: readonly number[]
}

/** A histogram that counts in plain numbers: the library's `observe` costs a request more than finding its tunnel. */
export class DurationHistogram extends Histogram {
  readonly #options: DurationHistogramOptions
  /** The number of durations in each bucket alone, without those of the lower buckets. */
  readonly #buckets: { bound: number; count: number }[]
  #count = 0
  #sum = 0

  constructor(options: DurationHistogramOptions) {
    super({ ...options, registers: [] })
    this.#options = options
    this.#buckets = options.bounds.map((bound) => ({ bound, count: 0 }))
  }

  /** Counts a duration. */
  note(seconds: number): void {
    this.#count += 1
    this.#sum += seconds
    for (const bucket of this.#buckets) {
      if (seconds > bucket.bound) continue
      bucket.count += 1
      return
    }
  }

  /** Called by the library for each metric that it writes; its typings omit it. */
  getForPromString(): Promise<object> {
    const { name, help } = this.#options
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values: this.#list() })
  }

  /** In the text format, each bucket includes the lower ones. */
  #list() {
    const { name } = this.#options
    const value = (suffix: string, figure: number, labels = {}) => ({
      metricName: `${name}_${suffix}`,
      labels,
      sharedLabels: {},
      value: figure,
    })
    let soFar = 0
    const buckets = this.#buckets.map(({ bound, count }) => {
      soFar += count
      return value('bucket', soFar, { le: bound })
    })
    return [
      ...buckets,
      value('bucket', this.#count, { le: '+Inf' }),
      value('sum', this.#sum),
      value('count', this.#count),
    ]
  }
}
