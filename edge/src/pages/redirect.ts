import type { EdgeConfig } from '../config.ts'
import type { VisitorRequest } from '../ingress/visitor.ts'
import { pageAnswer } from './answer.ts'
import type { Answer } from './answer.ts'

/** The same address by HTTPS, for good; the method and the body stay (RFC 9110, section 15.4.9). */
export function redirectToHttps({ hostname, target }: VisitorRequest, config: EdgeConfig): Answer {
  const port = findPublicPort(config)
  const path = target === '*' ? '/' : target
  const location = `https://${hostname}${port === 443 ? '' : `:${port}`}${path}`
  return pageAnswer(308, 'text', `Go on at ${location}\n`, ['Location', location])
}

/** The port that visitors see. It is that of the public address, which may be another than the one that is listened on. */
function findPublicPort({ tunnelUrl, secure }: EdgeConfig): number {
  if (tunnelUrl.protocol !== 'https:') return secure?.port ?? 443
  return tunnelUrl.port === '' ? 443 : Number(tunnelUrl.port)
}
