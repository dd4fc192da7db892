import { messageOf, readEnvironment } from '@culvert/program'
import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'
import { endOnFault } from './last-resort.ts'
import { placeVariables } from './processes/messages.ts'
import type { FromProcess, ToProcess } from './processes/messages.ts'

/** The program of each process of an edge; `startEdgeProcesses` runs it several times. */
const env = readEnvironment()

function tell(message: FromProcess, onTold?: () => void): void {
  process.send?.(message, undefined, undefined, onTold)
}

async function obey(message: ToProcess): Promise<void> {
  const edge = await starting
  if (message.type === 'stop') {
    await edge.close({ graceMs: message.graceMs })
    process.exit(0)
  }
  tell({ type: 'answer', id: message.id, answer: await edge.describe() })
}

// Ctrl-C in a terminal reaches every process, but the primary says when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const starting = startEdge(
  // The operations port is the primary's.
  { ...loadEdgeConfig(env), operations: undefined },
  {
    number: Number(env[placeVariables.number]),
    count: Number(env[placeVariables.count]),
    folder: env[placeVariables.folder] ?? '',
  },
)
process.on('message', (message: ToProcess) => void obey(message))
try {
  const edge = await starting
  endOnFault(edge, edge.log)
  const { url, port, securePort } = edge
  tell({ type: 'started', started: { url, port, securePort } })
} catch (error) {
  const message = messageOf(error)
  tell({ type: 'failed', message }, () => process.exit(1))
}
