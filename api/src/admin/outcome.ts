import { messageOf } from '@culvert/program'
import { ConfigError } from '../ground/config.ts'
import { AppError } from '../ground/errors.ts'
import type { App } from '../platform/app.ts'
import { describeWriteFault, findWriteFault, isUnavailable } from '../platform/db/faults.ts'

/** The output of a command, and its exit code: 0 done, 1 failed, 2 wrong usage. */
export interface Outcome {
  exitCode: 0 | 1 | 2
  stdout: string
  stderr: string
}

/** The answer of a command: for programs, and for people. */
export interface Answer {
  /** Printed with --json. Its fields are a contract: they are added, not changed. */
  data: unknown
  /** Printed otherwise. */
  text: string
  /** Printed as it is in place of both, without a line break. */
  raw?: string
  /** Whether it reports a failure; the exit code is then 1. */
  isFailure?: boolean
}

/** Formats an answer. */
export function succeed({ data, text, raw, isFailure = false }: Answer, isJson: boolean): Outcome {
  const stdout = raw ?? `${isJson ? JSON.stringify(data, null, 2) : text}\n`
  return { exitCode: isFailure ? 1 : 0, stdout, stderr: '' }
}

/** Formats a fault. A value that the rules refuse is wrong usage. */
export function fail(error: unknown, isJson: boolean): Outcome {
  const { code, message, field } = describeFault(error)
  const text = isJson ? JSON.stringify({ error: { code, message, field } }, null, 2) : message
  return { exitCode: code === 'BAD_USER_INPUT' ? 2 : 1, stdout: '', stderr: `${text}\n` }
}

function describeFault(error: unknown): { code: string; message: string; field?: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message, field: error.field }
  const message = messageOf(error)
  if (error instanceof ConfigError) return { code: 'CONFIGURATION', message }
  // Several addresses of one name were tried, each with its own fault.
  const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : message
  const writeFault = findWriteFault(error)
  if (writeFault !== undefined) return { code: 'UNAVAILABLE', message: `${describeWriteFault(writeFault)} (${reason})` }
  if (isUnavailable(error)) return { code: 'UNAVAILABLE', message: `The database cannot be reached: ${reason}` }
  return { code: 'INTERNAL', message: reason }
}

/** What a command does once its arguments are parsed. */
export type Work = (app: App) => Promise<Answer>

/** Runs a command's work and prints its answer or its fault. */
export type Perform = (work: Work) => Promise<void>

/** Where a command is run from. */
export interface Caller {
  /** The folder that paths are relative to. */
  folder: string
  /** True when a server carries the command out for the command line. */
  isServer: boolean
  /** Prints a part of a long answer, and resolves once it is consumed. Undefined if an answer is returned as one text. */
  print?: (text: string) => Promise<void>
}

/** Runs work in the process that has the database open: this one, or a server that returns what was printed. */
export type Executor = (work: (app: App) => Promise<Outcome>) => Promise<Outcome>
