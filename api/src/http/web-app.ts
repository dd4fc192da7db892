import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { isWebPath } from '@culvert/schema/web-paths'
import sirv from 'sirv'

/**
 * Serves the built web app: files as they are, index.html for the path of every screen, and the same with 404 for any other path,
 * for which the app's own router shows its page.
 */
export function createWebAppHandler(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  const serve = sirv(folder, {
    // Looks at the folder at each request: a list made at the start would name files that a new build has removed.
    dev: true,
    etag: true,
    // The build puts them beside the files.
    brotli: true,
    gzip: true,
    setHeaders: (response, pathname) => {
      // The build names these files after their content.
      if (pathname.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    },
    onNoMatch: (request, response) => void answerMissing(folder, request, response),
  })
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    const { pathname = '/' } = URL.parse(request.url ?? '', 'http://localhost') ?? {}
    if (isWebPath(pathname)) request.url = '/index.html'
    serve(request, response)
  }
}

async function answerMissing(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await readFile(join(folder, 'index.html')).catch(() => undefined)
  const { pathname = '/' } = URL.parse(request.url ?? '', 'http://localhost') ?? {}
  response.statusCode = 404
  if (page && extname(pathname) === '') {
    response.setHeader('content-type', 'text/html;charset=utf-8')
    response.setHeader('cache-control', 'no-cache')
    response.end(request.method === 'HEAD' ? undefined : page)
    return
  }
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(page ? 'Not found.\n' : 'The dashboard is not built: run `npm start`, or `npm run build -w web`.\n')
}
