import type { ServerResponse } from 'node:http'
import { unlistedPaths } from '@culvert/schema/web-paths'
import { sendText } from './answers.ts'
import type { PublicPages } from './public-pages.ts'

/** Reports whether a path is one that crawlers request first. */
export const isForCrawlers = (path: string): boolean => path === '/robots.txt' || path === '/sitemap.xml'

/** Serves the rules for search engines, with the address of the list of pages, or that list. */
export function serveCrawlers(
  path: string,
  response: ServerResponse,
  publicUrl: string,
  pages: Pick<PublicPages, 'listPaths'>,
): void {
  response.setHeader('cache-control', 'no-cache')
  if (path === '/robots.txt') {
    const refused = unlistedPaths.map((each) => `Disallow: ${each}\n`).join('')
    return sendText(response, 200, `User-agent: *\n${refused}\nSitemap: ${publicUrl}/sitemap.xml`)
  }
  const paths = pages.listPaths()
  if (paths.length === 0) {
    response.setHeader('retry-after', '60')
    return sendText(response, 503, 'The public pages are not rendered yet. Try again in a minute.')
  }
  // Neither the address nor the paths contain a character that has a meaning in XML.
  const urls = paths.map((each) => `<url><loc>${new URL(each, publicUrl).href}</loc></url>\n`).join('')
  response.setHeader('content-type', 'application/xml; charset=utf-8')
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`,
  )
}
