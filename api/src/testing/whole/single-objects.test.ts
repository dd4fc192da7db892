import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeApi } from '../api.ts'
import { AddDomainDocument, CreateApiKeyDocument, DeleteGatewayDocument } from '../generated/documents.ts'
import type { Member } from '../seed.ts'

async function createObjects({
  client,
  accountId,
  gateway,
  agent,
  withLimits,
}: Member): Promise<[field: string, id: string][]> {
  await withLimits({ maxDomains: 1 })
  const { addDomain } = await client.run(AddDomainDocument, { input: { accountId, domain: 'dev.example.com' } })
  const reserved = await gateway(`g-${randomUUID().slice(0, 8)}`)
  return [
    ['domain', addDomain.domain.id],
    ['gateway', reserved.id],
    ['agent', (await agent()).id],
  ]
}

const ask = async ({ client }: Pick<Member, 'client'>, field: string, id: string) =>
  (await client.post({ query: `query ($id: ID!) { it: ${field}(id: $id) { id } }`, variables: { id } })).body

describeApi('single objects', (api) => {
  it('are returned to members and to keys with READ_ACCOUNT, and are null for an unknown id', async () => {
    const ada = await api.seed.owner('Ada')
    const input = { accountId: ada.accountId, name: 'reader', scopes: ['READ_ACCOUNT' as const] }
    const { secret } = (await ada.client.run(CreateApiKeyDocument, { input })).createApiKey
    for (const [field, id] of await createObjects(ada)) {
      for (const reader of [ada, await ada.invite('Vic', 'viewer'), { client: api.client(`Bearer ${secret}`) }]) {
        expect(await ask(reader, field, id)).toEqual({ data: { it: { id } } })
        expect(await ask(reader, field, randomUUID())).toEqual({ data: { it: null } })
      }
    }
  })

  it('are null for members of other accounts and for former members', async () => {
    const [ada, bob] = [await api.seed.owner('Ada'), await api.seed.owner('Bob')]
    const vic = await ada.invite('Vic', 'viewer')
    const objects = await createObjects(ada)
    await api.app.db
      .updateTable('accountUsers')
      .set({ deletedAt: api.clock.now() })
      .where('id', '=', vic.membershipId)
      .execute()
    for (const [field, id] of objects) {
      for (const stranger of [bob, vic]) expect(await ask(stranger, field, id)).toEqual({ data: { it: null } })
    }
  })

  it('are refused without the second factor that their account requires', async () => {
    const ada = await api.seed.owner('Ada')
    const objects = await createObjects(ada)
    const { db } = api.app
    await db.updateTable('accounts').set({ requiresSecondFactor: true }).where('id', '=', ada.accountId).execute()
    for (const [field, id] of objects) {
      expect(await ask(ada, field, id)).toMatchObject({
        data: { it: null },
        errors: [{ extensions: { code: 'FACTOR_REQUIRED' } }],
      })
    }
  })

  it('include a deleted gateway, but not one of a deleted account', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.gateway('demo')
    await ada.client.run(DeleteGatewayDocument, { input: { id } })
    expect(await ask(ada, 'gateway', id)).toEqual({ data: { it: { id } } })
    const { db } = api.app
    await db.updateTable('accounts').set({ deletedAt: api.clock.now() }).where('id', '=', ada.accountId).execute()
    expect(await ask(ada, 'gateway', id)).toEqual({ data: { it: null } })
  })
})
