import { createLog, type LogOptions } from '@culvert/program/log'
import type { Logger } from 'pino'

/** Opens a log without the values that PGlite and PostgreSQL report of a failed statement, which may be secrets. */
export function createApiLog(options: Omit<LogOptions, 'redact'>): Logger {
  return createLog({ ...options, redact: { paths: ['err.params', 'err.detail'], remove: true } })
}
