import { createContext } from 'react'

/** What is noted of a page while a server draws it. */
export interface PageNotes {
  /** What the browser's tab says. */
  title: string
  /** A sentence or two for search engines, and for those who get a link. */
  description: string
  /** The names of the parts that it shows, as `lazyPart` has them. */
  parts: Set<string>
}

/** Where notes are taken; nowhere in browsers. */
export const PageNotesContext = createContext<PageNotes | undefined>(undefined)

/** What a page that the server has drawn brings along. */
export interface ServedPage {
  /** What the cache holds. */
  data: object
  /** The parts that it shows. */
  parts: string[]
}

/** The id of the element that holds the above, as JSON. */
export const servedPageId = 'served-page'

/** Returns what the page brought along; undefined where it came empty. */
export function findServedPage(): ServedPage | undefined {
  const text = document.getElementById(servedPageId)?.textContent
  return text ? JSON.parse(text) : undefined
}
