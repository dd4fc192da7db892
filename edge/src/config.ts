import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Environment, readEnvironment } from '@culvert/program'
import { z } from 'zod'
import { type AccountOptions, accountSettings } from './accounts/options.ts'
import { type ControlTiming, type DirectoryOptions, controlTiming, directorySettings } from './control/options.ts'
import { type ConnectionCaps, type HttpTiming, httpSettings } from './http/options.ts'
import { type IngressConfig, ingressSettings } from './ingress/options.ts'
import { operationsSettings, tracingSettingsOf } from './operations/options.ts'
import type { OperationsConfig, TracingConfig } from './operations/options.ts'
import { type RequestOptions, requestSettings } from './requests/options.ts'
import { type RouteOptions, routeSettings } from './routes/options.ts'
import { httpUrl, port, seconds, wholeNumber, word } from './settings.ts'
import { type TunnelOptions, type TunnelTiming, tunnelSettings } from './tunnels/options.ts'

/** The edge's configuration, read from its environment by `loadEdgeConfig`. */
export interface EdgeConfig
  extends
    IngressConfig,
    OperationsConfig,
    TunnelOptions,
    AccountOptions,
    RequestOptions,
    DirectoryOptions,
    RouteOptions {
  /** The port for visitors and agents; 0 picks a free one. */
  port: number
  /** The address to listen on; `localhost` means both loopback families. */
  host: string
  /** How many processes share the work if the edge runs as a separate program. */
  processes: number
  /** Where the API answers, without a slash at the end. */
  apiUrl: string
  /** The secret that this edge shares with the API; at least 32 characters. */
  edgeSecret: string
  /** The public address of tunnels: its scheme is the one visitors use, and agents dial it unless the edge has an address of its own. */
  tunnelUrl: URL
  /** The address at which agents reach this edge and no other; undefined if it has none. */
  agentUrl: URL | undefined
  /** The dashboard's address without a slash at the end; tickets name it as their issuer. */
  publicUrl: string
  /** Whether the edge accepts requests for the dashboard's hostname and forwards them to the API. */
  servesDashboard: boolean
  /** Undefined if tracing is off. */
  tracing: TracingConfig | undefined
  caps: ConnectionCaps
  /** The folder for usage that the API has not taken yet. */
  usageFolder: string
  /** How long open exchanges may take to finish once the edge is told to stop; milliseconds. */
  drainMs: number
  timing: EdgeTiming
}

/** The edge's timeouts and intervals, in milliseconds. */
export interface EdgeTiming extends HttpTiming, TunnelTiming, ControlTiming {}

/** Thrown by `loadEdgeConfig`; the message lists every fault of the environment at once. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The edge cannot start with this environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads and checks the edge's environment; throws ConfigError. */
export function loadEdgeConfig(env: Environment): EdgeConfig {
  const environment = readEnvironment(env)
  const { data, error } = settings.and(tracingSettingsOf(environment)).safeParse({
    ...environment,
    // The protocol set for traces alone takes precedence, as does their address.
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL:
      environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? environment.OTEL_EXPORTER_OTLP_PROTOCOL,
  })
  if (error) throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  return { ...data, timing: { ...data.timing, ...controlTiming } }
}

const withoutSlash = (url: URL) => url.href.replace(/\/+$/, '')

/** One core is left for the system, and for the local apps of a small installation. */
function defaultProcesses(): number {
  return Math.max(1, Math.min(8, availableParallelism() - 1))
}

function addIssue(context: z.RefinementCtx, name: string, message: string): void {
  context.addIssue({ code: 'custom', path: [name], message })
}

const ownSettings = z
  .object({
    EDGE_HTTP_PORT: port.default(8_080),
    EDGE_PROCESSES: wholeNumber('a number of processes', 1, 64).default(defaultProcesses),
    EDGE_HOST: z.string().default('localhost'),
    CULVERT_API_URL: httpUrl.prefault('http://localhost:4000'),
    EDGE_SECRET: z
      .string()
      .default('')
      .refine((secret) => secret.length >= 32, {
        // The secret itself is left out of the message: messages reach logs.
        error: ({ input }) => `expected 32 characters or more, the same as the API's, found ${String(input).length}.`,
      }),
    CULVERT_TUNNEL_URL: httpUrl.prefault('http://localhost:8080'),
    EDGE_AGENT_URL: httpUrl.optional(),
    CULVERT_PUBLIC_URL: httpUrl.prefault('http://localhost:4000'),
    EDGE_DASHBOARD: word(['on', 'off']).default('off'),
    CULVERT_DATA: z.string().default('.culvert'),
    EDGE_DRAIN_SECONDS: seconds(30),
  })
  .superRefine((given, context) => {
    const dashboard = given.EDGE_DASHBOARD === 'on' ? given.CULVERT_PUBLIC_URL : undefined
    const found = `found "${dashboard?.origin}".`
    const { CULVERT_TUNNEL_URL: tunnelUrl, EDGE_AGENT_URL: agentUrl } = given
    const isOrigin = agentUrl === undefined || (agentUrl.href === `${agentUrl.origin}/` && agentUrl.href.length <= 255)
    if (!isOrigin || (tunnelUrl.protocol === 'https:' && agentUrl?.protocol === 'http:'))
      addIssue(
        context,
        'EDGE_AGENT_URL',
        `expected an address without a path, with https where CULVERT_TUNNEL_URL has it, found "${agentUrl?.href}".`,
      )
    if (dashboard?.hostname === given.CULVERT_TUNNEL_URL.hostname)
      addIssue(context, 'CULVERT_PUBLIC_URL', `expected another hostname than CULVERT_TUNNEL_URL has, ${found}`)
    if (dashboard?.origin === given.CULVERT_API_URL.origin)
      addIssue(
        context,
        'CULVERT_API_URL',
        `expected the API itself, not the address that this edge takes for it, ${found}`,
      )
  })
  .transform((given) => ({
    port: given.EDGE_HTTP_PORT,
    processes: given.EDGE_PROCESSES,
    host: given.EDGE_HOST,
    apiUrl: withoutSlash(given.CULVERT_API_URL),
    edgeSecret: given.EDGE_SECRET,
    tunnelUrl: given.CULVERT_TUNNEL_URL,
    agentUrl: given.EDGE_AGENT_URL,
    publicUrl: withoutSlash(given.CULVERT_PUBLIC_URL),
    servesDashboard: given.EDGE_DASHBOARD === 'on',
    usageFolder: join(given.CULVERT_DATA, 'usage'),
    drainMs: given.EDGE_DRAIN_SECONDS,
  }))

const settings = ownSettings
  .and(directorySettings)
  .and(operationsSettings)
  .and(ingressSettings)
  .and(httpSettings)
  .and(accountSettings)
  .and(tunnelSettings)
  .and(requestSettings)
  .and(routeSettings)
