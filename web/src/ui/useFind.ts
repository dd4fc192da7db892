import { useSearchParams } from 'react-router-dom'

/** A list filtered by the address's `find`. */
export interface Find<Item> {
  /** The text that is searched for; empty for everything. */
  wanted: string
  setWanted: (text: string) => void
  /** The items that match; undefined while they load. */
  found: Item[] | undefined
}

/** Filters a list to the items whose words contain the address's `find`. A new search starts at the first page. */
export function useFind<Item>(
  items: Item[] | undefined,
  listWords: (item: Item) => (string | null | undefined)[],
  pageName = 'page',
): Find<Item> {
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('find') ?? ''
  const sought = wanted.trim().toLowerCase()
  const setWanted = (text: string) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(pageName)
        if (text) after.set('find', text)
        else after.delete('find')
        return after
      },
      { replace: true },
    )
  const found = sought ? items?.filter((item) => listWords(item).join('\n').toLowerCase().includes(sought)) : items
  return { wanted, setWanted, found }
}
