import { diag, DiagLogLevel } from '@opentelemetry/api'
import { getNumberFromEnv } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler } from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import type { Logger } from 'pino'
import type { ExchangeTracer } from '../exchange/observer.ts'
import { waitAtMost } from '../wait-at-most.ts'
import type { TracingConfig } from './options.ts'
import { SpanTracer } from './span-tracer.ts'

/** The export of traces to the operator's collector. */
export interface Tracing {
  tracer: ExchangeTracer
  /** Sends the traces that wait; those that the collector does not accept within `timeoutMs` are lost. */
  close(timeoutMs: number): Promise<void>
}

/** Starts exporting traces. Visitors never wait for the export: its queue is bounded, and drops what does not fit. */
export function openTracing(config: TracingConfig, edgeId: string, log: Logger): Tracing {
  const warn = (message: string) => log.warn({ reason: message }, 'traces')
  const logger = { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const own = resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'culvert-edge', [ATTR_SERVICE_INSTANCE_ID]: edgeId })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: config.protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter(),
        maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
        maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
        scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
        exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
      }),
    ],
  })
  return {
    tracer: new SpanTracer(provider.getTracer('culvert-edge'), config.continuesVisitors),
    close: async (timeoutMs) => {
      const shutDown = provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces are lost'))
      await waitAtMost(timeoutMs, shutDown)
    },
  }
}

function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
    default:
      return sampler satisfies never
  }
}
