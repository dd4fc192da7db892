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

/** Options for starting a process, in addition to its command line. */
export interface ProcessOptions {
  env?: Record<string, string>
  cwd?: string
  /** Starts it in a separate process group, so that `kill` and `pressCtrlC` reach its children too. */
  ownGroup?: boolean
}

/** Starts a program, as a person would from a shell without Culvert settings. */
export function startProcess(command: string, args: string[], options: ProcessOptions = {}): RunningProcess {
  return new RunningProcess(command, args, options)
}

/** Starts a JavaScript or TypeScript program with this Node. */
export function startNode(script: string, args: string[] = [], options: ProcessOptions = {}): RunningProcess {
  return startProcess(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], options)
}

/** A child process whose output is kept. */
export class RunningProcess {
  /** Its stdout so far, without colours. */
  stdout = ''
  /** Its stderr so far, without colours. */
  stderr = ''
  /** How it ended, once all of its output was read; undefined while it runs. */
  exit: Exit | undefined
  readonly pid: number
  readonly #child: ChildProcess
  readonly #hasOwnGroup: boolean
  readonly #commandLine: string
  readonly #ended = Promise.withResolvers<Exit>()
  /** Notified of each output and of the end. */
  readonly #watchers = new Set<() => void>()

  constructor(command: string, args: string[], { env, cwd = projectFolder, ownGroup = false }: ProcessOptions) {
    this.#child = spawn(command, args, {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    })
    this.pid = this.#child.pid ?? 0
    this.#hasOwnGroup = ownGroup
    this.#commandLine = [command, ...args].join(' ')
    this.#keep('stdout')
    this.#keep('stderr')
    this.#child.once('error', (error) => {
      this.stderr += `${error.message}\n`
      this.#end({ code: null, signal: null })
    })
    this.#child.once('close', (code, signal) => this.#end({ code, signal }))
  }

  /** Resolves with the match as soon as stdout or stderr has it; rejects if the process ends first, or after `timeoutMs`. */
  waitForOutput(pattern: RegExp, timeoutMs = 30_000): Promise<RegExpExecArray> {
    const look = () => pattern.exec(this.stdout) ?? pattern.exec(this.stderr) ?? undefined
    return this.#waitFor(String(pattern), look, timeoutMs)
  }

  /** Resolves when it ends on its own; rejects after `timeoutMs`. */
  waitForExit(timeoutMs = 30_000): Promise<Exit> {
    return this.#waitFor('its end', () => this.exit, timeoutMs)
  }

  /** Sends a signal to this process alone; does nothing if it has ended. */
  signal(name: NodeJS.Signals): void {
    if (!this.exit) this.#child.kill(name)
  }

  /** Sends SIGINT to its whole group, as a terminal does; it must have a separate one. */
  pressCtrlC(): void {
    process.kill(-this.pid, 'SIGINT')
  }

  /** Asks it to end (SIGTERM), and kills it if it has not ended within 10 s. */
  async stop(): Promise<Exit> {
    this.signal('SIGTERM')
    const timer = setTimeout(() => void this.kill(), 10_000)
    const exit = await this.#ended.promise
    clearTimeout(timer)
    return exit
  }

  /** Ends it at once, as a crash would (SIGKILL). */
  kill(): Promise<Exit> {
    // A group outlives its leader, so it is killed even if the leader has ended.
    if (!this.#hasOwnGroup) this.signal('SIGKILL')
    else if (hasProcesses(this)) process.kill(-this.pid, 'SIGKILL')
    return this.#ended.promise
  }

  #keep(name: 'stdout' | 'stderr'): void {
    this.#child[name]?.setEncoding('utf8').on('data', (text: string) => {
      this[name] += stripVTControlCharacters(text)
      this.#notify()
    })
  }

  #end(exit: Exit): void {
    this.exit = exit
    this.#ended.resolve(exit)
    this.#notify()
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher()
  }

  /** Resolves with the first answer that is not undefined, asking at each output and at the end. */
  #waitFor<T>(awaited: string, ask: () => T | undefined, timeoutMs: number): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const fail = (why: string) =>
      reject(new Error(`${this.#commandLine}: ${why}, awaiting ${awaited}\n${this.stdout}${this.stderr}`))
    const look = () => {
      const answer = ask()
      if (answer !== undefined) resolve(answer)
      else if (this.exit) fail(`ended with ${this.exit.signal ?? this.exit.code}`)
    }
    const timer = setTimeout(() => fail(`nothing within ${timeoutMs} ms`), timeoutMs)
    this.#watchers.add(look)
    look()
    return promise.finally(() => {
      clearTimeout(timer)
      this.#watchers.delete(look)
    })
  }
}

/** Reports whether any process is left in a process's separate group. */
export function hasProcesses({ pid }: RunningProcess): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

/** Returns this process's environment without what would configure Culvert, and without what Vitest adds. That the tests were started through npx does not mean that `culvert` is. */
function plainEnvironment(): Record<string, string | undefined> {
  const steering =
    /^(CULVERT_.*|EDGE_.*|PORT|HOST|DATABASE_URL|REDIS_URL|LOG_LEVEL|NODE_ENV|NODE_OPTIONS|FORCE_COLOR|npm_command|npm_config_loglevel)$/
  const kept = Object.entries(process.env).filter(([name]) => !steering.test(name))
  return { ...Object.fromEntries(kept), NO_COLOR: '1' }
}
