import type { App } from '../app.ts'
import type { Trx } from '../db/db.ts'
import type { Sealing } from './sealing.ts'

const rowsPerChange = 200

/** Reseals what rows have sealed, in pages by id, each page in a change of its own. Returns how many rows had something to reseal. */
export async function resealEach<Row extends { id: string }>(
  app: App,
  /** Locks the rows after an id. */
  lockRows: (trx: Trx, after: string, limit: number) => Promise<Row[]>,
  /** Reseals a row. Returns whether there was something to reseal. */
  reseal: (trx: Trx, row: Row, sealing: Sealing) => Promise<boolean>,
): Promise<number> {
  const sealing = await app.openSealing()
  let count = 0
  for (let after = ''; ;) {
    const rows = await app.change(async (trx) => {
      const locked = await lockRows(trx, after, rowsPerChange)
      for (const row of locked) if (await reseal(trx, row, sealing)) count += 1
      return locked
    })
    const last = rows.at(-1)
    if (last === undefined) return count
    after = last.id
  }
}
