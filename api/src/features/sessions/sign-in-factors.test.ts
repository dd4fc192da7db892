import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { enrolTotp, signInWith } from '../../testing/factors.ts'
import {
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

  it('takes a code beside the password, and names the kinds that the user has', async () => {
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

  it('says of a session with the password alone that it proves one factor', async () => {
    const { email } = await signUp(api)
    expect(await signIn(email)).toMatchObject({ provenBy: ['PASSWORD'], assurance: 'ONE_FACTOR' })
  })

  it('tells nothing of factors, and looks at no code, without the right password', async () => {
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
    it('counts once, and no older one after it', async () => {
      const { email, app } = await withApp()
      const code = app.nextCode()
      await signIn(email, { totp: code })
      await expect(signIn(email, { totp: code })).rejects.toMatchObject(wrong)
      await expect(signIn(email, { totp: app.code(-1) })).rejects.toMatchObject(wrong)
      // One step ahead is within tolerance.
      expect(await signIn(email, { totp: app.code(1) })).toMatchObject({ assurance: 'TWO_FACTORS' })
    })

    it('does not count again that completed the enrolment', async () => {
      const { email, app } = await withApp()
      await expect(signIn(email, { totp: app.code() })).rejects.toMatchObject(wrong)
    })

    it('counts once when it is shown twice at once', async () => {
      const { email, app } = await withApp()
      const code = app.nextCode()
      const results = await Promise.allSettled([1, 2, 3].map(() => signIn(email, { totp: code })))
      expect(outcomes(results)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'in'])
    })

    it('of another user does not count', async () => {
      const [ada, grace] = [await withApp(), await withApp()]
      await expect(signIn(ada.email, { totp: grace.app.nextCode() })).rejects.toMatchObject(wrong)
      await expect(signIn(ada.email, { recoveryCode: grace.app.recoveryCodes[0]! })).rejects.toMatchObject(wrong)
    })

    it('that is wrong is in the log of the user', async () => {
      const { email, client } = await withApp()
      await expect(signIn(email, { totp: '000000' })).rejects.toMatchObject(wrong)
      const { viewer } = await client.run(ViewerAuditDocument, { action: ['user.code_refused'] })
      expect(viewer.auditLog.nodes).toMatchObject([{ actorKind: 'ANONYMOUS' }])
    })
  })

  describe('a recovery code', () => {
    it('counts once, and its user is told by mail how many are left', async () => {
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

    it('counts once when it is shown twice at once', async () => {
      const { email, app } = await withApp()
      const recoveryCode = app.recoveryCodes[0]!
      const results = await Promise.allSettled([1, 2, 3].map(() => signIn(email, { recoveryCode })))
      expect(outcomes(results)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'in'])
    })
  })

  describe('after a new password by mail', () => {
    it('still takes a code', async () => {
      const ada = await signUp(api)
      await verifyEmail(api, ada)
      await enrolTotp(api, ada.client)
      await resetPassword(ada.email)
      await expect(signIn(ada.email, undefined, 'another horse')).rejects.toMatchObject({ code: 'FACTOR_REQUIRED' })
    })

    it('takes none of somebody who held the address without proving it: its owner would be locked out', async () => {
      const { email } = await withApp()
      await resetPassword(email)
      expect(await signIn(email, undefined, 'another horse')).toMatchObject({ assurance: 'ONE_FACTOR' })
    })
  })
})

describeApi(
  'limits of codes',
  (api) => {
    it('count wrong codes from all networks together, also from known ones', async () => {
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
      const codes: unknown[] = []
      for (let network = 1; network <= 14; network += 1) codes.push((await guess(network, '000000')).extensions?.code)
      expect(codes.slice(0, 11)).toEqual(Array(11).fill('UNAUTHENTICATED'))
      expect(codes.slice(11)).toContain('RATE_LIMITED')
      expect(await guess(100, app.nextCode())).toMatchObject({
        extensions: { code: 'RATE_LIMITED' },
        message: expect.stringMatching(/^Too many wrong codes.*passkey/),
      })
    })
  },
  () => ({ trustedProxies: 1 }),
)
