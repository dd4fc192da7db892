import { hostname } from 'node:os'
import { pino } from 'pino'
import type { DestinationStream, Logger, LoggerOptions } from 'pino'
import { createRepeatFilter } from './log-repeats.ts'

/** The options of a program's log. */
export interface LogOptions {
  /** The program's name. */
  name: string
  level: string
  /** Fields that no line may contain. */
  redact?: LoggerOptions['redact']
  /** The destination of lines; stdout by default. */
  destination?: DestinationStream
}

/** The fields in every line; `host` is the machine, because `hostname` is a tunnel's in many lines. */
const ownFields = ['level', 'time', 'pid', 'host', 'name', 'msg'] as const

declare module 'pino' {
  namespace pino {
    /** Fields that a line's own would hide: a tunnel's host is its `hostname`, the name of a certificate its `certificate`. */
    interface LogFnFields extends Partial<Record<(typeof ownFields)[number], never>> {}
  }
}

/**
 * Opens a log of JSON lines, in which no name occurs twice, and the same failure occurs at most once a second (see
 * `createRepeatFilter`).
 */
export function createLog({ name, level, redact, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid, host: hostname(), name },
    redact,
    formatters: { log: renameOwnFields },
    hooks: { logMethod: createRepeatFilter() },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Strict readers refuse an object that has a name twice, and pino appends fields without checking those it has written. */
function renameOwnFields(fields: Record<string, unknown>): Record<string, unknown> {
  if (!ownFields.some((name) => name in fields)) return fields
  const names = new Set<string>(ownFields)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.has(name) ? `${name}_` : name, value]))
}

let warningLog: Logger | undefined

/** Writes Node's warnings, such as too many listeners, to a log; by default Node prints them as text. */
export function logWarnings(log: Logger): void {
  if (warningLog === undefined) {
    // Removes Node's own listener, which prints them.
    process.removeAllListeners('warning')
    process.on('warning', (warning) => {
      if (warning.name !== 'ExperimentalWarning') warningLog?.warn({ err: warning }, 'the runtime warns')
    })
  }
  warningLog = log
}
