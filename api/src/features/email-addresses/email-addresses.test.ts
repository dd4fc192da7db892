import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { approve, requestSignIn } from '../../testing/command-line-sign-in.ts'
import {
  AcceptInviteDocument,
  AccountDocument,
  CreateApiKeyDocument,
  CreateAuthTokenDocument,
  CreateMachineTokenDocument,
  DeclineInviteDocument,
  EmailVerificationDocument,
  InvitationDocument,
  InviteMemberDocument,
  OwnInvitationsDocument,
  RedeemCommandLineSignInDocument,
  RequestEmailVerificationDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  SignInDocument,
  TransferOwnershipDocument,
  VerifyEmailDocument,
  ViewerDocument,
} from '../../testing/generated/documents.ts'
import { findMail, linkIn, verifyEmail, verificationToken } from '../../testing/mails.ts'
import type { Member } from '../../testing/seed.ts'
import { newUser, password, signUp } from '../../testing/sign-up.ts'

const dayMs = 24 * 60 * 60 * 1_000
const sessionEnded = { code: 'UNAUTHENTICATED' }
const freshAddress = () => `owner-${randomUUID().slice(0, 8)}@example.com`

const readViewer = async (client: TestClient) => (await client.run(OwnInvitationsDocument, {})).viewer
const invite = async ({ client, accountId }: Member, email: string) =>
  (await client.run(InviteMemberDocument, { input: { accountId, email, role: 'admin' } })).inviteMember.invite
const accept = async (client: TestClient, token: string) =>
  (await client.run(AcceptInviteDocument, { input: { token } })).acceptInvite.membership

describeApi('e-mail addresses', (api) => {
  /** Returns the secrets of the link in the invitation's mail and of the link that members of the account can copy. */
  const inviteBoth = async (by: Member, email: string) => {
    const { url } = await invite(by, email)
    const mailed = linkIn(await findMail(api, email, 'invited you'), 'signup')
    return { mailed: mailed.searchParams.get('invite_token')!, copied: new URL(url!).searchParams.get('invite_token')! }
  }
  const signIn = (email: string, typed: string) =>
    api
      .client()
      .run(SignInDocument, { input: { email, password: typed, rememberMe: false, tokenDelivery: 'RESPONSE' } })
  const resetByMail = async (email: string, chosen: string) => {
    await api.client().run(RequestPasswordResetDocument, { input: { email } })
    await api.runJobs()
    const mail = await findMail(api, email, 'Reset your Culvert password')
    const query = linkIn(mail, 'reset-password').searchParams
    const accessToken = query.get('access_token')!
    const refreshToken = query.get('refresh_token')!
    await api.client().run(ResetPasswordDocument, { input: { accessToken, refreshToken, password: chosen } })
    return mail
  }

  /** A user who signed up with another person's address, and created everything that an account lets them create. */
  const occupy = async (email: string) => {
    const host = await api.seed.owner('Holly')
    const occupant = await signUp(api, newUser({ email, firstName: 'Mallory' }))
    const { copied } = await inviteBoth(host, email)
    await accept(occupant.client, copied)
    const tokens: TestClient[] = []
    const approved: { deviceCode: string }[] = []
    for (const { account } of (await readViewer(occupant.client)).memberships) {
      const input = { accountId: account.id }
      const { createAuthToken } = await occupant.client.run(CreateAuthTokenDocument, { input })
      const machine = await occupant.client.run(CreateMachineTokenDocument, { input: { ...input, name: 'laptop' } })
      for (const { secret } of [createAuthToken, machine.createMachineToken]) {
        tokens.push(api.client(`Bearer ${secret}`))
      }
      const asked = await requestSignIn(api)
      await approve({ client: occupant.client, accountId: account.id }, asked.userCode)
      approved.push(asked)
    }
    const input = { accountId: host.accountId, name: 'Backdoor', scopes: ['READ_ACCOUNT' as const] }
    const { createApiKey } = await occupant.client.run(CreateApiKeyDocument, { input })
    return { host, occupant, tokens, approved, apiKey: api.client(`Bearer ${createApiKey.secret}`) }
  }

  const expectEnded = async ({ host, occupant, tokens, approved, apiKey }: Awaited<ReturnType<typeof occupy>>) => {
    const variables = { accountId: host.accountId, id: host.accountId }
    for (const client of [occupant.client, ...tokens, apiKey]) {
      await expect(client.run(AccountDocument, variables)).rejects.toMatchObject(sessionEnded)
    }
    for (const { deviceCode } of approved) {
      const { redeemCommandLineSignIn } = await api
        .client()
        .run(RedeemCommandLineSignInDocument, { input: { deviceCode } })
      expect(redeemCommandLineSignIn.status).toBe('DENIED')
    }
    const members = await api.app.db
      .selectFrom('accountUsers')
      .select('userId')
      .where('accountId', '=', host.accountId)
      .where('deletedAt', 'is', null)
      .execute()
    expect(members).toEqual([{ userId: host.user.id }])
  }

  describe('an unproven address', () => {
    it('lists no invitations, and accepts or declines none without the secret of its link', async () => {
      const ada = await api.seed.owner('Ada')
      const email = freshAddress()
      const stranger = await signUp(api, newUser({ email }))
      await invite(ada, email)
      expect(await readViewer(stranger.client)).toMatchObject({ user: { email, emailVerifiedAt: null }, invites: [] })
      const input = { token: '' }
      const noSuchLink = { code: 'NOT_FOUND' }
      await expect(stranger.client.run(AcceptInviteDocument, { input })).rejects.toMatchObject(noSuchLink)
      await expect(stranger.client.run(DeclineInviteDocument, { input })).rejects.toMatchObject(noSuchLink)
    })

    it('is proven by the link of the sign-up in a session of that user, whose invitations then appear', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await signUp(api)
      await invite(ada, bea.email)
      const token = await verificationToken(api, bea.email)
      expect((await api.client().run(EmailVerificationDocument, { token })).emailVerification).toEqual({
        email: bea.email,
        fullName: 'Grace Hopper',
        state: 'OPEN',
      })
      const { verifyEmail: verified } = await bea.client.run(VerifyEmailDocument, { input: { token } })
      expect(verified.user.emailVerifiedAt).not.toBeNull()
      const [received] = (await readViewer(bea.client)).invites
      expect(await accept(bea.client, received!.token)).toMatchObject({ role: 'admin' })
    })

    it('is proven by the link in the mail of an invitation, but not by the one that members can copy', async () => {
      const ada = await api.seed.owner('Ada')
      const olga = await api.seed.owner('Olga')
      const bea = await signUp(api)
      const first = await inviteBoth(ada, bea.email)
      const second = await inviteBoth(olga, bea.email)
      await accept(bea.client, first.copied)
      expect((await readViewer(bea.client)).user.emailVerifiedAt).toBeNull()
      await accept(bea.client, second.mailed)
      expect((await readViewer(bea.client)).user.emailVerifiedAt).not.toBeNull()
    })

    it('has two invitation links, each of which returns only its own secret', async () => {
      const ada = await api.seed.owner('Ada')
      const { mailed, copied } = await inviteBoth(ada, freshAddress())
      expect(mailed).not.toBe(copied)
      for (const token of [mailed, copied]) {
        expect((await api.client().run(InvitationDocument, { token })).invite).toMatchObject({ token })
      }
    })

    it('prevents its user from being handed an account', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await signUp(api)
      const { copied } = await inviteBoth(ada, bea.email)
      const { id: memberId } = await accept(bea.client, copied)
      const input = { accountId: ada.accountId, memberId }
      await expect(ada.client.run(TransferOwnershipDocument, { input })).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'memberId',
        message: expect.stringMatching(/has not verified their email address yet/),
      })
      await verifyEmail(api, bea)
      expect((await ada.client.run(TransferOwnershipDocument, { input })).transferOwnership.account.id).toBe(
        ada.accountId,
      )
    })
  })

  describe('a verification link', () => {
    it('proves nothing without a session or in that of another user, and looking it up changes nothing', async () => {
      const victim = freshAddress()
      const stranger = await signUp(api, newUser({ email: victim }))
      const token = await verificationToken(api, victim)
      await expect(api.client().run(VerifyEmailDocument, { input: { token } })).rejects.toMatchObject(sessionEnded)
      const other = await signUp(api)
      await expect(other.client.run(VerifyEmailDocument, { input: { token } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: `This link verifies ${victim}. Sign in with that address, then open it again.`,
      })
      await api.client().run(EmailVerificationDocument, { token })
      expect((await readViewer(stranger.client)).user.emailVerifiedAt).toBeNull()
    })

    it('works twice with the same result, even after a newer one was sent', async () => {
      const bea = await signUp(api)
      const first = await verificationToken(api, bea.email)
      expect(await bea.client.run(RequestEmailVerificationDocument, {})).toEqual({
        requestEmailVerification: { email: bea.email },
      })
      for (let time = 1; time <= 2; time += 1) await bea.client.run(VerifyEmailDocument, { input: { token: first } })
      expect((await api.client().run(EmailVerificationDocument, { token: first })).emailVerification?.state).toBe(
        'VERIFIED',
      )
      await expect(bea.client.run(RequestEmailVerificationDocument, {})).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('expires after 3 days', async () => {
      const bea = await signUp(api)
      const token = await verificationToken(api, bea.email)
      api.clock.advance(3 * dayMs)
      expect((await api.client().run(EmailVerificationDocument, { token })).emailVerification?.state).toBe('EXPIRED')
      const { session } = (await signIn(bea.email, password)).signIn
      const later = api.client(`Bearer ${session.accessToken}`)
      await expect(later.run(VerifyEmailDocument, { input: { token } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: 'This verification link has expired. Ask for a new one.',
      })
      await later.run(RequestEmailVerificationDocument, {})
      await verifyEmail(api, { email: bea.email, client: later })
    })

    it('is sent at most 5 times an hour, including the one at sign-up, even to simultaneous requests', async () => {
      const bea = await signUp(api)
      const asked = await Promise.allSettled(
        [1, 2, 3, 4, 5, 6].map(() => bea.client.run(RequestEmailVerificationDocument, {})),
      )
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
      await expect(bea.client.run(RequestEmailVerificationDocument, {})).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    })

    it('is stored as a hash, and is refused if it is unknown', async () => {
      const bea = await signUp(api)
      const token = await verificationToken(api, bea.email)
      const rows = await api.app.db.selectFrom('emailVerifications').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect((await api.client().run(EmailVerificationDocument, { token: 'ev_none' })).emailVerification).toBeNull()
      await expect(bea.client.run(VerifyEmailDocument, { input: { token: 'ev_none' } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'token',
      })
    })
  })

  describe('a user who proves an address that another user occupies', () => {
    it('gets it by signing up from the mail of an invitation', async () => {
      const email = freshAddress()
      const ada = await api.seed.owner('Ada')
      const occupied = await occupy(email)
      const { mailed, copied } = await inviteBoth(ada, email)
      await expect(signUp(api, { ...newUser({ email }), inviteToken: copied })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
      expect((await readViewer(occupied.occupant.client)).user.email).toBe(email)

      const owner = await signUp(api, { ...newUser({ email }), password: 'the owner of it', inviteToken: mailed })
      await expectEnded(occupied)
      const { user, invites, memberships } = await readViewer(owner.client)
      expect(user).toEqual({ email, emailVerifiedAt: expect.any(String) })
      expect(memberships).toHaveLength(1)
      await accept(owner.client, invites[0]!.token)
      await expect(signIn(email, password)).rejects.toMatchObject(sessionEnded)
      expect((await signIn(email, 'the owner of it')).signIn.session.user.id).toBe(owner.user.id)
    })

    it('gets it by a password reset, whose mail says that the address was never verified', async () => {
      const email = freshAddress()
      const occupied = await occupy(email)
      const mail = await resetByMail(email, 'the owner of it')
      expect(mail.text).toContain('This address was never verified.')
      await expectEnded(occupied)
      await expect(signIn(email, password)).rejects.toMatchObject(sessionEnded)
      const { session } = (await signIn(email, 'the owner of it')).signIn
      const owner = api.client(`Bearer ${session.accessToken}`)
      expect((await readViewer(owner)).user.emailVerifiedAt).not.toBeNull()
    })

    it('takes nothing from a user who has proven it', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await signUp(api)
      await verifyEmail(api, bea)
      const key = await bea.client.run(CreateAuthTokenDocument, {
        input: { accountId: (await readViewer(bea.client)).memberships[0]!.account.id },
      })
      const { mailed } = await inviteBoth(ada, bea.email)
      await expect(signUp(api, { ...newUser({ email: bea.email }), inviteToken: mailed })).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'email',
      })
      await accept(bea.client, mailed)
      const mail = await resetByMail(bea.email, 'another horse')
      expect(mail.text).not.toContain('never verified')
      const { session } = (await signIn(bea.email, 'another horse')).signIn
      expect((await readViewer(api.client(`Bearer ${session.accessToken}`))).memberships).toHaveLength(2)
      await expect(api.client(`Bearer ${key.createAuthToken.secret}`).run(ViewerDocument, {})).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    })

    it('is the only one to succeed if several try at the same time', async () => {
      const email = freshAddress()
      const ada = await api.seed.owner('Ada')
      const occupied = await occupy(email)
      const { mailed } = await inviteBoth(ada, email)
      const token = await verificationToken(api, email)
      const results = await Promise.allSettled([
        signUp(api, { ...newUser({ email }), inviteToken: mailed }),
        signUp(api, { ...newUser({ email }), inviteToken: mailed }),
        occupied.occupant.client.run(VerifyEmailDocument, { input: { token } }),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const users = await api.app.db.selectFrom('users').select('emailVerifiedAt').where('email', '=', email).execute()
      expect(users).toEqual([{ emailVerifiedAt: expect.any(Date) }])
    })
  })
})
