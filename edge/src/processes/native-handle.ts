import { Socket } from 'node:net'

/**
 * A connection as Node's binding has it. It goes from process to process unread, while a socket that Node makes of it would begin to read, and
 * lose what came on the way. Node passes it on like a socket, but has no public type for it.
 */
export interface NativeHandle {
  readStop(): number
  close(): void
}

/** Returns the handle of a socket, which then reads no more; undefined where there is none, as below TLS. */
export function takeHandle(socket: Socket): NativeHandle | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (!isHandle(handle)) return undefined
  handle.readStop()
  return handle
}

/** Makes a socket of a handle that another process has passed on. */
export function makeSocket(handle: NativeHandle): Socket {
  const socket: unknown = Reflect.construct(Socket, [{ allowHalfOpen: true, handle }])
  if (socket instanceof Socket) return socket
  throw new Error('expected Node to make a socket of a handle')
}

/** Reports whether something that came with a message is the handle of a connection. */
export function isHandle(value: unknown): value is NativeHandle {
  return typeof value === 'object' && value !== null && 'readStop' in value && 'close' in value
}

/** Sends a message with a handle, by the `send` of a process; `onSent` is called when it is on its way, or cannot be sent. */
export function sendHandle(to: object, message: object, handle: NativeHandle, onSent: () => void): void {
  const send: unknown = Reflect.get(to, 'send')
  if (typeof send !== 'function') throw new Error('expected a process with a channel')
  Reflect.apply(send, to, [message, handle, {}, onSent])
}
