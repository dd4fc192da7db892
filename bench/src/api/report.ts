import { median, medianRatio } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'
import type { FanOut } from './fan-out.ts'
import type { LoadSample } from './rounds.ts'

/** The measurements of a run. */
export interface Samples {
  /** The tasks in the order of the table, each with the number of statements per request. */
  tasks: { name: string; statements: number }[]
  loads: LoadSample[]
  fanOuts: FanOut[]
}

/** Renders the tables of a run: medians over the rounds, and ratios of the API to the same SQL within each round. */
export function renderReport({ tasks, loads, fanOuts }: Samples, subscribers: number): string {
  const headings = ['', 'requests/s', 'of SQL', 'p99 ms', 'of SQL', 'SQL: /s', 'p99 ms', 'statements', 'errors']
  const rows = tasks.map(({ name, statements }) => {
    const [api, sql] = (['api', 'sql'] as const).map((way) =>
      loads.filter((load) => load.task === name && load.way === way),
    )
    return [
      name,
      formatNumber(median(read(api, 'perSecond'))),
      formatNumber(compare(api, sql, 'perSecond')),
      formatNumber(median(read(api, 'p99Ms'))),
      formatNumber(compare(api, sql, 'p99Ms')),
      formatNumber(median(read(sql, 'perSecond'))),
      formatNumber(median(read(sql, 'p99Ms'))),
      String(statements),
      formatNumber([...read(api, 'errors'), ...read(sql, 'errors')].reduce((sum, count) => sum + count, 0)),
    ]
  })
  const table = renderTable(headings, rows)
  if (fanOuts.length === 0) return table
  const byAudience = Map.groupBy(fanOuts, ({ audience }) => audience)
  const delays = renderTable(
    ['of', 'to the answer, ms', 'worst', 'to half', 'worst', 'to the last', 'worst', 'API CPU ms', 'worst'],
    [...byAudience].map(([audience, of]) => [
      audience,
      ...describeTimes(of, 'answerMs'),
      ...describeTimes(of, 'middleMs'),
      ...describeTimes(of, 'lastMs'),
      ...describeTimes(of, 'apiCpuMs'),
    ]),
  )
  return `${table}\n\nFrom sending a change to ${subscribers} subscribers of one account\n\n${delays}`
}

/** Returns the median and the maximum of a measure of changes. */
function describeTimes(fanOuts: readonly FanOut[], name: Exclude<keyof FanOut, 'audience'>): string[] {
  const values = fanOuts.map((sample) => sample[name])
  return [formatNumber(median(values)), formatNumber(Math.max(...values))]
}

/** Lists the failed requests of all rounds together, a line for each task that had any. */
export function listFaults({ tasks, loads }: Samples): string[] {
  return tasks.flatMap(({ name }) => {
    const errors = loads.filter(({ task }) => task === name).reduce((sum, load) => sum + load.errors, 0)
    return errors === 0 ? [] : [`${name}: ${errors} failed`]
  })
}

type Figure = 'perSecond' | 'p99Ms' | 'errors'

const read = (loads: readonly LoadSample[] = [], figure: Figure) => loads.map((load) => load[figure])

/** Returns the median ratio of both variants' figures from the same rounds. */
function compare(api: readonly LoadSample[] = [], sql: readonly LoadSample[] = [], figure: Figure): number {
  const sqlByRound = new Map(sql.map((load) => [load.round, load[figure]]))
  return medianRatio(api.map((load) => [load[figure], sqlByRound.get(load.round) ?? Number.NaN]))
}
