/** The app behind the tunnels of the soak, a program of its own so that it can be killed: `node local-app.ts PORT`. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
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

const server = createServer((request, response) => {
  const [, kind, length] = (request.url ?? '').split('/')
  const size = Number(length)
  const answer = async () => {
    if (kind === 'bytes') response.setHeader('content-length', size)
    if (kind === 'bytes' || kind === 'chunked') return await pipeline(madeUpContent(0, size - 1), response)
    if (kind === 'events') {
      response.setHeader('content-type', 'text/event-stream')
      return await pipeline(Readable.from(events(size)), response)
    }
    const hash = createHash('sha256')
    for await (const chunk of request) hash.update(chunk)
    response.end(hash.digest('hex'))
  }
  // A visitor who went is no fault.
  answer().catch(() => response.destroy())
})

const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => {
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listening\n'))
