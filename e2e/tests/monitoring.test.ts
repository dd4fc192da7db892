import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createCleanup } from '../src/cleanup.ts'
import { planSite, startStandalone, untilServed } from '../src/culvert.ts'
import { readProject } from '../src/image.ts'
import { findSparePorts } from '../src/ports.ts'
import { findMetrics } from '../src/promql.ts'

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
interface Panel {
  type: string
  title: string
  description?: string
  targets?: { expr: string }[]
}

const cleanup = createCleanup()
const alerts: { groups: { rules: Rule[] }[] } = parse(readProject('deploy/monitoring/alerts.yml'))
const rules = alerts.groups.flatMap((group) => group.rules)
const dashboard: { panels: Panel[] } = JSON.parse(readProject('deploy/monitoring/grafana-dashboard.json'))
const panels = dashboard.panels.filter(({ type }) => type !== 'row')
/** The names of all series that `/metrics` of a running edge can have. */
const exported = new Set<string>(['up'])
/** What `/metrics` of an edge answers that has just started. */
let metrics: string

beforeAll(async () => {
  const site = await planSite(cleanup)
  const [port] = await findSparePorts(1)
  site.env.EDGE_OPERATIONS_PORT = String(port)
  const operations = `http://127.0.0.1:${port}`
  await untilServed(await startStandalone(cleanup, site), `${operations}/readyz`)
  metrics = await (await fetch(`${operations}/metrics`)).text()
  for (const [, name = '', kind] of metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    for (const end of kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) exported.add(name + end)
  }
})

/** Returns the metrics in expressions that no edge exports. */
const findUnknown = (expressions: string[]) =>
  expressions
    .flatMap((expression) => findMetrics(expression.replaceAll('$__rate_interval', '5m')))
    .filter((name) => !exported.has(name))

describe('the alert rules', () => {
  it('read only metrics that an edge exports', () => {
    expect(rules.length).toBeGreaterThan(10)
    expect(findUnknown(rules.map(({ expr }) => expr))).toEqual([])
  })

  it('name existing codes of error pages, and count all by which an edge says that it could not find out who serves', () => {
    const codes = readProject('edge/src/error-code.ts')
    const named = rules.flatMap(({ expr }) => {
      const [, alternatives = ''] = /code=~?"CULVERT_\(?([A-Z_|]+)\)?"/.exec(expr) ?? []
      return alternatives.split('|').filter((name) => name !== '')
    })
    expect(named.filter((name) => !codes.includes(`'CULVERT_${name}'`))).toEqual([])
    expect(named).toEqual(expect.arrayContaining(['API_AWAY', 'HOST_UNCHECKED', 'ROUTES_AWAY']))
  })

  it('see the first increase of a counter: the series is there, at zero, from the start', () => {
    const selectors = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/increase\((\w+)(?:\{(.+?)\})?\[/g)].map(([, name = '', labels = '']) => ({ name, labels })),
    )
    expect(selectors.length).toBeGreaterThan(2)
    const unseen = selectors.filter(
      ({ name, labels }) => !metrics.split('\n').some((line) => line.startsWith(`${name}{${labels}`)),
    )
    expect(unseen).toEqual([])
  })

  it('wait before they alarm of a state that a first measurement may show by chance', () => {
    const hasty = rules.filter((rule) => rule.for === undefined && !/\b(increase|rate)\(/.test(rule.expr))
    expect(hasty.map(({ alert }) => alert)).toEqual([])
  })

  it('have a summary, a severity, and a link to an existing heading of the guide', () => {
    const headings = [...readProject('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(' ', '-')
        .replaceAll(/[^\w-]/g, ''),
    )
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning', 'info'], alert).toContain(labels.severity)
      expect(annotations.summary, alert).toMatch(/\.$|\?$/)
      const [, anchor] = /^docs\/operations\.md#(.+)$/.exec(annotations.runbook) ?? []
      expect(headings, alert).toContain(anchor)
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})

describe('the Grafana dashboard', () => {
  it('reads only metrics that an edge exports, and all of its own', () => {
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    expect(findUnknown(expressions)).toEqual([])
    const read = new Set(
      expressions.flatMap((expression) => findMetrics(expression.replaceAll('$__rate_interval', '5m'))),
    )
    const own = [...exported].filter((name) => name.startsWith('culvert_') && !/_(sum|count)$/.test(name))
    expect(own.filter((name) => !read.has(name))).toEqual([])
  })

  it('has a title and a description for each panel', () => {
    expect(panels.length).toBeGreaterThan(15)
    expect(panels.filter(({ title, description }) => !title || !description)).toEqual([])
  })
})

describe('the check of the rules and the dashboard', () => {
  it('finds an unknown metric, and rejects invalid PromQL', () => {
    expect(findUnknown(['sum(rate(culvert_edge_requests_total[5m])) / sum(culvert_edge_tunels)'])).toEqual([
      'culvert_edge_tunels',
    ])
    expect(() => findMetrics('sum(culvert_edge_tunnels')).toThrow('Not PromQL')
    expect(() => findMetrics('{job="culvert-edge"}')).toThrow('without a metric')
  })
})
