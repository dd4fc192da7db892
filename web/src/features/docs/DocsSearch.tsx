import { webPaths } from '@culvert/schema/web-paths'
import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { IconSearch } from '../../ui/icons.ts'
import classes from './DocsSearch.module.css'
import { createSearch } from './search.ts'
import type { DocsSection } from './sections.ts'

/** Searches the documentation as the reader types. */
export function DocsSearch({ sections }: { sections: DocsSection[] }) {
  const [query, setQuery] = useState('')
  const search = useMemo(() => createSearch(sections), [sections])
  const hits = search(query)
  const isAsked = query.trim() !== ''
  return (
    <section aria-label="Search">
      <TextInput
        type="search"
        label="Search the documentation"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <output className={classes.count}>{isAsked && describeCount(hits.length)}</output>
      {isAsked && hits.length > 0 && (
        <ul className={classes.hits} aria-label="Found in the documentation">
          {hits.map(({ path, section, heading, excerpt }) => (
            <li key={path}>
              <Link className={classes.hit} to={`${webPaths.docs}/${path}`} onClick={() => setQuery('')}>
                <strong>{heading ? `${section}: ${heading}` : section}</strong>
                <span>{excerpt}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'Nothing found. Try another word.'
  return count === 1 ? '1 place' : `${count} places`
}
