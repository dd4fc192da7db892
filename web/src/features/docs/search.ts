import MiniSearch from 'minisearch'
import { listParts, type DocsPart } from './outline.ts'
import type { DocsSection } from './sections.ts'

/** A part of the documentation that a search found. */
export interface DocsHit {
  path: string
  section: string
  heading: string
  /** The words around the first match. */
  excerpt: string
}

/** Finds parts of the documentation by their words, best matches first. */
export type SearchDocs = (query: string) => DocsHit[]

const hitsMax = 8
const excerptLength = 140

/** Prepares a search over sections. */
export function createSearch(sections: DocsSection[]): SearchDocs {
  let index: MiniSearch<DocsPart> | undefined
  return (query) => {
    // Most readers never search.
    if (query.trim() === '') return []
    index ??= createIndex(sections)
    return index
      .search(query)
      .slice(0, hitsMax)
      .map(({ id, section, heading, text, terms }) => ({
        path: String(id),
        section: String(section),
        heading: String(heading),
        excerpt: cutExcerpt(String(text), terms),
      }))
  }
}

function createIndex(sections: DocsSection[]): MiniSearch<DocsPart> {
  const index = new MiniSearch<DocsPart>({
    idField: 'path',
    fields: ['heading', 'section', 'text'],
    storeFields: ['section', 'heading', 'text'],
    searchOptions: { boost: { heading: 4, section: 2 }, prefix: true, fuzzy: 0.25, combineWith: 'AND' },
  })
  index.addAll(sections.flatMap(listParts))
  return index
}

function cutExcerpt(text: string, terms: string[]): string {
  const lower = text.toLowerCase()
  const found = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0)
  const at = Math.max(0, Math.min(...found, text.length) - excerptLength / 3)
  const start = found.length === 0 || at === 0 ? 0 : text.indexOf(' ', at) + 1
  const space = text.lastIndexOf(' ', start + excerptLength)
  const end = start + excerptLength < text.length && space > start ? space : text.length
  return `${start > 0 ? '… ' : ''}${text
    .slice(start, end)
    .replace(/^[\s·]+/, '')
    .trim()}${end < text.length ? ' …' : ''}`
}
