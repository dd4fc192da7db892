import type { Placing } from '../http/placing.ts'

/** The place of a process among those that share the work of one edge. */
export interface Place {
  /** Its number, from 0. A process that replaces another has the same number. */
  number: number
  count: number
  /** The folder of the sockets by which they reach each other. */
  folder: string
  /** Passes connections to the others; undefined where they cannot be passed. */
  placing?: Placing
}

/** An edge of one process. */
export const alone: Place = { number: 0, count: 1, folder: '' }

/**
 * Returns the number of the process that owns a hostname: its tunnel ends there, and its visitors are served there. All
 * processes compute the same answer (FNV-1a, 32 bits).
 */
export function ownerOf(hostname: string, count: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < hostname.length; index += 1) {
    hash = Math.imul(hash ^ hostname.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % count
}
