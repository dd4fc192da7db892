import { revocationPath } from '../certificates/certificates.ts'
import type { VisitorRequest } from '../visitor.ts'
import { type Answer, pageAnswer } from './answer.ts'
import { describeReadiness, health } from './health.ts'
import { agentCommandHtml, escapeHtml, htmlPage } from './layout.ts'
import { pickFormat } from './negotiate.ts'

/** The content of the edge's own pages. */
export interface OwnFacts {
  dashboardUrl: string
  readiness: { findObstacles(): string[] }
  /** The local authority's certificate in PEM, if there is one. */
  authority: string | undefined
  /** Returns its revocation list, in DER. */
  listRevoked: (() => Promise<Buffer>) | undefined
}

/** Returns the page that the edge serves at a path of its own hostname; undefined if there is none. */
export function findOwnPage(
  request: VisitorRequest,
  { dashboardUrl, readiness, authority, listRevoked }: OwnFacts,
): Answer | Promise<Answer> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const [path] = request.target.split('?')
  if (path === '/healthz') return pageAnswer(health.status, 'json', health.body)
  if (path === '/readyz') {
    const { status, body } = describeReadiness(readiness.findObstacles())
    return pageAnswer(status, 'json', body)
  }
  if (path === '/authority.crt' && authority !== undefined) return pageAnswer(200, 'certificate', authority)
  if (path === revocationPath && listRevoked !== undefined)
    return listRevoked().then((list) => pageAnswer(200, 'revocations', list))
  if (path !== '/') return undefined
  const format = pickFormat(request.accept)
  return pageAnswer(200, format, rootPage(format, dashboardUrl))
}

const rootTitle = 'This is a Culvert edge'
const rootText = 'It carries public traffic to local apps. Each tunnel has a hostname of its own.'

function rootPage(format: ReturnType<typeof pickFormat>, dashboardUrl: string): string {
  switch (format) {
    case 'html':
      return htmlPage({
        title: rootTitle,
        status: 'Running',
        main: `<section><h1>${rootTitle}</h1><p class="text">${rootText}</p></section>
<section class="owner"><h2>Open a tunnel of your own</h2><p>Sign up on the <a href="${escapeHtml(dashboardUrl)}">dashboard</a> and install the agent. Then sign your machine in, and name the port of your app:</p><code>culvert login --server ${escapeHtml(dashboardUrl)}</code>${agentCommandHtml(dashboardUrl)}</section>`,
        foot: '',
      })
    case 'json':
      return `${JSON.stringify({ service: 'culvert-edge', dashboard: dashboardUrl })}\n`
    case 'text':
      return `${rootTitle}. ${rootText}\nOpen one of your own: ${dashboardUrl}\n`
    default:
      return format satisfies never
  }
}

/** The address at which clients reach the edge. */
interface PublicAddress {
  tunnelUrl: URL
  secure: { port: number } | undefined
}

/** Redirects permanently to the same address over HTTPS; method and body are preserved (RFC 9110, section 15.4.9). */
export function redirectToHttps({ hostname, target }: VisitorRequest, address: PublicAddress): Answer {
  const port = findPublicPort(address)
  const path = target === '*' ? '/' : target
  const location = `https://${hostname}${port === 443 ? '' : `:${port}`}${path}`
  return pageAnswer(308, 'text', `Continue at ${location}\n`, ['Location', location])
}

/** Returns the port that visitors see: that of the public address, which may differ from the one listened on. */
function findPublicPort({ tunnelUrl, secure }: PublicAddress): number {
  if (tunnelUrl.protocol !== 'https:') return secure?.port ?? 443
  return tunnelUrl.port === '' ? 443 : Number(tunnelUrl.port)
}
