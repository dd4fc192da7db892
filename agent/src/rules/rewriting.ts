import type { HeaderField, RequestHead, ResponseHead } from '@culvert/wire'
import { namesOfThisMachine } from '../net/loopback.ts'
import type { OriginTarget } from '../net/target.ts'

// An app behind a public hostname compares Host with Origin and Referer, and names itself in redirects, cookies and CORS
// headers. All of them must change together, or the app refuses its own pages.

/** Returns a request's fields with the public address replaced by the app's own, in Host, Origin and Referer. */
export function rewriteRequest(fields: readonly HeaderField[], target: OriginTarget): readonly HeaderField[] {
  const publicHost = valueOf(fields, 'host')
  return fields.map((field) => {
    const [name, value] = field
    switch (name.toLowerCase()) {
      case 'host':
        return [name, target.authority]
      case 'origin':
        return isAt(value, publicHost) ? [name, target.url] : field
      case 'referer':
        return isAt(value, publicHost) ? [name, target.url + pathOf(value)] : field
      default:
        return field
    }
  })
}

/**
 * Returns a response's fields without the app's own address: redirects stay on the host that the
 * visitor requested, cookies belong to the public host, and a page that was allowed by its local address is allowed by its public one.
 */
export function restoreAnswer(
  fields: readonly HeaderField[],
  requestFields: readonly HeaderField[],
  target: OriginTarget,
): readonly HeaderField[] {
  const publicHost = valueOf(requestFields, 'host')
  return fields.map((field) => {
    const [name, value] = field
    switch (name.toLowerCase()) {
      case 'location':
      case 'content-location':
        return isApp(value, target) || isLostAt(hostOnAppsPort(value, target), publicHost, target)
          ? [name, referenceTo(value)]
          : field
      case 'set-cookie': {
        const domain = cookieDomain.exec(value)?.[1]
        return domain !== undefined && isAppHost(domain, target) ? [name, value.replace(cookieDomain, '')] : field
      }
      case 'access-control-allow-origin': {
        const origin = valueOf(requestFields, 'origin')
        return origin !== undefined && isApp(value, target) ? [name, origin] : field
      }
      default:
        return field
    }
  })
}

/** A field of a response that sends visitors where they do not reach the app, for example `Location: http://localhost:3000/login`. */
export type LostReference = { text: string } & (
  | { kind: 'own address' }
  /** The public hostname with the app's port: only visitors of that hostname are lost. */
  | { kind: 'own port'; hostname: string }
  /** An https URL, without a cookie that would make a difference: only visitors who requested that very URL are lost. */
  | { kind: 'same URL'; url: string }
)

/** Returns the first field of a response that may send visitors where they do not reach the app; undefined if there is none. */
export function findLostReference(
  { status, fields }: Pick<ResponseHead, 'status' | 'fields'>,
  target: OriginTarget,
): LostReference | undefined {
  for (const [name, value] of fields) {
    // The length is checked first: most fields need no lowercase copy.
    if (name.length === 8 && name.toLowerCase() === 'location') {
      const text = `Location: ${value}`
      if (isApp(value, target)) return { kind: 'own address', text }
      const hostname = hostOnAppsPort(value, target)
      if (hostname !== undefined) return { kind: 'own port', text, hostname }
      if (status >= 300 && status < 400 && /^https:/i.test(value) && valueOf(fields, 'set-cookie') === undefined) {
        return { kind: 'same URL', text, url: value }
      }
    }
    if (name.length === 10 && name.toLowerCase() === 'set-cookie') {
      const domain = cookieDomain.exec(value)?.[1]
      if (domain !== undefined && isAppHost(domain, target)) {
        return { kind: 'own address', text: `Set-Cookie with Domain=${domain}` }
      }
    }
  }
  return undefined
}

/** Reports whether the visitor that sent a request is lost by a reference. */
export function loses(
  reference: LostReference,
  { method, target: path, fields }: Pick<RequestHead, 'method' | 'target' | 'fields'>,
  target: OriginTarget,
): boolean {
  if (reference.kind === 'own address') return true
  const host = valueOf(fields, 'host')
  if (reference.kind === 'own port') return isLostAt(reference.hostname, host, target)
  if (method !== 'GET' || valueOf(fields, 'x-forwarded-proto') !== 'https') return false
  return URL.parse(reference.url)?.href === URL.parse(`https://${host}${path}`)?.href
}

const cookieDomain = /;\s*domain=\.?([^;\s]+)/i

/** Reports whether a URL's host is the public one, with any scheme, because TLS may end before the edge. */
function isAt(url: string, host: string | undefined): boolean {
  return host !== undefined && URL.parse(url)?.host === host.toLowerCase()
}

/** Reports whether a URL leads to the app itself, under any name of this machine. */
function isApp(url: string, target: OriginTarget): boolean {
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (parsed === null) return false
  const port = parsed.port === '' ? (parsed.protocol === 'https:' ? 443 : 80) : Number(parsed.port)
  return port === target.port && isAppHost(parsed.hostname, target)
}

/**
 * Returns the host of a URL that names the app's port; undefined if it names another, or none. A web server that builds redirects from Host and its own
 * port, such as nginx, sends the public host with a port that only the developer's machine has.
 */
function hostOnAppsPort(url: string, { port }: OriginTarget): string | undefined {
  // Parsed only if the port may be in it: most redirects name none.
  if (!/^https?:\/\//i.test(url) || !url.includes(`:${port}`)) return undefined
  const parsed = URL.parse(url)
  return parsed?.port === String(port) ? parsed.hostname : undefined
}

/** Reports whether `hostname` on the app's port is the public host, which a visitor reaches on another port. */
function isLostAt(hostname: string | undefined, publicHost: string | undefined, { port }: OriginTarget): boolean {
  if (hostname === undefined || publicHost === undefined) return false
  const [, name = '', publicPort] = /^(.*?)(?::(\d+))?$/.exec(publicHost.toLowerCase()) ?? []
  return name === hostname && publicPort !== String(port)
}

function isAppHost(host: string, target: OriginTarget): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === target.host || namesOfThisMachine.has(name)
}

/** Returns a reference to a URL on the same host. Two slashes at its start would make it one to another host (RFC 3986, section 4.2). */
function referenceTo(url: string): string {
  const path = pathOf(url)
  return path.startsWith('//') ? `/.${path}` : path
}

function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url)
  return `${pathname}${search}${hash}`
}

function valueOf(fields: readonly HeaderField[], lowercase: string): string | undefined {
  return fields.find(([name]) => name.length === lowercase.length && name.toLowerCase() === lowercase)?.[1]
}
