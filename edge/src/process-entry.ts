import { messageOf, readEnvironment } from '@culvert/program'
import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'
import { endOnFault } from './last-resort.ts'
import { type FromProcess, type ToProcess, positionVariables } from './processes/messages.ts'
import { isHandle, makeSocket } from './processes/native-handle.ts'
import { ProcessHandoff } from './processes/process-handoff.ts'

/** The program of each process of an edge; `startEdgeProcesses` runs several of them. */
const env = readEnvironment()

function send(message: FromProcess, onTold?: () => void): void {
  process.send?.(message, undefined, undefined, onTold)
}

async function handleMessage(message: ToProcess, handle: unknown): Promise<void> {
  const edge = await starting
  switch (message.type) {
    case 'stop':
      await edge.close({ graceMs: message.graceMs })
      process.exit(0)
      break
    case 'question':
      send({ type: 'answer', id: message.id, answer: await edge.describe() })
      break
    case 'running':
      handoff.setRunning(message.numbers)
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
const number = Number(env[positionVariables.number])
const handoff = new ProcessHandoff(number)
const starting = startEdge(
  // The operations port is the primary's.
  { ...loadEdgeConfig(env), operations: undefined },
  {
    number,
    handoff,
    count: Number(env[positionVariables.count]),
    folder: env[positionVariables.folder] ?? '',
  },
)
process.on('message', (message: ToProcess, handle: unknown) => void handleMessage(message, handle))
try {
  const edge = await starting
  endOnFault(edge, edge.log)
  const { url, port, securePort } = edge
  send({ type: 'started', started: { url, port, securePort } })
} catch (error) {
  const message = messageOf(error)
  send({ type: 'failed', message }, () => process.exit(1))
}
