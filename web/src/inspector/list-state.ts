import type { RequestChanges, RequestList, RequestSummary } from '@culvert/agent/inspection'

/** The requests that are listed. */
export interface ListState {
  /** The newest first; undefined while they load. */
  rows: readonly RequestSummary[] | undefined
  /** Those that came while the list was held, the newest first. */
  waiting: readonly RequestSummary[]
  /** Rows that the agent has no more, and that stay until the list may move. */
  gone: ReadonlySet<string>
  /** Leads to older requests than the list has; undefined when there are none. */
  cursor: string | undefined
  /** Whether the whole list has been asked for. */
  isLoading: boolean
  /** Whether changes were left out, so that the list has to be asked for again. */
  isStale: boolean
}

export type ListAction =
  | { type: 'asked' }
  | { type: 'loaded'; list: RequestList }
  /** What stands before `cursor` has come. */
  | { type: 'older'; cursor: string; list: RequestList }
  /** While the list is held, no row comes, leaves or moves. */
  | { type: 'changed'; changes: RequestChanges; isHeld: boolean }
  | { type: 'released' }

export const emptyList: ListState = {
  rows: undefined,
  waiting: [],
  gone: new Set(),
  cursor: undefined,
  isLoading: false,
  isStale: false,
}

/** Requests that wait at most once some were left out: the list is asked for again before they are shown. */
const staleWaitingMax = 1_000

/** Returns the list after something happened to it. */
export function reduceList(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'asked':
      return { ...state, waiting: [], isLoading: true, isStale: false }
    case 'loaded': {
      const { requests, cursor } = action.list
      // What came while the list was under way is newer.
      return { ...emptyList, rows: joinRows(state.waiting, requests), cursor }
    }
    case 'older':
      // The list has been asked for again meanwhile, perhaps with another filter.
      if (state.isLoading || state.cursor !== action.cursor) return state
      return { ...state, rows: joinRows(state.rows ?? [], action.list.requests), cursor: action.list.cursor }
    case 'changed':
      return takeChanges(state, action.changes, action.isHeld)
    case 'released':
      return release(state)
    default:
      return action satisfies never
  }
}

function takeChanges(state: ListState, { requests, forgotten, isPartial }: RequestChanges, isHeld: boolean): ListState {
  const changed = new Map(requests.map((each) => [each.id, each]))
  const gone = new Set(forgotten)
  const rows = update(state.rows ?? [], changed)
  const waiting = update(
    state.waiting.filter(({ id }) => !gone.has(id)),
    changed,
  )
  // Each is taken out of the map once it has its place: what is left is new.
  const isStale = state.isStale || isPartial
  const all = joinRows([...changed.values()], waiting)
  const next = {
    ...state,
    rows: state.rows && rows,
    waiting: isStale ? all.slice(0, staleWaitingMax) : all,
    gone: new Set([...state.gone, ...rows.filter(({ id }) => gone.has(id)).map(({ id }) => id)]),
    isStale,
  }
  return isHeld || state.isLoading || state.rows === undefined ? next : release(next)
}

function release(state: ListState): ListState {
  const { rows, waiting, gone } = state
  if (rows === undefined || (waiting.length === 0 && gone.size === 0)) return state
  const kept = gone.size === 0 ? rows : rows.filter(({ id }) => !gone.has(id))
  return { ...state, rows: joinRows(waiting, kept), waiting: [], gone: emptyList.gone }
}

/** Puts changed requests in their places, and takes those out of `changed`. */
function update(rows: readonly RequestSummary[], changed: Map<string, RequestSummary>): readonly RequestSummary[] {
  if (changed.size === 0 || !rows.some(({ id }) => changed.has(id))) return rows
  return rows.map((row) => {
    const change = changed.get(row.id)
    changed.delete(row.id)
    return change ?? row
  })
}

/** Joins two lists, the newest first. Of a request in both, that of the first list stays. */
function joinRows(first: readonly RequestSummary[], second: readonly RequestSummary[]): readonly RequestSummary[] {
  if (first.length === 0) return second
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))].toSorted((a, b) => sequenceOf(b) - sequenceOf(a))
}

/** The agent counts its requests: what came later has the higher number. */
function sequenceOf({ id }: RequestSummary): number {
  return Number(id.slice(id.indexOf('-') + 1))
}
