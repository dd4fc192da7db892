import { formatCount } from './format.ts'

/** The limit of a plan that means no limit. */
export const unlimited = -1

/** Whether one more fits under a plan's limit. */
export function hasRoom(used: number, limit: number): boolean {
  return limit === unlimited || used < limit
}

/** A plan's limit, for example 3 or ∞. */
export function formatLimit(limit: number): string {
  return limit === unlimited ? '∞' : formatCount(limit)
}
