import { Anchor } from '@mantine/core'
import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import classes from './Prose.module.css'

/** A document in Markdown to read: headings with anchors, tables that scroll by themselves, and code. */
export function Prose({ markdown }: { markdown: string }) {
  return (
    <div className={classes.root}>
      <Markdown options={options}>{markdown}</Markdown>
    </div>
  )
}

const options: MarkdownToJSX.Options = {
  // As GitHub makes them, so that a link works in both places.
  slugify: (heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  disableParsingRawHTML: true,
  wrapper: 'article',
  overrides: { a: DocumentLink, table: ScrollingTable },
}

function DocumentLink({ href = '', children }: ComponentProps<'a'>) {
  return (
    <Anchor component={Link} to={href} inherit>
      {children}
    </Anchor>
  )
}

function ScrollingTable(props: ComponentProps<'table'>) {
  return (
    <div className={classes.scroll}>
      <table {...props} />
    </div>
  )
}
