import { slugify } from '../ui/slugify.ts'
import type { DocsSection } from './sections.ts'

/** A part of a section: what stands under one heading. */
export interface DocsPart {
  /** Its address below /docs, for example basic-usage#exit-codes. */
  path: string
  /** The section's title, and the heading where the part has one of its own. */
  section: string
  heading: string
  /** What stands there, without Markdown's signs. */
  text: string
}

/** Cuts a section at its headings of the second level. */
export function listParts({ id, title, source }: DocsSection): DocsPart[] {
  return source.split(/^(?=## )/m).map((part) => {
    const [firstLine = '', ...lines] = part.split('\n')
    const heading = firstLine.startsWith('## ') ? firstLine.slice(3).trim() : ''
    return {
      path: heading ? `${id}#${slugify(heading)}` : id,
      section: title,
      heading,
      text: toPlainText(lines.join('\n')),
    }
  })
}

function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-|\s]+\|$/gm, '')
    .replaceAll(/^\|\s*|\s*\|$/gm, '')
    .replaceAll(/\s*\|\s*/g, ' · ')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
