import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { dirname, join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import type { DatabaseConfig } from '../ground/config.ts'
import { findErrorCode } from '../ground/errors.ts'
import type { App } from '../platform/app.ts'
import type { Outcome } from './outcome.ts'

/*
 * The embedded database belongs to one process. While a server has it, the command line hands its arguments to that server
 * over a socket beside the data, which only the server's own user can open, and prints what comes back.
 */

type EmbeddedDatabase = Extract<DatabaseConfig, { kind: 'embedded' }>

const request = z.object({ args: z.array(z.string()), folder: z.string() })
const answer = z.object({
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  stdout: z.string(),
  stderr: z.string(),
})

/** How long the command line may take to send a command, and to take the answer. One that was suspended must not keep the server from ending. */
const silenceMsMax = 5_000

/** Takes commands from this machine's command line; the returned function stops it. A socket that cannot be opened is logged. */
export async function openAdminChannel(
  app: App,
  database: EmbeddedDatabase,
  silenceMs = silenceMsMax,
): Promise<() => Promise<void>> {
  const address = getAddress(database)
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // Whatever happens to a socket also rejects what waits for it. Without a listener, it would end the server.
    socket.on('error', () => undefined)
    serve(app, socket, silenceMs).catch((error: unknown) => {
      app.log.warn({ err: error }, 'a command of the operator was not answered')
      socket.destroy()
    })
  })
  // A server that died while it held the folder's lock, which is ours now, left this behind.
  if (process.platform !== 'win32') rmSync(address, { force: true })

  const listening = Promise.withResolvers<void>()
  server.once('listening', listening.resolve)
  server.once('error', listening.reject)
  // The socket is created inside this call, so there is no moment at which others could open it. Windows gives others
  // no right to write to a pipe.
  const umask = process.umask(0o177)
  server.listen(address)
  process.umask(umask)
  try {
    await listening.promise
  } catch (error) {
    app.log.warn({ err: error }, 'npm run admin works only while this server is stopped: its socket cannot be opened')
    return async () => undefined
  }
  return () => new Promise((closed) => server.close(() => closed()))
}

/** Hands a command to the server that has the database; undefined when none listens. */
export async function askServer(
  database: EmbeddedDatabase,
  command: { args: readonly string[]; folder: string },
): Promise<Outcome | undefined> {
  const socket = connect({ path: getAddress(database), allowHalfOpen: true })
  try {
    socket.end(JSON.stringify(command))
    const answered = await text(socket)
    return answer.parse(JSON.parse(answered))
  } catch (error) {
    const code = findErrorCode(error)
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    if (code === 'EACCES') {
      throw new Error('The running server takes commands from its own user only. Run this command as that user.', {
        cause: error,
      })
    }
    throw new Error('The running server did not answer. Its log says why; the command may have been carried out.', {
      cause: error,
    })
  } finally {
    socket.destroy()
  }
}

async function serve(app: App, socket: Socket, silenceMs: number): Promise<void> {
  const progress = () => socket.bytesRead - socket.writableLength
  socket.setTimeout(silenceMs)
  socket.on('timeout', () => {
    const before = progress()
    // The server may have been the silent one, while its database answered: then what came meanwhile is read before this.
    setImmediate(() => {
      if (progress() === before) socket.destroy(new Error('The command line fell silent.'))
    })
  })
  // By default, Node 26 destroys a socket that has been read to its end, and the answer would be lost.
  const received = await text(socket.iterator({ destroyOnReturn: false }))
  // However long the command takes.
  socket.setTimeout(0)
  const { args, folder } = request.parse(JSON.parse(received))
  // The command line is loaded on demand.
  const { runAdmin } = await import('./program.ts')
  const outcome = await runAdmin(args, (work) => work(app), { folder, isServer: true })
  socket.setTimeout(silenceMs)
  socket.end(JSON.stringify(outcome))
  await finished(socket)
}

/** Returns the socket's path. A path can have at most 104 bytes (macOS, sys/un.h), so the shorter of two spellings is used. */
function getAddress({ folder }: EmbeddedDatabase): string {
  const path = resolve(join(dirname(folder), 'admin.sock'))
  if (process.platform === 'win32') {
    return String.raw`\\.\pipe\culvert-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
  }
  const fromHere = relative(process.cwd(), path)
  return fromHere.length < path.length ? fromHere : path
}
