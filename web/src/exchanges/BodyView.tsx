import type { BodyDetail } from '@culvert/agent/inspection'
import { CopyButton } from '../ui/CopyButton.tsx'
import { formatBytes } from '../ui/format.ts'
import { Code } from './Code.tsx'
import { FieldList } from './FieldList.tsx'
import { readForm } from './forms.ts'
import { toHex } from './hex.ts'
import { parseJson } from './json.ts'
import { JsonTree } from './JsonTree.tsx'
import classes from './Exchange.module.css'

/** Shows a body in a format that suits its type. */
export function BodyView({ of, body }: { of: 'request' | 'response'; body: BodyDetail }) {
  const { size, isTruncated, decodedFrom, absence, contentType, content, encoding } = body
  if (size === 0) return <p className={classes.soft}>No body.</p>
  return (
    <div>
      <p className={classes.soft}>
        {contentType === '' ? 'Body' : contentType} · {formatBytes(size)}
        {decodedFrom && ` · decoded from ${decodedFrom}`}
        {isTruncated && ' · only its beginning was kept'}
        {encoding === 'utf8' && content !== '' && <CopyButton value={content} label={`body of the ${of}`} />}
      </p>
      {absence ? <p>{absence}</p> : <Content body={body} />}
    </div>
  )
}

function Content({ body: { contentType, content, encoding } }: { body: BodyDetail }) {
  if (encoding === 'base64') {
    const image = /^image\/(?:png|jpeg|gif|webp|avif)/.exec(contentType)?.[0]
    if (image) return <img style={{ maxWidth: '100%' }} src={`data:${image};base64,${content}`} alt="The body" />
    return (
      <Code label="Body" hasColumns>
        {toHex(content)}
      </Code>
    )
  }
  const json = parse(content)
  if (json !== undefined) return <JsonTree value={json.value} />
  const form = readForm(contentType, content)
  return form === undefined ? <Code label="Body">{content}</Code> : <FieldList fields={form} />
}

/** Returns the object or list that a text contains; undefined for anything else. */
function parse(content: string): { value: object } | undefined {
  if (!/^\s*[[{]/.test(content)) return undefined
  try {
    return { value: parseJson(content) as object }
  } catch {
    return undefined
  }
}
