import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { sdl } from '@culvert/schema'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { BodyTooLarge } from './body.ts'
import { createDownloadHandler, isDownload } from './downloads.ts'
import { startGraphql } from './graphql.ts'
import { listAddresses, listen } from './listen.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { startSubscriptions } from './subscriptions.ts'
import { createWebAppHandler } from './web-app.ts'
import { handleStripeWebhook } from './webhooks.ts'

/** The program's one port. */
export interface HttpServer {
  url: string
  /** Lets running requests finish, ends WebSockets, and stops listening. */
  close: () => Promise<void>
}

/** How long a client may take to send a request; bodies are small. */
const requestTimeoutMs = 30_000

/** Serves GraphQL, its subscriptions, the contract as SDL, the public keys, a health check, webhooks, the agent's package and the web app. */
export async function startHttpServer(app: App): Promise<HttpServer> {
  const { host, port, publicUrl, webFolder, agentFolder } = app.config
  const addresses = listAddresses(host)
  const servers = addresses.map(() => createServer({ requestTimeout: requestTimeoutMs }))
  const subscriptions = startSubscriptions(app)
  const graphql = await startGraphql(app, servers, subscriptions.close)
  const serveWebApp = createWebAppHandler(webFolder)
  const serveDownload = createDownloadHandler(agentFolder)
  const isHttps = publicUrl.startsWith('https:')

  const route = async (request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> => {
    const path = getPath(request)
    if (path === '/graphql') return await graphql.handle(request, response, requestId)
    if (path === '/.well-known/jwks.json') {
      response.setHeader('cache-control', 'public, max-age=300')
      return sendJson(response, await app.keyring.listPublicKeys())
    }
    if (path === '/schema.graphql') {
      response.setHeader('content-type', 'application/graphql; charset=utf-8')
      return void response.end(sdl)
    }
    if (path === '/healthz') {
      await sql`select 1`.execute(app.db)
      return sendJson(response, { status: 'ok' })
    }
    if (isDownload(path)) return serveDownload(request, response)
    if (path === '/webhooks/stripe') return await handleStripeWebhook(app, request, response)
    serveWebApp(request, response)
  }

  for (const server of servers) {
    server.on('request', (request, response) => {
      const requestId = randomUUID()
      response.setHeader('x-request-id', requestId)
      // The one header of a page that its own script can read.
      response.setHeader('server-timing', `request;desc="${requestId}"`)
      setSecurityHeaders(response, isHttps)
      route(request, response, requestId).catch((error: unknown) => {
        const isClientsFault = error instanceof BodyTooLarge || !request.complete
        if (!isClientsFault) app.log.error({ err: error, requestId }, 'request failed')
        fail(response, error)
      })
    })
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (getPath(request) === '/graphql') return subscriptions.upgrade(request, socket, head)
      socket.on('error', () => socket.destroy())
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
  }

  try {
    const listeningPort = await listen(servers, addresses, port)
    const name = host.includes(':') ? `[${host}]` : host
    return { url: `http://${name}:${listeningPort}`, close: graphql.stop }
  } catch (error) {
    await graphql.stop()
    throw error
  }
}

function getPath(request: IncomingMessage): string {
  return URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? '/'
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(value))
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const tooLarge = error instanceof BodyTooLarge
  // What is left of a body that is too large is not read.
  if (tooLarge) response.setHeader('connection', 'close')
  response.statusCode = tooLarge ? 413 : 503
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(tooLarge ? `${error.message}\n` : 'Not available at the moment. Try again in a few seconds.\n')
}
