import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { hasCode } from '@culvert/program'

/** The screen, as `npm run build` makes it: brotli of a JSON object, in base64. A package replaces this name with it. */
declare const culvertScreen: string

/** A file of the screen. */
interface ScreenFile {
  type: string
  content: string
}

/** Everything comes from this server, and nothing goes elsewhere. Mantine sets inline styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

let files: Readonly<Record<string, ScreenFile>> | undefined

/** Answers a browser's request for the inspector or one of its files. They contain no secrets: requests are fetched by calls that need the token. */
export function answerScreen(request: IncomingMessage, response: ServerResponse, pathname: string): void {
  response.setHeader('content-security-policy', contentSecurityPolicy)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  files ??= readScreen()
  // Each screen has its own path, which the page reads.
  const isPage = pathname === '/' || pathname.startsWith('/requests/') || pathname.startsWith('/sets')
  const file = files[isPage ? '/' : pathname]
  if (file === undefined) {
    const text = isPage ? 'The inspector is not built here: run `npm run build`.\n' : 'There is no such page.\n'
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
    return
  }
  response.writeHead(200, { 'content-type': file.type }).end(request.method === 'HEAD' ? '' : file.content)
}

function readScreen(): Readonly<Record<string, ScreenFile>> {
  const packed = readPacked()
  if (packed === undefined) return {}
  return JSON.parse(brotliDecompressSync(packed).toString()) as Record<string, ScreenFile>
}

function readPacked(): Buffer | undefined {
  if (typeof culvertScreen !== 'undefined') return Buffer.from(culvertScreen, 'base64')
  try {
    return readFileSync(join(import.meta.dirname, '../../../web/inspector/dist/screen.br'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
