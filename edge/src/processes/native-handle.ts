import { Socket } from 'node:net'

/**
 * A connection in the form of Node's binding. It is passed from process to process unread, while a socket made from it would begin to read, and
 * lose what arrived on the way. Node passes it on like a socket, but has no public type for it.
 */
export interface NativeHandle {
  readStop(): number
  close(): void
}

/** Returns the handle of a socket, which then stops reading; undefined if there is none, as with TLS. */
export function takeHandle(socket: Socket): NativeHandle | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (!isHandle(handle)) return undefined
  handle.readStop()
  return handle
}

/** Creates a socket from a handle that another process has passed on. */
export function makeSocket(handle: NativeHandle): Socket {
  const socket: unknown = Reflect.construct(Socket, [{ allowHalfOpen: true, handle }])
  if (socket instanceof Socket) return socket
  throw new Error('expected Node to make a socket of a handle')
}

/** Reports whether a value that came with a message is the handle of a connection. */
export function isHandle(value: unknown): value is NativeHandle {
  return typeof value === 'object' && value !== null && 'readStop' in value && 'close' in value
}

/** Sends a message with a handle, using a process's `send`; `onSent` is called when it was sent, or cannot be sent. */
export function sendHandle(to: object, message: object, handle: NativeHandle, onSent: () => void): void {
  const send: unknown = Reflect.get(to, 'send')
  if (typeof send !== 'function') throw new Error('expected a process with a channel')
  Reflect.apply(send, to, [message, handle, {}, onSent])
}
