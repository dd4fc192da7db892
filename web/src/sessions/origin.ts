import type { Location } from 'react-router-dom'

/** The navigation state that remembers the page somebody came from. */
export function toOriginState({ pathname, search, hash }: Location): { from: string } {
  return { from: pathname + search + hash }
}

/** The page that a navigation state remembers; undefined when it remembers none. */
export function findOrigin(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  return typeof state.from === 'string' ? state.from : undefined
}
