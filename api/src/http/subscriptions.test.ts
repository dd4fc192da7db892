import { describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { AccountChangedDocument, AccountDocument } from '../accounts/accounts.test.generated.ts'
import { accessToken } from '../sessions/rules.ts'
import { describeApi } from '../testing/api.ts'

describeApi('GraphQL over WebSocket', (api) => {
  describe('a socket', () => {
    it('ends when its access token expires, so that the client comes back with a fresh one', async () => {
      const ada = await api.seed.owner('Ada')
      const usedMs = accessToken.lifetimeSeconds * 1_000 - 2_000
      api.clock.advance(-usedMs)
      const { token } = await api.app.keyring.sign(accessToken, { sub: ada.user.id, sid: ada.sessionId })
      api.clock.advance(usedMs)
      const client = api.client(`Bearer ${token}`)
      const changes = await client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      expect(await changes.ended).toMatchObject({ code: 4403, reason: 'Token expired' })
    })

    it('is not opened with a credential that does not count', async () => {
      const { accountId } = await api.seed.owner('Ada')
      const changes = await api.client('Bearer pk_nothing').subscribe(AccountChangedDocument, { accountId })
      expect(await changes.ended).toMatchObject({ code: 4403 })
    })

    it('answers queries as well', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const answer = await client.subscribe(AccountDocument, { id: accountId })
      expect((await answer.next()).account.id).toBe(accountId)
      expect(await answer.ended).toBeUndefined()
    })

    it('is there on its own path only, for its own protocol', async () => {
      expect(await open(`${api.url}/elsewhere`, 'graphql-transport-ws')).toBe('Unexpected server response: 404')
      expect(await open(`${api.url}/graphql`, 'chat')).toBe('Server sent no subprotocol')
    })
  })
})

/** Resolves with what comes of opening a WebSocket. */
function open(url: string, protocol: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws'), protocol)
    socket.once('error', (error) => resolve(error.message))
    socket.once('open', () => resolve('open'))
  })
}
