/** A table that refers to others. */
interface Referrer {
  name: string
  parents: readonly string[]
}

/** Returns tables so that each comes after those that it refers to. Throws when some refer to each other, or one to itself. */
export function orderTables<Table extends Referrer>(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const done = new Set<string>()
  let left = [...tables]
  while (left.length > 0) {
    const next = left.filter(({ parents }) => parents.every((parent) => done.has(parent)))
    if (next.length === 0) {
      throw new Error(
        `The tables ${left.map(({ name }) => name).join(', ')} refer to each other: none can be loaded first.`,
      )
    }
    for (const table of next) {
      done.add(table.name)
      ordered.push(table)
    }
    left = left.filter(({ name }) => !done.has(name))
  }
  return ordered
}
