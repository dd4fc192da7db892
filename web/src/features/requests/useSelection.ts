import { useCallback, useReducer } from 'react'
import type { RequestRow } from './request.ts'

/** The selected requests. */
export interface Selection {
  /** In the order in which they were selected. */
  rows: readonly RequestRow[]
  has: (id: string) => boolean
  /** Selects or deselects a request. With `isRange`, selects everything from the last one to it. */
  toggle: Toggle
  clear: () => void
}

/** Called when a row is selected or deselected. */
export type Toggle = (row: RequestRow, isRange: boolean) => void

interface State {
  selected: ReadonlyMap<string, RequestRow>
  /** Where a range begins. */
  lastId: string | undefined
}

type Action =
  | { type: 'toggled'; row: RequestRow; isRange: boolean; listed: readonly RequestRow[] }
  | { type: 'cleared' }

const nothing: State = { selected: new Map(), lastId: undefined }

/** Tracks which of the listed requests are selected. They stay selected when they leave the list. */
export function useSelection(listed: readonly RequestRow[]): Selection {
  const [{ selected }, dispatch] = useReducer(reduce, nothing)
  return {
    rows: [...selected.values()],
    has: (id) => selected.has(id),
    toggle: useCallback((row, isRange) => dispatch({ type: 'toggled', row, isRange, listed }), [listed]),
    clear: useCallback(() => dispatch({ type: 'cleared' }), []),
  }
}

function reduce(state: State, action: Action): State {
  if (action.type === 'cleared') return nothing
  const { row, isRange, listed } = action
  const selected = new Map(state.selected)
  const from = isRange ? listed.findIndex(({ id }) => id === state.lastId) : -1
  const to = listed.findIndex(({ id }) => id === row.id)
  if (from !== -1 && to !== -1) {
    for (const each of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) selected.set(each.id, each)
  } else if (!selected.delete(row.id)) {
    selected.set(row.id, row)
  }
  return { selected, lastId: row.id }
}
