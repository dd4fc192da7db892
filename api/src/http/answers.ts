import type { IncomingMessage, ServerResponse } from 'node:http'

/** Returns the path of a request's URL. */
export function getPath(request: IncomingMessage): string {
  return URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? '/'
}

/** Answers with a sentence for people. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(`${text}\n`)
}

/** Answers with a value as JSON. */
export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(value))
}
