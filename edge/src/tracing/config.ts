import { parseWord } from '../parse-word.ts'
import type { ReadSetting } from '../read-setting.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const protocols = ['http/protobuf', 'http/json'] as const

/** How traces are exported. The standard variables that are not here are read by OpenTelemetry itself. */
export interface TracingConfig {
  protocol: (typeof protocols)[number]
  sampler: (typeof samplers)[number]
  /** Of `traceidratio`: from 0 to 1. */
  ratio: number
  /** Whether a visitor's `traceparent` is continued. If not, it is only linked to: anybody can send one. */
  continuesVisitors: boolean
}

/** Reads what OpenTelemetry's variables say of traces; undefined where nobody wants them, or with a fault. */
export function readTracingConfig(environment: NodeJS.ProcessEnv, read: ReadSetting): TracingConfig | undefined {
  if (!areTracesWanted(environment)) return undefined
  // A protocol for traces alone wins, as its address does.
  const { OTEL_EXPORTER_OTLP_PROTOCOL: commonProtocol } = environment
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', commonProtocol || 'http/protobuf', (text) =>
    parseWord(text, protocols),
  )
  const sampler = read('OTEL_TRACES_SAMPLER', 'parentbased_always_on', (text) => parseWord(text, samplers))
  const ratio = read('OTEL_TRACES_SAMPLER_ARG', '1', parseRatio)
  const continuesVisitors = read('EDGE_CONTINUE_TRACES', 'false', (text) => parseWord(text, ['true', 'false']))
  if (protocol === undefined || sampler === undefined || ratio === undefined || continuesVisitors === undefined)
    return undefined
  return { protocol, sampler, ratio, continuesVisitors: continuesVisitors === 'true' }
}

function areTracesWanted(environment: NodeJS.ProcessEnv): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = environment
  if (!OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return false
  return environment.OTEL_SDK_DISABLED !== 'true' && environment.OTEL_TRACES_EXPORTER !== 'none'
}

function parseRatio(text: string): number {
  const ratio = Number(text)
  if (text.trim() === '' || !(ratio >= 0 && ratio <= 1))
    throw new Error(`expected a number from 0 to 1, found "${text}".`)
  return ratio
}
