import { slugify } from '../../ui/slugify.ts'
import type { DocsSection } from './sections.ts'

/** A part of a section: the text under one heading. */
export interface DocsPart {
  /** Its address below /docs, for example basic-usage#exit-codes. */
  path: string
  /** The section's title, and the heading if the part has its own. */
  section: string
  heading: string
  /** Its text without Markdown syntax. */
  text: string
}

/** Splits a section at its second-level headings. */
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

/** A section's first paragraph. */
export function summarize({ source }: DocsSection): string {
  const paragraphs = source.split(/\n{2,}/)
  return toPlainText(paragraphs.find((paragraph) => /^\w/.test(paragraph)) ?? '')
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
