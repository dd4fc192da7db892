import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../testing/api.ts'
import {
  InviteMemberDocument,
  OwnInvitationsDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  SignInDocument,
  StartAgentDocument,
  ViewerDocument,
} from '../testing/generated/documents.ts'
import { findMail, linkIn, verifyEmail } from '../testing/mails.ts'
import { newUser, password, signUp } from '../testing/sign-up.ts'
import { runAdmin } from './program.ts'

const freshAddress = () => `new-${randomUUID().slice(0, 8)}@example.com`

describeApi('npm run admin', (api) => {
  const admin = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await runAdmin([...args, '--json'], (work) => work(api.app))
    const { error, ...answer } = JSON.parse(stdout || stderr) as Record<string, unknown>
    return exitCode === 0 ? { exitCode, ...answer } : { exitCode, ...(error as object) }
  }
  const signIn = async (email: string) => {
    const input = { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    const { session } = (await api.client().run(SignInDocument, { input })).signIn
    return { ...session, email, client: api.client(`Bearer ${session.accessToken}`) }
  }
  const listSubjects = async (email: string) => {
    const mails = await api.app.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()
    return mails.map(({ subject }) => subject)
  }
  const listEntries = async (userId: string, action: string) =>
    await api.app.db
      .selectFrom('auditEntries')
      .select(['actorKind', 'changes'])
      .where('objectId', '=', userId)
      .where('action', '=', action)
      .execute()

  describe('users verify-email', () => {
    it('verifies an address once, and records it in the audit log', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await signUp(api)
      const invitation = { accountId: ada.accountId, email: bea.email, role: 'viewer' as const }
      await ada.client.run(InviteMemberDocument, { input: invitation })
      const verified = { exitCode: 0, email: bea.email, emailVerifiedAt: expect.any(String) }
      expect(await admin('users', 'verify-email', bea.email)).toMatchObject(verified)
      const { user, invites } = (await bea.client.run(OwnInvitationsDocument, {})).viewer
      expect(user.emailVerifiedAt).not.toBeNull()
      expect(invites).toHaveLength(1)
      expect(await listEntries(bea.user.id, 'user.email_verified')).toEqual([
        { actorKind: 'OPERATOR', changes: { proof: { from: null, to: 'operator' } } },
      ])
      expect(await admin('users', 'verify-email', bea.email)).toMatchObject({
        exitCode: 1,
        code: 'CONFLICT',
        message: `${bea.email} is verified already.`,
      })
    })

    it('refuses a user who has no address', async () => {
      const phone = `+3361234${Math.floor(10_000 + Math.random() * 80_000)}`
      await signUp(api, { ...newUser(), email: '', phone })
      expect(await admin('users', 'verify-email', phone)).toMatchObject({ exitCode: 1, code: 'CONFLICT' })
    })
  })

  describe('users set-email', () => {
    it('lets a user whose address went to its owner sign in again with a new one', async () => {
      const ada = await api.seed.owner('Ada')
      const email = freshAddress()
      const occupant = await signUp(api, newUser({ email }))
      await ada.client.run(InviteMemberDocument, { input: { accountId: ada.accountId, email, role: 'viewer' } })
      const invitation = linkIn(await findMail(api, email, 'invited you'), 'signup')
      const inviteToken = invitation.searchParams.get('invite_token')!
      await signUp(api, { ...newUser({ email }), password: 'the owner of it', inviteToken })
      await expect(signIn(email)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })

      const newEmail = freshAddress()
      expect(await admin('users', 'set-email', occupant.user.id, newEmail.toUpperCase())).toMatchObject({
        exitCode: 0,
        email: newEmail,
        emailVerifiedAt: null,
        emailLostAt: null,
      })
      const back = await signIn(newEmail)
      expect(back.user.id).toBe(occupant.user.id)
      await verifyEmail(api, back)
      const { user, memberships } = (await back.client.run(OwnInvitationsDocument, {})).viewer
      expect(user).toEqual({ email: newEmail, emailVerifiedAt: expect.any(String) })
      expect(memberships).toHaveLength(1)
    })

    it('ends earlier sessions and reset links, keeps AuthIDs, and notifies the old address', async () => {
      const ada = await api.seed.owner('Ada')
      const oldEmail = ada.user.email!
      const authId = await ada.authToken()
      await api.client().run(RequestPasswordResetDocument, { input: { email: oldEmail } })
      await api.runJobs()
      const query = linkIn(await findMail(api, oldEmail, 'Reset your'), 'reset-password').searchParams
      const newEmail = freshAddress()
      await admin('users', 'set-email', oldEmail, newEmail)

      await expect(ada.client.run(ViewerDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      const tokens = { accessToken: query.get('access_token')!, refreshToken: query.get('refresh_token')! }
      await expect(
        api.client().run(ResetPasswordDocument, { input: { ...tokens, password: 'another horse' } }),
      ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
      await authId.client.run(StartAgentDocument, {
        input: { accountId: ada.accountId, forwardingTo: 'http://localhost:3000' },
      })
      const { text } = await findMail(api, oldEmail, 'email address was changed')
      expect(text).toContain(`from ${oldEmail} to ${newEmail}`)
      expect(await listSubjects(newEmail)).toEqual(['Verify your email for Culvert'])
      const changes = { email: { from: oldEmail, to: newEmail }, endedSessions: { from: [], to: [ada.sessionId] } }
      expect(await listEntries(ada.user.id, 'user.email_changed')).toEqual([{ actorKind: 'OPERATOR', changes }])
    })

    it('does not notify an old address that was never verified: it may be a stranger’s', async () => {
      const bea = await signUp(api)
      const before = await listSubjects(bea.email)
      await admin('users', 'set-email', bea.email, freshAddress())
      expect(await listSubjects(bea.email)).toEqual(before)
    })

    it('refuses an address that is already in use, input that is not an address, and an unknown user', async () => {
      const [ada, bea] = [await api.seed.owner('Ada'), await signUp(api)]
      const email = ada.user.email!
      expect(await admin('users', 'set-email', email, email)).toMatchObject({
        exitCode: 1,
        code: 'CONFLICT',
        message: `${email} is the address of this user already.`,
      })
      expect(await admin('users', 'set-email', email, bea.email)).toMatchObject({
        exitCode: 1,
        code: 'CONFLICT',
        message: `${bea.email} is the address of another user. Give that user another one first, or choose an address that no user has.`,
      })
      expect(await admin('users', 'set-email', email, 'nobody')).toMatchObject({ exitCode: 2, code: 'BAD_USER_INPUT' })
      expect(await admin('users', 'set-email', 'nobody', email)).toMatchObject({ exitCode: 1, code: 'NOT_FOUND' })
      await ada.client.run(ViewerDocument, {})
    })
  })
})
