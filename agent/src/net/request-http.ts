import { request } from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'

/** Sends a request, as `request` of node:http does, to a server that must not switch to another protocol. */
export function requestHttp(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
  const sent = request(options, onResponse)
  // Without a listener, Node would end a request that is answered with 101 without an event, even for its time limit.
  sent.on('upgrade', (_response, socket) => {
    socket.destroy()
    sent.emit('error', new Error('it switched to another protocol'))
  })
  return sent
}
