import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { exportPaths, openExport, takeExportLink } from '../features/accounts/export.ts'
import { findLiveSession } from '../features/sessions/service.ts'
import { AppError, findErrorCode } from '../ground/errors.ts'
import type { App } from '../platform/app.ts'
import { sendText } from './answers.ts'
import { findClientAddress } from './client-address.ts'
import { createContext } from './context.ts'

/** Reports whether a path is for the export of an account. */
export const isExport = (path: string): boolean => path.startsWith(exportPaths)

const linkEnded =
  'This link is no longer valid: it is for one download, within a minute, while whoever asked for it is signed in. Export the account again.'

/** Writes an account's export as fast as its client reads it. A client that leaves, or reads nothing for a while, ends it. */
export async function handleExport(
  app: App,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  // The first answer uses up the link, so HEAD must not.
  if (request.method !== 'GET') {
    response.setHeader('allow', 'GET')
    return refuse(response, 405, 'An export is downloaded with GET.')
  }
  const link = await takeExportLink(app, path.slice(exportPaths.length))
  const session = link && (await findLiveSession(app, link.sessionId))
  if (!link || !session) return refuse(response, 404, linkEnded)
  const { accountId, userId, sessionId, expiresAt } = link
  const { provenBy, provenAt } = session
  const context = createContext(app, {
    requestId,
    actor: { kind: 'user', userId, sessionId, expiresAt, provenBy, provenAt },
    clientAddress: findClientAddress(request, app.config.trustedProxies),
    userAgent: request.headers['user-agent'] ?? null,
    cookies: undefined,
    budget: undefined,
  })
  const opened = await openExport(context, accountId).catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  if (opened instanceof AppError) return refuse(response, 403, opened.message)

  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-disposition', `attachment; filename="${opened.fileName}"`)
  response.setHeader('cache-control', 'no-store')
  let stalled: NodeJS.Timeout | undefined
  const watch = async function* (pieces: AsyncIterable<string>) {
    for await (const piece of pieces) {
      clearTimeout(stalled)
      // Not the socket's own timer, which restarts with anything that the client sends.
      stalled = setTimeout(() => response.destroy(), app.config.socketTiming.drainMs)
      yield piece
    }
  }
  try {
    await pipeline(opened.pieces, watch, response)
  } catch (error) {
    // The client has left, or was cut off because it reads nothing.
    if (findErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  } finally {
    clearTimeout(stalled)
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.setHeader('cache-control', 'no-store')
  sendText(response, status, text)
}
