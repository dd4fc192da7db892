import { isIPv6 } from 'node:net'

const registeredName =
  /^([a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*)\.?(?::\d{0,5})?$/i
const addressLiteral = /^\[([0-9a-f:.]+)\](?::\d{0,5})?$/i

/** The host of `host[:port]`, lowercase, without port and final dot; undefined when it is not exactly that. */
export function readHostname(host: string): string | undefined {
  if (host.length > 260) return undefined
  const name = registeredName.exec(host)?.[1]
  if (name !== undefined) return name.toLowerCase()
  const literal = addressLiteral.exec(host)?.[1]
  return literal !== undefined && isIPv6(literal) ? literal.toLowerCase() : undefined
}
