import type { RequestChanges, RequestList, RequestSummary } from '@culvert/agent/inspection'

/** The listed requests. */
export interface ListState {
  /** Newest first; undefined while they load. */
  rows: readonly RequestSummary[] | undefined
  /** Requests that arrived while the list was paused, newest first. */
  waiting: readonly RequestSummary[]
  /** Rows that the agent no longer has, and that stay until the list may move. */
  gone: ReadonlySet<string>
  /** The cursor of requests older than the list's; undefined if there are none. */
  cursor: string | undefined
  /** Whether the whole list has been requested. */
  isLoading: boolean
  /** Whether changes were left out, so that the list must be requested again. */
  isStale: boolean
}

export type ListAction =
  | { type: 'asked' }
  | { type: 'loaded'; list: RequestList }
  /** The requests before `cursor` have arrived. */
  | { type: 'older'; cursor: string; list: RequestList }
  /** While the list is paused, no row is added, removed or moved. */
  | { type: 'changed'; changes: RequestChanges; isPaused: boolean }
  | { type: 'released' }

export const emptyList: ListState = {
  rows: undefined,
  waiting: [],
  gone: new Set(),
  cursor: undefined,
  isLoading: false,
  isStale: false,
}

/** The largest number of requests that wait once some were left out: the list is requested again before they are shown. */
const staleWaitingMax = 1_000

/** Returns the list after an event. */
export function reduceList(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'asked':
      return { ...state, waiting: [], isLoading: true, isStale: false }
    case 'loaded': {
      const { requests, cursor } = action.list
      // Requests that arrived while the list was being fetched are newer.
      return { ...emptyList, rows: joinRows(state.waiting, requests), cursor }
    }
    case 'older':
      // The list has been requested again meanwhile, perhaps with another filter.
      if (state.isLoading || state.cursor !== action.cursor) return state
      return { ...state, rows: joinRows(state.rows ?? [], action.list.requests), cursor: action.list.cursor }
    case 'changed':
      return takeChanges(state, action.changes, action.isPaused)
    case 'released':
      return release(state)
    default:
      return action satisfies never
  }
}

function takeChanges(
  state: ListState,
  { requests, forgotten, isPartial }: RequestChanges,
  isPaused: boolean,
): ListState {
  const changed = new Map(requests.map((each) => [each.id, each]))
  const gone = new Set(forgotten)
  const rows = update(state.rows ?? [], changed)
  const waiting = update(
    state.waiting.filter(({ id }) => !gone.has(id)),
    changed,
  )
  // Each is removed from the map once it is placed: the rest is new.
  const isStale = state.isStale || isPartial
  const all = joinRows([...changed.values()], waiting)
  const next = {
    ...state,
    rows: state.rows && rows,
    waiting: isStale ? all.slice(0, staleWaitingMax) : all,
    gone: new Set([...state.gone, ...rows.filter(({ id }) => gone.has(id)).map(({ id }) => id)]),
    isStale,
  }
  return isPaused || state.isLoading || state.rows === undefined ? next : release(next)
}

function release(state: ListState): ListState {
  const { rows, waiting, gone } = state
  if (rows === undefined || (waiting.length === 0 && gone.size === 0)) return state
  const kept = gone.size === 0 ? rows : rows.filter(({ id }) => !gone.has(id))
  return { ...state, rows: joinRows(waiting, kept), waiting: [], gone: emptyList.gone }
}

/** Puts changed requests in their places, and removes them from `changed`. */
function update(rows: readonly RequestSummary[], changed: Map<string, RequestSummary>): readonly RequestSummary[] {
  if (changed.size === 0 || !rows.some(({ id }) => changed.has(id))) return rows
  return rows.map((row) => {
    const change = changed.get(row.id)
    changed.delete(row.id)
    return change ?? row
  })
}

/** Joins two lists, newest first. If a request is in both, the first list's version stays. */
function joinRows(first: readonly RequestSummary[], second: readonly RequestSummary[]): readonly RequestSummary[] {
  if (first.length === 0) return second
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))].toSorted((a, b) => sequenceOf(b) - sequenceOf(a))
}

/** Compares by the agent's counter: a later request has a higher number. */
function sequenceOf({ id }: RequestSummary): number {
  return Number(id.slice(id.indexOf('-') + 1))
}
