import { fileURLToPath } from 'node:url'
import { type Environment, readEnvironment } from '@culvert/program'
import type { TicketLimits } from '@culvert/schema/tokens'
import { z } from 'zod'
import {
  type CertificateConfig,
  certificatePairs,
  certificateSettings,
  checkCertificateSettings,
  composeCertificateConfig,
} from './certificate-config.ts'
import { canHoldHostnames } from './hostnames.ts'
import { networkList } from './public-address.ts'
import { resolverList } from './resolver-address.ts'

/** The limits of open connections, WebSockets among them. */
export interface ConnectionLimits {
  total: number
  /** The connections of one client; `networkOf` says what counts as one. */
  perAddress: number
}

/** The database: a PostgreSQL server, or PGlite in a folder of this machine. */
export type DatabaseConfig = { kind: 'postgres'; url: string } | { kind: 'embedded'; folder: string }

/** Where mails are sent: to a mail server, or into the outbox, which a page on loopback shows. */
export type MailConfig =
  | { kind: 'smtp'; url: string; from: string }
  | {
      kind: 'outbox'
      /** The page's TCP port; undefined takes 8025, or a free one while that is taken. */
      port: number | undefined
    }

/** The account at Stripe that takes payments. */
export interface StripeConfig {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's own, for tests. */
  apiUrl?: string
}

/** The secrets that seal texts in the database: private keys, and copies of requests. */
export interface SealingConfig {
  /** The operator's secret; undefined if it is not known. */
  secret: string | undefined
  /** Where a secret that is not known is kept, made at its first use; undefined if processes on several machines share the database. */
  file: string | undefined
  /** The previous secret, while what it sealed is being resealed. */
  previous: string | undefined
}

/** The configuration of requests to the issuers of workloads' tokens. */
export interface IssuerConfig {
  /** Networks besides the public Internet, in CIDR form, in which issuers may be. */
  allowedNetworks: string[]
  timeoutMs: number
}

/** The configuration of accounts' webhooks. */
export interface WebhookConfig {
  /** The networks besides the public Internet that they may be sent into, in CIDR form. */
  allowedNetworks: string[]
  /** How long all of an attempt may take, in milliseconds. */
  timeoutMs: number
}

/** The timeouts of the API's sockets, in milliseconds. */
export interface SocketTiming {
  /** Time between two pings; the client must answer each before the next. */
  heartbeatMs: number
  /** How long a credential counts after it was last looked up. */
  credentialFreshMs: number
  /** How long a client may read nothing of what waits for it, once so much waits that nothing is read from the client. */
  drainMs: number
  /** How long an idle connection is kept for the next request. */
  keepAliveMs: number
}

/** The program's configuration, validated. */
export interface ApiConfig {
  /** The interface to listen on; `localhost` means both loopback addresses. */
  host: string
  /** The TCP port to listen on; 0 takes a free one. */
  port: number
  database: DatabaseConfig
  /** The Redis through which several nodes count attempts together; undefined if each counts separately. */
  redisUrl: string | undefined
  /** The origin under which browsers reach this program: issuer of tokens, and what makes cookies Secure. */
  publicUrl: string
  /** The origin under which visitors reach tunnels and agents dial the edge. */
  tunnelUrl: string
  /** The subpoint domain that a new installation offers. */
  domain: string
  /** The secret that edges prove to know. */
  edgeSecret: string
  mail: MailConfig
  /** The name servers that verify domains, as address or address:port; the system's when empty. */
  dnsResolvers: string[]
  /** How certificates are ordered; undefined while none are. */
  certificates: CertificateConfig | undefined
  sealing: SealingConfig
  issuers: IssuerConfig
  webhooks: WebhookConfig
  /** Undefined while no payment provider is used. */
  stripe: StripeConfig | undefined
  logLevel: LogLevel
  /** The built web app; not served while the folder does not exist. */
  webFolder: string
  /** The built package of the agent; not served while the folder does not exist. */
  agentFolder: string
  /** The built package of the client for programs; not served while the folder does not exist. */
  clientFolder: string
  /** Packages of the agent for systems without Node, one folder for each version; none are served if there are none. */
  packagesFolder: string
  /** What all tunnels of an account together may carry on an edge. */
  tunnelLimits: TicketLimits
  /** How much one credential may read: a point for each query, and one more for every 100 rows. */
  readPointsPerMinute: number
  /** How long an operation may take, in milliseconds. */
  operationMs: number
  /** How many reverse proxies in front of this program append to X-Forwarded-For; 0 ignores that header. */
  trustedProxies: number
  socketTiming: SocketTiming
  connectionLimits: ConnectionLimits
  /** How long it keeps serving once it is told to stop, so that balancers notice that it is not ready, in milliseconds. */
  noticeMs: number
}

const socketTiming = { heartbeatMs: 25_000, credentialFreshMs: 5_000, drainMs: 30_000 }
const keepAliveMs = 5_000
/** Longer than proxies keep connections, usually for 60 s: a request that a proxy sends just as the connection closes would fail. */
const keepAliveBehindProxyMs = 65_000

const operationMs = 10_000

/** Two checks of a balancer that asks every two seconds, and as long as node:http keeps a connection on which nothing is asked. */
const noticeSeconds = 5

const webhookTimeoutMs = 10_000
/** How long an issuer may take for one of its documents. */
const issuerTimeoutMs = 10_000

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

type LogLevel = (typeof logLevels)[number]

/** Thrown when the environment cannot be used; its message lists every fault. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The environment of the API has ${faults.length === 1 ? 'a fault' : 'faults'}:\n- ${faults.join('\n- ')}`)
    this.name = 'ConfigError'
  }
}

/** Reads and validates the environment. Throws a ConfigError that names every fault at once. */
export function loadApiConfig(env: Environment): ApiConfig {
  const given = readEnvironment(env)
  const { data, error } = environment.safeParse(given)
  const ordering = checkCertificateSettings(given)
  const faults = [
    ...(error?.issues ?? []).map((issue) => `${issue.path.join('.')} must be ${issue.message}`),
    ...findHalves(given),
    ...ordering.faults,
  ]
  if (error || faults.length > 0) throw new ConfigError(faults)
  return {
    host: data.HOST,
    port: data.PORT,
    database: data.DATABASE_URL
      ? { kind: 'postgres', url: data.DATABASE_URL }
      : { kind: 'embedded', folder: `${data.CULVERT_DATA}/database` },
    redisUrl: data.REDIS_URL,
    publicUrl: data.CULVERT_PUBLIC_URL,
    tunnelUrl: data.CULVERT_TUNNEL_URL,
    domain: data.CULVERT_DOMAIN,
    edgeSecret: data.EDGE_SECRET,
    mail: data.SMTP_URL
      ? {
          kind: 'smtp',
          url: data.SMTP_URL,
          from: data.MAIL_FROM ?? `no-reply@${new URL(data.CULVERT_PUBLIC_URL).hostname}`,
        }
      : { kind: 'outbox', port: data.MAIL_OUTBOX_PORT },
    dnsResolvers: data.DNS_RESOLVERS,
    certificates: composeCertificateConfig(data, ordering.dns),
    sealing: {
      // Several processes may share a PostgreSQL: what one of them seals, the others must open.
      secret: data.SEALING_SECRET ?? (data.DATABASE_URL === undefined ? undefined : data.EDGE_SECRET),
      file: data.DATABASE_URL === undefined ? `${data.CULVERT_DATA}/sealing-secret` : undefined,
      previous: data.SEALING_SECRET_PREVIOUS,
    },
    issuers: { allowedNetworks: data.ISSUER_ALLOWED_NETWORKS, timeoutMs: issuerTimeoutMs },
    webhooks: { allowedNetworks: data.WEBHOOK_ALLOWED_NETWORKS, timeoutMs: webhookTimeoutMs },
    stripe:
      data.STRIPE_SECRET_KEY !== undefined && data.STRIPE_WEBHOOK_SECRET !== undefined
        ? {
            secretKey: data.STRIPE_SECRET_KEY,
            webhookSecret: data.STRIPE_WEBHOOK_SECRET,
            apiUrl: data.STRIPE_API_URL,
          }
        : undefined,
    logLevel: data.LOG_LEVEL,
    webFolder: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
    agentFolder: fileURLToPath(new URL('../../../agent/dist', import.meta.url)),
    clientFolder: fileURLToPath(new URL('../../../client/dist', import.meta.url)),
    packagesFolder: data.CULVERT_PACKAGES,
    readPointsPerMinute: data.API_READ_POINTS_PER_MINUTE,
    operationMs,
    tunnelLimits: {
      requestsPerMinute: data.TUNNEL_REQUESTS_PER_MINUTE,
      requestBurst: data.TUNNEL_REQUEST_BURST,
      openRequests: data.TUNNEL_OPEN_REQUESTS,
    },
    trustedProxies: data.TRUSTED_PROXIES,
    socketTiming: { ...socketTiming, keepAliveMs: data.TRUSTED_PROXIES > 0 ? keepAliveBehindProxyMs : keepAliveMs },
    connectionLimits: {
      total: data.API_CONNECTIONS,
      perAddress: data.API_CONNECTIONS_PER_ADDRESS,
    },
    // No other process serves an embedded database.
    noticeMs: 1_000 * (data.API_NOTICE_SECONDS ?? (data.DATABASE_URL === undefined ? 0 : noticeSeconds)),
  }
}

/** Settings that only make sense together. */
const pairs: readonly (readonly [string, string])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['SEALING_SECRET_PREVIOUS', 'SEALING_SECRET'],
  ...certificatePairs,
]

function findHalves(given: Environment): string[] {
  return pairs
    .filter(([half, other]) => given[half] !== undefined && given[other] === undefined)
    .map(([half, other]) => `${other} must be set when ${half} is`)
}

const secretStartingWith = (...prefixes: string[]) =>
  z
    .string()
    .refine(
      (value) => prefixes.some((prefix) => value.startsWith(prefix)),
      `a secret that starts with ${prefixes.join(' or ')}`,
    )

const optionalInteger = (min: number, max: number) => {
  const message = `a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message).optional()
}

const integer = (min: number, max: number, byDefault: number) => optionalInteger(min, max).unwrap().default(byDefault)

const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
      `an address that starts with ${protocols[0]}//`,
    )

const origin = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((value) => URL.parse(value))
    .refine(
      (url) => url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '',
      'an http or https address without a path, for example https://culvert.example.com',
    )
    .transform((url) => url?.origin ?? '')

const secretForm = 'a secret of at least 32 characters that the API and its edges share (try: openssl rand -hex 32)'

const sealingForm = 'a secret of at least 32 characters (try: openssl rand -hex 32)'

// Messages complete the sentence "NAME must be …". Values are never repeated: some hold passwords.
const environment = z.object({
  HOST: z.string().default('localhost'),
  PORT: integer(0, 65_535, 4000),
  DATABASE_URL: address('postgres:', 'postgresql:').optional(),
  CULVERT_DATA: z.string().default('.culvert'),
  CULVERT_PACKAGES: z.string().default(fileURLToPath(new URL('../../../agent/packages', import.meta.url))),
  REDIS_URL: address('redis:', 'rediss:').optional(),
  CULVERT_PUBLIC_URL: origin('http://localhost:4000'),
  CULVERT_TUNNEL_URL: origin('http://localhost:8080'),
  CULVERT_DOMAIN: z
    .string()
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, {
      error: 'a lowercase domain name, for example tunnels.example.com',
      abort: true,
    })
    .max(180, 'a domain name of at most 180 characters')
    .refine(canHoldHostnames, 'a domain name, not an IP address: gateways are names below it')
    .default('culvert.localhost'),
  EDGE_SECRET: z.string(secretForm).min(32, secretForm),
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.email('the address that mails come from, for example no-reply@culvert.example.com').optional(),
  MAIL_OUTBOX_PORT: optionalInteger(0, 65_535),
  DNS_RESOLVERS: resolverList,
  SEALING_SECRET: z.string(sealingForm).min(32, sealingForm).optional(),
  SEALING_SECRET_PREVIOUS: z.string(sealingForm).min(32, sealingForm).optional(),
  ISSUER_ALLOWED_NETWORKS: networkList,
  WEBHOOK_ALLOWED_NETWORKS: networkList,
  ...certificateSettings.shape,
  STRIPE_SECRET_KEY: secretStartingWith('sk_', 'rk_').optional(),
  STRIPE_WEBHOOK_SECRET: secretStartingWith('whsec_').optional(),
  STRIPE_API_URL: address('http:', 'https:').optional(),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  TRUSTED_PROXIES: integer(0, 10, 0),
  API_CONNECTIONS: integer(1, 1_000_000, 10_000),
  API_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000, 2_048),
  API_NOTICE_SECONDS: optionalInteger(0, 300),
  API_READ_POINTS_PER_MINUTE: integer(60, 1_000_000_000, 6_000),
  TUNNEL_REQUESTS_PER_MINUTE: integer(1, 1_000_000_000, 1_000),
  TUNNEL_REQUEST_BURST: integer(1, 1_000_000_000, 5_000),
  TUNNEL_OPEN_REQUESTS: integer(1, 1_000_000_000, 4_000),
})
