import { type RunningEdge, visitEdge } from './edges.ts'
import { until } from './until.ts'

/** Visitors that send requests all the time. */
export interface Workers {
  /** Resolves once this many more requests were answered. */
  untilMore: (count: number) => Promise<void>
  /** Resolves when all have ended. */
  stop: () => Promise<void>
}

/** Starts this many visitors. `send` gets the number of a request, and resolves with whether it was answered. */
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

/**
 * Four visitors that continuously request these hostnames at these edges in turn, by GET and POST. If `asksOthers` is set they act like a balancer:
 * if the agent is not at an edge, they ask the next. A request is lost if its answer is not the app's.
 */
export function startLoad(edges: readonly RunningEdge[], hostnames: readonly string[], { asksOthers = false } = {}) {
  const lost: string[] = []
  const { untilMore, stop } = startWorkers(4, async (number) => {
    const first = number % edges.length
    const order = [...edges.slice(first), ...edges.slice(0, first)].slice(0, asksOthers ? edges.length : 1)
    const hostname = hostnames[Math.floor(number / edges.length) % hostnames.length]
    if (hostname === undefined) throw new Error('no hostname to ask for')
    const method = number % 3 === 0 ? 'POST' : 'GET'
    const path = `/load/${number}`
    const body = method === 'POST' ? `body ${number}` : ''
    const asked: string[] = []
    for (const edge of order) {
      const answer = await visitEdge(edge, hostname, { method, path, body }).catch((error: unknown) => String(error))
      if (typeof answer !== 'string' && answer.body === `${method} ${path} ${body}`) return true
      asked.push(`${edge.name}: ${JSON.stringify(answer)}`)
      if (typeof answer === 'string' || !answer.isOffline) break
    }
    lost.push(`${method} ${path} at ${asked.join(', then ')}`)
    return false
  })
  return {
    untilMore,
    stop: async () => {
      await stop()
      return lost
    },
  }
}
