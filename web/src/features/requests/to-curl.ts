import { quoteForShell } from '../../ui/quote-for-shell.ts'
import type { RequestRow } from './request.ts'

/** Returns the public URL of a hostname. An origin of the same installation says by which scheme and port. */
export function toOrigin(hostname: string, origin: string): string {
  const { protocol, port } = new URL(origin)
  return `${protocol}//${hostname}${port && `:${port}`}`
}

/** Returns a command for a POSIX shell that sends a request of this method and URL with curl. Without body and header fields, which are not recorded. */
export function toCurl(request: Pick<RequestRow, 'method' | 'hostname' | 'path'>, origin: string): string {
  const { method, hostname, path } = request
  const option = method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${quoteForShell(method)} `
  return `curl ${option}${quoteForShell(toOrigin(hostname, origin) + path)}`
}
