import type { HeaderField } from '@culvert/wire'

/** Fields that a header section loses and gains, in this order. */
export interface HeaderChanges {
  /** Lowercase names. */
  remove: ReadonlySet<string>
  add: readonly HeaderField[]
}

export const noChanges: HeaderChanges = { remove: new Set(), add: [] }

/** Returns the fields with the changes; the same array when there are none. */
export function changeHeaders(fields: readonly HeaderField[], { remove, add }: HeaderChanges): readonly HeaderField[] {
  const kept = remove.size === 0 ? fields : fields.filter(([name]) => !remove.has(name.toLowerCase()))
  return add.length === 0 ? kept : [...kept, ...add]
}
