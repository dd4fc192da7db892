import { lookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** The names of this machine that an app uses, with IPv6 addresses without brackets. */
export const namesOfThisMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'])

/** Browsers try ::1 first; if two programs share a port number, the user means the one that the browser shows. */
const loopback: LookupAddress[] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
]

/**
 * Resolves names for `connect`. `localhost` and all names under it are this machine, in both families (RFC 6761,
 * section 6.3): resolvers often know only one family, and few know `*.localhost`.
 */
export const lookupWithLoopback: LookupFunction = (hostname, options, callback) => {
  if (hostname !== 'localhost' && !hostname.endsWith('.localhost')) lookup(hostname, options, callback)
  else if (options.all) callback(null, loopback)
  else callback(null, '127.0.0.1', 4)
}
