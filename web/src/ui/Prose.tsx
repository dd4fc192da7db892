import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'
import type { ComponentProps, ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { Breakable } from './Breakable.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { CopyButton } from './CopyButton.tsx'
import { firstLineOf } from './first-line-of.ts'
import classes from './Prose.module.css'
import { slugify } from './slugify.ts'

/** Renders a Markdown document: headings have anchors, commands a copy button. HTML is shown as text. */
export function Prose({ markdown }: { markdown: string }) {
  return (
    <div className={classes.root}>
      <Markdown options={options}>{markdown}</Markdown>
    </div>
  )
}

const options: MarkdownToJSX.Options = {
  slugify,
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: null,
  overrides: { a: DocumentLink, pre: DocumentCode },
}

/** Links within this site do not reload the page. */
function DocumentLink({ href = '', children }: ComponentProps<'a'>) {
  return href.startsWith('/') ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>
}

/** A single command looks as on every other page; several lines are copied as a whole. */
function DocumentCode({ children }: { children?: ReactElement<{ className?: string; children?: string }> }) {
  const { className = '', children: text = '' } = children?.props ?? {}
  const code = text.trimEnd()
  if (/\blang(uage)?-sh\b/.test(className) && !code.includes('\n')) return <CodeBlock command={code} />
  return (
    <div className={classes.code}>
      <pre>
        <Breakable>{code}</Breakable>
      </pre>
      <CopyButton className={classes.copy} value={code} label={`code ${firstLineOf(code)}`} size="md" />
    </div>
  )
}
