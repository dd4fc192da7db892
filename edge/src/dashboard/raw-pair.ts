import type { Duplex } from 'node:stream'
import { type FaultBearer, guard, listen } from '@culvert/program/guard'

/** How long what was read from a connection that is gone may wait for the other's reader; milliseconds. */
const lastBytesMs = 10_000

/**
 * Carries raw bytes between two connections, each direction until it ends. When one connection is gone, the other is sent what had been read from it,
 * within `lingerMs`, and closed; when a callback throws, both are closed at once. Either way, `onClosed` is called.
 */
export function join(
  one: Duplex,
  other: Duplex,
  bearer: FaultBearer,
  onClosed: () => void,
  lingerMs = lastBytesMs,
): void {
  const ending: FaultBearer = {
    bearerName: bearer.bearerName,
    onFault: (error, place) => {
      one.destroy()
      other.destroy()
      bearer.onFault(error, place)
    },
  }
  carry(one, other, { bearer: ending, onClosed, lingerMs })
  carry(other, one, { bearer: ending, onClosed, lingerMs })
}

interface Carrying {
  bearer: FaultBearer
  onClosed: () => void
  lingerMs: number
}

function carry(from: Duplex, to: Duplex, { bearer, onClosed, lingerMs }: Carrying): void {
  listen(from, 'data', 'dashboard-raw.data', bearer, (chunk: Buffer) => {
    if (!to.write(chunk)) from.pause()
  })
  listen(to, 'drain', 'dashboard-raw.drain', bearer, () => from.resume())
  listen(from, 'end', 'dashboard-raw.end', bearer, () => to.end())
  from.on('error', () => {})
  listen(from, 'close', 'dashboard-raw.close', bearer, () => {
    destroySoon(to, bearer, lingerMs)
    onClosed()
  })
}

/** Closes a connection once it was sent what waits for its reader, or when that takes too long. */
function destroySoon(connection: Duplex, bearer: FaultBearer, lingerMs: number): void {
  if (connection.destroyed) return
  const timer = setTimeout(
    guard('dashboard-raw.linger', bearer, () => connection.destroy()),
    lingerMs,
  ).unref()
  listen(connection, 'close', 'dashboard-raw.closed', bearer, () => clearTimeout(timer))
  connection.end(guard('dashboard-raw.sent', bearer, () => connection.destroy()))
}
