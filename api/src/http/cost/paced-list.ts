import { waitForTurn } from '../../ground/event-loop.ts'

/** Lists of up to this many rows are completed within the turn in which they were read. */
const shortListRows = 100

/** A list as it is handed to the executor. */
export interface PacedList {
  /** The rows, or promises of them. */
  value: unknown
  /** Resolves when the executor has been given the last row. */
  completed: Promise<void>
}

/**
 * Gives the executor the rows of a long list one by one, as turns of the event loop have time for them. An executor that is given a
 * whole list completes it in one turn.
 */
export function paceRows(rows: readonly unknown[]): PacedList {
  if (rows.length <= shortListRows) return { value: rows, completed: Promise.resolve() }
  const promised = rows.map(() => Promise.withResolvers<unknown>())
  return { value: promised.map(({ promise }) => promise), completed: resolveInTurns(promised, rows) }
}

async function resolveInTurns(promised: readonly PromiseWithResolvers<unknown>[], rows: readonly unknown[]) {
  for (const [index, { resolve }] of promised.entries()) {
    await waitForTurn()
    resolve(rows[index])
  }
}
