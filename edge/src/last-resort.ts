import type { Logger } from 'pino'
import type { RunningEdge } from './running-edge.ts'

/** What exchanges that run still have, in milliseconds: nobody knows what the fault has left behind. */
const graceMs = 5_000
/** Then it ends however far it is. */
const marginMs = 5_000

/**
 * Has this process end when something throws that nothing bears: a callback that is no visitor's, no agent's and no report's. Agents are told to dial
 * elsewhere first, and exchanges that run may finish. What follows the first fault is not logged.
 */
export function endOnFault(edge: RunningEdge, log: Logger): void {
  let isEnding = false
  process.on('uncaughtException', (error, origin) => {
    if (isEnding) return
    isEnding = true
    log.fatal({ err: error, origin }, 'the edge met a fault of its own and stops')
    setTimeout(exit, graceMs + marginMs)
    void stop(edge)
  })
}

async function stop(edge: RunningEdge): Promise<void> {
  try {
    await edge.close({ graceMs })
  } finally {
    exit()
  }
}

function exit(): never {
  process.exit(1)
}
