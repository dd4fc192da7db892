import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { isWebPath, webPaths } from '@culvert/schema/web-paths'
import { getPath, sendText } from './answers.ts'
import { serveFiles } from './files.ts'
import type { PublicPage, PublicPages } from './public-pages.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves the built web app: files as they are, a public page as it was rendered, index.html for the path of every other screen, and for any other path 404 with the
 * page that says so.
 */
export function createWebAppHandler(folder: string, pages: Pick<PublicPages, 'find'>): Handler {
  const serve = serveFiles(folder, {
    // The build puts them beside the files.
    brotli: true,
    gzip: true,
    setHeaders: (response, pathname) => {
      // The build names these files after their content.
      if (pathname.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    },
    onNoMatch: (request, response) => void answerMissing(request, response),
  })

  const answerMissing: Handler = async (request, response) => {
    const path = getPath(request)
    const isPage = extname(path) === ''
    // Within the dashboard, its own frame is around the page that says so.
    const rendered = isPage && !path.startsWith(`${webPaths.admin}/`) ? await pages.find(undefined) : undefined
    if (rendered) return sendPage(request, response, 404, rendered)
    const shell = await readFile(join(folder, 'index.html')).catch(() => undefined)
    if (!shell || !isPage) {
      return sendText(response, 404, shell ? 'Not found.' : 'The dashboard is not built: run `npm run build`.')
    }
    response.statusCode = 404
    response.setHeader('content-type', 'text/html;charset=utf-8')
    response.setHeader('cache-control', 'no-cache')
    response.end(request.method === 'HEAD' ? undefined : shell)
  }

  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    const path = getPath(request)
    const page = await pages.find(path.replace(/(?<=.)\/$/, ''))
    if (page) return sendPage(request, response, 200, page)
    // The sections of the documentation are known once they are rendered.
    if (path.startsWith(`${webPaths.docs}/`) && (await pages.find(webPaths.docs)))
      return answerMissing(request, response)
    if (isWebPath(path)) request.url = '/index.html'
    await serve(request, response)
  }
}

/** Sends a page compressed as the browser wants it, unless it has it already. */
function sendPage(request: IncomingMessage, response: ServerResponse, status: 200 | 404, page: PublicPage): void {
  const accepted = String(request.headers['accept-encoding'])
  const encoding = /\bbr\b/i.test(accepted) ? 'br' : /\bgzip\b/i.test(accepted) ? 'gzip' : undefined
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.html
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('vary', 'Accept-Encoding')
  response.setHeader('etag', page.etag)
  if (status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.statusCode = 304
    response.end()
    return
  }
  response.statusCode = status
  response.setHeader('content-type', 'text/html;charset=utf-8')
  response.setHeader('content-length', body.length)
  if (encoding) response.setHeader('content-encoding', encoding)
  response.end(request.method === 'HEAD' ? undefined : body)
}
