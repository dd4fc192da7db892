import type { RequestPage, RequestRow } from './request.ts'

/** The requests that are listed, without a gap. */
export interface RequestList {
  /** Newest first; undefined while the first page loads. */
  pages: readonly RequestPage[] | undefined
  /** All rows of the pages. */
  rows: readonly RequestRow[]
  /** Requests that arrived while the list was paused, newest first. */
  waiting: readonly RequestRow[]
  /** Whether the newest must be read again before the waiting ones can be shown, because some were left out. */
  isStale: boolean
  /** Whether newer pages were dropped to make room for older ones. */
  isCut: boolean
  /** Whether another list has been requested, which replaces this one. */
  isLoading: boolean
  /** The page that was requested but failed to load; undefined once it is requested again. */
  failedPage: { side: Side; error: unknown } | undefined
  /** Whether a page is being loaded. */
  isPaging: boolean
}

/** Where a page continues: after the last request, or before the first. */
export type Side = 'older' | 'newer'

export type RequestListAction =
  /** Another list was requested. */
  | { type: 'asked' }
  /** The newest page has arrived. While the list is paused, no row is added, removed or moved. */
  | { type: 'newest'; page: RequestPage; isPaused: boolean }
  /** A page was requested. */
  | { type: 'paging' }
  /** The page failed to load. */
  | { type: 'failed'; side: Side; error: unknown }
  /** The requests after `cursor` have arrived. */
  | { type: 'older'; cursor: string; page: RequestPage }
  /** The requests before `cursor` have arrived. */
  | { type: 'newer'; cursor: string; page: RequestPage }
  /** Requests have come in, including more than the batch contains if `isPartial`. */
  | { type: 'added'; nodes: readonly RequestRow[]; isPartial: boolean; isPaused: boolean }
  | { type: 'released' }

export const emptyList: RequestList = {
  pages: undefined,
  rows: [],
  waiting: [],
  isStale: false,
  isCut: false,
  isLoading: true,
  failedPage: undefined,
  isPaging: false,
}

/** The largest number of rows that are kept. */
const rowsMax = 10_000
/** The largest number of rows that wait: beyond it, the newest are read again before they are shown. */
const waitingMax = 1_000

/** Returns the list after an event. */
export function reduceList(list: RequestList, action: RequestListAction): RequestList {
  switch (action.type) {
    case 'asked':
      return { ...list, waiting: [], isStale: false, isLoading: true, isPaging: false, failedPage: undefined }
    case 'newest':
      return takeNewest(list, action.page, action.isPaused)
    case 'paging':
      return { ...list, isPaging: true, failedPage: undefined }
    case 'failed': {
      const { side, error } = action
      return list.isPaging ? { ...list, isPaging: false, failedPage: { side, error } } : list
    }
    case 'older': {
      const { pages = [], isLoading } = list
      if (isLoading || pages.at(-1)?.endCursor !== action.cursor) return list
      return dropTop({ ...withPages(list, [...pages, withoutKnown(list, action.page)]), isPaging: false })
    }
    case 'newer': {
      const { pages = [], isLoading, isCut } = list
      if (isLoading || !isCut || pages[0]?.startCursor !== action.cursor) return list
      const { nodes } = action.page
      if (nodes.length === 0) return { ...list, isCut: false, isPaging: false }
      return dropBottom({ ...withPages(list, [withoutKnown(list, action.page), ...pages]), isPaging: false })
    }
    case 'added':
      return wait(list, action.nodes, action.isPartial, action.isPaused)
    case 'released':
      return release(list)
    default:
      return action satisfies never
  }
}

function takeNewest(list: RequestList, page: RequestPage, isPaused: boolean): RequestList {
  const { pages, rows, waiting, isLoading } = list
  if (!pages || isLoading || rows.length === 0) return replace(page, waiting)
  const known = new Set([...rows, ...waiting].map(({ id }) => id))
  const isJoined = page.endCursor === null || page.nodes.some(({ id }) => known.has(id))
  if (isJoined) return wait(list, page.nodes, false, isPaused)
  // The requests between the list and the page are unknown.
  return isPaused || list.isCut ? wait(list, page.nodes, true, true) : replace(page, waiting)
}

/** Starts over with the newest page. Requests that arrived after it was read are kept. */
function replace(page: RequestPage, waiting: readonly RequestRow[]): RequestList {
  const oldest = page.nodes.at(-1)
  const known = new Set(page.nodes.map(({ id }) => id))
  const later = waiting.filter((row) => !known.has(row.id) && (!oldest || compareRows(row, oldest) < 0))
  return release({ ...withPages(emptyList, [page]), waiting: later, isLoading: false })
}

function wait(list: RequestList, nodes: readonly RequestRow[], isPartial: boolean, isPaused: boolean): RequestList {
  const known = new Set([...list.rows, ...list.waiting].map(({ id }) => id))
  const waiting = [...list.waiting, ...nodes.filter(({ id }) => !known.has(id))].toSorted(compareRows)
  const next = {
    ...list,
    waiting: waiting.slice(0, waitingMax),
    isStale: list.isStale || isPartial || waiting.length > waitingMax,
  }
  return isPaused ? next : release(next)
}

/** Inserts the waiting requests, unless there is a gap between them and the list. */
function release(list: RequestList): RequestList {
  const { pages, waiting, isLoading, isStale, isCut } = list
  if (!pages || isLoading || isStale || isCut || waiting.length === 0) return list
  const added = pages.map((): RequestRow[] => [])
  for (const row of waiting) {
    // A row may come late: it belongs in the first page that continues after it.
    const index = pages.findIndex(({ nodes, endCursor }) => {
      const last = nodes.at(-1)
      return endCursor === null || (last !== undefined && compareRows(row, last) < 0)
    })
    // Otherwise it belongs after the last page, and comes with the next.
    added[index]?.push(row)
  }
  const joined = pages.map((page, index) => {
    const more = added[index] ?? []
    return more.length === 0 ? page : { ...page, nodes: [...more, ...page.nodes].toSorted(compareRows) }
  })
  return dropBottom({ ...withPages(list, joined), waiting: [] })
}

/** Drops the newest pages of a list that is too long, because its reader is at the other end. */
function dropTop(list: RequestList): RequestList {
  const { pages = [], rows } = list
  let [dropped, count] = [0, rows.length]
  while (count > rowsMax && dropped < pages.length - 1) count -= pages[dropped++]?.nodes.length ?? 0
  return dropped === 0 ? list : { ...withPages(list, pages.slice(dropped)), isCut: true }
}

/** Drops the oldest pages of a list that is too long. A single page that has grown too long is read again from its top. */
function dropBottom(list: RequestList): RequestList {
  const { pages = [], rows } = list
  let [kept, count] = [pages.length, rows.length]
  while (count > rowsMax && kept > 1) count -= pages[--kept]?.nodes.length ?? 0
  const isStale = list.isStale || count > rowsMax
  return kept === pages.length ? { ...list, isStale } : { ...withPages(list, pages.slice(0, kept)), isStale }
}

function withPages(list: RequestList, pages: readonly RequestPage[]): RequestList {
  return { ...list, pages, rows: pages.flatMap(({ nodes }) => nodes) }
}

function withoutKnown({ rows }: RequestList, page: RequestPage): RequestPage {
  const known = new Set(rows.map(({ id }) => id))
  return { ...page, nodes: page.nodes.filter(({ id }) => !known.has(id)) }
}

/** Compares rows in the order in which the API pages. */
function compareRows(a: RequestRow, b: RequestRow): number {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? 1 : -1
}
