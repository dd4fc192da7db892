import { once } from 'node:events'
import { realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve, sep } from 'node:path'
import { parseTarget } from '../net/target.ts'

/** The files of a folder, served to this machine alone. */
export interface ServedFolder {
  /** The folder, as an absolute path. */
  path: string
  /** Where it is served, for example http://127.0.0.1:41234. */
  url: string
  close(): void
}

/**
 * Serves a folder if the app of a tunnel is one; otherwise resolves with undefined. A word that is also a port or an address is taken as such:
 * write `./3000` for the folder. Files whose names begin with a dot are not served, nor are links that lead out of the folder, pipes and devices. Rejects
 * with the system's error if the path cannot be read.
 */
export async function serveFolder(app: string): Promise<ServedFolder | undefined> {
  const path = findFolder(app)
  if (path === undefined) return undefined
  const { default: send } = await import('send')
  const root = realpathSync(path)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const fields = { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' }
      response.writeHead(405, fields).end('Files can only be read here.\n')
      return
    }
    // Visitors may request targets that are not paths, such as `//`.
    const pathname = URL.parse(request.url ?? '/', 'http://localhost')?.pathname.replace(/\/$/, '/index.html')
    if (pathname === undefined || !isServed(root, pathname)) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('There is no such file.\n')
      return
    }
    // What is sent must be the file that was checked, so `send` chooses none itself.
    send(request, pathname, { root, index: false, dotfiles: 'ignore', cacheControl: false }).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A server on a port has an address.')
  return {
    path,
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns the path of the folder that an app is; undefined if it is none. Throws the system's error. */
export function findFolder(app: string): string | undefined {
  // An empty text would be the current folder, and is a variable that the shell found empty.
  if (app === '' || parseTarget(app) !== undefined) return undefined
  const path = resolve(app)
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : undefined
}

/**
 * Reports whether a path stays within the folder when the file system's links are followed, and leads to a file or a folder. Opening a pipe would block
 * one of the few threads that read files.
 */
function isServed(root: string, pathname: string): boolean {
  try {
    const real = realpathSync(join(root, decodeURIComponent(pathname)))
    const stats = statSync(real)
    return (real === root || real.startsWith(root + sep)) && (stats.isFile() || stats.isDirectory())
  } catch {
    return false
  }
}
