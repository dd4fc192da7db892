import { type RunningEdge, visitEdge } from './edges.ts'
import { until } from './until.ts'

/** Four visitors who ask all the time at one edge, by GET and POST. A request is lost when its answer is not the app's. */
export function startLoad(edge: RunningEdge, subdomain: string) {
  const lost: string[] = []
  let answered = 0
  let number = 0
  const over = new AbortController()
  const send = async () => {
    number += 1
    const method = number % 2 === 0 ? 'GET' : 'POST'
    const path = `/load/${number}`
    const body = method === 'POST' ? `body ${number}` : ''
    const answer = await visitEdge(edge, subdomain, { method, path, body }).catch((error: unknown) => String(error))
    if (typeof answer !== 'string' && answer.body === `${method} ${path} ${body}`) answered += 1
    else lost.push(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
  const workers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) await send()
  })
  return {
    untilMore: async (count: number) => {
      const goal = answered + count
      await until(`${count} more answers`, async () => answered >= goal)
    },
    stop: async () => {
      over.abort()
      await Promise.all(workers)
      return lost
    },
  }
}
