import { describe, expect, it, vi } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { enrolTotp, signInWith } from '../../testing/factors.ts'
import { whileFull } from '../../testing/full-table.ts'
import {
  ConfirmIdentityDocument,
  FactorsDocument,
  RefreshProvenDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  SignInProvenDocument,
  ViewerAuditDocument,
} from '../../testing/generated/documents.ts'
import { findMail, linkIn, verifyEmail } from '../../testing/mails.ts'
import { password, signUp } from '../../testing/sign-up.ts'

const wrong = { code: 'UNAUTHENTICATED', field: 'code' }
const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'in' : String(result.reason.code))).toSorted()

describeApi('signing in with a second factor', (api) => {
  /** A user who has an authenticator app. */
  const withApp = async () => {
    const ada = await signUp(api)
    return { ...ada, app: await enrolTotp(api, ada.client) }
  }
  const signIn = (email: string, code?: { totp?: string; recoveryCode?: string }, typed = password) =>
    signInWith(api, { email, password: typed, code })

  const resetPassword = async (email: string) => {
    await api.client().run(RequestPasswordResetDocument, { input: { email } })
    await api.runJobs()
    const link = linkIn(await findMail(api, email, 'Reset your Culvert password'), 'reset-password').searchParams
    const input = {
      accessToken: link.get('access_token') ?? '',
      refreshToken: link.get('refresh_token') ?? '',
      password: 'another horse',
    }
    await api.client().run(ResetPasswordDocument, { input })
  }

  it("requires a code in addition to the password, and lists the user's kinds of factor", async () => {
    const { email, app } = await withApp()
    await expect(signIn(email)).rejects.toMatchObject({ code: 'FACTOR_REQUIRED', factors: ['TOTP'] })
    const session = await signIn(email, { totp: app.nextCode() })
    expect(session).toMatchObject({ provenBy: ['PASSWORD', 'TOTP'], assurance: 'TWO_FACTORS' })
    const input = { refreshToken: session.refreshToken }
    expect((await api.client().run(RefreshProvenDocument, { input })).refreshSession.session).toEqual({
      provenBy: ['PASSWORD', 'TOTP'],
      assurance: 'TWO_FACTORS',
    })
    const { viewer } = await api.client(`Bearer ${session.accessToken}`).run(FactorsDocument, {})
    expect(viewer.sessions.find(({ current }) => current)).toMatchObject({ assurance: 'TWO_FACTORS' })
    expect(viewer.factors[0]?.lastUsedAt).not.toBeNull()
  })

  it('reports ONE_FACTOR for a session started with the password alone', async () => {
    const { email } = await signUp(api)
    expect(await signIn(email)).toMatchObject({ provenBy: ['PASSWORD'], assurance: 'ONE_FACTOR' })
  })

  it('reveals no factors and checks no code without the right password', async () => {
    const { email, app } = await withApp()
    const refusals = await Promise.all(
      [undefined, { totp: app.nextCode() }, { totp: '000000' }].flatMap((code) =>
        [email, 'nobody@example.com'].map((address) =>
          signIn(address, code, 'wrong').then(
            () => 'in',
            ({ code: refusal, message, field }) => ({ refusal, message, field }),
          ),
        ),
      ),
    )
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
    // None of them used up the code.
    expect(await signIn(email, { totp: app.code() })).toMatchObject({ assurance: 'TWO_FACTORS' })
  })

  describe('a code', () => {
    it('is accepted once; older codes are refused after it', async () => {
      const { email, app } = await withApp()
      const code = app.nextCode()
      await signIn(email, { totp: code })
      await expect(signIn(email, { totp: code })).rejects.toMatchObject(wrong)
      await expect(signIn(email, { totp: app.code(-1) })).rejects.toMatchObject(wrong)
      // One step ahead is within tolerance.
      expect(await signIn(email, { totp: app.code(1) })).toMatchObject({ assurance: 'TWO_FACTORS' })
    })

    it('is not accepted again if it completed the enrolment', async () => {
      const { email, app } = await withApp()
      await expect(signIn(email, { totp: app.code() })).rejects.toMatchObject(wrong)
    })

    it('is accepted once if it is sent three times simultaneously', async () => {
      const { email, app } = await withApp()
      const code = app.nextCode()
      const results = await Promise.allSettled([1, 2, 3].map(() => signIn(email, { totp: code })))
      expect(outcomes(results)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'in'])
    })

    it('is refused if it belongs to another user', async () => {
      const [ada, grace] = [await withApp(), await withApp()]
      await expect(signIn(ada.email, { totp: grace.app.nextCode() })).rejects.toMatchObject(wrong)
      await expect(signIn(ada.email, { recoveryCode: grace.app.recoveryCodes[0]! })).rejects.toMatchObject(wrong)
    })

    it("is recorded in the user's audit log if it is wrong", async () => {
      const { email, client } = await withApp()
      await expect(signIn(email, { totp: '000000' })).rejects.toMatchObject(wrong)
      const { viewer } = await client.run(ViewerAuditDocument, { action: ['user.code_refused'] })
      expect(viewer.auditLog.nodes).toMatchObject([{ actorKind: 'ANONYMOUS' }])
    })
  })

  describe('a recovery code', () => {
    it('is accepted once, and a mail tells the user how many are left', async () => {
      const ada = await signUp(api)
      await verifyEmail(api, ada)
      const { recoveryCodes } = await enrolTotp(api, ada.client)
      const recoveryCode = recoveryCodes[3]!.toUpperCase()
      expect(await signIn(ada.email, { recoveryCode })).toMatchObject({
        provenBy: ['PASSWORD', 'RECOVERY_CODE'],
        assurance: 'TWO_FACTORS',
      })
      await expect(signIn(ada.email, { recoveryCode })).rejects.toMatchObject(wrong)
      expect((await findMail(api, ada.email, 'sign-in was changed')).text).toContain('and 9 are left')
      expect((await ada.client.run(FactorsDocument, {})).viewer.recoveryCodesLeft).toBe(9)
    })

    it('is accepted once if it is sent three times simultaneously', async () => {
      const { email, app } = await withApp()
      const recoveryCode = app.recoveryCodes[0]!
      const results = await Promise.allSettled([1, 2, 3].map(() => signIn(email, { recoveryCode })))
      expect(outcomes(results)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'in'])
    })
  })

  describe('after a password reset by mail', () => {
    it('still requires a code', async () => {
      const ada = await signUp(api)
      await verifyEmail(api, ada)
      await enrolTotp(api, ada.client)
      await resetPassword(ada.email)
      await expect(signIn(ada.email, undefined, 'another horse')).rejects.toMatchObject({ code: 'FACTOR_REQUIRED' })
    })

    it('ignores a factor enrolled before the address was proven: its owner would be locked out', async () => {
      const { email } = await withApp()
      await resetPassword(email)
      expect(await signIn(email, undefined, 'another horse')).toMatchObject({ assurance: 'ONE_FACTOR' })
    })
  })
})

describeApi(
  'limits on codes',
  (api) => {
    it('count no attempt that a fault of the database ended before its code was judged', async () => {
      const { email, client } = await signUp(api)
      const app = await enrolTotp(api, client)
      const { accessToken } = await signInWith(api, { email, password, code: { totp: app.nextCode() } })
      const code = { totp: app.nextCode() }
      const input = { password, code }
      // More than the free attempts of one user.
      await whileFull(api, 'sessions', async () => {
        for (let attempt = 1; attempt <= 11; attempt += 1) {
          await expect(signInWith(api, { email, password, code })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
          const confirming = api.client(`Bearer ${accessToken}`).run(ConfirmIdentityDocument, { input })
          await expect(confirming).rejects.toMatchObject({ code: 'UNAVAILABLE' })
        }
      })
      expect(await signInWith(api, { email, password, code })).toMatchObject({ assurance: 'TWO_FACTORS' })
    })

    it('count wrong codes from all networks together, including known ones', async () => {
      const { email, client } = await signUp(api)
      const app = await enrolTotp(api, client)
      const guess = async (network: number, totp: string) => {
        const input = { email, password, code: { totp } }
        const { body } = await api
          .client()
          .post(
            { query: SignInProvenDocument.toString(), variables: { input } },
            { 'x-forwarded-for': `198.51.100.${network}` },
          )
        return body.errors?.[0] ?? { extensions: { code: 'in' }, message: '' }
      }
      const refused = async (wait: string) => {
        const message = `Too many wrong codes for this user, from anywhere. Try again in ${wait}, or sign in with a passkey.`
        const code = app.nextCode()
        for (const network of [100, known]) {
          expect(await guess(network, code)).toMatchObject({ message, extensions: { code: 'RATE_LIMITED' } })
        }
      }
      const known = 200
      expect(await guess(known, app.nextCode())).toMatchObject({ extensions: { code: 'in' } })
      // Waits are measured by the machine's clock.
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
      try {
        const allowed = { extensions: { code: 'UNAUTHENTICATED' } }
        for (const network of [known, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
          expect(await guess(network, '000000')).toMatchObject(allowed)
        }
        await refused('1 second')
        vi.advanceTimersByTime(1_000)
        expect(await guess(known, '000000')).toMatchObject(allowed)
        await refused('2 seconds')
        vi.advanceTimersByTime(2_000)
        expect(await guess(known, app.nextCode())).toMatchObject({ extensions: { code: 'in' } })
      } finally {
        vi.useRealTimers()
      }
    })
  },
  () => ({ trustedProxies: 1 }),
)
