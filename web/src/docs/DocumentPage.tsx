import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSite, useTitle } from '../site/useSite.ts'
import { Brand } from '../ui/Brand.tsx'
import { Prose } from '../ui/Prose.tsx'
import classes from './DocumentPage.module.css'

interface DocumentPageProps {
  title: string
  /** The document's text. */
  markdown: string
}

/** One of the project's documents as a page of its own, for whoever followed a link to it. */
export function DocumentPage({ title, markdown }: DocumentPageProps) {
  useTitle(title)
  const { hash } = useLocation()
  // The document comes after the browser looked for the anchor.
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash])
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <Link to="/" className={classes.home}>
          <Brand name={useSite()?.brandName} />
        </Link>
      </header>
      <main className={classes.main}>
        <Prose markdown={linkPages(markdown)} />
      </main>
    </div>
  )
}

/** Links between documents, such as `errors.md#conflict`, lead to their pages: `/docs/errors#conflict`. */
function linkPages(markdown: string): string {
  return markdown.replaceAll(/\]\(([\w-]+)\.md/g, '](/docs/$1')
}
