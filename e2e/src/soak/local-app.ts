/** The app behind the tunnels of the soak, a separate program so that it can be killed: `node local-app.ts PORT`. */
import { createHash } from 'node:crypto'
import { type ServerResponse, createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { madeUpContent } from '../content.ts'
import { eventAt, eventPauseMs } from './events.ts'

async function* events(count: number) {
  for (let index = 0; index < count; index += 1) {
    yield eventAt(index)
    await delay(eventPauseMs)
  }
}

/** The requests of each burst that have arrived; undefined once all have, and were answered. */
const bursts = new Map<string, Set<ServerResponse> | undefined>()

/** Answers the requests of a burst when this many of them are here at once. One that arrives a second time, after a loss, is answered too. */
function gather(burst: string, size: number, response: ServerResponse): void {
  const gathered = bursts.has(burst) ? bursts.get(burst) : new Set<ServerResponse>()
  if (gathered === undefined) return void response.end(burst)
  gathered.add(response)
  response.on('close', () => gathered.delete(response))
  bursts.set(burst, gathered)
  if (gathered.size < size) return
  bursts.set(burst, undefined)
  for (const each of gathered) each.end(burst)
}

const server = createServer((request, response) => {
  const [, kind, length, burst = ''] = (request.url ?? '').split('/')
  const size = Number(length)
  const answer = async () => {
    if (kind === 'bytes') response.setHeader('content-length', size)
    if (kind === 'bytes' || kind === 'chunked') return await pipeline(madeUpContent(0, size - 1), response)
    if (kind === 'together') return gather(burst, size, response)
    if (kind === 'events') {
      response.setHeader('content-type', 'text/event-stream')
      return await pipeline(Readable.from(events(size)), response)
    }
    const hash = createHash('sha256')
    for await (const chunk of request) hash.update(chunk)
    response.end(hash.digest('hex'))
  }
  // A visitor who left is not a fault.
  answer().catch(() => response.destroy())
})

const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => {
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listening\n'))
