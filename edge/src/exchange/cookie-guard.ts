import { domainToASCII } from 'node:url'
import type { Logger } from 'pino'
import { BoundedMap } from '../bounded-map.ts'
import { requestIdOf } from '../reporting.ts'
import type { AnswerHead, VisitorRequest } from '../visitor.ts'
import type { ReachableTunnel } from '../tunnels/reachable.ts'

/** The domains on which gateways are offered; undefined until they are known. */
export interface KnownDomains {
  readonly known: ReadonlySet<string> | undefined
}

const reportedMax = 10_000

/** Reports whether a field may set a cookie beyond its own host. A cheap test, which most fields fail. */
export function setsCookieDomain(name: string, value: string): boolean {
  return name.length === 10 && name.toLowerCase() === 'set-cookie' && /;\s*domain\s*=/i.test(value)
}

/** Keeps apps from setting cookies for other accounts' tunnels: they share the offered domains. */
export class CookieGuard {
  readonly #offered: KnownDomains
  readonly #log: Logger
  readonly #reported = new BoundedMap<string, true>(reportedMax)

  constructor(offered: KnownDomains, log: Logger) {
    this.#offered = offered
    this.#log = log
  }

  /** Restricts each cookie of an answer that would reach other accounts' tunnels to its host. Notifies operator and owner of the first. */
  restrict(answer: AnswerHead, request: VisitorRequest, tunnel: ReachableTunnel): void {
    let removed: string | undefined
    const { fields } = answer
    const kept = fields.map((value, index) => {
      if (index % 2 === 0 || !setsCookieDomain(fields[index - 1] ?? '', value)) return value
      const domain = findDomains(value).find((found) => this.#reachesOthers(found, request.hostname))
      if (domain === undefined) return value
      removed ??= domain
      return withoutDomains(value)
    })
    if (removed === undefined) return
    answer.fields = kept
    answer.isShared = false
    this.#report(removed, request, tunnel)
  }

  /** Reports whether a cookie's domain is an offered one or a parent of one. While those are not known, any might be. */
  #reachesOthers(domain: string, hostname: string): boolean {
    const { known } = this.#offered
    if (known === undefined) return domain !== hostname
    return [...known].some((offered) => offered === domain || offered.endsWith(`.${domain}`))
  }

  #report(domain: string, request: VisitorRequest, { app, agentId, account }: ReachableTunnel): void {
    const { hostname } = request
    if (this.#reported.get(hostname) !== undefined) return
    this.#reported.set(hostname, true)
    this.#log.warn(
      { hostname, domain, agentId, accountId: account.id },
      "an app's cookie was for the tunnels of others too",
    )
    app.noteProblem({
      requestId: requestIdOf(request),
      code: 'CULVERT_COOKIE_DOMAIN',
      detail: `a cookie was set for ${domain.slice(0, 100)}; its Domain was taken away`,
      at: new Date(),
    })
  }
}

/** As a browser reads them (RFC 6265, section 5.2.3): it uses the last, but not all agree if that one is empty. */
function findDomains(cookie: string): string[] {
  return cookie
    .split(';')
    .slice(1)
    .flatMap((attribute) => readDomain(attribute) ?? [])
}

function readDomain(attribute: string): string | undefined {
  const [name = '', ...value] = attribute.split('=')
  if (name.trim().toLowerCase() !== 'domain') return undefined
  const text = value
    .join('=')
    .trim()
    .toLowerCase()
    .replace(/^\.+|\.+$/g, '')
  // Programs that accept bytes beyond ASCII in a name read them as UTF-8.
  return /^[\x20-\x7e]*$/.test(text) ? text : domainToASCII(Buffer.from(text, 'latin1').toString('utf8'))
}

function withoutDomains(cookie: string): string {
  return cookie
    .split(';')
    .filter((attribute, index) => index === 0 || readDomain(attribute) === undefined)
    .join(';')
}
