import { describe, expect, it } from 'vitest'
import { TestApi } from '../../testing/api.ts'
import { testDatabases } from '../../testing/databases.ts'
import { InviteMemberDocument } from '../../testing/generated/documents.ts'

describe.each(testDatabases)('invitation limits on $name', (database) => {
  it('hold after a restart', async () => {
    const { join, close, ...opened } = await database.open()
    const before = new TestApi()
    await before.start({ ...opened, close: async () => undefined }, {})
    const ada = await before.seed.owner('Ada')
    const invite = async (api: TestApi, guest: number) => {
      const input = { accountId: ada.accountId, email: `guest-${guest}@example.com`, role: 'viewer' as const }
      await ada.at(api).run(InviteMemberDocument, { input })
    }
    await ada.withLimits({ maxTeamMembers: -1 })
    for (let guest = 1; guest <= 10; guest += 1) await invite(before, guest)
    await before.close()

    const after = new TestApi()
    await after.start(join(), {})
    await expect(invite(after, 11)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/^This account has sent 10 invitations within a day/),
    })
    await after.close()
    await close()
  }, 60_000)
})
