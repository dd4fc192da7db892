import { messageOf, readEnvironment } from '@culvert/program'
import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'
import { endOnFault } from './last-resort.ts'
import { placeVariables } from './processes/messages.ts'
import type { FromProcess, ToProcess } from './processes/messages.ts'
import { isHandle, makeSocket } from './processes/native-handle.ts'
import { Passing } from './processes/passing.ts'

/** The program of each process of an edge; `startEdgeProcesses` runs several of them. */
const env = readEnvironment()

function tell(message: FromProcess, onTold?: () => void): void {
  process.send?.(message, undefined, undefined, onTold)
}

async function obey(message: ToProcess, handle: unknown): Promise<void> {
  const edge = await starting
  switch (message.type) {
    case 'stop':
      await edge.close({ graceMs: message.graceMs })
      process.exit(0)
      break
    case 'question':
      tell({ type: 'answer', id: message.id, answer: await edge.describe() })
      break
    case 'running':
      placing.setRunning(message.numbers)
      break
    case 'passed':
      if (isHandle(handle)) edge.take(makeSocket(handle), message.connection)
      break
    default:
      message satisfies never
  }
}

// Ctrl-C in a terminal reaches every process, but the primary decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const number = Number(env[placeVariables.number])
const placing = new Passing(number)
const starting = startEdge(
  // The operations port is the primary's.
  { ...loadEdgeConfig(env), operations: undefined },
  {
    number,
    placing,
    count: Number(env[placeVariables.count]),
    folder: env[placeVariables.folder] ?? '',
  },
)
process.on('message', (message: ToProcess, handle: unknown) => void obey(message, handle))
try {
  const edge = await starting
  endOnFault(edge, edge.log)
  const { url, port, securePort } = edge
  tell({ type: 'started', started: { url, port, securePort } })
} catch (error) {
  const message = messageOf(error)
  tell({ type: 'failed', message }, () => process.exit(1))
}
