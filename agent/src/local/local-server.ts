import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { hasCode, messageOf } from '@culvert/program'
import { checkOrigin, checkToken } from './caller.ts'
import { CallFault } from '../calls/call-fault.ts'
import { answerLocalCall } from './routes.ts'
import type { LocalAgent } from './routes.ts'
import { writeRunFile } from './run-file.ts'

const firstPort = 4040
/** Browsers and fetch refuse this port, which once was lockd's (Fetch, section 2.9). */
const unsafePort = 4045
/** How many ports to try. */
const portsMax = 100

export interface LocalServer {
  readonly port: number
  /** The inspector's address for a browser, without its token. */
  readonly url: string
  close(): void
}

/**
 * Opens the server on this machine through which a browser and the user's other commands talk to this agent. Rejects if the
 * port, or each of those tried, is in use.
 */
export async function openLocalServer(agent: LocalAgent, wantedPort: number | undefined): Promise<LocalServer> {
  const token = randomBytes(16).toString('hex')
  const server = createServer({ requestTimeout: 60_000 })
  const port = await listen(server, wantedPort)
  server.on('request', (request, response) => void answer(request, response, agent, port, token))
  server.on('clientError', (_error, socket) => socket.destroy())
  const removeRunFile = writeRunFile({ pid: process.pid, port, token })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      removeRunFile()
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, wantedPort: number | undefined): Promise<number> {
  const last = wantedPort ?? firstPort + portsMax - 1
  for (let port = wantedPort ?? firstPort; ; port += 1) {
    if (wantedPort === undefined && port === unsafePort) continue
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      return port
    } catch (error) {
      if (!hasCode(error, 'EADDRINUSE') && !hasCode(error, 'EACCES')) throw error
      if (port >= last) throw error
    }
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  agent: LocalAgent,
  port: number,
  token: string,
): Promise<void> {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  // Any page can make a browser request targets that are not paths, such as `//`.
  const pathname = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? ''
  const isCall = pathname.startsWith('/api/')
  const fault = checkOrigin(request, port) ?? (isCall ? checkToken(request, token) : undefined)
  if (fault !== undefined) {
    sendJson(response, fault.status, { message: fault.message })
    return
  }
  if (!isCall) {
    const { answerScreen } = await import('./screen.ts')
    answerScreen(request, response, pathname)
    return
  }
  try {
    const result = await answerLocalCall(request, response, agent)
    if (result !== undefined) sendJson(response, 200, result)
  } catch (error) {
    if (response.headersSent) response.destroy()
    else sendJson(response, error instanceof CallFault ? error.status : 500, { message: messageOf(error) })
  }
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
