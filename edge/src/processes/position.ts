import { join } from 'node:path'
import type { ConnectionHandoff } from '../http/connection-handoff.ts'

/** The position of a process among those that share the work of one edge. */
export interface ProcessPosition {
  /** Its number, from 0. A replacement process has the same number. */
  number: number
  count: number
  /** The folder of the sockets through which they reach each other. */
  folder: string
  /** Passes connections to the others; undefined if they cannot be passed. */
  handoff?: ConnectionHandoff
}

/** An edge of one process. */
export const soleProcess: ProcessPosition = { number: 0, count: 1, folder: '' }

/** Returns the path of the socket through which the other processes reach one: for requests to its agents, or to ask what it serves. */
export function socketPathOf({ folder }: ProcessPosition, number: number, purpose: 'hop' | 'routes'): string {
  return join(folder, `${number}-${purpose}.sock`)
}
