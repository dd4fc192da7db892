import { closeSync, fstatSync, openSync, realpathSync, renameSync, writeSync } from 'node:fs'
import type { LogLevel } from '../config/command-settings.ts'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import type { AgentEvent, Output } from './events.ts'
import { PlainOutput } from './plain-output.ts'
import type { TextStream } from './writer.ts'

/** A file of this length is renamed to `FILE.1`, replacing an older one, and a new one is begun. */
const bytesMax = 10 * 1024 * 1024

const levels: Record<AgentEvent['event'], LogLevel> = {
  failed: 'error',
  'tunnel-failed': 'error',
  warning: 'warn',
  reconnecting: 'warn',
  'request-failed': 'warn',
  waiting: 'info',
  ready: 'info',
  inspector: 'info',
  connected: 'info',
  request: 'info',
  stream: 'info',
  notes: 'info',
  stopping: 'info',
  stopped: 'info',
}
const ranks: Record<LogLevel, number> = { error: 0, warn: 1, info: 2 }

/** Plain lines in a file. Throws Failure when it cannot be opened. */
export class LogOutput implements Output {
  readonly #rank: number
  readonly #lines: PlainOutput
  readonly #file: LogFile

  constructor(path: string, level: LogLevel) {
    this.#rank = ranks[level]
    this.#file = new LogFile(path)
    this.#lines = new PlainOutput(this.#file, this.#file)
  }

  show(event: AgentEvent, tunnel?: string): void {
    if (ranks[levels[event.event]] <= this.#rank) this.#lines.show(event, tunnel)
  }

  async close(): Promise<void> {
    await this.#lines.close()
    this.#file.close()
  }
}

class LogFile implements TextStream {
  /** Where the file is: a link to it is not renamed. */
  readonly #path: string
  /** Whether it is a file, and not a device or a pipe such as /dev/stdout, which must stay where it is. */
  readonly #isRegular: boolean
  /** Undefined once it is closed, or if it could not be reopened. */
  #descriptor: number | undefined
  #bytes: number

  constructor(path: string) {
    try {
      this.#descriptor = openSync(path, 'a', 0o600)
      const stats = fstatSync(this.#descriptor)
      this.#bytes = stats.size
      this.#isRegular = stats.isFile()
      this.#path = this.#isRegular ? realpathSync(path) : path
    } catch (error) {
      throw new Failure(exitCodes.usage, `The file ${path} cannot be written.`, {
        why: `--log: ${describeFileFault(error)}`,
      })
    }
  }

  write(text: string, callback?: () => void): boolean {
    try {
      if (this.#descriptor !== undefined) this.#bytes += writeSync(this.#descriptor, text)
      if (this.#bytes >= bytesMax && this.#isRegular) this.#turn()
    } catch {
      // A full disk ends the log, not the tunnel.
    }
    callback?.()
    return true
  }

  on(): void {}

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #turn(): void {
    this.#bytes = 0
    this.close()
    try {
      renameSync(this.#path, `${this.#path}.1`)
    } catch {
      // On Windows, a program that reads it may prevent that. It is tried again after as many bytes.
    }
    this.#descriptor = openSync(this.#path, 'a', 0o600)
  }
}
