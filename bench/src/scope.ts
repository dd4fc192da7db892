import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that a scope started. */
export interface Program {
  /** Its process id. */
  pid: number
  /** The end of its output on stdout and stderr, at most 8 KiB. */
  output(): string
}

/** Options for starting a program, in addition to its command and arguments. */
export interface ProgramOptions {
  /** Variables added to the benchmark's own environment; undefined removes one. */
  env?: Record<string, string | undefined>
  /** Working folder; the scope's own by default. */
  cwd?: string
}

interface StartedProgram extends Program {
  name: string
  child: ChildProcess
  exited: Promise<void>
  /** True once it ended, or if it could not start. */
  isOver(): boolean
}

const outputBytesMax = 8 * 1024
const killAfterMs = 5_000
const pollMs = 50

/** Everything that one contestant or origin starts and writes: programs and a temporary folder, removed when it closes. */
export class Scope {
  /** A separate folder in the system's temporary folder. */
  readonly folder: string
  readonly #programs: StartedProgram[] = []
  readonly #cleanups: (() => Promise<void>)[] = []

  readonly #signal: AbortSignal

  private constructor(folder: string, signal: AbortSignal) {
    this.folder = folder
    this.#signal = signal
  }

  /** Opens a scope with an empty folder in `parent`. The signal ends waiting, not the programs: `close` does that. */
  static async open(name: string, signal: AbortSignal, parent = tmpdir()): Promise<Scope> {
    return new Scope(await mkdtemp(join(parent, `culvert-bench-${name}-`)), signal)
  }

  /**
   * Starts a program that runs until the scope closes. Its output goes to a file: an agent that logs each request would
   * make this process read along while it measures.
   */
  start(command: string, args: readonly string[], options: ProgramOptions = {}): Program {
    const printed = join(this.folder, `output-${this.#programs.length + 1}.log`)
    const file = openSync(printed, 'w')
    const child = spawn(command, args, {
      cwd: options.cwd ?? this.folder,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', file, file],
    })
    closeSync(file)
    let over = false
    let failure = ''
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => {
        over = true
        resolve()
      })
      child.once('error', (error) => {
        over = true
        failure = error.message
        resolve()
      })
    })
    const output = () => readEnd(printed, outputBytesMax) + failure
    const program = { name: command, pid: child.pid ?? 0, output, child, exited, isOver: () => over }
    this.#programs.push(program)
    return program
  }

  /** Adds something to undo when the scope closes. */
  addCleanup(cleanup: () => Promise<void>): void {
    this.#cleanups.push(cleanup)
  }

  /** Resolves once `check` returns true; rejects, with the programs' output, if one of them ended or time ran out. */
  async waitFor(what: string, check: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
    const deadline = performance.now() + timeoutMs
    while (!(await check())) {
      const ended = this.#programs.find((program) => program.isOver())
      if (ended) throw new Error(`${ended.name} ended while waiting for ${what}.\n${ended.output()}`)
      if (performance.now() > deadline) {
        const printed = this.#programs.map((program) => `--- ${program.name}\n${program.output()}`).join('\n')
        throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}.\n${printed}`)
      }
      await delay(pollMs, undefined, { signal: this.#signal })
    }
  }

  /** Stops the programs, last one first, and removes the folder. */
  async close(): Promise<void> {
    for (const program of this.#programs.toReversed()) await stop(program)
    for (const cleanup of this.#cleanups.toReversed()) await cleanup()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Finds a loopback port that is currently unused. */
export function findSparePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('Expected a TCP address.'))
        else resolve(address.port)
      })
    })
  })
}

function readEnd(path: string, bytesMax: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(bytesMax)
    const count = readSync(file, bytes, 0, bytesMax, Math.max(0, fstatSync(file).size - bytesMax))
    return bytes.toString('utf8', 0, count)
  } finally {
    closeSync(file)
  }
}

async function stop(program: StartedProgram): Promise<void> {
  const { pid, exitCode, signalCode } = program.child
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  program.child.kill('SIGTERM')
  const timer = setTimeout(() => program.child.kill('SIGKILL'), killAfterMs)
  await program.exited
  clearTimeout(timer)
}
