import type { IncomingMessage } from 'node:http'
import { CloseCode, MessageType, type Server } from 'graphql-ws'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { SocketOutput } from './socket-output.ts'

/** The state of one socket. */
export interface SocketExtra {
  socket: WebSocket
  request: IncomingMessage
  output: SocketOutput
  /** Called when the operation that a message began has ended; set before the handling of the message first waits. */
  started: (() => void)[]
}

export interface SocketBinding<E extends SocketExtra> {
  server: Server<E>
  heartbeatMs: number
  /** Called at each heartbeat of a socket that answered the one before. */
  onHeartbeat: (extra: E) => void
  log: Logger
}

/**
 * Lets a graphql-ws server speak on a socket. The library's own binding prints whatever a client does wrong to the console;
 * this one closes the socket with the protocol's code, and logs what went wrong here. A socket that answers no ping within
 * the next heartbeat is dead.
 */
export function bindSocket<E extends SocketExtra>(
  { server, heartbeatMs, onHeartbeat, log }: SocketBinding<E>,
  extra: E,
): void {
  const { socket, output } = extra

  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (data) => output.send(data),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) =>
        socket.on('message', (data: Buffer) => {
          // A client that is told to leave may take half a minute to answer: what it still sends is ignored.
          if (socket.readyState !== socket.OPEN) return
          const handled = handle(data.toString())
          // The library handles a message for as long as the operation that it began runs, whatever the client sends meanwhile.
          const started = extra.started.splice(0)
          handled
            .catch((error: unknown) => {
              if (isForClientsOnly(data)) return socket.close(CloseCode.BadRequest, 'Invalid message received')
              log.error({ err: error }, 'a message of a socket failed')
              socket.close(CloseCode.InternalServerError, 'Internal server error')
            })
            .finally(() => {
              for (const end of started) end()
            })
        }),
    },
    extra,
  )

  let isAlive = true
  socket.on('pong', () => (isAlive = true))
  const heartbeat = setInterval(() => {
    // While nothing is read from the client, neither is its pong: it has a separate time limit for reading what waits.
    if (!isAlive && !socket.isPaused) return socket.terminate()
    isAlive = false
    socket.ping()
    onHeartbeat(extra)
  }, heartbeatMs)

  // The frame is malformed or too long: `ws` has closed the socket with the code for it.
  socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'))
  socket.once('close', (code, reason) => {
    clearInterval(heartbeat)
    closed(code, reason.toString()).catch((error: unknown) => log.error({ err: error }, 'a socket was not tidied up'))
  })
}

/** Reports whether a valid message is one that only a server sends: the library throws for those. */
function isForClientsOnly(data: Buffer): boolean {
  const { type } = JSON.parse(data.toString()) as { type: MessageType }
  return [MessageType.ConnectionAck, MessageType.Next, MessageType.Error].includes(type)
}
