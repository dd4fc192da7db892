import { parentPort } from 'node:worker_threads'
import { readEnvironment } from '@culvert/program'
import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'
import { endOnFault } from './last-resort.ts'
import type { ThreadStarted } from './thread.ts'

/** The program of `startEdgeThread`: its first message contains the edge's address, and the message that it receives ends it. */
if (parentPort === null) throw new Error('This file runs in a thread. The edge as a program is main.ts.')
const parent = parentPort
const edge = await startEdge(loadEdgeConfig(readEnvironment()))
endOnFault(edge, edge.log)
parent.once('message', (options) => {
  // Exits explicitly: a library's timer must not keep the thread alive.
  void edge.close(options).then(() => process.exit())
})
const { url, port, securePort, operationsPort } = edge
parent.postMessage({ url, port, securePort, operationsPort } satisfies ThreadStarted)
