import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultTimeouts, serveInOrder } from '@culvert/program'
import type { Redis } from 'ioredis'
import type { App } from '../platform/app.ts'
import { describeWriteFault, isReadOnly, isUnavailable } from '../platform/db/faults.ts'
import { handleExport, isExport } from './account-export.ts'
import { getPath, sendJson, sendText } from './answers.ts'
import { BodyTooLarge } from './body.ts'
import { ConnectionBounds, refusalFields, withinOpenFiles } from './connection-bounds.ts'
import type { Bounding } from './context.ts'
import { createLargeReads } from './cost/large-reads.ts'
import { version } from '../features/site/service.ts'
import { isForCrawlers, serveCrawlers } from './crawlers.ts'
import { createDownloadHandler, isDownload } from './downloads.ts'
import { startGraphql } from './graphql.ts'
import { listAddresses, listen } from './listen.ts'
import { PublicPages } from './public-pages.ts'
import { getPublicSdl } from './public-schema.ts'
import { createReadLimiter } from './read-limit.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { reconnectSpreadMs, startSubscriptions } from './subscriptions.ts'
import { createWebAppHandler } from './web-app.ts'
import { handleStripeWebhook } from './webhooks.ts'

/** The program's server, on one port. */
export interface HttpServer {
  url: string
  /** The bounds of its operations together. */
  bounding: Bounding
  /**
   * Reports that this node is not ready while it keeps serving for the time of the notice. Then ends WebSockets, lets running requests
   * finish, and stops listening.
   */
  close: () => Promise<void>
}

/**
 * Serves GraphQL, its subscriptions, the contract as SDL, the public keys, checks of health and readiness, webhooks, exports, the agent's packages, what
 * search engines ask for, and the web app.
 */
export async function startHttpServer(app: App, redis?: Redis): Promise<HttpServer> {
  const { host, port, publicUrl, webFolder, socketTiming, connectionLimits, trustedProxies, noticeMs } = app.config
  const addresses = listAddresses(host)
  const servers = addresses.map(() => createServer())
  const bounding: Bounding = {
    largeReads: createLargeReads(),
    readLimiter: createReadLimiter(app.config.readPointsPerMinute, redis),
  }
  const subscriptions = startSubscriptions(app, bounding)
  const graphql = await startGraphql(app, bounding, servers)
  const bounds = new ConnectionBounds(withinOpenFiles(connectionLimits), trustedProxies, app.log)
  const pages = new PublicPages(app, bounding)
  const serveWebApp = createWebAppHandler(webFolder, pages)
  const serveDownload = createDownloadHandler({ ...app.config, version })
  const isHttps = publicUrl.startsWith('https:')
  let state: 'serving' | 'leaving' | 'closing' = 'serving'

  const route = async (request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> => {
    const path = getPath(request)
    if (path === '/graphql') return await graphql.handle(request, response, requestId)
    if (path === '/.well-known/jwks.json') {
      response.setHeader('cache-control', 'public, max-age=300')
      return sendJson(response, await app.keyring.listPublicKeys())
    }
    if (path === '/schema.graphql') {
      response.setHeader('content-type', 'application/graphql; charset=utf-8')
      return void response.end(getPublicSdl())
    }
    if (path === '/healthz' || path === '/readyz') {
      const isLeaving = path === '/readyz' && state !== 'serving'
      const reason = isLeaving ? stoppingText : await findWriteObstacle(app)
      if (reason === undefined) return sendJson(response, { status: 'ok' })
      response.statusCode = 503
      return sendJson(response, { status: 'unavailable', reason })
    }
    if (isDownload(path)) return await serveDownload(request, response)
    if (isExport(path)) return await handleExport(app, path, request, response, requestId)
    if (path === '/webhooks/stripe') return await handleStripeWebhook(app, request, response)
    if (isForCrawlers(path)) return serveCrawlers(path, response, publicUrl, pages)
    await serveWebApp(request, response)
  }

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomUUID()
    response.setHeader('x-request-id', requestId)
    // The one header of a page that its own script can read.
    response.setHeader('server-timing', `request;desc="${requestId}"`)
    setSecurityHeaders(response, isHttps)
    // Persistent connections end by agreement: closing one while a request is on its way to it would lose that request.
    if (state !== 'serving') response.setHeader('connection', 'close')
    const refusal = bounds.findRefusal(request)
    if (refusal !== undefined) {
      response.setHeaders(new Map(Object.entries(refusalFields)))
      return sendText(response, 503, refusal)
    }
    route(request, response, requestId).catch((error: unknown) => {
      const isClientsFault = error instanceof BodyTooLarge || !request.complete
      if (!isClientsFault) app.log.error({ err: error, requestId }, 'request failed')
      fail(response, error)
    })
  }

  for (const server of servers) {
    bounds.watch(server)
    serveInOrder(server, answer, {
      ...defaultTimeouts,
      idleMs: socketTiming.drainMs,
      keepAliveMs: socketTiming.keepAliveMs,
    })
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (getPath(request) !== '/graphql') return refuseUpgrade(socket, 404, 'WebSockets are served at /graphql.')
      const refusal = state === 'closing' ? stoppingText : bounds.findRefusalOfUpgrade(request)
      if (refusal !== undefined) return refuseUpgrade(socket, 503, refusal)
      subscriptions.upgrade(request, socket, head)
    })
  }

  try {
    const listeningPort = await listen(servers, addresses, port)
    const name = host.includes(':') ? `[${host}]` : host
    await pages.start()
    const close = async () => {
      state = 'leaving'
      await delay(noticeMs)
      state = 'closing'
      // Without a notice there is no other node to which all could come at once.
      await subscriptions.close(noticeMs > 0 ? reconnectSpreadMs : 0)
      await pages.close()
      await graphql.stop()
    }
    return { url: `http://${name}:${listeningPort}`, bounding, close }
  } catch (error) {
    await graphql.stop()
    throw error
  }
}

const stoppingText = 'This server is stopping. Try again: another one may answer.'

/** Returns why nothing can be written at the moment; undefined while it can. */
async function findWriteObstacle({ db, findDatabaseObstacle }: App): Promise<string | undefined> {
  try {
    return (await isReadOnly(db)) ? describeWriteFault('25006') : findDatabaseObstacle()
  } catch (error) {
    if (isUnavailable(error)) return 'The database does not answer.'
    throw error
  }
}

function refuseUpgrade(socket: Duplex, status: 404 | 503, text: string): void {
  const fields = {
    ...(status === 503 ? refusalFields : { Connection: 'close' }),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': text.length + 1,
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}\n`)
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (!(error instanceof BodyTooLarge)) {
    return sendText(response, 503, 'Not available at the moment. Try again in a few seconds.')
  }
  // The rest of a body that is too large is not read.
  response.setHeader('connection', 'close')
  sendText(response, 413, error.message)
}
