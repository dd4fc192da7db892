import type { Socket } from 'node:net'

/**
 * Hands over what a socket reads without its stream's queue while nothing waits in it: for each chunk the queue would create
 * a task that asks whether more should be read. A paused socket queues as usual. Returns a function that ends this.
 */
export function readUnqueued(socket: Socket, receive: (chunk: Buffer) => void): () => void {
  const push = socket.push.bind(socket)
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (!Buffer.isBuffer(chunk) || socket.isPaused() || socket.readableLength > 0) {
      return push(chunk, encoding)
    }
    receive(chunk)
    return true
  }
  socket.on('data', receive)
  return () => {
    socket.push = push
    socket.off('data', receive)
  }
}
