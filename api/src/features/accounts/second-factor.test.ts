import { describe, expect, it } from 'vitest'
import { createKey } from '../../testing/api-keys.ts'
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
  ReadAccountDocument,
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

  it('is closed to a session with one factor, except for its namespace, until a second is enrolled', async () => {
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

  it('is closed to an older session until that is confirmed with a code, not with the password alone', async () => {
    const ada = await api.seed.owner('Ada')
    const app = await enrolTotp(api, ada.client)
    await requireFactor(ada)
    const older = await api.seed.session(ada.user)
    await expect(older.client.run(ClosedDocument, { id: ada.accountId })).rejects.toMatchObject(closed)
    await expect(older.client.run(ConfirmIdentityDocument, { input: { password } })).rejects.toMatchObject({
      code: 'FACTOR_REQUIRED',
      factors: ['TOTP'],
    })
    await expect(older.client.run(ClosedDocument, { id: ada.accountId })).rejects.toMatchObject(closed)
    await older.client.run(ConfirmIdentityDocument, { input: { password, code: { totp: app.nextCode() } } })
    expect((await older.client.run(ClosedDocument, { id: ada.accountId })).account).toMatchObject({ id: ada.accountId })
  })

  it('still lets AuthIDs and machine tokens start agents, and API keys read it', async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'viewer')
    const [authId, machine] = [await grace.authToken(), await grace.machineToken()]
    const key = await createKey(api, ada)
    await requireFactor(ada)
    for (const { client } of [authId, machine]) {
      await client.run(StartAgentDocument, {
        input: { accountId: ada.accountId, forwardingTo: 'http://localhost:3000' },
      })
    }
    expect((await key.client.run(ReadAccountDocument, { accountId: ada.accountId })).account).toMatchObject({
      id: ada.accountId,
      plan: { name: 'Early Access' },
    })
  })

  it('ends the subscriptions of members without one, and refuses new ones', async () => {
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

  it('notifies a member that it is closed to them, and accepts a subscription once they enrol a factor', async () => {
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

  it('hides its notices from members without one', async () => {
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

  it("leaves its members' other accounts open", async () => {
    const ada = await withRequirement()
    const grace = await ada.invite('Grace', 'admin')
    const { membership } = (await grace.client.run(CreateAccountDocument, { input: { name: 'Her own' } })).createAccount
    await requireFactor(ada)
    const { viewer } = await grace.client.run(ClosedMembershipsDocument, {})
    expect(viewer.memberships).toEqual([{ account: { id: membership.account.id } }])
    expect(viewer.closedMemberships).toMatchObject([{ account: { id: ada.accountId } }])
  })

  it('can be left by a member with one factor, but not by its last super_admin', async () => {
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

  it('refuses the download of an export that a session with one factor requested', async () => {
    const ada = await withRequirement()
    const older = await api.seed.session(ada.user)
    const { path } = (await older.client.run(ExportAccountDocument, { input: { accountId: ada.accountId } }))
      .exportAccount
    await requireFactor(ada)
    const download = await fetch(`${api.url}${path}`)
    expect([download.status, await download.text()]).toEqual([403, expect.stringContaining('second factor')])
  })

  describe('switching the requirement', () => {
    it('is refused to an owner without a second factor, and 11 minutes after it was proven', async () => {
      const grace = await api.seed.owner('Grace')
      await expect(requireFactor(grace)).rejects.toMatchObject({ code: 'CONFLICT' })
      const ada = await withRequirement()
      api.clock.advance(11 * 60_000)
      await expect(requireFactor(ada)).rejects.toMatchObject({ code: 'FRESH_PROOF_REQUIRED' })
    })

    it('is refused to admins, and is recorded in the audit log with who did it', async () => {
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
      const byAda = { actorKind: 'SESSION', actor: { id: ada.user.id }, credentialId: ada.sessionId }
      expect(account.auditLog.nodes).toMatchObject([
        { ...byAda, changes: [{ field: 'requiresSecondFactor', from: 'true', to: 'false' }] },
        { ...byAda, changes: [{ field: 'requiresSecondFactor', from: 'false', to: 'true' }] },
      ])
    })
  })
})
