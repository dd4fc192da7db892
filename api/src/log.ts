import type { LoggerOptions } from 'pino'

/** What every log of the API leaves out: the values that PGlite and PostgreSQL tell of a statement that failed, secrets among them. */
export const logOptions: LoggerOptions = { redact: { paths: ['err.params', 'err.detail'], remove: true } }
