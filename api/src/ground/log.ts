import { createLog, type LogOptions } from '@culvert/program/log'
import type { Logger } from 'pino'

/** A log of the API, without the values that PGlite and PostgreSQL tell of a statement that failed, secrets among them. */
export function createApiLog(options: Omit<LogOptions, 'redact'>): Logger {
  return createLog({ ...options, redact: { paths: ['err.params', 'err.detail'], remove: true } })
}
