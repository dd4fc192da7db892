import { toCurlUrl } from '../../exchanges/curl-url.ts'
import { quoteForShell } from '../../ui/quote-for-shell.ts'
import type { RequestRow } from './request.ts'

/** Returns the public URL of a hostname, with the scheme and port of an origin of the same installation. */
export function toOrigin(hostname: string, origin: string): string {
  const { protocol, port } = new URL(origin)
  return `${protocol}//${hostname}${port && `:${port}`}`
}

/** Returns a command for a POSIX shell that sends a request of this method and URL with curl. It has no body and no header fields, which are not recorded. */
export function toCurl(request: Pick<RequestRow, 'method' | 'hostname' | 'path'>, origin: string): string {
  const { method, hostname, path } = request
  const option = method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${quoteForShell(method)} `
  return `curl ${option}${toCurlUrl(toOrigin(hostname, origin) + path)}`
}
