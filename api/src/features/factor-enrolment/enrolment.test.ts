import { describe, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { enrolPasskey, enrolTotp, newAuthenticator, showCodes, signInWith } from '../../testing/factors.ts'
import {
  AddTotpDocument,
  BeginPasskeyDocument,
  BeginTotpDocument,
  ChangePasswordDocument,
  ConfirmIdentityDocument,
  DeleteAccountDocument,
  FactorsDocument,
  RemoveFactorDocument,
  RenameFactorDocument,
  RenewRecoveryCodesDocument,
  TransferOwnershipDocument,
  ViewerAuditDocument,
  ViewerChangedDocument,
} from '../../testing/generated/documents.ts'
import { findMail, verifyEmail } from '../../testing/mails.ts'
import { password, signUp } from '../../testing/sign-up.ts'

const stale = { code: 'FRESH_PROOF_REQUIRED' }
const elevenMinutes = 11 * 60_000

describeApi('factors', (api) => {
  /** The session of a user with an app, as held by someone who stole it 11 minutes after the sign-in. */
  const steal = async () => {
    const ada = await api.seed.owner('Ada')
    const app = await enrolTotp(api, ada.client)
    const code = { totp: app.nextCode() }
    const { accessToken } = await signInWith(api, { email: ada.user.email, password, code })
    api.clock.advance(elevenMinutes)
    return { ...ada, app, thief: api.client(`Bearer ${accessToken}`) }
  }

  describe('an authenticator app', () => {
    it('is enrolled by a correct code; its secret and recovery codes are not readable in the database', async () => {
      const { client, email, user } = await signUp(api)
      const { enrolmentId, secret, uri } = (await client.run(BeginTotpDocument, {})).beginTotp
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' })
      expect(decodeURIComponent(new URL(uri).pathname)).toBe(`/Culvert:${email}`)
      expect((await client.run(FactorsDocument, {})).viewer.factors).toEqual([])

      const { code } = showCodes(api, secret)
      const input = { enrolmentId, code: ` ${code().slice(0, 3)} ${code().slice(3)}`, name: 'Phone' }
      const { addTotp } = await client.run(AddTotpDocument, { input })
      expect(addTotp).toMatchObject({
        factor: { name: 'Phone' },
        session: { assurance: 'TWO_FACTORS', provenBy: ['PASSWORD', 'TOTP'] },
      })
      expect(new Set(addTotp.recoveryCodes).size).toBe(10)
      const kept = JSON.stringify([
        await api.app.db.selectFrom('factors').selectAll().where('userId', '=', user.id).execute(),
        await api.app.db.selectFrom('recoveryCodes').selectAll().where('userId', '=', user.id).execute(),
      ])
      expect(kept).not.toContain(secret)
      for (const text of addTotp.recoveryCodes) expect(kept).not.toContain(text)
    })

    it.each(['000000', '12345', ''])('is not enrolled by the code %j', async (wrong) => {
      const { client } = await signUp(api)
      const { enrolmentId } = (await client.run(BeginTotpDocument, {})).beginTotp
      await expect(
        client.run(AddTotpDocument, { input: { enrolmentId, code: wrong, name: 'App' } }),
      ).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'code',
      })
    })

    it('is not enrolled with the enrolment id of another user, or after 10 minutes', async () => {
      const [ada, grace] = [await signUp(api), await signUp(api)]
      const { enrolmentId, secret } = (await grace.client.run(BeginTotpDocument, {})).beginTotp
      const { code } = showCodes(api, secret)
      const refused = { code: 'BAD_USER_INPUT', field: 'enrolmentId' }
      await expect(
        ada.client.run(AddTotpDocument, { input: { enrolmentId, code: code(), name: 'App' } }),
      ).rejects.toMatchObject(refused)
      api.clock.advance(10 * 60_000 + 1_000)
      await grace.client.run(ConfirmIdentityDocument, { input: { password } })
      await expect(
        grace.client.run(AddTotpDocument, { input: { enrolmentId, code: code(), name: 'App' } }),
      ).rejects.toMatchObject(refused)
    })

    it('is limited to one per user, even if two are enrolled at the same time', async () => {
      const { client } = await signUp(api)
      const begun = await Promise.all([1, 2].map(async () => (await client.run(BeginTotpDocument, {})).beginTotp))
      const results = await Promise.allSettled(
        begun.map(({ enrolmentId, secret }) =>
          client.run(AddTotpDocument, { input: { enrolmentId, code: showCodes(api, secret).code(), name: 'App' } }),
        ),
      )
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
      const { viewer } = await client.run(FactorsDocument, {})
      expect(viewer).toMatchObject({ factors: [{ kind: 'TOTP' }], recoveryCodesLeft: 10 })
      await expect(client.run(BeginTotpDocument, {})).rejects.toMatchObject({ code: 'CONFLICT' })
    })
  })

  it('can be renamed and removed, and other factors of the user remain', async () => {
    const { client } = await signUp(api)
    const app = await enrolTotp(api, client)
    const { factor } = await enrolPasskey(client, newAuthenticator(api))
    await client.run(RenameFactorDocument, { input: { id: factor.id, name: ' Key ring ' } })
    expect((await client.run(FactorsDocument, {})).viewer.factors.map(({ name }) => name)).toEqual([
      'Authenticator app',
      'Key ring',
    ])
    await client.run(RemoveFactorDocument, { input: { id: app.id } })
    expect((await client.run(FactorsDocument, {})).viewer).toMatchObject({
      factors: [{ name: 'Key ring' }],
      recoveryCodesLeft: 10,
    })
  })

  it('take the recovery codes with them when the last one is removed', async () => {
    const { client, email } = await signUp(api)
    const app = await enrolTotp(api, client)
    await client.run(RemoveFactorDocument, { input: { id: app.id } })
    expect((await client.run(FactorsDocument, {})).viewer).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
    const code = { recoveryCode: app.recoveryCodes[0] }
    expect((await signInWith(api, { email, password, code })).assurance).toBe('ONE_FACTOR')
  })

  it('of another user are NOT_FOUND', async () => {
    const [ada, grace] = [await signUp(api), await signUp(api)]
    const { id } = await enrolTotp(api, ada.client)
    await enrolTotp(api, grace.client)
    await expect(grace.client.run(RemoveFactorDocument, { input: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(grace.client.run(RenameFactorDocument, { input: { id, name: 'x' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('report changes to their user by mail, in the audit log, and live to other sessions', async () => {
    const ada = await signUp(api)
    await verifyEmail(api, ada)
    const { accessToken } = await signInWith(api, { email: ada.email, password })
    const changes = await api.client(`Bearer ${accessToken}`).subscribe(ViewerChangedDocument, {})
    const { id } = await enrolTotp(api, ada.client)
    await changes.next()
    expect((await findMail(api, ada.email, 'sign-in was changed')).text).toContain(
      'You added the authenticator app “Authenticator app”.',
    )
    await ada.client.run(RenewRecoveryCodesDocument, {})
    await ada.client.run(RemoveFactorDocument, { input: { id } })
    expect((await findMail(api, ada.email, 'sign-in was changed')).text).toContain('You removed the authenticator app')
    const { viewer } = await ada.client.run(ViewerAuditDocument, {
      action: ['user.factor_added', 'user.recovery_codes_renewed', 'user.factor_removed'],
    })
    expect(viewer.auditLog.nodes.map(({ action }) => action)).toEqual([
      'user.factor_removed',
      'user.recovery_codes_renewed',
      'user.factor_added',
    ])
    await changes.close()
  })

  describe('new recovery codes', () => {
    it('replace the older ones', async () => {
      const { client, email } = await signUp(api)
      const { recoveryCodes: older } = await enrolTotp(api, client)
      const { recoveryCodes } = (await client.run(RenewRecoveryCodesDocument, {})).renewRecoveryCodes
      const signIn = (recoveryCode: string) => signInWith(api, { email, password, code: { recoveryCode } })
      await expect(signIn(older[0]!)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect((await signIn(recoveryCodes[0]!)).assurance).toBe('TWO_FACTORS')
    })

    it('are refused with CONFLICT to a user without a factor', async () => {
      const { client } = await signUp(api)
      await expect(client.run(RenewRecoveryCodesDocument, {})).rejects.toMatchObject({ code: 'CONFLICT' })
    })
  })

  describe('a stolen session', () => {
    it('cannot change factors, recovery codes or the password, or transfer or delete the account', async () => {
      const { accountId, namespace, app, thief } = await steal()
      const attempts = [
        thief.run(RemoveFactorDocument, { input: { id: app.id } }),
        thief.run(BeginPasskeyDocument, {}),
        thief.run(BeginTotpDocument, {}),
        thief.run(RenewRecoveryCodesDocument, {}),
        thief.run(ChangePasswordDocument, { input: { currentPassword: password, newPassword: 'another horse' } }),
        thief.run(TransferOwnershipDocument, { input: { accountId, memberId: 'any' } }),
        thief.run(DeleteAccountDocument, { input: { accountId, namespace } }),
      ]
      await Promise.all(
        attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ ...stale, factors: ['TOTP'] })),
      )
    })

    it('cannot change factors once the clock, which was ahead when it was proven, is set right', async () => {
      const { app, thief } = await steal()
      api.clock.advance(-2 * elevenMinutes)
      await expect(thief.run(RemoveFactorDocument, { input: { id: app.id } })).rejects.toMatchObject(stale)
      api.clock.advance(elevenMinutes)
    })

    it('is confirmed by password and code together, but not by either alone', async () => {
      const { app, thief } = await steal()
      const confirm = (input: object) => thief.run(ConfirmIdentityDocument, { input })
      await expect(confirm({ password })).rejects.toMatchObject({ code: 'FACTOR_REQUIRED' })
      await expect(confirm({ password: 'wrong', code: { totp: app.nextCode() } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'password',
      })
      await expect(confirm({ password, code: { totp: '000000' } })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'code',
      })
      await expect(confirm({ code: { totp: app.code() } })).rejects.toMatchObject({ field: 'password' })
      await expect(thief.run(RemoveFactorDocument, { input: { id: app.id } })).rejects.toMatchObject(stale)

      await confirm({ password, code: { totp: app.nextCode() } })
      await thief.run(RemoveFactorDocument, { input: { id: app.id } })
    })

    it('can guess the password ten times before it is RATE_LIMITED', async () => {
      const { thief } = await steal()
      const codes: unknown[] = []
      for (let guess = 0; guess < 12; guess += 1) {
        const refused = thief.run(ConfirmIdentityDocument, { input: { password: `wrong ${guess}` } })
        codes.push(await refused.catch(({ code }) => code))
      }
      expect(codes.slice(9)).toEqual(['BAD_USER_INPUT', 'RATE_LIMITED', 'RATE_LIMITED'])
    })

    it('from before the factor was enrolled cannot remove it, however recently its password was proved', async () => {
      const ada = await signUp(api)
      const { accessToken } = await signInWith(api, { email: ada.email, password })
      const { id } = await enrolTotp(api, ada.client)
      await expect(
        api.client(`Bearer ${accessToken}`).run(RemoveFactorDocument, { input: { id } }),
      ).rejects.toMatchObject(stale)
    })

    it('of a user without a factor cannot enrol one until the password is confirmed', async () => {
      const { client } = await signUp(api)
      api.clock.advance(elevenMinutes)
      await expect(client.run(BeginTotpDocument, {})).rejects.toMatchObject({ ...stale, factors: [] })
      await expect(client.run(BeginPasskeyDocument, {})).rejects.toMatchObject({ ...stale, factors: [] })
      await client.run(ConfirmIdentityDocument, { input: { password } })
      await client.run(BeginTotpDocument, {})
    })
  })

  it('are not demanded of a user without any who changes the password 11 minutes after signing in', async () => {
    const { client } = await signUp(api)
    api.clock.advance(elevenMinutes)
    await client.run(ChangePasswordDocument, { input: { currentPassword: password, newPassword: 'another horse' } })
  })
})
