import { spawn } from 'node:child_process'
import { waitForStop } from '@culvert/program'
import { exitCodes, permanentExitCodes } from '../failure.ts'
import type { ExitCode } from '../failure.ts'

/** The pauses before a program is restarted, in milliseconds: each longer than the previous one, up to the last. */
const restartDelaysMs = [1_000, 2_000, 5_000, 15_000, 60_000]

/** A program that ran for this long, in milliseconds, was healthy. */
const healthyAfterMs = 60_000

/**
 * Keeps a program running until this one is told to end, or the program ends in a way that another attempt would not change. Returns the exit code
 * of the program.
 */
export async function supervise([program = '', ...args]: readonly string[]): Promise<ExitCode> {
  const stopping = new AbortController()
  void waitForStop().then(() => stopping.abort())
  for (let failures = 0; ; failures++) {
    const startedMs = performance.now()
    const exitCode = await run(program, args, stopping.signal)
    if (stopping.signal.aborted || permanentExitCodes.includes(exitCode) || exitCode === exitCodes.endedByUser) {
      return exitCode
    }
    if (performance.now() - startedMs >= healthyAfterMs) failures = 0
    await pause(restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)] ?? 0, stopping.signal)
    if (stopping.signal.aborted) return exitCodes.endedByUser
  }
}

function run(program: string, args: readonly string[], stop: AbortSignal): Promise<ExitCode> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', windowsHide: true })
    const end = () => void child.kill('SIGTERM')
    stop.addEventListener('abort', end)
    const settle = (code: number | null) => {
      stop.removeEventListener('abort', end)
      resolve(Object.values(exitCodes).find((known) => known === code) ?? exitCodes.fault)
    }
    child.once('error', () => settle(null))
    child.once('close', settle)
  })
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      stop.removeEventListener('abort', end)
      resolve()
    }, ms)
    stop.addEventListener('abort', end, { once: true })
  })
}
