import { waitForStop } from '@culvert/program'
import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'

try {
  const edge = await startEdge(loadEdgeConfig(process.env))
  await waitForStop()
  await edge.close()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
