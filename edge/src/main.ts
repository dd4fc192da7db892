import { messageOf, readEnvironment, waitForStop } from '@culvert/program'
import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'
import { withHttpsPort } from './ingress/options.ts'
import { endOnFault } from './last-resort.ts'
import { startEdgeProcesses } from './processes/primary.ts'

try {
  const stopped = waitForStop()
  const config = loadEdgeConfig(await withHttpsPort(readEnvironment()))
  const edge = config.processes === 1 ? await startEdge(config) : await startEdgeProcesses(config)
  endOnFault(edge, edge.log)
  await stopped
  await edge.close()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
