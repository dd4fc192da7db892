import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RunningEdge } from './edge.ts'

/** What the thread says once its edge answers. */
export type ThreadStarted = Pick<RunningEdge, 'url' | 'port' | 'securePort' | 'operationsPort'>

/**
 * Starts an edge in a thread of its own, for a process that does more than carry traffic: a query on the embedded
 * database blocks its event loop, and visitors must not wait for it. The thread reads its configuration from
 * `environment`. Rejects as `loadEdgeConfig` and `startEdge` do.
 */
export async function startEdgeThread(environment: NodeJS.ProcessEnv): Promise<RunningEdge> {
  const thread = new Worker(new URL('thread-entry.ts', import.meta.url), { env: environment })
  const started = await new Promise<ThreadStarted>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
  })
  return {
    ...started,
    close: async (options = {}) => {
      const exited = once(thread, 'exit')
      thread.postMessage(options)
      await exited
    },
  }
}
