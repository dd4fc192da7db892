import { join } from 'node:path'
import type { Placing } from '../http/placing.ts'

/** The position of a process among those that share the work of one edge. */
export interface Place {
  /** Its number, from 0. A replacement process has the same number. */
  number: number
  count: number
  /** The folder of the sockets through which they reach each other. */
  folder: string
  /** Passes connections to the others; undefined if they cannot be passed. */
  placing?: Placing
}

/** An edge of one process. */
export const alone: Place = { number: 0, count: 1, folder: '' }

/** Returns the path of the socket through which the other processes reach one: for requests to its agents, or to ask what it serves. */
export function socketPathOf({ folder }: Place, number: number, purpose: 'hop' | 'routes'): string {
  return join(folder, `${number}-${purpose}.sock`)
}
