/** The part of serve-handler that the tests use. Its published types require Node's own file functions, and nothing else. */
declare module 'serve-handler' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { Readable } from 'node:stream'

  interface FileStats {
    size: number
    mtime: Date
    isDirectory(): boolean
    isSymbolicLink(): boolean
  }

  interface Methods {
    lstat(path: string): FileStats | Promise<FileStats>
    createReadStream(path: string, range?: { start?: number; end?: number }): Readable | Promise<Readable>
  }

  export default function serveHandler(
    request: IncomingMessage,
    response: ServerResponse,
    config: { etag?: boolean },
    methods: Methods,
  ): Promise<void>
}
