import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'

try {
  const edge = await startEdge(loadEdgeConfig(process.env))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `once`: a second signal finds the default action, which ends the process at once.
    process.once(signal, () => void edge.close())
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
