import { execFile } from 'node:child_process'

/** The measurements of one wrk run. */
export interface Load {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers of status 400 and above, and connections that failed, broke or gave no answer within the time limit. */
  errors: { status: number; connect: number; read: number; write: number; timeout: number }
}

/** Where to send requests, how many connections at once, and for how long. */
export interface LoadOptions {
  port: number
  hostHeader: string
  connections: number
  seconds: number
  signal: AbortSignal
  /** A file with a script in Lua that makes the requests. */
  script?: string
}

const requestTimeoutSeconds = 10

/** Keeps every connection busy with `GET /` on loopback, one request after another, and measures. */
export function runWrk(options: LoadOptions): Promise<Load> {
  const args = [
    '--threads=1',
    `--connections=${options.connections}`,
    `--duration=${options.seconds}s`,
    `--timeout=${requestTimeoutSeconds}s`,
    '--latency',
    `--header=Host: ${options.hostHeader}`,
    ...(options.script === undefined ? [] : [`--script=${options.script}`]),
    `http://127.0.0.1:${options.port}/`,
  ]
  return new Promise((resolve, reject) => {
    execFile('wrk', args, { signal: options.signal }, (error, stdout, stderr) => {
      if (error) reject(new Error(`wrk failed: ${stderr || error.message}`, { cause: error }))
      else resolve(parseWrk(stdout))
    })
  })
}

/** Parses the output of `wrk --latency`; throws if a figure is missing. */
export function parseWrk(output: string): Load {
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)
  return {
    requests: Number(getFigure(output, /(\d+) requests in /)),
    requestsPerSecond: Number(getFigure(output, /Requests\/sec:\s+([\d.]+)/)),
    p50Ms: parseDurationMs(getFigure(output, /^\s+50%\s+(\S+)/m)),
    p99Ms: parseDurationMs(getFigure(output, /^\s+99%\s+(\S+)/m)),
    errors: {
      status: Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0),
      connect: Number(socketErrors?.[1] ?? 0),
      read: Number(socketErrors?.[2] ?? 0),
      write: Number(socketErrors?.[3] ?? 0),
      timeout: Number(socketErrors?.[4] ?? 0),
    },
  }
}

/** Returns the sum of a run's errors. */
export function countErrors({ errors }: Load): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0)
}

function getFigure(output: string, pattern: RegExp): string {
  const figure = pattern.exec(output)?.[1]
  if (figure === undefined) throw new Error(`Expected wrk to print ${pattern.source}, and it printed:\n${output}`)
  return figure
}

const unitMs: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

function parseDurationMs(text: string): number {
  const [, digits, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(text) ?? []
  const factor = unitMs[unit]
  if (digits === undefined || factor === undefined) throw new Error(`Expected a duration such as 1.25ms, got ${text}.`)
  return Number(digits) * factor
}
