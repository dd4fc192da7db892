import { isIP, isIPv6 } from 'node:net'
import { accountKeyLength, isAccountKey } from '@culvert/schema/names'

/**
 * Reports whether the edge itself answers for a hostname: its own, the names below it to which custom domains point, and
 * names that no tunnel can have, so that health checks by IP address reach it.
 */
export function isOwnName(hostname: string, tunnelHost: string): boolean {
  return hostname === tunnelHost || hostname === 'localhost' || isBelow(hostname, tunnelHost) || isIP(hostname) !== 0
}

function isBelow(hostname: string, tunnelHost: string): boolean {
  return (
    hostname.length === accountKeyLength + 1 + tunnelHost.length &&
    hostname.endsWith(`.${tunnelHost}`) &&
    isAccountKey(hostname.slice(0, accountKeyLength))
  )
}

const registeredName =
  /^([a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*)\.?(?::\d{0,5})?$/i
const addressLiteral = /^\[([0-9a-f:.]+)\](?::\d{0,5})?$/i

/** Returns the host of `host[:port]`, lowercase, without port and final dot; undefined if the text has another form. */
export function readHostname(host: string): string | undefined {
  if (host.length > 260) return undefined
  const name = registeredName.exec(host)?.[1]
  if (name !== undefined) return name.toLowerCase()
  const literal = addressLiteral.exec(host)?.[1]
  return literal !== undefined && isIPv6(literal) ? literal.toLowerCase() : undefined
}
