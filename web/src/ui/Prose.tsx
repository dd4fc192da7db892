import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'
import { createContext, use, type ComponentProps, type ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { Breakable } from './Breakable.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { CopyButton } from './CopyButton.tsx'
import { authIdPlaceholder, maskSecret } from './mask-secret.ts'
import classes from './Prose.module.css'
import { slugify } from './slugify.ts'

const AuthIdContext = createContext<string | undefined>(undefined)

interface ProseProps {
  markdown: string
  /** The reader's AuthID, for the commands: masked where they are shown, whole where they are copied. */
  authId?: string
}

/** Renders a Markdown document: headings have anchors, commands a copy button. HTML is shown as text. */
export function Prose({ markdown, authId }: ProseProps) {
  return (
    <AuthIdContext value={authId}>
      <div className={classes.root}>
        <Markdown options={options}>{markdown}</Markdown>
      </div>
    </AuthIdContext>
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

/** A single command looks as on every other page; what has more lines is copied as a whole. */
function DocumentCode({ children }: { children?: ReactElement<{ className?: string; children?: string }> }) {
  const { className = '', children: text = '' } = children?.props ?? {}
  const authId = use(AuthIdContext)
  const source = text.trimEnd()
  const code = authId ? source.replaceAll(authIdPlaceholder, authId) : source
  const shown = authId ? source.replaceAll(authIdPlaceholder, maskSecret(authId)) : source
  if (/\blang(uage)?-sh\b/.test(className) && !code.includes('\n')) return <CodeBlock command={code} shown={shown} />
  return (
    <div className={classes.code}>
      <pre>
        <Breakable>{shown}</Breakable>
      </pre>
      <CopyButton className={classes.copy} value={code} label="code" size="md" />
    </div>
  )
}
