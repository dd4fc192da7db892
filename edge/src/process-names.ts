import type { HeaderField } from '@culvert/wire'

// How an agent, or another edge, names the edge process that it wants (wire/PROTOCOL.md): both at the start of TLS and in its request.

/** The request field that names a process. */
export const processField = 'Culvert-Process'

const protocolPrefix = 'culvert-process-'
const ownTargets = '/.culvert/'

/** Returns the ClientHello protocol that names a process. */
export function processProtocol(number: number): string {
  return `${protocolPrefix}${number}`
}

/** Returns the process that a client names among the protocols of its ClientHello; undefined if it names none. */
export function findProcessInProtocols(protocols: readonly string[]): number | undefined {
  const [first = ''] = protocols
  return first.startsWith(protocolPrefix) ? readNumber(first.slice(protocolPrefix.length)) : undefined
}

/** Returns the process that an agent or another edge names in its request; undefined if it names none. */
export function findProcessInRequest(target: string, fields: readonly HeaderField[]): number | undefined {
  if (!target.startsWith(ownTargets)) return undefined
  const value = fields.find(([name]) => name.toLowerCase() === processField.toLowerCase())?.[1]
  return value === undefined ? undefined : readNumber(value)
}

function readNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}
