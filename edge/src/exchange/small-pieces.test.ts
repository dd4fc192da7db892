import { setImmediate as nextTurn } from 'node:timers/promises'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import type { AgentStream } from '../testing/test-agent.ts'
import { askH2, connectH2 } from '../testing/test-h2-visitor.ts'

afterEach(closeAll)

type Site = Awaited<ReturnType<typeof startSecureEdge>>

/** Asks for an answer, and resolves with its body, of which nothing is read yet. */
type Ask = (site: Site) => Promise<Readable>

const ask = { host: '127.0.0.1', agent: false, headers: { host: 'demo.test' } }

const overHttp1: Ask = async ({ port }) => {
  const [response] = (await once(request({ ...ask, port }).end(), 'response')) as [IncomingMessage]
  return response
}

const overHttp2: Ask = async ({ visitor }) => {
  const stream = askH2(await connectH2(visitor, { initialWindowSize: 100_000 }))
  await once(stream, 'response')
  return stream
}

const upgraded: Ask = async ({ port }) => {
  const headers = { ...ask.headers, connection: 'Upgrade', upgrade: 'echo' }
  const [, socket, early] = (await once(request({ ...ask, port, headers }).end(), 'upgrade')) as [
    unknown,
    Readable,
    Buffer,
  ]
  socket.unshift(early)
  return socket
}

/** Many small pieces, and large ones between them, so that a visitor that does not read stalls. */
const pieces = Array.from({ length: 3_000 }, (_, index) =>
  Buffer.alloc(index % 25 === 0 ? 64 * 1024 : index % 50, index),
)

async function send({ stream, head }: AgentStream): Promise<void> {
  const isUpgrade = head.kind === 'upgrade'
  const fields: [string, string][] = isUpgrade ? [['Upgrade', 'echo']] : []
  stream.sendHead({ status: isUpgrade ? 101 : 200, reason: 'OK', fields })
  for (const [index, piece] of pieces.entries()) {
    stream.write(piece)
    if (index % 10 === 0) await nextTurn()
  }
  stream.end()
}

it.each<[string, Ask]>([
  ['over HTTP/1.1', overHttp1],
  ['over HTTP/2', overHttp2],
  ['with an upgraded connection', upgraded],
])('an answer in small pieces arrives whole at a visitor that did not read it at first: %s', async (_, askFor) => {
  const site = await startSecureEdge()
  const agent = await site.connectAgent()
  const answered = (async () => await send(await agent.nextStream()))()
  const body = await askFor(site)
  await answered
  expect((await buffer(body)).equals(Buffer.concat(pieces))).toBe(true)
})
