import { scopes } from '../../auth/scopes.ts'
import type { ApiKeyScope } from '../../graphql/generated/graphql.ts'

/** What a key is limited to; null if it is not limited. */
interface Limits {
  gateways: readonly { subdomain: string; deletedAt: string | null }[] | null
  allowedNetworks: readonly string[] | null
}

/** Describes in one line what a key may do, for example `Read account, usage; manage gateways`. */
export function describeScopes(granted: readonly ApiKeyScope[]): string {
  const objects = new Map<string, string[]>()
  for (const scope of granted) {
    const [verb = '', ...object] = scopes[scope].name.split(' ')
    objects.set(verb, [...(objects.get(verb) ?? []), object.join(' ')])
  }
  const parts = [...objects].map(([verb, all]) => `${verb} ${all.join(', ')}`)
  return parts.map((part, index) => (index === 0 ? part : part.charAt(0).toLowerCase() + part.slice(1))).join('; ')
}

/** How many names of a limit are shown. The others are counted. */
const namesMax = 2

/** Describes what a key is limited to, for example `On demo.example.com, from 203.0.113.0/24 and 2 more`; undefined when it is not limited. */
export function describeLimits({ gateways, allowedNetworks }: Limits): string | undefined {
  const parts = [
    gateways &&
      `on ${listSome(gateways.map(({ subdomain, deletedAt }) => (deletedAt ? `${subdomain} (deleted)` : subdomain)))}`,
    allowedNetworks && `from ${listSome(allowedNetworks.map(shorten))}`,
  ].filter((part) => part !== null && part !== undefined)
  const text = parts.join(', ')
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1)
}

/** Shortens a network of one address to that address. */
function shorten(network: string): string {
  return network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')
}

function listSome(names: readonly string[]): string {
  const rest = names.length - namesMax
  return rest > 0 ? `${names.slice(0, namesMax).join(', ')} and ${rest} more` : names.join(' and ')
}
