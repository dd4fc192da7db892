import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { isWebPath } from '@culvert/schema/web-paths'
import sirv from 'sirv'
import { getPath, sendText } from './answers.ts'

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
    if (isWebPath(getPath(request))) request.url = '/index.html'
    serve(request, response)
  }
}

async function answerMissing(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await readFile(join(folder, 'index.html')).catch(() => undefined)
  if (page && extname(getPath(request)) === '') {
    response.statusCode = 404
    response.setHeader('content-type', 'text/html;charset=utf-8')
    response.setHeader('cache-control', 'no-cache')
    response.end(request.method === 'HEAD' ? undefined : page)
    return
  }
  sendText(response, 404, page ? 'Not found.' : 'The dashboard is not built: run `npm run build`.')
}
