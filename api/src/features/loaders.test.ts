import { expect, it, vi } from 'vitest'
import { describeApi } from '../testing/api.ts'
import { createEventLoaders, createSharedLoaders } from './loaders.ts'

describeApi('the loaders of an event', (api) => {
  it('read once for all of its subscribers, and again for the next event or after 60 ms', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { accountId } = await api.seed.owner('Ada')
      const ofEvent = createEventLoaders(createSharedLoaders(api.app))
      const rename = (name: string) =>
        api.app.db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
      const read = async (event: object) => (await ofEvent(event).account.load(accountId))?.name
      const [first, second] = [{ accountId }, { accountId }]
      await rename('One')
      expect(await read(first)).toBe('One')
      await rename('Two')
      expect(await read(first)).toBe('One')
      expect(await read(second)).toBe('Two')
      vi.advanceTimersByTime(60)
      expect(await read(first)).toBe('Two')
    } finally {
      vi.useRealTimers()
    }
  })

  it('retry a read that has failed', async () => {
    const { accountId } = await api.seed.owner('Ada')
    const shared = createSharedLoaders(api.app)
    let calls = 0
    const load = async (id: string) => {
      calls += 1
      if (calls === 1) throw new Error('The database is away.')
      return await shared.account.load(id)
    }
    const { account } = createEventLoaders({ ...shared, account: { load } })({})
    await expect(account.load(accountId)).rejects.toThrow('away')
    expect(await account.load(accountId)).toMatchObject({ id: accountId })
  })
})
