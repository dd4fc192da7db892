import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { closeLater, Queue } from './queue.ts'
import { edgeEnvironment } from './test-edge.ts'

/** The fields of the program's log lines that tests check. */
export interface LogLine {
  level: number
  msg: string
  pid: number
  process?: number
  url?: string
  securePort?: number
  operationsPort?: number
  err?: { message: string }
}

/** Starts the edge as a separate program. */
export async function startEdgeProgram(apiUrl: string, environment: NodeJS.ProcessEnv) {
  const main = join(import.meta.dirname, '../main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { ...process.env, ...edgeEnvironment(apiUrl), LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  closeLater(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const lines = new Queue<LogLine>()
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)))
  const errors: string[] = []
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  return {
    child,
    exited,
    lines,
    errors,
    /** Throws with the program's output if it ends before writing such a line. */
    waitForLine: async (fits: (line: LogLine) => boolean): Promise<LogLine> => {
      const seen: string[] = []
      const ended = exited.then(() => {
        throw new Error(`The edge ended with ${child.exitCode}\n${[...seen, ...errors].join('\n')}`)
      })
      ended.catch(() => {})
      for (;;) {
        const line = await Promise.race([lines.next(), ended])
        if (fits(line)) return line
        seen.push(line.msg)
      }
    },
  }
}
