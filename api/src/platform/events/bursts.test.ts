import { expect, it } from 'vitest'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { describeApi } from '../../testing/api.ts'
import { UpdateAccountDocument } from '../../testing/generated/documents.ts'

const socketCount = 4
const subscribersPerSocket = 50
const changeCount = 20

interface Change {
  accountChanged: { name: string }
}

const query = `subscription ($accountId: ID!) {
  accountChanged(accountId: $accountId) { name viewerRole usage { apiRequests } gateways { id } }
}`

describeApi('a burst of changes', (api) => {
  it('shows 200 subscribers the last state by queries that they share', async () => {
    const ada = await api.seed.owner('Ada')
    const { accountId } = ada
    const sockets = Array.from({ length: socketCount }, () =>
      createClient({
        url: `${api.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: ada.authorization },
        retryAttempts: 0,
      }),
    )
    const allListen = Promise.withResolvers<void>()
    let listening = 0
    for (const socket of sockets) {
      socket.on('pong', (_received, payload) => {
        if (payload?.takenUp !== undefined) listening += 1
        if (listening === socketCount * subscribersPerSocket) allListen.resolve()
      })
    }
    const hearLast = async (socket: (typeof sockets)[number]) => {
      for await (const { data } of socket.iterate<Change>({ query, variables: { accountId } })) {
        if (data?.accountChanged.name === `Name ${changeCount}`) return
      }
      throw new Error('The subscription ended before the last change.')
    }
    const heard = sockets.flatMap((socket) => Array.from({ length: subscribersPerSocket }, () => hearLast(socket)))
    await allListen.promise

    const statements = await api.countStatements(async () => {
      for (let change = 1; change <= changeCount; change += 1) {
        await ada.client.run(UpdateAccountDocument, { input: { accountId, name: `Name ${change}` } })
      }
      await Promise.all(heard)
    })
    // A change alone takes 7. A single subscriber takes 5 more for each change: separately, these would take 20,000.
    expect(statements).toBeLessThan(changeCount * 7 + changeCount * 5 * 6)
    for (const socket of sockets) await socket.dispose()
  })
})
