import type { BodyDetail } from '@culvert/agent/inspection'
import { CopyButton } from '../ui/CopyButton.tsx'
import { JsonTree } from './JsonTree.tsx'
import { formatBytes } from './looks.ts'
import classes from './Inspector.module.css'

/** Bytes of a binary body that are shown. */
const hexBytesMax = 4_096

/** A body, in the form that its type asks for. */
export function BodyView({ body }: { body: BodyDetail }) {
  const { size, isTruncated, decodedFrom, absence, contentType, content, encoding } = body
  if (size === 0) return <p className={classes.soft}>No body.</p>
  return (
    <div>
      <p className={classes.soft}>
        {contentType === '' ? 'Body' : contentType} · {formatBytes(size)}
        {decodedFrom && ` · decoded from ${decodedFrom}`}
        {isTruncated && ' · only its beginning was kept'}
        {encoding === 'utf8' && content !== '' && <CopyButton value={content} label="body" />}
      </p>
      {absence ? <p>{absence}</p> : <Content body={body} />}
    </div>
  )
}

function Content({ body: { contentType, content, encoding } }: { body: BodyDetail }) {
  if (encoding === 'base64') {
    const image = /^image\/(?:png|jpeg|gif|webp|avif)/.exec(contentType)?.[0]
    if (image) return <img className={classes.image} src={`data:${image};base64,${content}`} alt="The body" />
    return <pre className={classes.code}>{toHex(content)}</pre>
  }
  const json = parse(content)
  if (json !== undefined) return <JsonTree value={json.value} />
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return (
      <dl className={classes.fields}>
        {[...new URLSearchParams(content)].map(([name, value], index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={`${name}${index}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  }
  return <pre className={classes.code}>{content}</pre>
}

/** Returns an object or list that a text holds; undefined for anything else. */
function parse(content: string): { value: object } | undefined {
  if (!/^\s*[[{]/.test(content)) return undefined
  try {
    return { value: JSON.parse(content) as object }
  } catch {
    return undefined
  }
}

function toHex(base64: string): string {
  const bytes = atob(base64.slice(0, Math.ceil(hexBytesMax / 3) * 4))
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const part = bytes.slice(at, at + 16).split('')
    const hex = part.map((each) => (each.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join(' ')
    const text = part.map((each) => (/[ -~]/.test(each) ? each : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`)
  }
  return lines.join('\n')
}
