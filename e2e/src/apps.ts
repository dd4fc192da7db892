import { once } from 'node:events'
import { type RequestListener, type Server, createServer } from 'node:http'
import { type Socket, createServer as createTcpServer } from 'node:net'
import { type Session, createSession } from 'better-sse'
import serveHandler from 'serve-handler'
import { WebSocketServer } from 'ws'
import type { Cleanup } from './cleanup.ts'
import { madeUpContent } from './content.ts'
import { portOf } from './ports.ts'

/** A local app on 127.0.0.1. */
export interface App {
  port: number
}

/** A local app whose answers the test supplies. */
export interface TestApp extends App {
  server: Server
  /** Answers requests; a test may replace it. */
  listener: RequestListener
}

/** A node:http app for what only the test itself can know: what arrived, and when. */
export async function startApp(cleanup: Cleanup, listener: RequestListener): Promise<TestApp> {
  const server = createServer((request, response) => app.listener(request, response)).listen(0, '127.0.0.1')
  const app = { port: 0, server, listener }
  await once(server, 'listening')
  app.port = portOf(server)
  cleanup.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return app
}

/** A local app that records what arrives, byte by byte. */
export interface RecordingApp extends App {
  /** Everything that has arrived and was not consumed, as latin1. */
  received: string
}

/** A local app on a plain socket, to see what no HTTP server would show. It answers at the end of a request without a body. */
export async function startRecorder(cleanup: Cleanup): Promise<RecordingApp> {
  const sockets = new Set<Socket>()
  const app = { port: 0, received: '' }
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.on('data', (chunk) => {
      app.received += chunk.toString('latin1')
      if (app.received.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  app.port = portOf(server)
  cleanup.defer(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return app
}

/** `serve`'s own handler over files that are generated as they are read: /{bytes}.bin has that many bytes. */
export async function startStaticFiles(cleanup: Cleanup): Promise<App> {
  const modified = new Date('2026-01-01T00:00:00Z')
  const stats = (path: string) => ({
    size: Number(/(\d+)\.bin$/.exec(path)?.[1] ?? 0),
    mtime: modified,
    isDirectory: () => false,
    isSymbolicLink: () => false,
  })
  return startApp(cleanup, (request, response) => {
    const large = /^\/\d{8,}\.bin/.test(request.url ?? '')
    void serveHandler(
      request,
      response,
      { etag: !large },
      {
        lstat: stats,
        createReadStream: (path, range = {}) => madeUpContent(range.start ?? 0, range.end ?? stats(path).size - 1),
      },
    )
  })
}

/** A source of server-sent events; the test pushes each event to its first visitor. */
export async function startEvents(cleanup: Cleanup): Promise<App & { session: Promise<Session> }> {
  const { promise, resolve, reject } = Promise.withResolvers<Session>()
  const app = await startApp(cleanup, (request, response) => {
    createSession(request, response).then(resolve, reject)
  })
  return { port: app.port, session: promise }
}

/** The echo server from ws's documentation. */
export async function startEcho(cleanup: Cleanup): Promise<App> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  await once(server, 'listening')
  cleanup.defer(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The echo server does not listen on a TCP port')
  return { port: address.port }
}
