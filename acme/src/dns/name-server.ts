import { isIP } from 'node:net'

/** The address of a name server. */
export interface NameServer {
  host: string
  port: number
}

const dnsPort = 53

/** Reads `HOST`, `HOST:PORT`, an IPv6 address, or `[IPV6]:PORT`; returns undefined for anything else. */
export function readNameServer(text: string): NameServer | undefined {
  if (isIP(text) !== 0) return { host: text, port: dnsPort }
  const {
    bracketed,
    bare,
    port = String(dnsPort),
  } = /^(?:\[(?<bracketed>[^\]]+)\]|(?<bare>[^:[\]/@\s]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {}
  const host = bracketed ?? bare
  if (host === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return undefined
  const number = Number(port)
  return number >= 1 && number <= 65_535 ? { host, port: number } : undefined
}

/** Returns it in the notation of logs and resolvers. */
export function nameServerText({ host, port }: NameServer): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}
