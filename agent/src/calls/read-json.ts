import { CallFault } from './call-fault.ts'

/** Reads a body as JSON; undefined if it is empty. Throws CallFault. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new CallFault(400, 'Expected a request as JSON.')
  }
}
