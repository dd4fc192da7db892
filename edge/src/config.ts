import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@culvert/program'
import { AddressRanges } from './addresses/address-ranges.ts'
import { readVisitorBounds } from './ingress/config.ts'
import type { ConnectionCaps } from './ingress/connection-counts.ts'
import type { IngressLimits } from './ingress/visitor.ts'
import { parseSeconds } from './parse-seconds.ts'
import { parseWord } from './parse-word.ts'
import { readTracingConfig } from './tracing/config.ts'
import type { TracingConfig } from './tracing/config.ts'
import { readKeptBytesMax } from './tunnels/config.ts'

/** Everything that the edge is told by its environment; `loadEdgeConfig` makes one. */
export interface EdgeConfig {
  /** Port for visitors and agents; 0 picks a free one. */
  port: number
  /** Address to listen on; `localhost` means both loopback families. */
  host: string
  /** How many processes share the work where the edge is a program of its own. */
  processes: number
  /** Where the API answers, without a slash at the end. */
  apiUrl: string
  /** The secret that this edge shares with the API; at least 32 characters. */
  edgeSecret: string
  /** The edge's own public address: where agents dial, and whose scheme visitors use. */
  tunnelUrl: URL
  /** The dashboard's address without a slash at the end; tickets name it as their issuer. */
  publicUrl: string
  /** From which level on the edge logs. */
  logLevel: LogLevel
  /** Whether each request is logged, whatever the level. */
  logsRequests: boolean
  /** Where health, readiness and metrics are; undefined: nowhere but for the health pages of the main port. */
  operations: { port: number; host: string } | undefined
  /** Undefined: nobody wants traces. */
  tracing: TracingConfig | undefined
  ingress: IngressKind
  /** Where visitors speak HTTPS with this edge itself; undefined: nowhere. */
  secure: SecureConfig | undefined
  /** Addresses and ranges of the proxies whose word on where a request came from counts; undefined: nobody's. */
  trustedProxies: AddressRanges | undefined
  /** Whether every connection, also an agent's, must begin with a header of the PROXY protocol. */
  readsProxyHeaders: boolean
  /** How many connections a visitor may have. */
  caps: ConnectionCaps
  /** What all sessions of agents may make the edge keep together, over all of its processes. */
  keptBytesMax: number
  /** Where usage is kept that waits for the API. */
  usageFolder: string
  /** How long exchanges that run may take to finish once the edge is told to end; milliseconds. */
  drainMs: number
  timing: EdgeTiming
}

/** HTTPS, and where its certificates come from. */
export interface SecureConfig {
  /** Port; 0 picks a free one. */
  port: number
  /** The operator's certificates; undefined: the local authority of `authorityFolder` makes them. */
  certificateFolder: string | undefined
  authorityFolder: string
  /** Whether visitors of the plain port are sent to this one. */
  redirects: boolean
}

/** How long the edge waits for what; milliseconds. */
export interface EdgeTiming extends IngressLimits {
  /** For the HELLO of a connection that was upgraded. */
  helloMs: number
  /** For an agent to come back with its resume token after its connection was lost. */
  holdMs: number
  /** For a session to go on over another connection after its own was lost, with all of its streams; 0: not at all. */
  resumeMs: number
  /** For a request whose answer has not begun to wait while its agent is away. */
  parkMs: number
  /** For the streams of a connection that another one has replaced. */
  replacedGraceMs: number
  /** For the streams of a tunnel that the API has ended; the contract is 2 s in all. */
  endedGraceMs: number
  /** Between two looks at the usage counters. */
  usageMs: number
  /** Between two reports of what accounts use of their limits. */
  ratesMs: number
  /** Between two looks for changes in the health of agents. */
  healthMs: number
  /** Between two signs of life when there is nothing to report; the API takes an edge for gone after 90 s. */
  heartbeatMs: number
  /**
   * Between the begin of a subscription and a second look at what it is about: the API may begin to send events a little
   * later than it says so.
   */
  secondLookMs: number
  /** For an agent, and again for its app, to answer a probe. */
  probeMs: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const switches = ['true', 'false'] as const

const ingressKinds = ['net', 'node'] as const

/** Who reads visitors' requests: our own parser on plain sockets, or node's HTTP server, which ours is compared with. */
export type IngressKind = (typeof ingressKinds)[number]

/** A level of the log; `silent` logs nothing. */
export type LogLevel = (typeof logLevels)[number]

const fixedTiming: Omit<EdgeTiming, keyof IngressLimits> = {
  helloMs: 10_000,
  holdMs: 60_000,
  resumeMs: 30_000,
  parkMs: 5_000,
  replacedGraceMs: 30_000,
  endedGraceMs: 1_000,
  usageMs: 1_000,
  ratesMs: 5_000,
  healthMs: 2_000,
  heartbeatMs: 30_000,
  secondLookMs: 1_000,
  probeMs: 5_000,
}

/** Thrown by `loadEdgeConfig`; the message lists every fault of the environment at once. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The edge cannot start with this environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads and checks the edge's environment; throws ConfigError. */
export function loadEdgeConfig(environment: NodeJS.ProcessEnv): EdgeConfig {
  const faults: string[] = []
  const read = <T>(name: string, fallback: string, parse: (text: string) => T): T | undefined => {
    const text = environment[name] || fallback
    try {
      return parse(text)
    } catch (error) {
      faults.push(`${name}: ${messageOf(error)}`)
      return undefined
    }
  }

  const port = read('EDGE_HTTP_PORT', '8080', parsePort)
  const processes = read('EDGE_PROCESSES', defaultProcesses(availableParallelism()), parseProcesses)
  const host = read('EDGE_HOST', 'localhost', (text) => text)
  const apiUrl = read('CULVERT_API_URL', 'http://localhost:4000', parseHttpUrl)
  const edgeSecret = read('EDGE_SECRET', '', parseSecret)
  const tunnelUrl = read('CULVERT_TUNNEL_URL', 'http://localhost:8080', parseHttpUrl)
  const publicUrl = read('CULVERT_PUBLIC_URL', 'http://localhost:4000', parseHttpUrl)
  const securePort = read('EDGE_HTTPS_PORT', '', parseOptionalPort)
  const certificateFolder = read('EDGE_TLS_FOLDER', '', (text) => text)
  const dataFolder = read('CULVERT_DATA', '.culvert', (text) => text)
  const redirects = read('EDGE_HTTPS_REDIRECT', 'false', (text) => parseWord(text, switches) === 'true')
  const operationsPort = read('EDGE_OPERATIONS_PORT', '', parseOptionalPort)
  const operationsHost = read('EDGE_OPERATIONS_HOST', '127.0.0.1', (text) => text)
  const logsRequests = read('EDGE_ACCESS_LOG', 'false', (text) => parseWord(text, switches) === 'true')
  const logLevel = read('LOG_LEVEL', 'info', (text) => parseWord(text, logLevels))
  const trustedProxies = read('EDGE_TRUSTED_PROXIES', '', parseAddressRanges)
  const readsProxyHeaders = read('EDGE_PROXY_PROTOCOL', 'false', (text) => parseWord(text, switches) === 'true')
  const drainMs = read('EDGE_DRAIN_SECONDS', '30', parseSeconds)
  const tracing = readTracingConfig(environment, read)
  const bounds = readVisitorBounds(read)
  const keptBytesMax = readKeptBytesMax(read)
  const ingress = read('EDGE_INGRESS', 'net', (text) => parseWord(text, ingressKinds))

  if (ingress === 'node' && securePort !== 'none')
    faults.push('EDGE_HTTPS_PORT: expected none with EDGE_INGRESS=node, which speaks no TLS.')
  if (ingress === 'node' && readsProxyHeaders === true)
    faults.push('EDGE_PROXY_PROTOCOL: expected false with EDGE_INGRESS=node, which cannot read it.')
  if (
    faults.length > 0 ||
    port === undefined ||
    processes === undefined ||
    host === undefined ||
    apiUrl === undefined ||
    edgeSecret === undefined ||
    tunnelUrl === undefined ||
    publicUrl === undefined ||
    securePort === undefined ||
    certificateFolder === undefined ||
    dataFolder === undefined ||
    redirects === undefined ||
    operationsPort === undefined ||
    operationsHost === undefined ||
    logsRequests === undefined ||
    logLevel === undefined ||
    trustedProxies === undefined ||
    readsProxyHeaders === undefined ||
    bounds === undefined ||
    keptBytesMax === undefined ||
    drainMs === undefined ||
    ingress === undefined
  ) {
    throw new ConfigError(faults)
  }
  return {
    port,
    processes,
    host,
    apiUrl: withoutSlash(apiUrl),
    edgeSecret,
    tunnelUrl,
    publicUrl: withoutSlash(publicUrl),
    logLevel,
    logsRequests,
    operations: operationsPort === 'none' ? undefined : { port: operationsPort, host: operationsHost },
    tracing,
    ingress,
    trustedProxies: trustedProxies === 'none' ? undefined : trustedProxies,
    readsProxyHeaders,
    drainMs,
    secure:
      securePort === 'none'
        ? undefined
        : {
            port: securePort,
            certificateFolder: certificateFolder || undefined,
            authorityFolder: join(dataFolder, 'tls'),
            redirects,
          },
    caps: bounds.caps,
    keptBytesMax,
    timing: { ...fixedTiming, ...bounds.limits },
    usageFolder: join(dataFolder, 'usage'),
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`expected a port from 0 to 65535, found "${text}".`)
  return port
}

const processesMax = 64

/** One core is left to the system, and to the local apps of a small installation. */
function defaultProcesses(cores: number): string {
  return String(cores <= 2 ? 1 : Math.min(8, cores - 1))
}

function parseProcesses(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > processesMax)
    throw new Error(`expected a number of processes from 1 to ${processesMax}, found "${text}".`)
  return count
}

function parseOptionalPort(text: string): number | 'none' {
  return text === '' ? 'none' : parsePort(text)
}

function parseAddressRanges(text: string): AddressRanges | 'none' {
  if (text === '') return 'none'
  return new AddressRanges(text.split(',').map((range) => range.trim()))
}

function parseHttpUrl(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`expected an http:// or https:// address, found "${text}".`)
  }
  return new URL(text)
}

function parseSecret(text: string): string {
  // The text itself stays out of the message: messages reach logs.
  if (text.length < 32) throw new Error(`expected 32 characters or more, the same as the API's, found ${text.length}.`)
  return text
}

function withoutSlash(url: URL): string {
  return url.href.replace(/\/+$/, '')
}
