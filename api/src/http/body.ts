import type { IncomingMessage } from 'node:http'

/** Thrown when a request's body is too large. */
export class BodyTooLarge extends Error {}

/** Reads a request's body as UTF-8. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<string> {
  return (await readBytes(request, bytesMax)).toString('utf8')
}

/**
 * Reads a request's body as bytes. By events, because leaving a `for await` over a request early destroys its socket
 * before an answer is written, and Apollo then waits for it at shutdown.
 */
export function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) reject(new BodyTooLarge(`The body has more than ${bytesMax} bytes.`))
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}
