import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { whileFull } from '../../testing/full-table.ts'
import {
  AccountChangedDocument,
  ChangePasswordDocument,
  RefreshSessionDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  SignInDocument,
  ViewerAuditDocument,
  ViewerDocument,
} from '../../testing/generated/documents.ts'
import { verifyEmail } from '../../testing/mails.ts'
import { password, signUp } from '../../testing/sign-up.ts'

const minuteMs = 60_000
const invalidLink = {
  code: 'BAD_USER_INPUT',
  message: 'Invalid reset link. Please request a new password reset.',
}

describeApi('passwords', (api) => {
  afterEach(() => void vi.restoreAllMocks())

  const signIn = (email: string, typed: string) =>
    api
      .client()
      .run(SignInDocument, { input: { email, password: typed, rememberMe: false, tokenDelivery: 'RESPONSE' } })

  const findMails = async (email: string) =>
    await api.app.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('createdAt').execute()

  /** Requests a reset, and returns the parameters of the link in the mail. */
  const requestLink = async (email: string) => {
    await api.client().run(RequestPasswordResetDocument, { input: { email } })
    await api.runJobs()
    const mail = (await findMails(email.toLowerCase())).findLast(({ subject }) => subject.startsWith('Reset'))
    const url = URL.parse(/http\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    return {
      url,
      accessToken: url?.searchParams.get('access_token') ?? '',
      refreshToken: url?.searchParams.get('refresh_token') ?? '',
    }
  }

  const reset = (link: { accessToken: string; refreshToken: string }, typed: string) =>
    api.client().run(ResetPasswordDocument, {
      input: { accessToken: link.accessToken, refreshToken: link.refreshToken, password: typed },
    })

  describe('signUp', () => {
    it('welcomes a new user by mail', async () => {
      const { email } = await signUp(api)
      expect(await findMails(email)).toMatchObject([
        { subject: 'Welcome to Culvert', text: expect.stringContaining('Welcome, Grace') },
      ])
    })
  })

  describe('requestPasswordReset', () => {
    it('mails a link that carries both tokens', async () => {
      const { email } = await signUp(api)
      const { url, accessToken, refreshToken } = await requestLink(email.toUpperCase())
      expect(url?.origin).toBe('http://localhost:4000')
      expect(url?.pathname).toBe('/reset-password')
      expect(accessToken).toMatch(/^ey/)
      expect(refreshToken).toMatch(/^rs_/)
    })

    it('accepts an address that nobody has, and sends no mail', async () => {
      const email = 'nobody-at-all@example.com'
      const answer = await api.client().run(RequestPasswordResetDocument, { input: { email } })
      expect(answer).toEqual({ requestPasswordReset: { accepted: true } })
      await api.runJobs()
      expect(await findMails(email)).toEqual([])
    })

    // Response times depend on the machine; the statements that take the time do not.
    it('leaves all statements about the user to a background job, so that its time does not depend on them', async () => {
      const { email } = await signUp(api)
      for (const each of [email, 'nobody-either@example.com']) {
        const request = () => api.client().run(RequestPasswordResetDocument, { input: { email: each } })
        // A job of another request may run meanwhile.
        const counts: number[] = []
        while (counts.length < 4) counts.push(await api.countStatements(request))
        expect(Math.min(...counts)).toBe(0)
      }
    })

    it('refuses an invalid address', async () => {
      await expect(
        api.client().run(RequestPasswordResetDocument, { input: { email: 'nobody' } }),
      ).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'email', message: 'Invalid email format' })
    })

    it('counts every alias of one request as an attempt', async () => {
      const { email } = await signUp(api)
      const attempts = Array.from(
        { length: 6 },
        (_, index) => `a${index}: requestPasswordReset(input: { email: "${email}" }) { accepted }`,
      )
      const { body } = await api.client().post({ query: `mutation { ${attempts.join('\n')} }` })
      expect(body.errors).toMatchObject([{ path: ['a5'], extensions: { code: 'RATE_LIMITED' } }])
    })

    it('counts no attempt that a fault of the database ended', async () => {
      const { email } = await signUp(api)
      await whileFull(api, 'jobs', async () => {
        for (let attempt = 1; attempt <= 6; attempt += 1) {
          await expect(requestLink(email)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
        }
      })
      expect((await requestLink(email)).url).not.toBeNull()
    })

    it('sends a user at most five links an hour, wherever they are requested from', async () => {
      const { email, user } = await signUp(api)
      const now = api.clock.now()
      await api.app.db
        .insertInto('passwordResets')
        .values(
          [1, 2, 3, 4, 5].map((number) => ({
            id: `${user.id}-${number}`,
            userId: user.id,
            tokenHash: 'unknown',
            createdAt: now,
            expiresAt: now,
          })),
        )
        .execute()
      expect((await requestLink(email)).url).toBeNull()
    })
  })

  describe('resetPassword', () => {
    it('sets the password and ends all sessions, with their subscriptions', async () => {
      const { email, client, refreshToken, user } = await signUp(api)
      const accountId = (await client.run(ViewerDocument, {})).viewer.memberships[0]!.account.id
      const changes = await client.subscribe(AccountChangedDocument, { accountId })
      const link = await requestLink(email)

      expect((await reset(link, 'a new password')).resetPassword.user.id).toBe(user.id)
      expect(await changes.ended).toMatchObject({ code: 4403, reason: 'Session ended' })
      await expect(client.run(ViewerDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(api.client().run(RefreshSessionDocument, { input: { refreshToken } })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      await expect(signIn(email, password)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      const { session } = (await signIn(email, 'a new password')).signIn
      const { viewer } = await api.client(`Bearer ${session.accessToken}`).run(ViewerAuditDocument, {
        page: 1,
        pageSize: 25,
      })
      expect(viewer.auditLog.nodes.map(({ action }) => action)).toEqual([
        'user.signed_in',
        'user.password_reset',
        'user.email_verified',
        'user.occupation_ended',
        'user.password_reset_requested',
        'user.signed_in',
        'user.signed_up',
      ])
    })

    it('accepts a link once, even from two requests at the same time, and voids other links', async () => {
      const { email } = await signUp(api)
      const other = await requestLink(email)
      const link = await requestLink(email)
      const results = await Promise.allSettled([reset(link, 'password one'), reset(link, 'password two')])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await expect(reset(link, 'password three')).rejects.toMatchObject(invalidLink)
      await expect(reset(other, 'password four')).rejects.toMatchObject(invalidLink)
    })

    it('leaves no session to sign-ins with the old password at the same time', async () => {
      const ada = await signUp(api)
      await verifyEmail(api, ada)
      const { email, user } = ada
      const link = await requestLink(email)
      const [done, ...signIns] = await Promise.allSettled([
        reset(link, 'a new password'),
        ...[1, 2, 3, 4, 5, 6].map(() => signIn(email, password)),
      ])
      expect(done.status).toBe('fulfilled')
      for (const attempt of signIns) {
        if (attempt.status === 'rejected') continue
        const { accessToken } = attempt.value.signIn.session
        await expect(api.client(`Bearer ${accessToken}`).run(ViewerDocument, {})).rejects.toMatchObject({
          code: 'UNAUTHENTICATED',
        })
      }
      const live = api.app.db.selectFrom('sessions').select('id').where('userId', '=', user.id)
      expect(await live.where('endedAt', 'is', null).execute()).toEqual([])
    })

    it('refuses a sign-in with the old password that was checked just before', async () => {
      const { email } = await signUp(api)
      const link = await requestLink(email)
      // Called between the check of the password and the start of the session.
      const checked = vi.spyOn(api.app.rateLimiter, 'forgiveGuess').mockImplementationOnce(async () => {
        await reset(link, 'a new password')
      })
      await expect(signIn(email, password)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect(checked).toHaveBeenCalledTimes(1)
      await expect(signIn(email, 'a new password')).resolves.toBeDefined()
    })

    it('accepts a link for 60 minutes', async () => {
      const { email } = await signUp(api)
      const link = await requestLink(email)
      api.clock.advance(60 * minuteMs + 1_000)
      await expect(reset(link, 'too late now')).rejects.toMatchObject(invalidLink)
      const another = await requestLink(email)
      api.clock.advance(59 * minuteMs)
      await expect(reset(another, 'just in time')).resolves.toBeDefined()
    })

    it('requires both tokens of one link, and accepts no token of another kind', async () => {
      const ada = await signUp(api)
      const grace = await signUp(api)
      const link = await requestLink(ada.email)
      const foreign = await requestLink(grace.email)
      for (const wrong of [
        { ...link, refreshToken: foreign.refreshToken },
        { ...link, refreshToken: '' },
        { ...link, accessToken: foreign.accessToken },
        { ...link, accessToken: ada.accessToken },
        { ...link, accessToken: '' },
      ]) {
        await expect(reset(wrong, 'a new password')).rejects.toMatchObject(invalidLink)
      }
      await expect(api.client(`Bearer ${link.accessToken}`).run(ViewerDocument, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      await expect(signIn(ada.email, password)).resolves.toBeDefined()
    })

    it('keeps the link valid if the new password is refused', async () => {
      const { email } = await signUp(api)
      const link = await requestLink(email)
      await expect(reset(link, '12345')).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'password',
        message: 'Password must be at least 6 characters long',
      })
      await expect(reset(link, '123456')).resolves.toBeDefined()
    })
  })

  describe('changePassword', () => {
    it('counts no attempt that a fault of the database ended', async () => {
      const { client } = await signUp(api)
      const input = { currentPassword: password, newPassword: 'another horse' }
      await whileFull(api, 'users', async () => {
        for (let attempt = 1; attempt <= 11; attempt += 1) {
          await expect(client.run(ChangePasswordDocument, { input })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
        }
      })
      await client.run(ChangePasswordDocument, { input })
    })

    it('sets the password, keeps this session and ends the others', async () => {
      const { email, client } = await signUp(api)
      const { session: other } = (await signIn(email, password)).signIn
      const link = await requestLink(email)
      await client.run(ChangePasswordDocument, { input: { currentPassword: password, newPassword: 'another one' } })

      expect((await client.run(ViewerDocument, {})).viewer.user.email).toBe(email)
      await expect(api.client(`Bearer ${other.accessToken}`).run(ViewerDocument, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      await expect(signIn(email, password)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(signIn(email, 'another one')).resolves.toBeDefined()
      await expect(reset(link, 'a third one')).rejects.toMatchObject(invalidLink)
    })

    it('refuses a wrong current password, and returns RATE_LIMITED after ten guesses', async () => {
      const { client } = await signUp(api)
      const guess = () =>
        client.run(ChangePasswordDocument, { input: { currentPassword: 'wrong', newPassword: 'another one' } })
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        await expect(guess()).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'currentPassword' })
      }
      await expect(guess()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    })

    it('accepts one of two changes at the same time', async () => {
      const { email, client } = await signUp(api)
      const change = (newPassword: string) =>
        client.run(ChangePasswordDocument, { input: { currentPassword: password, newPassword } })
      const results = await Promise.allSettled([change('password one'), change('password two')])
      const kept = results.findIndex(({ status }) => status === 'fulfilled')
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(signIn(email, ['password one', 'password two'][kept]!)).resolves.toBeDefined()
    })

    it('refuses a client without a session', async () => {
      await expect(
        api.client().run(ChangePasswordDocument, { input: { currentPassword: password, newPassword: 'another one' } }),
      ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    })
  })
})
