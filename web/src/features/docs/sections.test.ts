import { isWebPath, webPaths } from '@culvert/schema/web-paths'
import { describe, expect, it } from 'vitest'
import { slugify } from '../../ui/slugify.ts'
import { sections } from './sections.ts'

/** The anchors of each section's headings. */
const anchors = new Map(
  sections.map(({ id, source }) => {
    const headings = [...source.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)]
    return [id, headings.map(([, heading = '']) => slugify(heading))]
  }),
)

/** Reports whether a link on a page of the documentation leads somewhere. */
function leads(link: string, from: string): boolean {
  if (/^https?:\/\//.test(link)) return true
  const [path = '', anchor] = link.split('#')
  if (path !== '' && !isWebPath(path.replace(/\?.*/, ''))) return false
  const [, id] = path === '' ? ['', from] : (new RegExp(`^${webPaths.docs}/(.+)$`).exec(path) ?? [])
  return id === undefined || (anchors.has(id) && (anchor === undefined || anchors.get(id)?.includes(anchor) === true))
}

describe('the documentation', () => {
  it.each(sections)('has no link in "$title" that leads nowhere here', ({ id, source }) => {
    const links = [...source.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !leads(link, id))).toEqual([])
  })

  it('does not mention decisions whose records it does not have', () => {
    expect(sections.filter(({ source }) => /\(why\)|\(how\)/.test(source)).map(({ id }) => id)).toEqual([])
  })
})
