import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/**
 * Ends a connection with a reset, so that what was sent before does not pass for a whole answer. Where a FIN is on its
 * way already, libuv refuses the reset (uv_tcp_close_reset, EINVAL) and node then forgets the handle without closing
 * it: the descriptor would leak, and the process could never end. Such a connection is closed plainly. So is one with
 * TLS, which node cannot reset: without the closing alert its end does not pass for one either (RFC 8446, section 6.1).
 */
export function resetConnection(socket: Socket): void {
  if (socket.writableEnded || socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
