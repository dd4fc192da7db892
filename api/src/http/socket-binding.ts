import type { IncomingMessage } from 'node:http'
import { CloseCode, MessageType, type Server } from 'graphql-ws'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'

/** What belongs to one socket. */
export interface SocketExtra {
  socket: WebSocket
  request: IncomingMessage
}

/**
 * Lets a graphql-ws server speak on a socket. The library's own binding prints whatever a client does wrong to the console;
 * this one closes the socket with the protocol's code, and logs what went wrong here. A socket that answers no ping within
 * the next heartbeat is dead.
 */
export function bindSocket<E extends SocketExtra>(server: Server<E>, extra: E, heartbeatMs: number, log: Logger): void {
  const { socket } = extra

  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve, reject) => {
          if (socket.readyState !== socket.OPEN) return resolve()
          socket.send(data, (error) => (error ? reject(error) : resolve()))
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) =>
        socket.on('message', (data: Buffer) => {
          handle(data.toString()).catch((error: unknown) => {
            if (isForClientsOnly(data)) return socket.close(CloseCode.BadRequest, 'Invalid message received')
            log.error({ err: error }, 'a message of a socket failed')
            socket.close(CloseCode.InternalServerError, 'Internal server error')
          })
        }),
    },
    extra,
  )

  let isAlive = true
  socket.on('pong', () => (isAlive = true))
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeatMs)

  // A frame that is none, or too long: `ws` has closed the socket with the code for it.
  socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'))
  socket.once('close', (code, reason) => {
    clearInterval(heartbeat)
    closed(code, reason.toString()).catch((error: unknown) => log.error({ err: error }, 'a socket was not tidied up'))
  })
}

/** Whether a message that was understood is one that only a server sends: the library throws for those. */
function isForClientsOnly(data: Buffer): boolean {
  const { type } = JSON.parse(data.toString()) as { type: MessageType }
  return [MessageType.ConnectionAck, MessageType.Next, MessageType.Error].includes(type)
}
