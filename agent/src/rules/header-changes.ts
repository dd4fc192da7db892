import type { HeaderField } from '@culvert/wire'

/** Fields to remove from a header section and to add to it, in this order. */
export interface HeaderChanges {
  /** Lowercase names. */
  remove: ReadonlySet<string>
  add: readonly HeaderField[]
}

export const noChanges: HeaderChanges = { remove: new Set(), add: [] }

/** Returns the fields with the changes applied; the same array if there are none. */
export function changeHeaders(fields: readonly HeaderField[], { remove, add }: HeaderChanges): readonly HeaderField[] {
  const kept = remove.size === 0 ? fields : fields.filter(([name]) => !remove.has(name.toLowerCase()))
  return add.length === 0 ? kept : [...kept, ...add]
}
