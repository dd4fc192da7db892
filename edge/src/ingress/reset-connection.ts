import type { Socket } from 'node:net'

/**
 * Ends a connection with a reset, so that what was sent before does not pass for a whole answer. Where a FIN is on its
 * way already, libuv refuses the reset (uv_tcp_close_reset, EINVAL) and node then forgets the handle without closing
 * it: the descriptor would leak, and the process could never end. Such a connection is closed plainly.
 */
export function resetConnection(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
