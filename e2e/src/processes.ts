import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The root of the checkout. */
export const projectFolder = join(import.meta.dirname, '..', '..')

/** How a process ended: by an exit code, or by a signal. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A child process whose output is kept. */
export interface RunningProcess {
  readonly pid: number
  /** What it wrote to stdout so far, without colours. */
  readonly stdout: string
  /** What it wrote to stderr so far, without colours. */
  readonly stderr: string
  /** How it ended; undefined while it runs. */
  readonly exit: Exit | undefined
  /** Resolves when it has ended and all of its output was read. Never rejects. */
  readonly exited: Promise<Exit>
  /** Resolves with the match as soon as stdout or stderr has it; rejects when it ends first or after `timeoutMs`. */
  waitForOutput(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>
  /** Resolves when it ends by itself; rejects after `timeoutMs`. */
  waitForExit(timeoutMs?: number): Promise<Exit>
  /** Sends a signal, and nothing when it has ended. */
  signal(name: NodeJS.Signals): void
  /** Sends SIGINT to all of its group, as a terminal does; it must have one of its own. */
  pressCtrlC(): void
  /** Asks it to end (SIGTERM), and kills it when it has not within 10 s. */
  stop(): Promise<Exit>
  /** Ends it at once, as a crash would (SIGKILL). */
  kill(): Promise<Exit>
}

/** What to start a process with beside its command line. */
export interface ProcessOptions {
  env?: Record<string, string>
  cwd?: string
  /** Starts it in a process group of its own, so that `kill` takes its children too. */
  ownGroup?: boolean
}

/** Starts a program, as a person would from a shell with no Culvert settings. */
export function startProcess(command: string, args: string[], options: ProcessOptions = {}): RunningProcess {
  const child = spawn(command, args, {
    cwd: options.cwd ?? projectFolder,
    env: { ...plainEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.ownGroup ?? false,
  })
  return watch(child, [command, ...args].join(' '), options.ownGroup ?? false)
}

/** Starts a JavaScript or TypeScript program with this Node. */
export function startNode(script: string, args: string[] = [], options: ProcessOptions = {}): RunningProcess {
  return startProcess(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], options)
}

function watch(child: ChildProcess, commandLine: string, ownGroup: boolean): RunningProcess {
  const output = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += stripVTControlCharacters(text)
      notify()
    })
  }
  let exit: Exit | undefined
  const exited = new Promise<Exit>((resolve) => {
    const finish = (how: Exit) => {
      exit = how
      resolve(how)
      notify()
    }
    child.once('error', (error) => {
      output.stderr += `${error.message}\n`
      finish({ code: null, signal: null })
    })
    child.once('close', (code, signal) => finish({ code, signal }))
  })

  /** Resolves with the first answer that is not undefined, asked at each output and at the end. */
  function watchFor<T>(awaited: string, ask: () => T | undefined, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) =>
        settle(() => reject(new Error(`${commandLine}: ${why}, awaiting ${awaited}\n${output.stdout}${output.stderr}`)))
      const look = () => {
        const answer = ask()
        if (answer !== undefined) settle(() => resolve(answer))
        else if (exit) fail(`ended with ${exit.signal ?? exit.code}`)
      }
      const timer = setTimeout(() => fail(`nothing within ${timeoutMs} ms`), timeoutMs)
      const settle = (done: () => void) => {
        clearTimeout(timer)
        watchers.delete(look)
        done()
      }
      watchers.add(look)
      look()
    })
  }

  const running: RunningProcess = {
    pid: child.pid ?? 0,
    get stdout() {
      return output.stdout
    },
    get stderr() {
      return output.stderr
    },
    get exit() {
      return exit
    },
    exited,
    waitForOutput: (pattern, timeoutMs = 15_000) =>
      watchFor(
        String(pattern),
        () => pattern.exec(output.stdout) ?? pattern.exec(output.stderr) ?? undefined,
        timeoutMs,
      ),
    waitForExit: (timeoutMs = 15_000) => watchFor('its end', () => exit, timeoutMs),
    signal(name) {
      if (!exit) child.kill(name)
    },
    pressCtrlC() {
      process.kill(-running.pid, 'SIGINT')
    },
    async stop() {
      running.signal('SIGTERM')
      const timer = setTimeout(() => void running.kill(), 10_000)
      const how = await exited
      clearTimeout(timer)
      return how
    },
    kill() {
      // A group outlives its leader, so it is killed also when the leader has ended.
      if (!ownGroup) running.signal('SIGKILL')
      else if (hasProcesses(running)) process.kill(-running.pid, 'SIGKILL')
      return exited
    },
  }
  return running
}

/** Whether anybody is left in a process's own group. */
export function hasProcesses({ pid }: RunningProcess): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

/** This process's environment without what would steer Culvert, and without what Jest adds. */
function plainEnvironment(): Record<string, string | undefined> {
  const steering = /^(CULVERT_.*|EDGE_.*|PORT|HOST|DATABASE_URL|REDIS_URL|LOG_LEVEL|NODE_ENV|NODE_OPTIONS|FORCE_COLOR)$/
  const kept = Object.entries(process.env).filter(([name]) => !steering.test(name))
  return { ...Object.fromEntries(kept), NO_COLOR: '1' }
}
