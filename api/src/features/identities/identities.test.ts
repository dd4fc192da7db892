import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { enrolTotp, enrolPasskey, newAuthenticator } from '../../testing/factors.ts'
import {
  ChangePasswordDocument,
  ConfirmIdentityDocument,
  FactorsDocument,
  IdentitiesDocument,
  LinkIdentityDocument,
  RemoveFactorDocument,
  SignInDocument,
  SignInProvidersDocument,
  UnlinkIdentityDocument,
} from '../../testing/generated/documents.ts'
import { type IdentityProvider, startIdentityProvider, visitProvider } from '../../testing/identity-provider.ts'
import { admitBy, TestBrowser } from '../../testing/provider-browser.ts'
import { findMail, verifyEmail } from '../../testing/mails.ts'
import { password, signUp } from '../../testing/sign-up.ts'
import { removeProvider, toRedirectUri } from '../sign-in-providers/operator.ts'

const refused = { code: 'UNAUTHENTICATED', field: 'response' }
const invalidProof = { code: 'UNAUTHENTICATED', field: 'proof' }

/** A person whom a provider has never seen. */
function newPerson(change: object = {}) {
  const name = `ada-${randomUUID().slice(0, 8)}`
  const email = `${name}@example.com`
  return { sub: name, email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace', ...change }
}

describeApi('an identity', (api) => {
  let example: IdentityProvider
  let other: IdentityProvider

  beforeAll(async () => {
    example = await startIdentityProvider([toRedirectUri(api.app, 'example'), toRedirectUri(api.app, 'closed')])
    other = await startIdentityProvider([toRedirectUri(api.app, 'other'), toRedirectUri(api.app, 'example')])
    await admitBy(api, 'example', example)
    await admitBy(api, 'other', other)
  })
  afterEach(() => {
    example.tamper = undefined
  })
  afterAll(async () => {
    await example.close()
    await other.close()
  })

  const browser = (accessToken?: string) => new TestBrowser(api, accessToken)
  /** A user who signed up with the provider and has no password. */
  const provided = async () => {
    const person = newPerson()
    const mine = browser()
    const { session } = await mine.signUp((await mine.prove(example, 'example', person)).token)
    return { person, mine, user: session.user }
  }
  const linked = async ({ isProven = true } = {}) => {
    const ada = await signUp(api)
    if (isProven) await verifyEmail(api, ada)
    const mine = browser(ada.accessToken)
    const person = newPerson()
    const { token } = await mine.prove(example, 'example', person, 'LINK')
    const { identity } = (await mine.run(LinkIdentityDocument, { input: { proof: token } })).linkIdentity
    return { ...ada, mine, person, identity }
  }

  it('belongs to a provider that is listed for the sign-in page by id, label and kind only', async () => {
    const { signInProviders } = (await api.client().run(SignInProvidersDocument, {})).site
    expect(signInProviders).toEqual([
      { id: 'example', label: 'Example', kind: 'OIDC' },
      { id: 'other', label: 'Other', kind: 'OIDC' },
    ])
  })

  it('creates a user with the address that the provider has proven, and signs them in from then on', async () => {
    const person = newPerson()
    const first = browser()
    const proof = await first.prove(example, 'example', person)
    expect(proof).toMatchObject({
      subject: 'NEW_USER',
      purpose: 'SIGN_IN',
      email: person.email,
      isEmailProven: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
    })
    const { session } = await first.signUp(proof.token)
    expect(session).toMatchObject({ provenBy: ['PROVIDER'], user: { email: person.email, fullName: 'Grace Hopper' } })

    const second = browser()
    const again = await second.prove(example, 'example', { ...person, email: 'changed@example.com' })
    expect(again.subject).toBe('USER')
    expect((await second.signIn(again.token)).session).toMatchObject({
      user: { id: session.user.id, email: person.email },
      provenBy: ['PROVIDER'],
      assurance: 'ONE_FACTOR',
    })
    const { viewer } = await second.run(IdentitiesDocument, {})
    expect(viewer).toMatchObject({
      hasPassword: false,
      identities: [{ name: 'changed@example.com', lastUsedAt: expect.any(String), provider: { label: 'Example' } }],
    })
  })

  it('is created once if two browsers sign up as the same user of a provider at the same time', async () => {
    const person = newPerson()
    const browsers = [browser(), browser()]
    const words: string[] = []
    for (const each of browsers) words.push((await each.prove(example, 'example', person)).token)
    const outcomes = await Promise.allSettled(browsers.map(async (each, index) => await each.signUp(words[index]!)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
  })

  it('is not created by an address alone if a user has already proven that address', async () => {
    const ada = await linked()
    const mine = browser()
    const stranger = newPerson({ email: ada.email })
    const proof = await mine.prove(example, 'example', stranger)
    expect(proof.subject).toBe('ADDRESS_OF_USER')
    await expect(mine.signIn(proof.token)).rejects.toMatchObject(invalidProof)
    await expect(mine.signUp(proof.token)).rejects.toMatchObject({ code: 'CONFLICT', field: 'email' })
  })

  it('takes an address from a user who never proved it, if the provider says that it is proven', async () => {
    const { email, client } = await signUp(api)
    const unproven = browser()
    const claimed = await unproven.prove(example, 'example', newPerson({ email, email_verified: false }))
    expect(claimed).toMatchObject({ subject: 'ADDRESS_OF_USER', isEmailProven: false })
    await expect(unproven.signUp(claimed.token)).rejects.toMatchObject({ code: 'CONFLICT' })

    const owner = browser()
    const { token, subject } = await owner.prove(example, 'example', newPerson({ email }))
    expect(subject).toBe('NEW_USER')
    expect((await owner.signUp(token)).session.user.email).toBe(email)
    await expect(client.run(IdentitiesDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('is unlinked when its user loses an address that they never proved', async () => {
    const squatter = await linked({ isProven: false })
    const owner = browser()
    await owner.signUp((await owner.prove(other, 'other', newPerson({ email: squatter.email }))).token)
    const back = browser()
    expect((await back.prove(example, 'example', squatter.person)).subject).toBe('NEW_USER')
  })

  it('requires an email address at sign-up if the provider gives none, and mails a link that proves it', async () => {
    const mine = browser()
    const { sub } = newPerson()
    const proof = await mine.prove(example, 'example', { sub })
    expect(proof).toMatchObject({ email: null, isEmailProven: false })
    await expect(mine.signUp(proof.token)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'email' })
    const email = `${sub}@example.com`
    const { session } = await mine.signUp(proof.token, { email })
    expect(session.user.email).toBe(email)
    const findProof = async () =>
      await api.app.db.selectFrom('users').select('emailVerifiedAt').where('email', '=', email).executeTakeFirst()
    expect(await findProof()).toEqual({ emailVerifiedAt: null })
    await verifyEmail(api, { email, client: api.client(`Bearer ${mine.accessToken}`) })
    expect(await findProof()).toEqual({ emailVerifiedAt: expect.any(Date) })
  })

  it('is linked by its user, who is notified by mail, and signs them in', async () => {
    const { person, user, email } = await linked()
    expect(await findMail(api, email, 'sign-in was changed')).toMatchObject({
      text: expect.stringContaining('You linked Example to your profile.'),
    })
    const mine = browser()
    expect((await mine.signIn((await mine.prove(example, 'example', person)).token)).session.user.id).toBe(user.id)
  })

  it('is linked to one user only, who can have one per provider', async () => {
    const { person, mine } = await linked()
    const eve = await signUp(api)
    const hers = browser(eve.accessToken)
    const stolen = await hers.prove(example, 'example', person, 'LINK')
    await expect(hers.run(LinkIdentityDocument, { input: { proof: stolen.token } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const second = await mine.prove(example, 'example', newPerson(), 'LINK')
    await expect(mine.run(LinkIdentityDocument, { input: { proof: second.token } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('is linked and unlinked only with a fresh proof, and so not by a stolen session', async () => {
    const { mine, identity } = await linked()
    api.clock.advance(11 * 60_000)
    const proof = await mine.prove(other, 'other', newPerson(), 'LINK')
    await expect(mine.run(LinkIdentityDocument, { input: { proof: proof.token } })).rejects.toMatchObject({
      code: 'FRESH_PROOF_REQUIRED',
    })
    await expect(mine.run(UnlinkIdentityDocument, { input: { id: identity.id } })).rejects.toMatchObject({
      code: 'FRESH_PROOF_REQUIRED',
    })
    await mine.run(ConfirmIdentityDocument, { input: { password } })
    await mine.run(UnlinkIdentityDocument, { input: { id: identity.id } })
    expect((await mine.run(IdentitiesDocument, {})).viewer.identities).toEqual([])
  })

  it('confirms the session of its own user only', async () => {
    const { person, mine } = await provided()
    api.clock.advance(11 * 60_000)
    const strangers = await mine.prove(example, 'example', newPerson(), 'CONFIRM')
    await expect(
      mine.run(ConfirmIdentityDocument, { input: { providerProof: strangers.token } }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
    const own = await mine.prove(example, 'example', person, 'CONFIRM')
    await mine.run(ConfirmIdentityDocument, { input: { providerProof: own.token } })
    await mine.run(ChangePasswordDocument, { input: { newPassword: 'a password at last' } })
    expect((await mine.run(IdentitiesDocument, {})).viewer.hasPassword).toBe(true)
  })

  it('requires a code from a user with an authenticator app, and its proof outlives a wrong code', async () => {
    const { person, mine } = await provided()
    const app = await enrolTotp(api, api.client(`Bearer ${mine.accessToken}`))
    const next = browser()
    const { token } = await next.prove(example, 'example', person)
    await expect(next.signIn(token)).rejects.toMatchObject({ code: 'FACTOR_REQUIRED', factors: ['TOTP'] })
    await expect(next.signIn(token, { code: { totp: '000000' } })).rejects.toMatchObject({ field: 'code' })
    const { session } = await next.signIn(token, { code: { totp: app.nextCode() } })
    expect(session).toMatchObject({ assurance: 'TWO_FACTORS', provenBy: ['PROVIDER', 'TOTP'] })
  })

  it('cannot be removed while it is the last way to sign in, nor can the last passkey', async () => {
    const { mine } = await provided()
    const client = api.client(`Bearer ${mine.accessToken}`)
    const { id } = (await mine.run(IdentitiesDocument, {})).viewer.identities[0]!
    await expect(mine.run(UnlinkIdentityDocument, { input: { id } })).rejects.toMatchObject({ code: 'CONFLICT' })
    await enrolPasskey(client, newAuthenticator(api))
    await mine.run(UnlinkIdentityDocument, { input: { id } })
    const passkey = (await client.run(FactorsDocument, {})).viewer.factors[0]!
    await expect(client.run(RemoveFactorDocument, { input: { id: passkey.id } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('and a passkey cannot both be removed by requests at the same time', async () => {
    const { mine } = await provided()
    const client = api.client(`Bearer ${mine.accessToken}`)
    await enrolPasskey(client, newAuthenticator(api))
    const { id } = (await mine.run(IdentitiesDocument, {})).viewer.identities[0]!
    const passkey = (await client.run(FactorsDocument, {})).viewer.factors[0]!
    const outcomes = await Promise.allSettled([
      mine.run(UnlinkIdentityDocument, { input: { id } }),
      client.run(RemoveFactorDocument, { input: { id: passkey.id } }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('does not let its user, who has no password, sign in with one', async () => {
    const { person } = await provided()
    for (const guess of ['', 'null', 'undefined', password]) {
      const input = { email: person.email, password: guess, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
      await expect(api.client().run(SignInDocument, { input })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })

  it('is deleted when the operator removes its provider', async () => {
    const gone = await startIdentityProvider([toRedirectUri(api.app, 'gone')])
    await admitBy(api, 'gone', gone)
    const mine = browser((await signUp(api)).accessToken)
    const { token } = await mine.prove(gone, 'gone', newPerson(), 'LINK')
    await mine.run(LinkIdentityDocument, { input: { proof: token } })
    await removeProvider(api.app, 'gone')
    expect((await mine.run(IdentitiesDocument, {})).viewer.identities).toEqual([])
    await expect(mine.begin('gone')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await gone.close()
  })

  it('creates no user if its provider may not, and admits no address outside the allowed domains', async () => {
    await admitBy(api, 'closed', example, { createsUsers: false, allowedDomains: ['example.com'] })
    const mine = browser()
    const proof = await mine.prove(example, 'closed', newPerson())
    expect(proof.subject).toBe('UNKNOWN')
    await expect(mine.signUp(proof.token)).rejects.toMatchObject(invalidProof)
    for (const wrong of [
      { email: 'ada@elsewhere.example' },
      { email_verified: false },
      { email: 'ada@evil-example.com' },
    ]) {
      await expect(mine.prove(example, 'closed', newPerson(wrong))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['several audiences and another authorized party', (claims) => ({ ...claims, aud: ['culvert', 'x'], azp: 'x' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['an expiry in the past', (claims) => ({ ...claims, exp: 1 })],
    ['no subject', ({ sub: _sub, ...claims }) => claims],
  ])('is not proven by an ID token with %s', async (_what, tamper) => {
    example.tamper = tamper
    const mine = browser()
    await expect(mine.prove(example, 'example', newPerson())).rejects.toMatchObject(refused)
    example.tamper = undefined
    expect((await mine.prove(example, 'example', newPerson())).subject).toBe('NEW_USER')
  })

  it('is not proven by an ID token that is unsigned or signed with the client secret', async () => {
    example.tamper = (claims) => claims
    const mine = browser()
    const good = await mine.prove(example, 'example', newPerson())
    expect(good.subject).toBe('NEW_USER')
    example.forge = 'none'
    await expect(mine.prove(example, 'example', newPerson())).rejects.toMatchObject(refused)
    example.forge = 'secret'
    await expect(mine.prove(example, 'example', newPerson())).rejects.toMatchObject(refused)
    example.forge = undefined
  })

  it('is proven by an answer once: neither the answer nor the proof is accepted again', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    const { token } = await mine.complete('example', returned)
    await expect(mine.complete('example', returned)).rejects.toMatchObject(refused)
    await mine.signUp(token)
    await expect(mine.signIn(token)).rejects.toMatchObject(invalidProof)
  })

  it('is proven once by an answer that arrives three times at the same time', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    const before = example.exchanges
    const outcomes = await Promise.allSettled([1, 2, 3].map(async () => await mine.complete('example', returned)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(example.exchanges).toBe(before + 1)
  })

  it('is proven only in the browser that began: an answer planted in another signs nobody in', async () => {
    const attacker = browser()
    example.user = newPerson()
    const planted = await visitProvider(await attacker.begin('example'))
    const victim = browser()
    await expect(victim.complete('example', planted)).rejects.toMatchObject(refused)
    await victim.begin('example')
    await expect(victim.complete('example', planted)).rejects.toMatchObject(refused)
    const { token } = await attacker.complete('example', planted)
    await expect(victim.signUp(token)).rejects.toMatchObject(invalidProof)
  })

  it('is proven only by the provider that was asked: the code of another is never exchanged', async () => {
    const mine = browser()
    other.user = newPerson()
    const before = other.exchanges
    const ofOther = await visitProvider(await mine.begin('other'))
    await expect(mine.complete('example', ofOther)).rejects.toMatchObject(refused)
    // The code of one provider, with the state and the path of the other.
    const begun = new URL(await mine.begin('example'))
    const mixed = new URL(ofOther)
    mixed.searchParams.set('state', begun.searchParams.get('state')!)
    await expect(mine.complete('example', mixed)).rejects.toMatchObject(refused)
    expect(other.exchanges).toBe(before)
  })

  it('is proven for one purpose, and not in the session of another user', async () => {
    const { mine, person } = await provided()
    const toSignIn = await mine.prove(example, 'example', person)
    await expect(mine.run(ConfirmIdentityDocument, { input: { providerProof: toSignIn.token } })).rejects.toMatchObject(
      {
        code: 'BAD_USER_INPUT',
      },
    )
    const toLink = await mine.prove(other, 'other', newPerson(), 'LINK')
    await expect(mine.signUp(toLink.token)).rejects.toMatchObject(invalidProof)
    mine.accessToken = (await signUp(api)).accessToken
    await expect(mine.run(LinkIdentityDocument, { input: { proof: toLink.token } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'proof',
    })
  })

  it('is proven in the session that it confirms, and not in another session of the same user', async () => {
    const { mine, person } = await provided()
    const { accessToken } = mine
    example.user = person
    const returned = await visitProvider(await mine.begin('example', 'CONFIRM'))
    const { token } = await mine.prove(example, 'example', person, 'CONFIRM')
    const confirm = () => mine.run(ConfirmIdentityDocument, { input: { providerProof: token } })
    await mine.signIn((await mine.prove(example, 'example', person)).token)
    await expect(mine.complete('example', returned)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'response',
    })
    await expect(confirm()).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'proof' })
    mine.accessToken = accessToken
    await mine.complete('example', returned)
    await confirm()
  })

  it('is not proven once the answer or the proof is more than 10 minutes old', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    api.clock.advance(10 * 60_000 + 1_000)
    await expect(mine.complete('example', returned)).rejects.toMatchObject(refused)
    const { token } = await mine.prove(example, 'example', newPerson())
    api.clock.advance(10 * 60_000 + 1_000)
    await expect(mine.signUp(token)).rejects.toMatchObject(invalidProof)
  })

  it('is not linked after 10 minutes, with BAD_USER_INPUT rather than UNAUTHENTICATED', async () => {
    const { mine } = await provided()
    other.user = newPerson()
    const returned = await visitProvider(await mine.begin('other', 'LINK'))
    api.clock.advance(10 * 60_000 + 1_000)
    await expect(mine.complete('other', returned)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'response' })
  })

  it('is not proven by a forged state, a state without a code, or a malformed answer', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    for (const search of ['', 'state=forged', '%', 'x'.repeat(20_000), `state=${returned.searchParams.get('state')}`]) {
      const wrong = new URL(returned)
      wrong.search = search
      await expect(mine.complete('example', wrong)).rejects.toMatchObject(refused)
    }
  })

  it('is not proven if its user declines at the provider, and can be proven afterwards', async () => {
    const mine = browser()
    example.user = undefined
    await expect(mine.complete('example', await visitProvider(await mine.begin('example')))).rejects.toThrow(
      'Example did not let you through.',
    )
    expect((await mine.prove(example, 'example', newPerson())).subject).toBe('NEW_USER')
  })

  it('is UNAVAILABLE while its provider is away, and other providers still work', async () => {
    const away = await startIdentityProvider([toRedirectUri(api.app, 'away')])
    await admitBy(api, 'away', away)
    const mine = browser()
    away.user = newPerson()
    const returned = await visitProvider(await mine.begin('away'))
    await away.close()
    await expect(mine.complete('away', returned)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    api.clock.advance(11 * 60_000)
    await expect(mine.begin('away')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await mine.prove(example, 'example', newPerson())).subject).toBe('NEW_USER')
  })
})
