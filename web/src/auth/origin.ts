import type { Location } from 'react-router-dom'

/** The navigation state that remembers the page that the user came from, and whether their session ended there. */
export function toOriginState({ pathname, search, hash }: Location, ended: boolean): { from: string; ended: boolean } {
  return { from: pathname + search + hash, ended }
}

/** Returns the page that a navigation state remembers; undefined if it remembers none. */
export function findOrigin(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  return typeof state.from === 'string' ? state.from : undefined
}

/** Reports whether a navigation state remembers that a session ended. */
export function hasEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
}
