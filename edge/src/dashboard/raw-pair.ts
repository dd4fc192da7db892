import type { Duplex } from 'node:stream'
import { listen } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'

/**
 * Carries raw bytes between two connections, each direction until it ends. When one connection is gone, or a callback throws, both are closed, and `onClosed` is
 * called.
 */
export function join(one: Duplex, other: Duplex, bearer: FaultBearer, onClosed: () => void): void {
  const ending: FaultBearer = {
    bearerName: bearer.bearerName,
    onFault: (error, place) => {
      one.destroy()
      other.destroy()
      bearer.onFault(error, place)
    },
  }
  carry(one, other, ending, onClosed)
  carry(other, one, ending, onClosed)
}

function carry(from: Duplex, to: Duplex, bearer: FaultBearer, onClosed: () => void): void {
  listen(from, 'data', 'dashboard-raw.data', bearer, (chunk: Buffer) => {
    if (!to.write(chunk)) from.pause()
  })
  listen(to, 'drain', 'dashboard-raw.drain', bearer, () => from.resume())
  listen(from, 'end', 'dashboard-raw.end', bearer, () => to.end())
  from.on('error', () => {})
  listen(from, 'close', 'dashboard-raw.close', bearer, () => {
    to.destroy()
    onClosed()
  })
}
