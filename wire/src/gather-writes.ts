import type { Writable } from 'node:stream'

/**
 * Has what is written to `stream` until the event loop has run through its sockets go out in one write. TLS brings a transfer
 * in records of 16 KiB, each in a callback of its own: one by one they cost a system call each.
 */
export function gatherWrites(stream: Writable): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(uncork, stream)
}

function uncork(stream: Writable): void {
  stream.uncork()
}
