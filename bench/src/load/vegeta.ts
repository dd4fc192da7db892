import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** The measurements of a load at a constant rate. Times are counted from when a request was due, regardless of earlier requests. */
export interface OpenLoad {
  /** Requests a second that were sent, and that were answered with 2xx. */
  sentPerSecond: number
  answeredPerSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** The share of requests that were answered with 2xx. */
  success: number
}

/** Where to send requests, how many a second, and for how long. */
export interface OpenLoadOptions {
  port: number
  hostHeader: string
  /** Requests a second; 0 for as many as `workers` can send. */
  rate: number
  /** How many requests may be open at once. */
  workers: number
  seconds: number
  signal: AbortSignal
}

const nanosecondsPerMs = 1e6
const report = z.object({
  latencies: z.object({ '50th': z.number(), '99th': z.number(), max: z.number() }),
  rate: z.number(),
  throughput: z.number(),
  success: z.number(),
})

/** Sends `GET /` on loopback at a constant rate, on kept connections, and measures. */
export async function runVegeta(options: OpenLoadOptions): Promise<OpenLoad> {
  const { port, hostHeader, rate, workers, seconds, signal } = options
  const target = `GET http://127.0.0.1:${port}/\nHost: ${hostHeader}\n`
  const initial = Math.min(workers, 50)
  const attack = spawn(
    'vegeta',
    ['attack', `-rate=${rate}`, `-duration=${seconds}s`, `-workers=${initial}`, `-max-workers=${workers}`],
    { signal, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const reporter = spawn('vegeta', ['report', '-type=json'], { signal, stdio: ['pipe', 'pipe', 'inherit'] })
  const failed = Promise.withResolvers<never>()
  for (const child of [attack, reporter]) child.on('error', failed.reject)
  attack.stdout.pipe(reporter.stdin)
  attack.stdin.end(target)
  const printed = await Promise.race([text(reporter.stdout), failed.promise])
  const { latencies, rate: sentPerSecond, throughput, success } = report.parse(JSON.parse(printed))
  return {
    sentPerSecond,
    answeredPerSecond: throughput,
    p50Ms: latencies['50th'] / nanosecondsPerMs,
    p99Ms: latencies['99th'] / nanosecondsPerMs,
    maxMs: latencies.max / nanosecondsPerMs,
    success,
  }
}
