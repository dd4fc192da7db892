import { withoutUser } from '@culvert/program/without-secrets'

/** Parses an http or https address received from another program; undefined if it is invalid. */
export function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Returns the name or address of a URL's server, an IPv6 address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** Returns what was given as an address, without the user and password in it, in quotes for a message. */
export function quoteAddress(text: string): string {
  return JSON.stringify(withoutUser(text))
}
