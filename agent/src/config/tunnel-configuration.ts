import { parseTarget } from '../net/target.ts'
import { quoteAddress } from '../net/url-parts.ts'
import { connectionsMaxDefault, streamsMaxDefault } from '../origin/bounds.ts'
import type { TunnelOptions } from '../tunnel/tunnel-options.ts'
import { edgesDefault } from '../connection/bounds.ts'
import type { Credentials } from './credentials.ts'
import type { tunnelSettings, TunnelValues } from './tunnel-settings.ts'

/** A tunnel as requested, before it is known who opens it. */
export type TunnelPlan = Omit<TunnelOptions, keyof Credentials>

/** Makes a plan from the settings. Adds contradictions to `faults`; `told` returns what a setting is called in its source. */
export function planTunnel(
  app: string,
  values: TunnelValues,
  faults: string[],
  optionName: (setting: keyof typeof tunnelSettings) => string = (setting) => `--${setting}`,
): TunnelPlan | undefined {
  const target = parseTarget(app)
  if (target === undefined) faults.push(`The app: ${describeNoApp(app)}.`)
  const { gateway, domain, random, rewrite } = values
  if (random === true && (gateway !== undefined || domain !== undefined)) {
    faults.push(
      `${optionName('random')} asks for a random hostname and ${optionName(gateway === undefined ? 'domain' : 'gateway')} for a reserved one: give one of the two.`,
    )
  }
  if (gateway !== undefined && domain !== undefined) {
    faults.push(`${optionName('gateway')} and ${optionName('domain')} both name the hostname: give one of the two.`)
  }
  if (values.pool === true && random === true) {
    faults.push(
      `${optionName('pool')} shares a gateway, and ${optionName('random')} asks for a hostname that has none: give one of the two.`,
    )
  }
  const host = values['host-header']
  if (host !== undefined && rewrite === true) {
    faults.push(
      `${optionName('rewrite')} sets the Host already: give one of ${optionName('rewrite')} and ${optionName('host-header')}.`,
    )
  }
  if (target === undefined || faults.length > 0) return undefined
  return {
    target,
    gateway: gateway ?? domain,
    isPooled: values.pool ?? false,
    name: values.name,
    region: values.region,
    edgesMax: values.edges ?? edgesDefault,
    hostHeader: host === true ? target.authority : host,
    rewrites: rewrite ?? false,
    requestHeaders: {
      add: values['request-header-add'] ?? [],
      remove: new Set(values['request-header-remove']),
    },
    responseHeaders: {
      add: values['response-header-add'] ?? [],
      remove: new Set(values['response-header-remove']),
    },
    compresses: values.compress ?? false,
    gate: { basicAuth: values['basic-auth'], allowed: values['allow-cidr'] },
    allowsAnyCertificate: values['allow-any-certificate'] ?? false,
    connectionsMax: values['max-connections'] ?? connectionsMaxDefault,
    streamsMax: values['max-streams'] ?? streamsMaxDefault,
    ttlMs: values.ttl,
    waitsForApp: values['wait-for-app'] ?? false,
  }
}

/** Describes why a text is neither an address nor, because the caller looked for one, a folder. */
function describeNoApp(app: string): string {
  const quoted = quoteAddress(app)
  if (/^(?:~|\.{1,2})?[/\\]|^[a-z]:\\/i.test(app)) return `${quoted} is not a folder`
  const url = URL.parse(app)
  if (url !== null && url.pathname !== '/' && parseTarget(url.origin) !== undefined) {
    return `expected an address without a path, because visitors' paths are passed on, got ${quoted}`
  }
  return `expected a port (1 to 65535), host:port, http://host:port, https://host:port or a folder, got ${quoted}`
}
