import type { Socket } from 'node:net'

/**
 * Waits for the steps that open a socket, and returns the socket. Destroys it if they fail, and if the signal aborts, whose reason is then
 * the reason of the failure.
 */
export async function finishOpening(
  socket: Socket,
  signal: AbortSignal,
  steps: () => Promise<unknown>,
): Promise<Socket> {
  const cancel = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('cancelled'))
  signal.addEventListener('abort', cancel)
  try {
    await steps()
    return socket
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
