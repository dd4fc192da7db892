import { describe, expect, it } from 'vitest'
import { disableUser } from '../user-administration/service.ts'
import { describeApi } from '../../testing/api.ts'
import type { Misbehaviour } from '../../testing/authenticator.ts'
import { answerToSignIn, enrolPasskey, newAuthenticator, signInWith } from '../../testing/factors.ts'
import {
  AddPasskeyDocument,
  BeginPasskeyConfirmationDocument,
  BeginPasskeyDocument,
  BeginPasskeySignInDocument,
  ConfirmIdentityDocument,
  FactorsDocument,
  RemoveFactorDocument,
} from '../../testing/generated/documents.ts'
import { password, signUp } from '../../testing/sign-up.ts'

/** The same for every reason, so that nobody learns which passkeys exist. */
const message =
  'The passkey was not accepted: it does not belong to this installation, or it took longer than 5 minutes. Try again.'
const refused = { code: 'UNAUTHENTICATED', field: 'passkey', message }
/** The refusal within a session, which does not end. */
const refusedInSession = { code: 'BAD_USER_INPUT', field: 'passkey', message }

describeApi('passkeys', (api) => {
  const withPasskey = async () => {
    const ada = await signUp(api)
    const authenticator = newAuthenticator(api)
    return { ...ada, authenticator, ...(await enrolPasskey(ada.client, authenticator)) }
  }
  const signIn = (passkey: { challengeId: string; response: string }) => signInWith(api, { passkey })

  it('sign in without a password, and prove two factors', async () => {
    const { authenticator, user, client } = await withPasskey()
    const session = await signIn(await answerToSignIn(api, authenticator))
    expect(session).toMatchObject({ user: { id: user.id }, provenBy: ['PASSKEY'], assurance: 'TWO_FACTORS' })
    expect((await client.run(FactorsDocument, {})).viewer.factors).toMatchObject([
      { kind: 'PASSKEY', name: 'Laptop', lastUsedAt: expect.any(String) },
    ])
  })

  it('count as a second factor: the password alone does not sign in', async () => {
    const { email } = await withPasskey()
    await expect(signInWith(api, { email, password })).rejects.toMatchObject({
      code: 'FACTOR_REQUIRED',
      factors: ['PASSKEY'],
    })
  })

  it('come with recovery codes if they are the first factor, and raise the session to TWO_FACTORS', async () => {
    const { client, authenticator, recoveryCodes, session } = await withPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect(session).toEqual({ assurance: 'TWO_FACTORS', provenBy: ['PASSKEY', 'PASSWORD'] })
    expect((await enrolPasskey(client, authenticator, 'Phone')).recoveryCodes).toEqual([])
  })

  it('are requested for the hostname of the dashboard, with user verification', async () => {
    const { client } = await signUp(api)
    const options = JSON.parse((await client.run(BeginPasskeyDocument, {})).beginPasskey.challenge.options)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Culvert' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const { beginPasskeySignIn } = await api.client().run(BeginPasskeySignInDocument, {})
    expect(JSON.parse(beginPasskeySignIn.challenge.options)).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  it.each<[string, Misbehaviour]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { verifiesUser: false }],
    ['to another challenge', { challenge: 'YWJj' }],
    ['whose counter goes back, as that of a copy does', { countsBy: -1 }],
  ])('do not sign in with a response %s', async (_what, wrong) => {
    const { authenticator } = await withPasskey()
    await signIn(await answerToSignIn(api, authenticator))
    await expect(signIn(await answerToSignIn(api, authenticator, wrong))).rejects.toMatchObject(refused)
  })

  it.each<[string, Misbehaviour]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { verifiesUser: false }],
    ['to another challenge', { challenge: 'YWJj' }],
  ])('are not enrolled with a response %s', async (_what, wrong) => {
    const { client } = await signUp(api)
    const { challengeId, options } = (await client.run(BeginPasskeyDocument, {})).beginPasskey.challenge
    const input = { challengeId, response: newAuthenticator(api).create(options, wrong), name: 'Laptop' }
    await expect(client.run(AddPasskeyDocument, { input })).rejects.toMatchObject(refusedInSession)
  })

  it('refuse malformed, oversized and unknown responses alike, with UNAUTHENTICATED and the same message', async () => {
    const { challengeId } = (await api.client().run(BeginPasskeySignInDocument, {})).beginPasskeySignIn.challenge
    const { authenticator } = await withPasskey()
    const known = JSON.parse((await answerToSignIn(api, authenticator)).response)
    const unknown = { ...known, id: 'AAAA', rawId: 'AAAA' }
    for (const response of ['', '{', '{}', JSON.stringify(unknown), 'x'.repeat(20_000)]) {
      await expect(signIn({ challengeId, response })).rejects.toMatchObject(refused)
    }
  })

  describe('a challenge', () => {
    it('is answered once, even if two responses arrive at the same time', async () => {
      const { authenticator } = await withPasskey()
      // A passkey that is synchronised between devices has no counter: only the challenge matters.
      const answer = await answerToSignIn(api, authenticator, { countsBy: 0 })
      const results = await Promise.allSettled([signIn(answer), signIn(answer)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await expect(signIn(answer)).rejects.toMatchObject(refused)
    })

    it('is answered once at any node, though the clocks of nodes differ', async () => {
      const { authenticator } = await withPasskey()
      // Just before the hourly job deletes what has expired.
      const now = api.clock.now().getTime()
      const hour = 60 * 60_000
      api.clock.advance(Math.ceil(now / hour) * hour + 41 * 60_000 - now - 4 * 60_000)
      const answer = await answerToSignIn(api, authenticator, { countsBy: 0 })
      await signIn(answer)
      api.clock.advance(5 * 60_000 + 1_000)
      await api.runJobs()
      api.clock.advance(-30_000)
      await expect(signIn(answer)).rejects.toMatchObject(refused)
    })

    it('expires after five minutes', async () => {
      const { authenticator } = await withPasskey()
      const answer = await answerToSignIn(api, authenticator)
      api.clock.advance(5 * 60_000 + 1_000)
      await expect(signIn(answer)).rejects.toMatchObject(refused)
    })

    it('of another user enrols no passkey', async () => {
      const [ada, grace] = [await signUp(api), await signUp(api)]
      const { challengeId, options } = (await grace.client.run(BeginPasskeyDocument, {})).beginPasskey.challenge
      const input = { challengeId, response: newAuthenticator(api).create(options), name: 'Laptop' }
      await expect(ada.client.run(AddPasskeyDocument, { input })).rejects.toMatchObject(refusedInSession)
    })

    it('is valid only for its purpose and its session', async () => {
      const { authenticator, client } = await withPasskey()
      const forSignIn = await answerToSignIn(api, authenticator)
      await expect(client.run(ConfirmIdentityDocument, { input: { passkey: forSignIn } })).rejects.toMatchObject(
        refusedInSession,
      )

      const { challengeId, options } = (await client.run(BeginPasskeyConfirmationDocument, {})).beginPasskeyConfirmation
        .challenge
      const forConfirmation = { challengeId, response: authenticator.get(options) }
      await expect(signIn(forConfirmation)).rejects.toMatchObject(refused)
      const other = await signIn(await answerToSignIn(api, authenticator))
      const elsewhere = api.client(`Bearer ${other.accessToken}`)
      await expect(
        elsewhere.run(ConfirmIdentityDocument, { input: { passkey: forConfirmation } }),
      ).rejects.toMatchObject(refusedInSession)
      const newest = { challengeId, response: authenticator.get(options) }
      expect(
        (await client.run(ConfirmIdentityDocument, { input: { passkey: newest } })).confirmIdentity.session,
      ).toMatchObject({ assurance: 'TWO_FACTORS' })
    })
  })

  it('of another user do not confirm a session', async () => {
    const [ada, grace] = [await withPasskey(), await withPasskey()]
    const { challengeId, options } = (await ada.client.run(BeginPasskeyConfirmationDocument, {}))
      .beginPasskeyConfirmation.challenge
    const response = grace.authenticator.get(JSON.stringify({ ...JSON.parse(options), allowCredentials: [] }))
    await expect(
      ada.client.run(ConfirmIdentityDocument, { input: { passkey: { challengeId, response } } }),
    ).rejects.toMatchObject(refusedInSession)
  })

  it('that were removed, or whose user is disabled, do not sign in', async () => {
    const { authenticator, client, factor } = await withPasskey()
    await client.run(RemoveFactorDocument, { input: { id: factor.id } })
    await expect(signIn(await answerToSignIn(api, authenticator))).rejects.toMatchObject(refused)

    const shutOut = await withPasskey()
    await disableUser(api.app, shutOut.user.id)
    await expect(signIn(await answerToSignIn(api, shutOut.authenticator))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('are limited to ten per user, even if two are added at the same time', async () => {
    const { client, authenticator } = await withPasskey()
    for (let count = 1; count < 9; count += 1) await enrolPasskey(client, authenticator)
    const results = await Promise.allSettled([enrolPasskey(client, authenticator), enrolPasskey(client, authenticator)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(client.run(BeginPasskeyDocument, {})).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describeApi(
  'passkeys of an installation without a hostname',
  (api) => {
    it('are refused with CONFLICT and a message that asks for a hostname', async () => {
      await expect(api.client().run(BeginPasskeySignInDocument, {})).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('hostname'),
      })
    })
  },
  () => ({ publicUrl: 'http://127.0.0.1:4000' }),
)
