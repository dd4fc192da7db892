import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { sendText } from './answers.ts'

/** Whether a path names a package rather than the page about downloads. */
export const isDownload = (path: string): boolean => /^\/download\/[^/]+\.tgz$/.test(path)

/** Serves the packages of the agent under `/download/`. A version's package is kept for an hour. */
export function createDownloadHandler(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  const serve = sirv(folder, {
    dev: true,
    etag: true,
    setHeaders: (response) => {
      response.setHeader('cache-control', 'max-age=3600')
      response.setHeader('content-type', 'application/gzip')
    },
    onNoMatch: (_request, response) => {
      sendText(response, 404, 'This installation has no such package: /download names the one that it serves.')
    },
  })
  return (request, response) => {
    request.url = request.url?.slice('/download'.length)
    serve(request, response)
  }
}
