import type { RequestHead } from '@culvert/wire'

/** The request head as text that goes to the app. `isChunked` says that its body follows in chunks. */
export function encodeRequestHead(head: RequestHead, isChunked: boolean, hostHeader: string | undefined): string {
  let text = `${head.method} ${head.target} HTTP/1.1\r\n`
  for (const [name, value] of head.fields) {
    text += hostHeader !== undefined && isNamed(name, 'host') ? `Host: ${hostHeader}\r\n` : `${name}: ${value}\r\n`
  }
  if (isChunked) text += 'Transfer-Encoding: chunked\r\n'
  // The wire carries `Upgrade` with such a request; `Connection`, which each side says for itself, it does not.
  if (head.kind === 'upgrade') text += 'Connection: Upgrade\r\n'
  return `${text}\r\n`
}

/** The Content-Length that the visitor sent, in bytes; undefined when there was none. */
export function findContentLength(head: RequestHead): number | undefined {
  for (const [name, value] of head.fields) {
    if (isNamed(name, 'content-length')) return Number(value)
  }
  return undefined
}

/** Methods that promise to change nothing (RFC 9110, section 9.2.1): such a request may be sent twice. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isNamed(name: string, lowercase: string): boolean {
  return name.length === lowercase.length && name.toLowerCase() === lowercase
}
