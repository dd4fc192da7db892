import { parser } from '@prometheus-io/lezer-promql'

/** Returns the metrics that a PromQL expression reads. Throws if it is invalid. */
export function findMetrics(expression: string): string[] {
  const names: string[] = []
  parser.parse(expression).iterate({
    enter: ({ name, from, to, type }) => {
      const text = expression.slice(from, to)
      if (type.isError)
        throw new Error(`Not PromQL at character ${from} ("${expression.slice(from, from + 20)}"): ${expression}`)
      // Keywords are below such nodes too: only the name of a selector is a metric.
      if (name === 'VectorSelector') {
        const metric = /^[A-Za-z_:][\w:]*/.exec(text)?.[0]
        if (metric === undefined) throw new Error(`A selector without a metric's name: ${text}`)
        names.push(metric)
      }
    },
  })
  return names
}
