import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Environment } from '@culvert/program'
import type { RunningEdge } from './running-edge.ts'

/** The thread's message once its edge answers requests. */
export type ThreadStarted = Pick<RunningEdge, 'url' | 'port' | 'securePort' | 'operationsPort'>

/** An edge in a separate thread. */
export interface EdgeThread extends RunningEdge {
  /** Rejects if the edge ends on its own; the log gives the reason. */
  readonly ended: Promise<void>
}

/**
 * Starts an edge in a separate thread, for a process that does more than carry traffic: a query to the embedded
 * database blocks its event loop, and visitors must not wait for it. The thread reads its configuration from
 * `environment`. Rejects as `loadEdgeConfig` and `startEdge` do.
 */
export async function startEdgeThread(environment: Environment): Promise<EdgeThread> {
  const thread = new Worker(new URL('thread-entry.ts', import.meta.url), { env: environment })
  const started = await new Promise<ThreadStarted>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
  })
  let isClosing = false
  const exited = once(thread, 'exit')
  const hearEnd = async () => {
    const [code] = await exited
    if (!isClosing) throw new Error(`The edge ended by itself (exit code ${code}).`)
  }
  const ended = hearEnd()
  ended.catch(() => {})
  return {
    ...started,
    ended,
    close: async (options = {}) => {
      isClosing = true
      thread.postMessage(options)
      await exited
    },
  }
}
