import { createServer, Server } from 'node:http'
import type { RequestListener } from 'node:http'
import type { InProcessApp } from '../origin/in-process-dialer.ts'

/**
 * What visitors reach: a port on this machine, an address (`http://host:port`), a `node:http` server of this process, which need not listen, or a
 * function that answers requests.
 */
export type ListenTarget = number | string | Server | RequestListener

/** An app in the form that a tunnel needs. */
export interface AppTarget {
  /** Its address; for an app in this process, its name. */
  address: string
  inProcess: InProcessApp | undefined
}

/** Reads the target of a tunnel. Adds invalid values to `faults`. */
export function readTarget(target: ListenTarget, faults: string[]): AppTarget {
  if (typeof target === 'number' || typeof target === 'string') return { address: String(target), inProcess: undefined }
  if (typeof target === 'function') return toServer(createServer(target))
  if (target instanceof Server) return toServer(target)
  faults.push(
    'The target: expected a port, an address such as http://localhost:3000, a server of node:http or a function that answers requests, ' +
      `got ${describe(target)}. For a server of node:https or node:http2, give its address.`,
  )
  return { address: localAddress, inProcess: undefined }
}

const localAddress = 'http://localhost'

function toServer(server: Server): AppTarget {
  const listening = server.address()
  return {
    address: listening === null || typeof listening === 'string' ? localAddress : `${localAddress}:${listening.port}`,
    inProcess: { accept: (connection) => void server.emit('connection', connection) },
  }
}

/** Returns the kind of a value that a plain JavaScript program passed. */
function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? `an object of ${value.constructor.name}` : String(value)
}
