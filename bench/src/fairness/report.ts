import { median, medianRatio } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'
import { alone, type SceneSample, scenes } from './rounds.ts'

/** Renders the scenes as a table: medians, and the ratio of p99 to that of the same round without readers. */
export function renderScenes(samples: readonly SceneSample[]): string {
  const aloneByRound = new Map(samples.filter(({ scene }) => scene === alone).map((sample) => [sample.round, sample]))
  const rows = scenes.map((scene) => {
    const own = samples.filter((sample) => sample.scene === scene)
    const pairs = own.map(({ round, p99Ms }) => [p99Ms, aloneByRound.get(round)?.p99Ms ?? Number.NaN] as const)
    return [
      scene.name,
      formatNumber(median(own.map(({ requestsPerSecond }) => requestsPerSecond))),
      formatNumber(median(own.map(({ p50Ms }) => p50Ms))),
      formatNumber(median(own.map(({ p99Ms }) => p99Ms))),
      formatNumber(medianRatio(pairs)),
      formatNumber(median(own.map(({ memoryBytes = Number.NaN }) => memoryBytes / 2 ** 20))),
    ]
  })
  return renderTable(['Small requests beside', 'requests/s', 'p50 ms', 'p99 ms', 'of alone', 'server MiB'], rows)
}
