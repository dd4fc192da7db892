import type { CommandValues } from '../config/command-settings.ts'
import { credentialSettings } from '../config/command-settings.ts'
import { readOptions, readVariables } from '../config/layers.ts'
import { overlay } from '../config/overlay.ts'
import { suggest } from '@culvert/program/suggest'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import type { TunnelValues } from '../config/tunnel-settings.ts'
import type { TunnelEvent } from '../tunnel/events.ts'

/** Changes to the header fields of requests or responses. */
export interface HeaderOptions {
  /** Fields to add, by name. */
  add?: Readonly<Record<string, string>>
  /** Names of fields to remove. */
  remove?: readonly string[]
}

/** The options of a tunnel. Each option that is omitted has the default of `culvert http`. */
export interface ListenOptions {
  /** A reserved gateway, by name or hostname; a random hostname by default. */
  gateway?: string
  /** The gateway with this full hostname, such as app.example.com on your own domain. */
  domain?: string
  /** A random hostname for this session; the default. */
  random?: boolean
  /** Shares the gateway with other agents opened with this option: requests go to the one with the fewest open. */
  pool?: boolean
  /** A name for this agent on the dashboard. */
  name?: string
  /** Where this agent is, such as eu-west: it dials edges that are there or near, if the server has several. */
  region?: string
  /** At how many edges this agent is connected at once, if the server has several: 1 to 4, 2 by default. */
  edges?: number
  /** The Host that the app is sent instead of the visitor's; `true` for the app's own address. */
  hostHeader?: string | true
  /** Sends the app its own address in Host, Origin and Referer, and visitors the public one in redirects, cookies and CORS. */
  rewrite?: boolean
  /** Changes what the app is sent. */
  requestHeaders?: HeaderOptions
  /** Changes what visitors are sent. */
  responseHeaders?: HeaderOptions
  /** Compresses what the app sends uncompressed, if the visitor accepts it and it saves bytes. */
  compress?: boolean
  /** Lets in only visitors who know one of these names and passwords, each as `user:password`. */
  basicAuth?: string | readonly string[]
  /** Lets in only visitors from these networks or addresses. */
  allowCidr?: string | readonly string[]
  /** Closes the tunnel after this time: 90s, 30m, 2h, 1d. */
  ttl?: string
  /** Opens the tunnel only once the app accepts connections. */
  waitForApp?: boolean
  /** Does not verify the certificate of an https app. */
  allowAnyCertificate?: boolean
  /** How many requests may be at the app at once. */
  maxConnections?: number
  /** How many event streams, WebSockets and long transfers may be open in addition. */
  maxStreams?: number
  /** The Culvert server, such as tunnels.example.com. Default: CULVERT_SERVER, else that of `culvert login`. */
  server?: string
  /** An AuthID or a machine token, `pk_…`, or an agent token, `at_…`. Default: CULVERT_AUTHTOKEN, else that of `culvert login`. */
  token?: string
  /** In CI: the id of a trust, for which the job's token is exchanged. Default: CULVERT_TRUST. */
  trust?: string
  /** The sign-in to use, if `culvert login` has created several. */
  profile?: string
  /** A file of authorities in PEM that are trusted in addition to this machine's. Default: CULVERT_CA_FILE. */
  caFile?: string
  /** Closes the tunnel, or gives up opening it. */
  signal?: AbortSignal
  /** Called with every event, including those before the URL is ready. */
  onEvent?: (event: TunnelEvent) => void
}

/** The option for each setting. A setting without an option is a type error. */
const tunnelOptions = {
  gateway: 'gateway',
  domain: 'domain',
  random: 'random',
  pool: 'pool',
  name: 'name',
  region: 'region',
  edges: 'edges',
  'host-header': 'hostHeader',
  rewrite: 'rewrite',
  'request-header-add': 'requestHeaders.add',
  'request-header-remove': 'requestHeaders.remove',
  'response-header-add': 'responseHeaders.add',
  'response-header-remove': 'responseHeaders.remove',
  compress: 'compress',
  'basic-auth': 'basicAuth',
  'allow-cidr': 'allowCidr',
  ttl: 'ttl',
  'wait-for-app': 'waitForApp',
  'allow-any-certificate': 'allowAnyCertificate',
  'max-connections': 'maxConnections',
  'max-streams': 'maxStreams',
} as const satisfies Record<keyof typeof tunnelSettings, string>

const credentialOptions = {
  server: 'server',
  profile: 'profile',
  authtoken: 'token',
  trust: 'trust',
  'ca-file': 'caFile',
} as const

const otherOptions = ['signal', 'onEvent'] as const

/** Reads the options of a tunnel. Adds invalid values, and options that do not exist, to `faults`. */
export function readListenOptions(
  options: ListenOptions,
  faults: string[],
): { values: TunnelValues; credentials: CommandValues } {
  const paths = [...Object.values(tunnelOptions), ...Object.values(credentialOptions), ...otherOptions]
  const known = [...new Set(paths.map((path) => path.split('.')[0] ?? path))]
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) faults.push(`There is no option "${name}"${suggest(name, known) || '.'}`)
  }
  return {
    values: readOptions(tunnelSettings, tunnelOptions, (path) => valueAt(options, path), faults),
    credentials: overlay(
      readVariables(credentialSettings, faults),
      readOptions(credentialSettings, credentialOptions, (path) => valueAt(options, path), faults),
    ),
  }
}

/** Returns the name of a setting in faults: its option. */
export function optionOf(setting: keyof typeof tunnelSettings): string {
  return tunnelOptions[setting]
}

/** Returns the value of an option; fields by name become the lines that the settings accept. */
function valueAt(options: ListenOptions, path: string): unknown {
  const [name = '', part] = path.split('.')
  const value: unknown = Reflect.get(options, name)
  if (part === undefined || typeof value !== 'object' || value === null) return value
  const inner: unknown = Reflect.get(value, part)
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
  return Object.entries(inner).map(([field, text]) => `${field}: ${String(text)}`)
}
