import { runApiBench } from './api/command.ts'
import { runCertificatesBench } from './certificates/command.ts'
import { runFairnessBench } from './fairness/command.ts'
import { runFramesBench } from './frames/command.ts'
import { runHopBench } from './hop/command.ts'
import { runIdleBench } from './idle/command.ts'
import { runLatencyBench } from './latency/command.ts'
import { UsageError } from './options.ts'
import { runPackageBench } from './package/command.ts'
import { runProcessesBench } from './processes/command.ts'
import { runRequestsBench } from './requests/command.ts'
import { runSizingBench } from './sizing/command.ts'
import { runStartBench } from './start/command.ts'
import { runTunnelBench } from './tunnel/command.ts'
import { runWebBench } from './web/command.ts'

const benches: Record<string, (args: readonly string[], signal: AbortSignal) => Promise<boolean>> = {
  api: runApiBench,
  certificates: runCertificatesBench,
  fairness: runFairnessBench,
  frames: runFramesBench,
  hop: runHopBench,
  idle: runIdleBench,
  latency: runLatencyBench,
  package: runPackageBench,
  processes: runProcessesBench,
  requests: runRequestsBench,
  sizing: runSizingBench,
  start: runStartBench,
  tunnel: runTunnelBench,
  web: runWebBench,
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const bench = benches[name]
  if (!bench) {
    console.error(
      `Usage: npm run bench -- NAME [options]\nBenchmarks: ${Object.keys(benches).join(', ')}; --help after the name tells more.`,
    )
    return 2
  }
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  try {
    return (await bench(args, stopping.signal)) ? 0 : 1
  } catch (error) {
    if (stopping.signal.aborted) return 130
    console.error(error instanceof Error ? error.message : error)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main(process.argv.slice(2))
