import { createContext } from 'react'

/** What is recorded about a page while a server renders it. */
export interface PageNotes {
  /** The title of the browser's tab. */
  title: string
  /** A sentence or two for search engines and link previews. */
  description: string
  /** The names of the parts that it shows, as given to `lazyPart`. */
  parts: Set<string>
}

/** Where notes are recorded; undefined in browsers. */
export const PageNotesContext = createContext<PageNotes | undefined>(undefined)

/** The data that comes with a page rendered by the server. */
export interface ServedPage {
  /** The content of the cache. */
  data: object
  /** The parts that it shows. */
  parts: string[]
}

/** The id of the element that holds the above, as JSON. */
export const servedPageId = 'served-page'

/** Returns what the page brought along; undefined if it arrived empty. */
export function findServedPage(): ServedPage | undefined {
  const text = document.getElementById(servedPageId)?.textContent
  return text ? JSON.parse(text) : undefined
}
