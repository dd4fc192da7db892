import { describe, expect, it } from '@jest/globals'
import { describeApi } from '../testing/api.ts'
import { AccountChangedDocument, AccountDocument } from './accounts.test.generated.ts'

describeApi('accounts', (api) => {
  describe('account', () => {
    it('shows a member the account, and what they may do', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const { account } = await ada.client.run(AccountDocument, { id: ada.accountId })
      expect(account).toEqual({
        id: ada.accountId,
        name: "Ada's account",
        namespace: ada.namespace,
        namespaceChangesCount: 0,
        createdAt: expect.any(String),
        viewerRole: 'super_admin',
        viewerCanUpdate: true,
        viewerCanChangeNamespace: false,
        viewerCanDelete: true,
        viewerCanManageGateways: true,
        viewerCanStopAgents: true,
        plan: { name: 'Early Access', type: 'free' },
      })
      expect((await viewer.client.run(AccountDocument, { id: ada.accountId })).account).toMatchObject({
        viewerRole: 'viewer',
        viewerCanUpdate: false,
        viewerCanDelete: false,
        viewerCanManageGateways: false,
        viewerCanStopAgents: false,
      })
    })

    it('does not exist for a stranger, as one that nobody has', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const answers = await Promise.all(
        [ada.accountId, 'nobody-has-this'].map((id) =>
          stranger.client.run(AccountDocument, { id }).catch((error) => error),
        ),
      )
      for (const answer of answers) {
        expect(answer).toMatchObject({
          code: 'NOT_FOUND',
          message: 'No such account: it does not exist, or it belongs to an account that you are not a member of.',
        })
      }
    })

    it('is closed to who was removed, and when it was deleted', async () => {
      const ada = await api.seed.owner('Ada')
      const former = await ada.invite('Fay', 'admin')
      const deletedAt = api.clock.now()
      await api.app.db.updateTable('accountUsers').set({ deletedAt }).where('userId', '=', former.user.id).execute()
      await expect(former.client.run(AccountDocument, { id: ada.accountId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await api.app.db.updateTable('accounts').set({ deletedAt }).where('id', '=', ada.accountId).execute()
      await expect(ada.client.run(AccountDocument, { id: ada.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('accountChanged', () => {
    it('tells of each change of usage', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      await ada.gateway('demo')
      expect((await changes.next()).accountChanged).toMatchObject({ id: ada.accountId, usage: { subpoints: 1 } })
      await ada.agent('demo')
      expect((await changes.next()).accountChanged).toMatchObject({ usage: { activeAgents: 1 } })
      await changes.close()
    })

    it('needs a credential from the start', async () => {
      const ada = await api.seed.owner('Ada')
      const subscription = await api.client().subscribe(AccountChangedDocument, { accountId: ada.accountId })
      expect(await subscription.ended).toMatchObject({ code: 4403 })
    })
  })
})
