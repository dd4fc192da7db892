import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'

/** Serves the built web app: files as they are, and index.html for every path that the app's own router knows. */
export function createWebAppHandler(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  const serve = sirv(folder, {
    // Looks at the folder at each request: a list made at the start would name files that a new build has removed.
    dev: true,
    single: true,
    etag: true,
    // The build puts them beside the files.
    brotli: true,
    gzip: true,
    setHeaders: (response, pathname) => {
      // The build names these files after their content.
      if (pathname.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    },
    onNoMatch: (_request, response) => {
      const isBuilt = existsSync(join(folder, 'index.html'))
      response.statusCode = 404
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(
        isBuilt ? 'Not found.\n' : 'The dashboard is not built: run `npm start`, or `npm run build -w web`.\n',
      )
    },
  })
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    serve(request, response)
  }
}
