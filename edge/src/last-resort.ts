import type { Logger } from 'pino'
import type { RunningEdge } from './running-edge.ts'

/** How long open exchanges may still take, in milliseconds. The state of the process is unknown after a fault. */
const graceMs = 5_000
/** How much longer the process may then take to exit, in milliseconds. */
const marginMs = 5_000

/**
 * Ends this process after an error that nothing handles, in a callback that belongs to no visitor, agent or report. Agents are first told to dial
 * elsewhere, and open exchanges may finish. Errors after the first are not logged.
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
