import { type RunningEdge, visitEdge } from './edges.ts'
import { until } from './until.ts'

/** Visitors who ask all the time. */
export interface Workers {
  /** Resolves once so many more requests were answered. */
  untilMore: (count: number) => Promise<void>
  /** Resolves when all have ended. */
  stop: () => Promise<void>
}

/** Starts so many visitors. `send` gets the number of a request, and resolves with whether it was answered. */
export function startWorkers(count: number, send: (number: number) => Promise<boolean>): Workers {
  let [number, answered] = [0, 0]
  const over = new AbortController()
  const workers = Array.from({ length: count }, async () => {
    while (!over.signal.aborted) if (await send((number += 1))) answered += 1
  })
  return {
    untilMore: async (more) => {
      const goal = answered + more
      await until(`${more} more answers`, async () => answered >= goal)
    },
    stop: async () => {
      over.abort()
      await Promise.all(workers)
    },
  }
}

/** Four visitors who ask all the time at these edges in turn, by GET and POST. A request is lost when its answer is not the app's. */
export function startLoad(edges: readonly RunningEdge[], hostname: string) {
  const lost: string[] = []
  const { untilMore, stop } = startWorkers(4, async (number) => {
    const edge = edges[number % edges.length]
    if (edge === undefined) throw new Error('no edge to ask')
    const method = number % 2 === 0 ? 'GET' : 'POST'
    const path = `/load/${number}`
    const body = method === 'POST' ? `body ${number}` : ''
    const answer = await visitEdge(edge, hostname, { method, path, body }).catch((error: unknown) => String(error))
    const isAnswered = typeof answer !== 'string' && answer.body === `${method} ${path} ${body}`
    if (!isAnswered) lost.push(`${method} ${path} at ${edge.name}: ${JSON.stringify(answer)}`)
    return isAnswered
  })
  return {
    untilMore,
    stop: async () => {
      await stop()
      return lost
    },
  }
}
