import { STATUS_CODES } from 'node:http'
import type { AnswerHead, Visitor } from '../visitor.ts'
import { contentSecurityPolicy } from './layout.ts'
import type { PageFormat } from './negotiate.ts'

/** A complete answer by the edge itself. */
export interface Answer extends AnswerHead {
  body: Buffer
}

const contentTypes: Record<PageFormat | 'certificate' | 'revocations' | 'token', string> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  // Browsers offer to trust a file of this type.
  certificate: 'application/x-x509-ca-cert',
  revocations: 'application/pkix-crl',
  token: 'application/jwt',
}

/** Makes an answer with one of the edge's pages; `fields` are added to those that every page has. */
export function pageAnswer(
  status: number,
  format: keyof typeof contentTypes,
  content: string | Buffer,
  fields: string[] = [],
): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  fields.push('Content-Type', contentTypes[format])
  fields.push('Content-Length', String(body.length))
  fields.push('Cache-Control', 'no-store')
  fields.push('Vary', 'Accept')
  fields.push('X-Content-Type-Options', 'nosniff')
  fields.push('Referrer-Policy', 'no-referrer')
  if (format === 'html') fields.push('Content-Security-Policy', contentSecurityPolicy)
  return { status, reason: STATUS_CODES[status] ?? '', fields, body }
}

/** Sends a whole answer. */
export function sendAnswer(visitor: Visitor, answer: Answer): void {
  visitor.sendHead(answer)
  if (visitor.request.method !== 'HEAD') visitor.write(answer.body)
  visitor.end()
}
