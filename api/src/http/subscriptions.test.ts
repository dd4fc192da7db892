import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { accessToken } from '../features/sessions/rules.ts'
import { describeApi } from '../testing/api.ts'
import { AccountChangedDocument, AccountDocument } from '../testing/generated/documents.ts'

describeApi('GraphQL over WebSocket', (api) => {
  describe('a socket', () => {
    it('closes with 4403 when its access token expires', async () => {
      const ada = await api.seed.owner('Ada')
      const usedMs = accessToken.lifetimeSeconds * 1_000 - 2_000
      api.clock.advance(-usedMs)
      const { token } = await api.app.keyring.sign(accessToken, { sub: ada.user.id, sid: ada.sessionId })
      api.clock.advance(usedMs)
      const client = api.client(`Bearer ${token}`)
      const changes = await client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      expect(await changes.ended).toMatchObject({ code: 4403, reason: 'Token expired' })
    })

    it('closes with 4403 if its credential is invalid', async () => {
      const { accountId } = await api.seed.owner('Ada')
      const changes = await api.client('Bearer pk_nothing').subscribe(AccountChangedDocument, { accountId })
      expect(await changes.ended).toMatchObject({ code: 4403 })
    })

    it('survives a temporary database fault', async () => {
      const ada = await api.seed.owner('Ada')
      const { client, accountId } = ada
      const changes = await client.subscribe(AccountChangedDocument, { accountId })
      await sql`alter table accounts rename to mislaid`.execute(api.app.db)
      await api.tell('accountChanged', accountId, { accountId })
      await expect(client.run(AccountDocument, { id: accountId })).rejects.toMatchObject({ code: 'INTERNAL' })
      await sql`alter table mislaid rename to accounts`.execute(api.app.db)
      await api.tell('accountChanged', accountId, { accountId })
      expect((await changes.next()).accountChanged.id).toBe(accountId)
      await changes.close()
    })

    it('closes with 1013 if the database fails when it opens', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      await sql`alter table sessions rename to mislaid`.execute(api.app.db)
      const changes = await client.subscribe(AccountChangedDocument, { accountId })
      expect(await changes.ended).toMatchObject({ code: 1013 })
      await sql`alter table mislaid rename to sessions`.execute(api.app.db)
    })

    it('answers queries as well', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const answer = await client.subscribe(AccountDocument, { id: accountId })
      expect((await answer.next()).account.id).toBe(accountId)
      expect(await answer.ended).toBeUndefined()
    })

    it('opens only at /graphql, and only with its own subprotocol', async () => {
      expect(await open(`${api.url}/elsewhere`, 'graphql-transport-ws')).toBe('Unexpected server response: 404')
      expect(await open(`${api.url}/graphql`, 'chat')).toBe('Server sent no subprotocol')
    })
  })
})

/** Resolves with the outcome of opening a WebSocket. */
function open(url: string, protocol: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws'), protocol)
    socket.once('error', (error) => resolve(error.message))
    socket.once('open', () => resolve('open'))
  })
}
