import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Where the tables are: a PostgreSQL server, or PGlite in a folder of this machine. */
export type DatabaseConfig = { kind: 'postgres'; url: string } | { kind: 'embedded'; folder: string }

/** Everything that the program takes from its surroundings, validated. */
export interface ApiConfig {
  /** The interface to listen on; `localhost` means both loopback addresses. */
  host: string
  /** The TCP port to listen on; 0 takes a free one. */
  port: number
  database: DatabaseConfig
  /** Several nodes share events and rate limits through it; undefined keeps both in this process. */
  redisUrl: string | undefined
  /** The origin under which browsers reach this program: issuer of tokens, and what makes cookies Secure. */
  publicUrl: string
  /** The origin under which visitors reach tunnels and agents dial the edge. */
  tunnelUrl: string
  /** The subpoint domain that a new installation offers. */
  domain: string
  /** The secret that edges prove to know. */
  edgeSecret: string
  logLevel: LogLevel
  /** The built web app; not served while the folder does not exist. */
  webFolder: string
  /** Whether clients may read the schema by introspection. */
  introspection: boolean
  /** How many reverse proxies in front of this program append to X-Forwarded-For; 0 ignores that header. */
  trustedProxies: number
}

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
export function loadApiConfig(env: Record<string, string | undefined>): ApiConfig {
  // An empty variable counts as unset, as in `PORT= npm start`.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { data, error } = environment.safeParse(given)
  if (error) throw new ConfigError(error.issues.map((issue) => `${issue.path.join('.')} must be ${issue.message}`))
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
    logLevel: data.LOG_LEVEL,
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    introspection: data.NODE_ENV === 'development',
    trustedProxies: data.TRUSTED_PROXIES,
  }
}

const integer = (min: number, max: number, byDefault: number) => {
  const message = `a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message).default(byDefault)
}

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

// Messages complete the sentence "NAME must be …". Values are never repeated: some hold passwords.
const environment = z.object({
  HOST: z.string().default('localhost'),
  PORT: integer(0, 65_535, 4000),
  DATABASE_URL: address('postgres:', 'postgresql:').optional(),
  CULVERT_DATA: z.string().default('.culvert'),
  REDIS_URL: address('redis:', 'rediss:').optional(),
  CULVERT_PUBLIC_URL: origin('http://localhost:4000'),
  CULVERT_TUNNEL_URL: origin('http://localhost:8080'),
  CULVERT_DOMAIN: z
    .string()
    .regex(
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'a lowercase domain name, for example tunnels.example.com',
    )
    .max(180, 'a domain name of at most 180 characters')
    .default('culvert.localhost'),
  EDGE_SECRET: z.string(secretForm).min(32, secretForm),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  NODE_ENV: z.string().optional(),
  TRUSTED_PROXIES: integer(0, 10, 0),
})
