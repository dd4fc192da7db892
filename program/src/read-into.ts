import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SocketReader } from './socket-reader.ts'

/**
 * Reads an open socket with a `SocketReader`. Node has the option `onread` for that, but only for connections that it opens, so this does
 * to any socket what Node does for the option, which is not public. What the stream still holds, and what arrives while it is paused, is delivered by
 * `data` events, before what follows. Returns a function that ends this, so that everything is delivered that way; undefined if Node implements
 * it differently, or the transport is no socket: then nothing has changed. `isBusy`: much has already been received.
 */
export function readInto(
  transport: Duplex,
  onChunk: (chunk: Buffer) => void,
  isBusy = false,
): (() => void) | undefined {
  if (!(transport instanceof Socket)) return undefined
  const handle: unknown = Reflect.get(transport, '_handle')
  if (typeof handle !== 'object' || handle === null) return undefined
  const useUserBuffer: unknown = Reflect.get(handle, 'useUserBuffer')
  const [memory, makeMemory, onRead] = ['kBuffer', 'kBufferGen', 'kBufferCb'].map((name) => findSymbol(transport, name))
  if (typeof useUserBuffer !== 'function' || !memory || !makeMemory || !onRead) return undefined
  const reader = new SocketReader(isBusy)
  reader.onChunk = onChunk
  const { buffer, callback } = reader
  let isEnded = false
  Reflect.set(transport, memory, buffer())
  Reflect.set(transport, makeMemory, buffer)
  Reflect.set(transport, onRead, (bytes: number) =>
    !isEnded && transport.readableFlowing === true && transport.readableLength === 0
      ? callback(bytes)
      : transport.push(Buffer.from(buffer().subarray(0, bytes))),
  )
  Reflect.apply(useUserBuffer, handle, [buffer()])
  return () => {
    isEnded = true
  }
}

/** Finds the symbol under which Node keeps a part of the option; every socket has it. */
function findSymbol(socket: Socket, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(socket).find(({ description }) => description === name)
}
