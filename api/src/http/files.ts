import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv, { type Options } from 'sirv'

/** Resolves once nothing is read for the answer any more. Rejects if the file cannot be read. */
type FileHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves the files of a folder, which is read at each request: a list made at the start would name files that a new build has removed.
 *
 * A file is closed when its client leaves, and one that cannot be read costs its request: sirv itself would leave it open, and end the process.
 */
export function serveFiles(folder: string, options: Options): FileHandler {
  const serve = sirv(folder, { ...options, dev: true, etag: true })
  return async (request, response) => {
    if (!isRange(request.headers.range)) delete request.headers.range
    let file: Readable | undefined
    response.once('pipe', (source: Readable) => (file = source))
    serve(request, response)
    if (file === undefined) return
    if (response.closed) file.destroy()
    else response.once('close', () => file?.destroy())
    await once(file, 'close')
  }
}

/** Reports whether sirv answers a range as its client meant it: from a byte to a later one, or to the end. */
function isRange(range = ''): boolean {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  return from !== undefined && (to === '' || (Number(to) > 0 && Number(to) >= Number(from)))
}
