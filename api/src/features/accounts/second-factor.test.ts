import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { enrolTotp } from '../../testing/factors.ts'
import {
  AccountChangedDocument,
  AuditLogDocument,
  ClosedDocument,
  ClosedMembersDocument,
  ClosedMembershipsDocument,
  ConfirmIdentityDocument,
  CreateAccountDocument,
  CreateGatewayDocument,
  ExportAccountDocument,
  LeaveAccountDocument,
  RequireSecondFactorDocument,
  StartAgentDocument,
  ViewerMembershipsDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { password } from '../../testing/sign-up.ts'

const closed = { code: 'FACTOR_REQUIRED', reason: 'ACCOUNT_REQUIRES_FACTOR' }

const requireFactor = async ({ client, accountId }: Member, isRequired = true) =>
  (await client.run(RequireSecondFactorDocument, { input: { accountId, isRequired } })).requireSecondFactor.account

describeApi('an account that requires a second factor', (api) => {
  /** Creates an account that requires a second factor, with an owner who has one. */
  const withRequirement = async () => {
    const ada = await api.seed.owner('Ada')
    await enrolTotp(api, ada.client)
    return ada
  }

  it('is closed to members whose session proves one factor, but for what leads them to a second one', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'admin')
    expect(await requireFactor(ada)).toEqual({ id: ada.accountId, requiresSecondFactor: true })

    await expect(grace.client.run(ClosedDocument, { id: ada.accountId })).rejects.toMatchObject(closed)
    const gateway = { accountId: ada.accountId, name: 'demo', domain: 'culvert.localhost' }
    await expect(grace.client.run(CreateGatewayDocument, { input: gateway })).rejects.toMatchObject(closed)
    await expect(grace.client.run(ClosedMembersDocument, {})).rejects.toMatchObject(closed)
    const { viewer } = await grace.client.run(ClosedMembershipsDocument, {})
    expect(viewer.memberships).toEqual([])
    expect(viewer.closedMemberships).toMatchObject([
      { role: 'admin', account: { id: ada.accountId, namespace: ada.namespace, requiresSecondFactor: true } },
    ])

    await enrolTotp(api, grace.client)
    expect((await grace.client.run(ClosedDocument, { id: ada.accountId })).account).toMatchObject({ id: ada.accountId })
    await grace.client.run(CreateGatewayDocument, { input: gateway })
  })

  it('opens to an older session of a member who has a factor once it is confirmed', async () => {
    const ada = await withRequirement()
    await requireFactor(ada)
    const older = await api.seed.session(ada.user)
    await expect(older.client.run(ClosedDocument, { id: ada.accountId })).rejects.toMatchObject(closed)
    const app = await api.app.db.selectFrom('factors').select('id').where('userId', '=', ada.user.id).execute()
    expect(app).toHaveLength(1)
    await expect(older.client.run(ConfirmIdentityDocument, { input: { password } })).rejects.toMatchObject({
      code: 'FACTOR_REQUIRED',
      factors: ['TOTP'],
    })
  })

  it('goes on for AuthIDs, machine tokens and API keys', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'viewer')
    const [authId, machine] = [await grace.authToken(), await grace.machineToken()]
    await requireFactor(ada)
    for (const { client } of [authId, machine]) {
      await client.run(StartAgentDocument, {
        input: { accountId: ada.accountId, forwardingTo: 'http://localhost:3000' },
      })
    }
  })

  it('ends the subscriptions of members without one, at once', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'viewer')
    const changes = await grace.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
    const own = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
    await requireFactor(ada)
    expect(await changes.ended).toBeUndefined()
    await own.next()
    await own.close()
    const refused = await grace.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
    expect(await refused.ended).toMatchObject([{ extensions: closed }])
  })

  it('tells its members at once that it is closed to them, and opens to their sockets with the session', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'viewer')
    const changes = await grace.client.subscribe(ViewerMembershipsDocument, {})
    await requireFactor(ada)
    const { viewerChanged } = await changes.next()
    expect(viewerChanged.memberships).toEqual([])
    expect(viewerChanged.closedMemberships).toMatchObject([{ account: { id: ada.accountId } }])

    await enrolTotp(api, grace.client)
    expect(await changes.ended).toMatchObject({ code: 4403 })
    const opened = await grace.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
    await requireFactor(ada, false)
    expect((await opened.next()).accountChanged).toMatchObject({ id: ada.accountId })
    await opened.close()
  })

  it('shows its notices to nobody without one', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'viewer')
    await api.app.db
      .insertInto('notices')
      .values({
        id: `notice-${ada.accountId}`,
        accountId: ada.accountId,
        userId: null,
        onceKey: ada.accountId,
        subjectIds: [],
        facts: JSON.stringify({ kind: 'AGENT_LOST', hostname: 'demo' }),
        happenedAt: api.clock.now(),
      })
      .execute()
    const count = async () => (await grace.client.run(ClosedMembershipsDocument, {})).viewer.notices.totalCount
    expect(await count()).toBe(1)
    await requireFactor(ada)
    expect(await count()).toBe(0)
  })

  it('closes none of the other accounts of its members', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'admin')
    const { membership } = (await grace.client.run(CreateAccountDocument, { input: { name: 'Her own' } })).createAccount
    await requireFactor(ada)
    const { viewer } = await grace.client.run(ClosedMembershipsDocument, {})
    expect(viewer.memberships).toEqual([{ account: { id: membership.account.id } }])
    expect(viewer.closedMemberships).toMatchObject([{ account: { id: ada.accountId } }])
  })

  it('is left by a member whose session proves one factor, and by no super_admin who is the last', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'viewer')
    await requireFactor(ada)
    const leave = (client: Member['client']) =>
      client.run(LeaveAccountDocument, { input: { accountId: ada.accountId } })
    expect((await leave(grace.client)).leaveAccount).toEqual({ accountId: ada.accountId })
    expect((await grace.client.run(ClosedMembershipsDocument, {})).viewer.closedMemberships).toEqual([])
    const older = await api.seed.session(ada.user)
    await expect(leave(older.client)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('hands no export to a session whose factor is not proven', async () => {
    const ada = await withRequirement()
    const older = await api.seed.session(ada.user)
    const { path } = (await older.client.run(ExportAccountDocument, { input: { accountId: ada.accountId } }))
      .exportAccount
    await requireFactor(ada)
    const download = await fetch(`${api.url}${path}`)
    expect([download.status, await download.text()]).toEqual([403, expect.stringContaining('second factor')])
  })

  describe('is switched', () => {
    it('by an owner whose own session proves two factors, freshly', async () => {
      const grace = await api.seed.owner('Grace')
      await expect(requireFactor(grace)).rejects.toMatchObject({ code: 'CONFLICT' })
      const ada = await withRequirement()
      api.clock.advance(11 * 60_000)
      await expect(requireFactor(ada)).rejects.toMatchObject({ code: 'FRESH_PROOF_REQUIRED' })
    })

    it('by owners only, and its log says who did', async () => {
      const ada = await withRequirement()
      const admin = await ada.invite('Grace', 'admin')
      await enrolTotp(api, admin.client)
      await expect(requireFactor(admin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await requireFactor(ada)
      await requireFactor(ada, false)
      const { account } = await ada.client.run(AuditLogDocument, {
        accountId: ada.accountId,
        action: ['account.updated'],
        page: 1,
        pageSize: 10,
      })
      expect(account.auditLog.nodes).toMatchObject([
        { changes: [{ field: 'requiresSecondFactor', from: 'true', to: 'false' }] },
        { changes: [{ field: 'requiresSecondFactor', from: 'false', to: 'true' }] },
      ])
    })
  })
})
