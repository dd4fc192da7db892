import type { Socket } from 'node:net'
import { type FaultBearer, guard } from '@culvert/program/guard'

interface ReadAheadOptions<Found> {
  /** The prefix of the names of the guarded callbacks. */
  place: string
  /** How long reading may take, in milliseconds; after that, or when the client leaves, the connection is closed. */
  withinMs: number
  bearer: FaultBearer
  /** Reports what the bytes so far mean. */
  parse: (received: Buffer) => Found | 'incomplete'
  /** Called once that is known; the socket is as before, minus what has been read. */
  onFound: (found: Found, received: Buffer) => void
}

/** Reads the start of a connection before its server gets the socket. */
export function readAhead<Found>(
  socket: Socket,
  { place, withinMs, bearer, parse, onFound }: ReadAheadOptions<Found>,
): void {
  socket.on('error', () => {})
  const end = () => socket.destroy()
  const deadline = setTimeout(guard(`${place}.timeout`, bearer, end), withinMs).unref()
  const forget = guard(`${place}.close`, bearer, () => {
    clearTimeout(deadline)
    socket.off('readable', onReadable).off('end', onEnd).off('close', forget)
  })
  const onEnd = guard(`${place}.end`, bearer, end)
  let received = Buffer.alloc(0)
  const onReadable = guard(`${place}.data`, bearer, () => {
    const chunk: Buffer | null = socket.read()
    if (chunk === null) return
    received = Buffer.concat([received, chunk])
    const found = parse(received)
    if (found === 'incomplete') return
    forget()
    onFound(found, received)
  })
  socket.on('readable', onReadable).on('end', onEnd).on('close', forget)
}
