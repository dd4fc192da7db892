import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { loadApiConfig } from '../ground/config.ts'
import { describeApiOnce, type TestApi } from '../testing/api.ts'
import { edgeSecret } from '../testing/service-token.ts'

const { socketTiming } = loadApiConfig({ EDGE_SECRET: edgeSecret })
/** More than the kernel buffers between two sockets of a machine. */
const answerBytes = 12 * 1024 * 1024

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

describe('an HTTP client that never reads', () => {
  describeApiOnce(
    'and keeps sending requests',
    (api) => {
      it('gets only one response prepared, and is disconnected', async () => {
        const ask = await seedLargeAnswer(api)
        const statements = await api.countStatements(async () => {
          const socket = dial(api)
          socket.write(ask.repeat(30))
          await once(socket, 'connect')
          await waitUntilCut(socket)
        })
        const statementsOfOne = await api.countStatements(async () => {
          const socket = dial(api)
          socket.write(ask)
          await once(socket, 'data')
        })
        expect(statements).toBe(statementsOfOne)
      })

      it('is disconnected if more than 32 requests are waiting', async () => {
        const socket = dial(api)
        socket.write((await seedLargeAnswer(api)).repeat(34))
        await waitUntilCut(socket.resume())
      })
    },
    () => ({ socketTiming: { ...socketTiming, drainMs: 500 } }),
  )
})

/** A request whose answer is large. */
async function seedLargeAnswer(api: TestApi): Promise<string> {
  const { authorization, accountId } = await api.seed.owner('Ada')
  const name = 'x'.repeat(answerBytes)
  await api.app.db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
  const body = JSON.stringify({ query: `{ account(id: "${accountId}") { name } }` })
  return [
    'POST /graphql HTTP/1.1',
    'Host: localhost',
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

function dial({ url }: TestApi): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  socket.on('error', () => undefined)
  return socket
}

/** Resolves when the API has disconnected a client that keeps sending. */
async function waitUntilCut(socket: Socket): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const knocking = setInterval(() => socket.write('\r\n'), 50)
  await closed.finally(() => clearInterval(knocking))
}
