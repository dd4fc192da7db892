import type { HeaderField, RequestHead } from '@culvert/wire'

/** The header section of a request, in the form that the app is sent it. */
export interface RequestSection {
  lines: string
  /** The length of the body in bytes; undefined if the visitor sent no length. */
  contentLength: number | undefined
}

/** Formats fields as lines. */
export function readRequestSection(fields: readonly HeaderField[]): RequestSection {
  let contentLength: number | undefined
  const lines = fields.map(([name, value]) => {
    if (isNamed(name, 'content-length')) contentLength = Number(value)
    return `${name}: ${value}\r\n`
  })
  return { lines: lines.join(''), contentLength }
}

/** Returns the request head as text for the app. `isChunked` means that its body follows in chunks. */
export function encodeRequestHead(head: RequestHead, { lines }: RequestSection, isChunked: boolean): string {
  const coding = isChunked ? 'Transfer-Encoding: chunked\r\n' : ''
  // The wire carries the `Upgrade` of such a request, but not `Connection`, which each side sets itself.
  const connection = head.kind === 'upgrade' ? 'Connection: Upgrade\r\n' : ''
  return `${head.method} ${head.target} HTTP/1.1\r\n${lines}${coding}${connection}\r\n`
}

/** The safe methods (RFC 9110, section 9.2.1): such a request may be sent twice. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isNamed(name: string, lowercase: string): boolean {
  return name.length === lowercase.length && name.toLowerCase() === lowercase
}
