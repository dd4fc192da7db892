import { expect, it } from 'vitest'
import { dayMs } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import {
  CreateGatewayDocument,
  DeleteAccountDocument,
  DeleteGatewayDocument,
  UpdateAccountDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { isHeldBack } from './service.ts'

const heldBack = {
  code: 'CONFLICT',
  field: 'name',
  message: expect.stringContaining("was another account's until recently"),
}

describeApi('the hostname of a deleted gateway', (api) => {
  const owner = async (name: string) => await (await api.seed.owner(name)).withLimits({ allowsNamespaceChange: true })
  /** A client of the member that signs in again, so that it works even after weeks. */
  const clientOf = async ({ user }: Member) => (await api.seed.session(user)).client
  const create = async (member: Member) => {
    const input = { accountId: member.accountId, name: 'demo', domain: 'culvert.localhost' }
    return (await (await clientOf(member)).run(CreateGatewayDocument, { input })).createGateway.gateway
  }
  const remove = async (member: Member, id: string) =>
    await (await clientOf(member)).run(DeleteGatewayDocument, { input: { id } })
  const rename = async (member: Member, namespace: string) =>
    await (await clientOf(member)).run(UpdateAccountDocument, { input: { accountId: member.accountId, namespace } })
  /** Bea has taken over Ada's namespace, and Ada's gateway still has its hostname. */
  const handNamespaceOver = async () => {
    const [ada, bea] = [await owner('Ada'), await owner('Bea')]
    const gateway = await create(ada)
    await rename(ada, `${ada.namespace}2`)
    api.clock.advance(30 * dayMs)
    await rename(bea, ada.namespace)
    return { ada, bea, gateway }
  }

  it('is withheld from other accounts for 30 days, and then free for them to reserve', async () => {
    const { ada, bea, gateway } = await handNamespaceOver()
    await expect(create(bea)).rejects.toMatchObject({ code: 'CONFLICT' })
    await remove(ada, gateway.id)
    await expect(create(bea)).rejects.toMatchObject(heldBack)
    api.clock.advance(30 * dayMs - 60_000)
    await expect(create(bea)).rejects.toMatchObject(heldBack)
    api.clock.advance(60_000)
    expect((await create(bea)).subdomain).toBe(gateway.subdomain)
  })

  it('can be reserved again by its own account immediately, any number of times', async () => {
    const ada = await owner('Ada')
    for (let time = 0; time < 3; time += 1) await remove(ada, (await create(ada)).id)
    await create(ada)
  })

  it('is withheld for 30 days along with the namespace of a deleted account', async () => {
    const [ada, bea] = [await owner('Ada'), await owner('Bea')]
    const { subdomain } = await create(ada)
    const { accountId, namespace } = ada
    await ada.client.run(DeleteAccountDocument, { input: { accountId, namespace } })
    api.clock.advance(30 * dayMs - 60_000)
    await expect(rename(bea, namespace)).rejects.toMatchObject({ code: 'CONFLICT' })
    api.clock.advance(60_000)
    await rename(bea, namespace)
    expect((await create(bea)).subdomain).toBe(subdomain)
  })

  it('is not given to an agent of another account as a random hostname meanwhile', async () => {
    const [ada, bea] = [await owner('Ada'), await owner('Bea')]
    const { id, subdomain } = await create(ada)
    await remove(ada, id)
    const { db } = api.app
    // The check of a random hostname before an agent gets it, because chance would take years to generate this one.
    const isKeptFrom = async ({ accountId }: Member, now = api.clock.now()) =>
      await isHeldBack(db, subdomain, accountId, now)
    expect(await isKeptFrom(bea)).toBe(true)
    expect(await isKeptFrom(ada)).toBe(false)
    expect(await isKeptFrom(bea, new Date(api.clock.now().getTime() + 31 * dayMs))).toBe(false)
  })
})
