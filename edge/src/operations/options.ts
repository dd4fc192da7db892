import type { Environment } from '@culvert/program'
import { z } from 'zod'
import { flag, port, word } from '../settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A level of the log; `silent` logs nothing. */
export type LogLevel = (typeof logLevels)[number]

/** Logs, metrics and traces. */
export interface OperationsConfig {
  /** The lowest level that is logged. */
  logLevel: LogLevel
  /** Whether each request is logged, at any level. */
  logsRequests: boolean
  /** The port for health, readiness and metrics; undefined if there is only the main port with its health pages. */
  operations: { port: number; host: string } | undefined
}

export const operationsSettings = z
  .object({
    LOG_LEVEL: word(logLevels).default('info'),
    EDGE_ACCESS_LOG: flag,
    EDGE_OPERATIONS_PORT: port.optional(),
    EDGE_OPERATIONS_HOST: z.string().default('127.0.0.1'),
  })
  .transform((given): OperationsConfig => ({
    logLevel: given.LOG_LEVEL,
    logsRequests: given.EDGE_ACCESS_LOG,
    operations:
      given.EDGE_OPERATIONS_PORT === undefined
        ? undefined
        : { port: given.EDGE_OPERATIONS_PORT, host: given.EDGE_OPERATIONS_HOST },
  }))

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const protocols = ['http/protobuf', 'http/json'] as const

/** The configuration of trace export. OpenTelemetry itself reads the standard variables that are not here. */
export interface TracingConfig {
  protocol: (typeof protocols)[number]
  sampler: (typeof samplers)[number]
  /** The ratio of `traceidratio`, from 0 to 1. */
  ratio: number
  /** Whether a client's `traceparent` is continued. If not, it is only linked: anyone can send one. */
  continuesVisitors: boolean
}

const isRatio = (text: string) => text.trim() !== '' && Number(text) >= 0 && Number(text) <= 1

const tracingSettings = z
  .object({
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: word(protocols).default('http/protobuf'),
    OTEL_TRACES_SAMPLER: word(samplers).default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .refine(isRatio, { error: ({ input }) => `expected a number from 0 to 1, found "${String(input)}".` })
      .transform(Number)
      .default(1),
    EDGE_CONTINUE_TRACES: flag,
  })
  .transform((given): { tracing: TracingConfig } => ({
    tracing: {
      protocol: given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
      sampler: given.OTEL_TRACES_SAMPLER,
      ratio: given.OTEL_TRACES_SAMPLER_ARG,
      continuesVisitors: given.EDGE_CONTINUE_TRACES,
    },
  }))

const noTracing = z.unknown().transform((): { tracing: TracingConfig | undefined } => ({ tracing: undefined }))

/** Reads OpenTelemetry's variables; they are ignored if tracing is off. */
export function tracingSettingsOf(environment: Environment): z.ZodType<{ tracing: TracingConfig | undefined }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = environment
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined && OTEL_EXPORTER_OTLP_TRACES_ENDPOINT === undefined) return noTracing
  const isOff = environment.OTEL_SDK_DISABLED === 'true' || environment.OTEL_TRACES_EXPORTER === 'none'
  return isOff ? noTracing : tracingSettings
}
