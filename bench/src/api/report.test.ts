import { expect, it } from 'vitest'
import { listFaults, renderReport, type Samples } from './report.ts'

const load = { task: 'reportAgent', p50Ms: 1, errors: 0 }
const samples: Samples = {
  tasks: [{ name: 'reportAgent', statements: 4 }],
  loads: [
    { ...load, way: 'api', round: 1, perSecond: 500, p99Ms: 20 },
    { ...load, way: 'sql', round: 1, perSecond: 1_000, p99Ms: 10 },
    { ...load, way: 'api', round: 2, perSecond: 250, p99Ms: 40 },
    { ...load, way: 'sql', round: 2, perSecond: 500, p99Ms: 20 },
  ],
  fanOuts: [
    { audience: 'one person', answerMs: 5, middleMs: 50, lastMs: 100, apiCpuMs: 70 },
    { audience: 'as many people', answerMs: 6, middleMs: 60, lastMs: 120, apiCpuMs: 80 },
  ],
}

it('reports medians, and ratios within each round, which a round at half the speed does not change', () => {
  const cells = renderReport(samples, 1_000)
    .split('\n')
    .find((line) => line.startsWith('reportAgent'))
    ?.split(/\s+/)
  expect(cells).toEqual(['reportAgent', '375', '0.500', '30.0', '2.00', '750', '15.0', '4', '0'])
})

it('reports how long a change took to reach the last subscriber', () => {
  expect(renderReport(samples, 1_000)).toMatch(
    /1000 subscribers[^]*one person .* 100 +100 +70.0 [^]*as many people .* 120 +120 +80.0/,
  )
})

it('lists tasks that had failed requests, with their number', () => {
  expect(listFaults(samples)).toEqual([])
  const failed = samples.loads.map((sample) => ({ ...sample, errors: 2 }))
  expect(listFaults({ ...samples, loads: failed })).toEqual(['reportAgent: 8 failed'])
})
