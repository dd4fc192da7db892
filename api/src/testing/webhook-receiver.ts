import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SecureContextOptions } from 'node:tls'

/** A request that a receiver got. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server that webhooks send to, on loopback. */
export interface Receiver {
  port: number
  /** The requests received, in order. */
  received: Received[]
  /** Answers a request; with 204 until a test replaces it. */
  answer: (response: ServerResponse, request: Received) => unknown
  close(): Promise<void>
}

/** Starts one at 127.0.0.1, with TLS if there is a certificate. */
export async function startReceiver(certificate?: SecureContextOptions): Promise<Receiver> {
  const server = certificate ? createHttpsServer(certificate) : createServer()
  const receiver: Receiver = {
    port: 0,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    const got = { method, path, headers, body: await text(request) }
    receiver.received.push(got)
    await receiver.answer(response, got)
  }
  server.on('request', (request, response) => void receive(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}
