import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { serveInOrder } from '@culvert/program'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { renderList, renderMail, renderNotice } from './outbox-pages.ts'
import * as repository from './repository.ts'

export interface OutboxOptions {
  db: Db
  log: Logger
  /** The TCP port on 127.0.0.1; 0 takes a free one. */
  port: number
}

/** The page on which the operator of this machine reads mails that were sent to no mail server. */
export interface Outbox {
  url: string
  close(): Promise<void>
}

/** An answer, with the sources that its markup may use. */
interface Answer {
  status: number
  body: string
  policy: string
}

const pageSize = 50

// The pages have inline styles and frame the mail's own page; they run no script.
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"
// A mail is shown as untrusted: no script, no form, nothing loaded. Its links open in a new tab.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** Serves the outbox on this machine alone. Its mails contain links that let people in. */
export async function startOutbox({ db, log, port }: OutboxOptions): Promise<Outbox> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body, policy } = await answer(db, request).catch((error: unknown) => {
      log.error({ err: error }, 'The outbox could not be shown.')
      return notice(500, 'The outbox cannot be shown right now. The log says why.')
    })
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  const server = createServer()
  serveInOrder(server, (request, response) => void respond(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The outbox listens on no TCP port.')

  return {
    url: `http://localhost:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(db: Db, request: IncomingMessage): Promise<Answer> {
  if (!isLocal(request)) {
    return notice(403, 'The outbox is shown on the machine that runs the API only, as http://localhost with its port.')
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return notice(405, 'The outbox can only be read.')
  const url = URL.parse(`http://localhost${request.url}`)
  if (url?.pathname === '/') return await answerList(db, url.searchParams)
  const [, id, part] = url?.pathname.match(/^\/mails\/([0-9a-f-]{36})(\/html)?$/) ?? []
  const mail = id === undefined ? undefined : await repository.findMail(db, id)
  if (!mail) return notice(404, 'There is no such mail, or it has been removed. Mails are kept 30 days.')
  if (part === undefined) return page(200, renderMail(mail))
  // Links cannot navigate the frame away from the mail.
  return { status: 200, body: mail.html.replace('<head>', '<head><base target="_blank">'), policy: mailPolicy }
}

async function answerList(db: Db, query: URLSearchParams): Promise<Answer> {
  const total = await repository.countMails(db)
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const number = Math.min(pageCount, Math.max(1, Math.trunc(Number(query.get('page'))) || 1))
  const mails = await repository.listMails(db, { limit: pageSize, offset: (number - 1) * pageSize })
  return page(200, renderList({ mails, total, number, pageCount }))
}

/**
 * The socket is bound to loopback, so somebody on this machine asks. A website whose name resolves to 127.0.0.1 for
 * this one visitor (DNS rebinding) would come from here too, but names itself in the Host header.
 */
function isLocal({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(headers.host ?? '')
}

function page(status: number, body: string): Answer {
  return { status, body, policy: pagePolicy }
}

function notice(status: number, message: string): Answer {
  return page(status, renderNotice(message))
}
