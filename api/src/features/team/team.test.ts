import { describe, expect, it } from 'vitest'
import type { Role } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AcceptInviteDocument,
  AccountChangedDocument,
  AccountDocument,
  AgentChangedDocument,
  ChangeMemberRoleDocument,
  CreateAccountDocument,
  DeclineInviteDocument,
  DeleteAccountDocument,
  GatewayChangedDocument,
  InvitationDocument,
  InviteMemberDocument,
  LeaveAccountDocument,
  ReceivedInvitesDocument,
  RemoveMemberDocument,
  RevokeInviteDocument,
  StartAgentDocument,
  TeamDocument,
  TransferOwnershipDocument,
  TunnelEndedDocument,
  ViewerChangedDocument,
} from '../../testing/generated/documents.ts'
import { findMail } from '../../testing/mails.ts'
import type { Member } from '../../testing/seed.ts'

const dayMs = 24 * 60 * 60 * 1_000
const invalidLink = { code: 'NOT_FOUND', field: 'token', message: 'Invalid or expired invitation link' }
const strangers = { code: 'NOT_FOUND' }
const viewersMayNot = {
  code: 'FORBIDDEN',
  message: 'Your role in this account is viewer; this takes super_admin or admin. Ask one of them to do it.',
}

const team = async ({ client, accountId }: Member) => (await client.run(TeamDocument, { accountId })).account

const invite = async ({ client, accountId }: Member, email: string, role: Role = 'viewer') =>
  (await client.run(InviteMemberDocument, { input: { accountId, email, role } })).inviteMember.invite

const tokenOf = ({ url }: { url: string | null }) => new URL(url!).searchParams.get('invite_token')!

const accept = async ({ client }: Member, token: string) =>
  (await client.run(AcceptInviteDocument, { input: { token } })).acceptInvite.membership

const changeRole = async (by: Member, id: string, role: Role) =>
  (await by.client.run(ChangeMemberRoleDocument, { input: { id, role } })).changeMemberRole.member

const removeMember = async (by: Member, id: string) =>
  (await by.client.run(RemoveMemberDocument, { input: { id } })).removeMember.memberId

const leave = async ({ client, accountId }: Member) =>
  (await client.run(LeaveAccountDocument, { input: { accountId } })).leaveAccount.accountId

const transfer = async (by: Member, memberId: string) =>
  (await by.client.run(TransferOwnershipDocument, { input: { accountId: by.accountId, memberId } })).transferOwnership
    .account

/** Returns the membership of one member as another sees it. */
const membershipOf = async (viewer: Member, member: Member) =>
  (await team(viewer)).members.find(({ user }) => user.id === member.user.id)!

const inviteAndRevoke = async (by: Member, email: string, accountId = by.accountId) => {
  const { id } = await invite({ ...by, accountId }, email)
  await by.client.run(RevokeInviteDocument, { input: { id } })
}

const count = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

const outcomes = (results: PromiseSettledResult<unknown>[]) => ({
  fulfilled: results.filter(({ status }) => status === 'fulfilled').length,
  codes: results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : [])),
})

describeApi('team', (api) => {
  describe('inviteMember', () => {
    it('mails a link that is valid for 7 days, and shows a different one to managers only', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const created = await invite(ada, '  New.Person@Example.com ', 'admin')
      expect(created).toEqual({
        id: expect.any(String),
        email: 'new.person@example.com',
        role: 'admin',
        status: 'pending',
        invitedBy: { id: ada.user.id },
        url: expect.stringMatching(/^http:\/\/localhost:4000\/signup\?invite_token=inv_[\w-]{43}$/),
        expiresAt: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: created.createdAt,
        viewerCanRevoke: true,
      })
      expect(Date.parse(created.expiresAt) - Date.parse(created.createdAt)).toBe(7 * dayMs)

      const mails = await api.app.db.selectFrom('mails').selectAll().where('recipient', '=', created.email).execute()
      expect(mails).toHaveLength(1)
      expect(mails[0]).toMatchObject({
        subject: "Ada Example invited you to Ada's account on Culvert",
        text: expect.stringMatching(/http:\/\/localhost:4000\/signup\?invite_token=inv_[\w-]{43}\n/),
        deliverUntil: new Date(created.expiresAt),
      })
      expect(mails[0]!.text).not.toContain(created.url)
      expect((await team(ada)).invites).toEqual([created])
      expect((await team(viewer)).invites).toEqual([{ ...created, url: null, viewerCanRevoke: false }])
    })

    it('notifies subscribers of the account', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      await invite(ada, 'somebody@example.com')
      expect((await changes.next()).accountChanged.id).toBe(ada.accountId)
      await changes.close()
    })

    it('notifies the invited user when the invitation is created, revoked, answered or deleted with its account', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      const bea = await api.seed.owner('Bea')
      const changes = await bea.client.subscribe(ViewerChangedDocument, {})
      const listNext = async () => (await changes.next()).viewerChanged.invites.map(({ inviteId }) => inviteId)
      const inviteBea = async () => {
        const created = await invite(ada, bea.user.email!)
        expect(await listNext()).toEqual([created.id])
        return created
      }
      await ada.client.run(RevokeInviteDocument, { input: { id: (await inviteBea()).id } })
      expect(await listNext()).toEqual([])
      await bea.client.run(DeclineInviteDocument, { input: { token: tokenOf(await inviteBea()) } })
      expect(await listNext()).toEqual([])
      await inviteBea()
      const input = { accountId: ada.accountId, namespace: ada.namespace }
      await ada.client.run(DeleteAccountDocument, { input })
      expect(await listNext()).toEqual([])

      const carl = await api.seed.owner('Carl')
      const toAccept = await invite(carl, bea.user.email!)
      expect(await listNext()).toEqual([toAccept.id])
      await accept(bea, tokenOf(toAccept))
      expect(await listNext()).toEqual([])
      await changes.close()
    })

    it('refuses the address of a member, regardless of case', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      await expect(invite(ada, viewer.user.email!.toUpperCase())).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'email',
        message: 'This user is already a member of the team',
      })
    })

    it('refuses a second invitation while the first is pending, and allows it once that is revoked', async () => {
      const ada = await api.seed.owner('Ada')
      const first = await invite(ada, 'twice@example.com')
      await expect(invite(ada, 'TWICE@example.com')).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'email',
        message: 'This user already has a pending invitation',
      })
      await ada.client.run(RevokeInviteDocument, { input: { id: first.id } })
      expect((await invite(ada, 'twice@example.com')).status).toBe('pending')
    })

    it('allows another invitation once the first has expired', async () => {
      const ada = await api.seed.owner('Ada')
      await invite(ada, 'late@example.com')
      await api.app.db
        .updateTable('teamInvites')
        .set({ expiresAt: api.clock.now() })
        .where('email', '=', 'late@example.com')
        .execute()
      await invite(ada, 'late@example.com')
      expect((await team(ada)).invites.map(({ status }) => status)).toEqual(['pending', 'expired'])
    })

    it('refuses an invalid address, and the role super_admin', async () => {
      const ada = await api.seed.owner('Ada')
      await expect(invite(ada, '   ')).rejects.toMatchObject({ field: 'email', message: 'Email is required' })
      await expect(invite(ada, 'nobody')).rejects.toMatchObject({ field: 'email', message: 'Invalid email format' })
      await expect(invite(ada, 'owner@example.com', 'super_admin')).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'role',
        message: 'The role must be viewer or admin. A super_admin is made by transferring the ownership.',
      })
    })

    it('counts members and pending invitations, but not expired ones, against the plan limit', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: 3 })
      await ada.invite('Vera', 'viewer')
      const { id } = await invite(ada, 'third@example.com')
      const limit = {
        code: 'PLAN_LIMIT_REACHED',
        message:
          'Team Limit Reached. Members and pending invitations have reached the maximum for your current plan. Revoke an invitation, or upgrade to invite more.',
      }
      await expect(invite(ada, 'fourth@example.com')).rejects.toMatchObject(limit)
      await api.app.db.updateTable('teamInvites').set({ expiresAt: api.clock.now() }).where('id', '=', id).execute()
      await invite(ada, 'fourth@example.com')
      await expect(invite(ada, 'fifth@example.com')).rejects.toMatchObject(limit)
    })

    it('neither exceeds the limit nor invites an address twice on simultaneous requests', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: 3 })
      const different = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => invite(ada, `person-${n}@example.com`)))
      expect(outcomes(different)).toEqual({ fulfilled: 2, codes: Array(3).fill('PLAN_LIMIT_REACHED') })

      const bea = await (await api.seed.owner('Bea')).withLimits({ maxTeamMembers: -1 })
      const same = await Promise.allSettled([1, 2, 3, 4].map(() => invite(bea, 'same@example.com')))
      expect(outcomes(same)).toEqual({ fulfilled: 1, codes: Array(3).fill('CONFLICT') })
    })

    it('strips web addresses and text direction characters from names that predate the rules for names', async () => {
      const ada = await api.seed.owner('Ada')
      const { db } = api.app
      await db.updateTable('users').set({ firstName: 'https://evil.com/x' }).where('id', '=', ada.user.id).execute()
      await db
        .updateTable('accounts')
        .set({ name: 'Pay\u202E now at www.evil.com' })
        .where('id', '=', ada.accountId)
        .execute()
      await invite(ada, 'wary@example.com')
      const mail = await findMail(api, 'wary@example.com', 'invited you')
      expect(mail.subject).toBe('https evil com x Example invited you to Pay now at www evil com on Culvert')
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/evil\.com|www\.|\u202E/)
    })

    describe('mail limits, which revoking does not reset', () => {
      it('let a free account send 10 a day, even on simultaneous requests', async () => {
        const ada = await api.seed.owner('Ada')
        for (const n of count(1, 9)) await inviteAndRevoke(ada, `free-${n}@example.com`)
        const atOnce = await Promise.allSettled(count(10, 12).map((n) => invite(ada, `free-${n}@example.com`)))
        expect(outcomes(atOnce)).toEqual({ fulfilled: 1, codes: ['RATE_LIMITED', 'RATE_LIMITED'] })
        await expect(invite(ada, 'free-13@example.com')).rejects.toMatchObject({
          code: 'RATE_LIMITED',
          message:
            'This account has sent 10 invitations within a day, revoked ones included, which is the maximum on its plan. Try again in 1440 minutes.',
        })
        api.clock.advance(dayMs)
        const later = await api.seed.session(ada.user)
        await invite({ ...ada, client: later.client }, 'free-13@example.com')
      })

      it('let a user send 20 a day from all their free accounts together', async () => {
        const ada = await api.seed.owner('Ada')
        const accountIds = [ada.accountId]
        for (const name of ['Second', 'Third']) {
          const { createAccount } = await ada.client.run(CreateAccountDocument, { input: { name } })
          accountIds.push(createAccount.membership.account.id)
        }
        for (const n of count(0, 19)) await inviteAndRevoke(ada, `many-${n}@example.com`, accountIds[n % 3])
        await expect(invite({ ...ada, accountId: accountIds[2]! }, 'many-20@example.com')).rejects.toMatchObject({
          code: 'RATE_LIMITED',
          message: expect.stringMatching(/^You have sent 20 invitations/),
        })
        const other = await api.seed.owner('Bea')
        await invite(other, 'many-20@example.com')
      })

      it('let a paying account send 50 an hour', async () => {
        const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1, type: 'pro' })
        for (const n of count(1, 49)) await invite(ada, `paid-${n}@example.com`)
        await inviteAndRevoke(ada, 'paid-50@example.com')
        await expect(invite(ada, 'paid-51@example.com')).rejects.toMatchObject({
          code: 'RATE_LIMITED',
          message: expect.stringMatching(/^This account has sent 50 invitations within an hour/),
        })
        api.clock.advance(60 * 60_000)
        const later = await api.seed.session(ada.user)
        await invite({ ...ada, client: later.client }, 'paid-51@example.com')
      })

      it('let an account mail one address 3 times a day, and a user from all their accounts together', async () => {
        const refusal = {
          code: 'RATE_LIMITED',
          message: expect.stringMatching(/^victim@example\.com has been invited 3 times within a day\./),
        }
        const owner = await (await api.seed.owner('Olga')).withLimits({ maxTeamMembers: -1 })
        const [anna, ben] = [await owner.invite('Anna', 'admin'), await owner.invite('Ben', 'admin')]
        for (const member of [owner, anna, ben]) await inviteAndRevoke(member, 'victim@example.com')
        for (const member of [owner, await owner.invite('Carl', 'admin')]) {
          await expect(invite(member, 'Victim@Example.com')).rejects.toMatchObject(refusal)
        }

        const ada = await api.seed.owner('Ada')
        const { createAccount } = await ada.client.run(CreateAccountDocument, { input: { name: 'Second' } })
        const second = createAccount.membership.account.id
        for (const accountId of [ada.accountId, second, second])
          await inviteAndRevoke(ada, 'victim@example.com', accountId)
        for (const accountId of [ada.accountId, second]) {
          await expect(invite({ ...ada, accountId }, 'Victim@Example.com')).rejects.toMatchObject(refusal)
        }
      })
    })

    it('is allowed to managers of the account only', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      const [admin, viewer] = [await ada.invite('Anna', 'admin'), await ada.invite('Vera', 'viewer')]
      const stranger = await api.seed.owner('Sam')
      const input = { accountId: ada.accountId, email: 'x@example.com', role: 'viewer' as const }
      await invite(admin, 'by-admin@example.com', 'admin')
      await expect(viewer.client.run(InviteMemberDocument, { input })).rejects.toMatchObject(viewersMayNot)
      await expect(stranger.client.run(InviteMemberDocument, { input })).rejects.toMatchObject(strangers)
      await expect((await ada.authToken()).client.run(InviteMemberDocument, { input })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await expect(api.client().run(InviteMemberDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Not authenticated',
      })
    })
  })

  describe('revokeInvite', () => {
    it('invalidates the link, and reports CONFLICT if it is repeated', async () => {
      const ada = await api.seed.owner('Ada')
      const created = await invite(ada, 'gone@example.com')
      const input = { id: created.id }
      const { revokeInvite } = await ada.client.run(RevokeInviteDocument, { input })
      expect(revokeInvite.invite).toMatchObject({ status: 'expired', url: null, viewerCanRevoke: false })
      expect(await api.client().run(InvitationDocument, { token: tokenOf(created) })).toEqual({ invite: null })
      await expect(ada.client.run(RevokeInviteDocument, { input })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This invitation is no longer pending: it was answered or revoked, or it has expired.',
      })
    })

    it('is allowed to managers of the account only', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const stranger = await api.seed.owner('Sam')
      const input = { id: (await invite(ada, 'kept@example.com')).id }
      await expect(viewer.client.run(RevokeInviteDocument, { input })).rejects.toMatchObject(viewersMayNot)
      await expect(stranger.client.run(RevokeInviteDocument, { input })).rejects.toMatchObject(strangers)
      await expect(api.client().run(RevokeInviteDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('invite', () => {
    it('shows an invitation to anyone with its link until it expires', async () => {
      const ada = await api.seed.owner('Ada')
      const created = await invite(ada, 'link@example.com', 'admin')
      const token = tokenOf(created)
      expect(await api.client().run(InvitationDocument, { token })).toEqual({
        invite: {
          inviteId: created.id,
          email: 'link@example.com',
          token,
          accountName: "Ada's account",
          accountNamespace: ada.namespace,
          invitedByName: 'Ada Example',
          role: 'admin',
          expiresAt: created.expiresAt,
        },
      })
      await api.app.db
        .updateTable('teamInvites')
        .set({ expiresAt: api.clock.now() })
        .where('id', '=', created.id)
        .execute()
      expect(await api.client().run(InvitationDocument, { token })).toEqual({ invite: null })
      expect(await api.client().run(InvitationDocument, { token: 'inv_unknown' })).toEqual({ invite: null })
    })
  })

  describe('account.invites', () => {
    it('can be filtered by status', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      const bea = await api.seed.owner('Bea')
      await invite(ada, 'waits@example.com')
      const revoked = await invite(ada, 'revoked@example.com')
      await ada.client.run(RevokeInviteDocument, { input: { id: revoked.id } })
      await accept(bea, tokenOf(await invite(ada, bea.user.email!)))
      const states = async (...status: ('pending' | 'accepted' | 'expired')[]) =>
        (await ada.client.run(TeamDocument, { accountId: ada.accountId, status })).account.invites.map(
          ({ email }) => email,
        )
      expect(await states('pending')).toEqual(['waits@example.com'])
      expect(await states('accepted', 'expired')).toEqual([bea.user.email, 'revoked@example.com'])
    })
  })

  describe('acceptInvite', () => {
    it('joins the account with the role of the invitation', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      const created = await invite(ada, bea.user.email!.toUpperCase(), 'admin')
      const { viewer } = await bea.client.run(ReceivedInvitesDocument, {})
      expect(viewer.invites).toMatchObject([{ inviteId: created.id, token: tokenOf(created), role: 'admin' }])

      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      expect(await accept(bea, tokenOf(created))).toEqual({
        id: expect.any(String),
        role: 'admin',
        account: { id: ada.accountId, name: "Ada's account", viewerRole: 'admin' },
      })
      expect((await changes.next()).accountChanged.members).toEqual([{ role: 'super_admin' }, { role: 'admin' }])
      await changes.close()

      const after = (await bea.client.run(ReceivedInvitesDocument, {})).viewer
      expect(after.invites).toEqual([])
      expect(after.memberships.map(({ account }) => account.id)).toEqual([bea.accountId, ada.accountId])
      expect((await team(ada)).invites).toMatchObject([{ status: 'accepted', url: null }])
    })

    it('requires the invited address', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      const token = tokenOf(await invite(ada, 'somebody-else@example.com'))
      await expect(accept(bea, token)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Email address must match the invitation',
      })
    })

    it('refuses a link that is unknown, answered, revoked or expired', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      const bea = await api.seed.owner('Bea')
      const email = bea.user.email!
      await expect(accept(bea, 'inv_unknown')).rejects.toMatchObject(invalidLink)

      const revoked = await invite(ada, email)
      await ada.client.run(RevokeInviteDocument, { input: { id: revoked.id } })
      await expect(accept(bea, tokenOf(revoked))).rejects.toMatchObject(invalidLink)

      const old = await invite(ada, email)
      await api.app.db.updateTable('teamInvites').set({ expiresAt: api.clock.now() }).where('id', '=', old.id).execute()
      await expect(accept(bea, tokenOf(old))).rejects.toMatchObject(invalidLink)

      const answered = await invite(ada, email)
      await accept(bea, tokenOf(answered))
      await expect(accept(bea, tokenOf(answered))).rejects.toMatchObject(invalidLink)
    })

    it('joins only once on simultaneous requests', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      const token = tokenOf(await invite(ada, bea.user.email!))
      const results = await Promise.allSettled([1, 2, 3, 4].map(() => accept(bea, token)))
      expect(outcomes(results)).toEqual({ fulfilled: 1, codes: Array(3).fill('NOT_FOUND') })
      expect((await team(ada)).members).toHaveLength(2)
    })

    it('has one outcome when an invitation is accepted, declined and revoked simultaneously', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      const created = await invite(ada, bea.user.email!)
      const token = tokenOf(created)
      const results = await Promise.allSettled([
        accept(bea, token),
        bea.client.run(DeclineInviteDocument, { input: { token } }),
        ada.client.run(RevokeInviteDocument, { input: { id: created.id } }),
      ])
      expect(outcomes(results).fulfilled).toBe(1)
      const { members, invites } = await team(ada)
      const winner = results.findIndex(({ status }) => status === 'fulfilled')
      expect(invites.map(({ status }) => status)).toEqual([['accepted', 'declined', 'expired'][winner]])
      expect(members).toHaveLength(winner === 0 ? 2 : 1)
    })

    it('uses the seat reserved by the invitation, even after a downgrade', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      const token = tokenOf(await invite(ada, bea.user.email!))
      await ada.withLimits({ maxTeamMembers: 1 })
      expect((await accept(bea, token)).role).toBe('viewer')
    })

    it('requires a session', async () => {
      const input = { token: 'inv_unknown' }
      await expect(api.client().run(AcceptInviteDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Not authenticated',
      })
    })
  })

  describe('declineInvite', () => {
    it('ends the invitation and frees its seat', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: 2 })
      const bea = await api.seed.owner('Bea')
      const created = await invite(ada, bea.user.email!)
      const input = { token: tokenOf(created) }
      const { declineInvite } = await bea.client.run(DeclineInviteDocument, { input })
      expect(declineInvite.inviteId).toBe(created.id)
      expect((await team(ada)).invites).toMatchObject([{ status: 'declined' }])
      await expect(bea.client.run(DeclineInviteDocument, { input })).rejects.toMatchObject(invalidLink)
      await invite(ada, 'next@example.com')
    })

    it('requires a session with the invited address', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      const input = { token: tokenOf(await invite(ada, 'not-bea@example.com')) }
      await expect(bea.client.run(DeclineInviteDocument, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(api.client().run(DeclineInviteDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('changeMemberRole', () => {
    it('makes a viewer an admin and back, with effect on the next request', async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      const { id } = await membershipOf(ada, vera)
      expect(await changeRole(ada, id, 'admin')).toMatchObject({ id, role: 'admin', user: { id: vera.user.id } })
      await vera.gateway('by-vera')
      expect(await changeRole(ada, id, 'viewer')).toMatchObject({ id, role: 'viewer' })
      await expect(vera.gateway('no-more')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })

    it('neither demotes a super_admin nor makes one', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Anna', 'admin')
      const owner = await membershipOf(admin, ada)
      expect(owner).toMatchObject({ viewerCanChangeRole: false, viewerCanRemove: false })
      await expect(changeRole(admin, owner.id, 'viewer')).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'A super_admin cannot be changed or removed, but can hand the account over.',
      })
      const { id } = await membershipOf(ada, admin)
      await expect(changeRole(ada, id, 'super_admin')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'role' })
    })

    it('is allowed to managers of the account only', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const stranger = await api.seed.owner('Sam')
      const { id } = await membershipOf(ada, viewer)
      await expect(changeRole(viewer, id, 'admin')).rejects.toMatchObject(viewersMayNot)
      await expect(changeRole(stranger, id, 'admin')).rejects.toMatchObject(strangers)
      await expect(changeRole(ada, 'nobody-has-this', 'admin')).rejects.toMatchObject(strangers)
      await expect(api.client().run(ChangeMemberRoleDocument, { input: { id, role: 'admin' } })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('removeMember', () => {
    it("ends the member's AuthID, agents and subscriptions within 2 seconds", async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const vera = await ada.invite('Vera', 'viewer')
      await ada.gateway('demo')
      const authToken = await vera.authToken()
      const byToken = (
        await authToken.client.run(StartAgentDocument, {
          input: { gateway: 'demo', forwardingTo: 'http://localhost:1' },
        })
      ).startAgent.agent
      const bySession = await vera.agent()
      const kept = await ada.agent()
      const { accountId } = ada
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      const subscriptions = [
        await vera.client.subscribe(AgentChangedDocument, { accountId }),
        await vera.client.subscribe(GatewayChangedDocument, { accountId }),
        await vera.client.subscribe(AccountChangedDocument, { accountId }),
      ]

      const startedAt = performance.now()
      const { id } = await membershipOf(ada, vera)
      expect(await removeMember(ada, id)).toBe(id)
      const tunnels = [(await ended.next()).tunnelEnded, (await ended.next()).tunnelEnded]
      expect(tunnels.map(({ agentId }) => agentId).toSorted()).toEqual([byToken.id, bySession.id].toSorted())
      expect(tunnels.map(({ reason }) => reason)).toEqual(['MEMBER_REMOVED', 'MEMBER_REMOVED'])
      await Promise.all(subscriptions.map((subscription) => subscription.ended))
      expect(performance.now() - startedAt).toBeLessThan(2_000)
      await ended.close()

      await expect(
        authToken.client.run(StartAgentDocument, { input: { forwardingTo: 'http://localhost:1' } }),
      ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(vera.client.run(AccountDocument, { id: accountId })).rejects.toMatchObject(strangers)
      expect((await team(ada)).members).toHaveLength(1)
      const left = await api.app.db
        .selectFrom('agents')
        .select('id')
        .where('accountId', '=', accountId)
        .where('status', '=', 'active')
        .execute()
      expect(left).toEqual([{ id: kept.id }])
    })

    it('ends subscriptions even if no other event occurs on them', async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      const { accountId } = ada
      const mine = await ada.client.subscribe(AgentChangedDocument, { accountId })
      const agents = await vera.client.subscribe(AgentChangedDocument, { accountId })
      const gateways = await vera.client.subscribe(GatewayChangedDocument, { accountId })
      await removeMember(ada, (await membershipOf(ada, vera)).id)
      expect(await Promise.all([agents.ended, gateways.ended])).toEqual([undefined, undefined])

      const agent = await ada.agent()
      expect((await mine.next()).agentChanged.id).toBe(agent.id)
      await mine.close()
    })

    it('lets the person be invited and join again', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      await accept(bea, tokenOf(await invite(ada, bea.user.email!)))
      await removeMember(ada, (await membershipOf(ada, bea)).id)
      expect((await accept(bea, tokenOf(await invite(ada, bea.user.email!, 'admin')))).role).toBe('admin')
    })

    it('refuses viewers, strangers and anonymous requests, the removal of a super_admin, and a second removal', async () => {
      const ada = await api.seed.owner('Ada')
      const [admin, viewer] = [await ada.invite('Anna', 'admin'), await ada.invite('Vera', 'viewer')]
      const stranger = await api.seed.owner('Sam')
      const { id } = await membershipOf(ada, viewer)
      await expect(removeMember(viewer, id)).rejects.toMatchObject(viewersMayNot)
      await expect(removeMember(stranger, id)).rejects.toMatchObject(strangers)
      await expect(api.client().run(RemoveMemberDocument, { input: { id } })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      await expect(removeMember(admin, (await membershipOf(admin, ada)).id)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await removeMember(admin, id)
      await expect(removeMember(admin, id)).rejects.toMatchObject(strangers)
    })

    it('leaves no agent or AuthID of a member who creates some at that moment', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      const vera = await ada.invite('Vera', 'viewer')
      const { id } = await membershipOf(ada, vera)
      await Promise.allSettled([
        vera.agent(),
        vera.authToken(),
        vera.agent(),
        removeMember(ada, id),
        vera.agent(),
        vera.authToken(),
        vera.agent(),
      ])
      const { db } = api.app
      const userId = vera.user.id
      expect(
        await db
          .selectFrom('agents')
          .select('id')
          .where('userId', '=', userId)
          .where('status', '=', 'active')
          .execute(),
      ).toEqual([])
      expect(
        await db
          .selectFrom('authTokens')
          .select('id')
          .where('userId', '=', userId)
          .where('deletedAt', 'is', null)
          .execute(),
      ).toEqual([])
    })

    it('lets an admin invite before being removed, but not afterwards', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      const admin = await ada.invite('Anna', 'admin')
      const { id } = await membershipOf(ada, admin)
      const [removal, ...invitations] = await Promise.allSettled([
        removeMember(ada, id),
        ...[1, 2, 3, 4].map((n) => invite(admin, `by-anna-${n}@example.com`)),
      ])
      expect(removal.status).toBe('fulfilled')
      const { fulfilled, codes } = outcomes(invitations)
      expect(codes).toEqual(Array(4 - fulfilled).fill(strangers.code))
      const entries = await api.app.db
        .selectFrom('auditEntries')
        .select('action')
        .where('accountId', '=', ada.accountId)
        .where('action', 'in', ['invite.created', 'member.removed'])
        .orderBy('position')
        .execute()
      expect(entries.map(({ action }) => action)).toEqual([
        ...Array<string>(fulfilled).fill('invite.created'),
        'member.removed',
      ])
      expect((await team(ada)).invites).toHaveLength(fulfilled)
      await expect(invite(admin, 'too-late@example.com')).rejects.toMatchObject(strangers)
    })

    it('refuses an invitation that was authorized before the removal and reaches the account after it', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      const admin = await ada.invite('Anna', 'admin')
      const { id } = await membershipOf(ada, admin)
      const { change } = api.app
      const [authorized, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      api.app.change = async (work) => {
        api.app.change = change
        authorized.resolve()
        await removed.promise
        return await change(work)
      }
      const late = invite(admin, 'late@example.com')
      await authorized.promise
      await removeMember(ada, id)
      removed.resolve()
      await expect(late).rejects.toMatchObject(strangers)
      expect((await team(ada)).invites).toEqual([])
    })
  })

  describe('leaveAccount', () => {
    it("ends the user's own membership and the agents running under it", async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      const agent = await vera.agent()
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      expect((await team(vera)).viewerCanLeave).toBe(true)
      expect(await leave(vera)).toBe(ada.accountId)
      expect((await ended.next()).tunnelEnded).toEqual({ agentId: agent.id, reason: 'MEMBER_REMOVED' })
      await ended.close()
      await expect(leave(vera)).rejects.toMatchObject(strangers)
    })

    it('is refused to the last super_admin', async () => {
      const ada = await api.seed.owner('Ada')
      expect((await team(ada)).viewerCanLeave).toBe(false)
      await expect(leave(ada)).rejects.toMatchObject({
        code: 'CONFLICT',
        message:
          'An account keeps at least one super_admin, and you are the last. Transfer the ownership first, or delete the account.',
      })
    })

    it('is refused to one of two super_admins who leave simultaneously', async () => {
      const ada = await api.seed.owner('Ada')
      const olga = await ada.invite('Olga', 'super_admin')
      expect((await team(ada)).viewerCanLeave).toBe(true)
      const results = await Promise.allSettled([leave(ada), leave(olga)])
      expect(outcomes(results)).toEqual({ fulfilled: 1, codes: ['CONFLICT'] })
    })

    it('keeps exactly one super_admin when members leave while the ownership is transferred', async () => {
      for (let round = 0; round < 5; round += 1) {
        const ada = await api.seed.owner('Ada')
        const heir = await ada.invite('Hugo', 'admin')
        const { id: memberId } = await membershipOf(ada, heir)
        const { accountId } = ada
        await Promise.allSettled([
          leave(ada),
          ada.client.run(TransferOwnershipDocument, { input: { accountId, memberId } }),
          leave(heir),
          leave(ada),
        ])
        const owners = await api.app.db
          .selectFrom('accountUsers')
          .select('id')
          .where('accountId', '=', accountId)
          .where('role', '=', 'super_admin')
          .where('deletedAt', 'is', null)
          .execute()
        expect(owners).toHaveLength(1)
      }
    })

    it('reports NOT_FOUND to a stranger, and requires a session', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const input = { accountId: ada.accountId }
      await expect(stranger.client.run(LeaveAccountDocument, { input })).rejects.toMatchObject(strangers)
      await expect(api.client().run(LeaveAccountDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('transferOwnership', () => {
    it('makes the member the super_admin and the former super_admin an admin', async () => {
      const ada = await api.seed.owner('Ada')
      const heir = await ada.invite('Hugo', 'viewer')
      const before = await team(ada)
      expect(before.viewerCanTransferOwnership).toBe(true)
      expect(before.members.map((member) => member.viewerCanTransferOwnershipTo)).toEqual([false, true])
      const asHeir = await team(heir)
      expect(asHeir.members.map((member) => member.viewerCanTransferOwnershipTo)).toEqual([false, false])
      const { id } = await membershipOf(ada, heir)
      expect(await transfer(ada, id)).toEqual({ id: ada.accountId, viewerRole: 'admin' })
      expect((await team(heir)).members.map(({ user, role }) => [user.id, role])).toEqual([
        [ada.user.id, 'admin'],
        [heir.user.id, 'super_admin'],
      ])
    })

    it('succeeds for only one of two simultaneous transfers', async () => {
      const ada = await api.seed.owner('Ada')
      const [one, two] = [await ada.invite('One', 'admin'), await ada.invite('Two', 'admin')]
      const ids = [(await membershipOf(ada, one)).id, (await membershipOf(ada, two)).id]
      const results = await Promise.allSettled(ids.map((id) => transfer(ada, id)))
      expect(outcomes(results)).toEqual({ fulfilled: 1, codes: ['FORBIDDEN'] })
      expect((await team(ada)).members.filter(({ role }) => role === 'super_admin')).toHaveLength(1)
    })

    it('refuses a member who already owns 10 accounts', async () => {
      const ada = await api.seed.owner('Ada')
      const heir = await ada.invite('Hugo', 'admin')
      for (let owned = 0; owned < 10; owned += 1) {
        await heir.client.run(CreateAccountDocument, { input: { name: `Account ${owned}` } })
      }
      const { id } = await membershipOf(ada, heir)
      await expect(transfer(ada, id)).rejects.toMatchObject({
        code: 'PLAN_LIMIT_REACHED',
        field: 'memberId',
        message: expect.stringContaining('This member owns 10 accounts'),
      })
      expect((await membershipOf(ada, heir)).role).toBe('admin')
    })

    it('refuses a super_admin and users who are not members', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const own = await membershipOf(ada, ada)
      await expect(transfer(ada, own.id)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'memberId',
        message: 'You are a super_admin already. Choose another member.',
      })
      const foreign = await membershipOf(stranger, stranger)
      await expect(transfer(ada, foreign.id)).rejects.toMatchObject(strangers)
    })

    it('is allowed to the super_admin only', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Anna', 'admin')
      const stranger = await api.seed.owner('Sam')
      const { id: memberId } = await membershipOf(ada, admin)
      const input = { accountId: ada.accountId, memberId }
      await expect(transfer(admin, memberId)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Your role in this account is admin; this takes super_admin. Ask one of them to do it.',
      })
      await expect(stranger.client.run(TransferOwnershipDocument, { input })).rejects.toMatchObject(strangers)
      await expect(api.client().run(TransferOwnershipDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  it('records invitations, acceptances, role changes and removals in the audit log', async () => {
    const ada = await api.seed.owner('Ada')
    const bea = await api.seed.owner('Bea')
    await accept(bea, tokenOf(await invite(ada, bea.user.email!)))
    const { id } = await membershipOf(ada, bea)
    await ada.client.run(ChangeMemberRoleDocument, { input: { id, role: 'admin' } })
    await ada.client.run(RemoveMemberDocument, { input: { id } })
    const entries = await api.app.db
      .selectFrom('auditEntries')
      .select(['action', 'actorUserId', 'objectName', 'changes'])
      .where('accountId', '=', ada.accountId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    const { email } = bea.user
    expect(entries).toEqual([
      { action: 'invite.created', actorUserId: ada.user.id, objectName: `${email} (viewer)`, changes: null },
      { action: 'invite.accepted', actorUserId: bea.user.id, objectName: `${email} (viewer)`, changes: null },
      {
        action: 'member.role_changed',
        actorUserId: ada.user.id,
        objectName: email,
        changes: { role: { from: 'viewer', to: 'admin' } },
      },
      { action: 'member.removed', actorUserId: ada.user.id, objectName: email, changes: null },
    ])
  })
})
