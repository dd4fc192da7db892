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

  it('is of one of the providers that the sign-in page shows, without what is secret of them', async () => {
    const { signInProviders } = (await api.client().run(SignInProvidersDocument, {})).site
    expect(signInProviders).toEqual([
      { id: 'example', label: 'Example', kind: 'OIDC' },
      { id: 'other', label: 'Other', kind: 'OIDC' },
    ])
  })

  it('makes a user of somebody new, with the address that the provider has proven, and signs them in from then on', async () => {
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

  it('is made once, of two who sign up by the same user of a provider at the same time', async () => {
    const person = newPerson()
    const browsers = [browser(), browser()]
    const words: string[] = []
    for (const each of browsers) words.push((await each.prove(example, 'example', person)).token)
    const outcomes = await Promise.allSettled(browsers.map(async (each, index) => await each.signUp(words[index]!)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
  })

  it('does not come about by an address alone: who has proven it signs in as before, and links', async () => {
    const ada = await linked()
    const mine = browser()
    const stranger = newPerson({ email: ada.email })
    const proof = await mine.prove(example, 'example', stranger)
    expect(proof.subject).toBe('ADDRESS_OF_USER')
    await expect(mine.signIn(proof.token)).rejects.toMatchObject(invalidProof)
    await expect(mine.signUp(proof.token)).rejects.toMatchObject({ code: 'CONFLICT', field: 'email' })
  })

  it('takes an address from somebody who typed it and never proved it, if the provider says that it is proven', async () => {
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

  it('ends with the address that its user never proved: a stranger who linked it does not come in again', async () => {
    const squatter = await linked({ isProven: false })
    const owner = browser()
    await owner.signUp((await owner.prove(other, 'other', newPerson({ email: squatter.email }))).token)
    const back = browser()
    expect((await back.prove(example, 'example', squatter.person)).subject).toBe('NEW_USER')
  })

  it('needs an address from somebody whose provider gives none, and mails a link to prove it', async () => {
    const mine = browser()
    const { sub } = newPerson()
    const proof = await mine.prove(example, 'example', { sub })
    expect(proof).toMatchObject({ email: null, isEmailProven: false })
    await expect(mine.signUp(proof.token)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'email' })
    const email = `${sub}@example.com`
    const { session } = await mine.signUp(proof.token, { email })
    expect(session.user.email).toBe(email)
    const row = await api.app.db
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('email', '=', email)
      .executeTakeFirst()
    expect(row).toEqual({ emailVerifiedAt: null })
  })

  it('is linked by its user, who is told by mail, and signs them in', async () => {
    const { person, user, email } = await linked()
    expect(await findMail(api, email, 'sign-in was changed')).toMatchObject({
      text: expect.stringContaining('Sign-in with Example was linked with you.'),
    })
    const mine = browser()
    expect((await mine.signIn((await mine.prove(example, 'example', person)).token)).session.user.id).toBe(user.id)
  })

  it('is linked with one user only, who has one of each provider', async () => {
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

  it('is linked and unlinked with a fresh proof alone: a stolen session does neither', async () => {
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

  it('confirms who its user is, and nobody else', async () => {
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

  it('is asked for a code by a user who has an authenticator app, and its word is not used up meanwhile', async () => {
    const { person, mine } = await provided()
    const app = await enrolTotp(api, api.client(`Bearer ${mine.accessToken}`))
    const next = browser()
    const { token } = await next.prove(example, 'example', person)
    await expect(next.signIn(token)).rejects.toMatchObject({ code: 'FACTOR_REQUIRED', factors: ['TOTP'] })
    await expect(next.signIn(token, { code: { totp: '000000' } })).rejects.toMatchObject({ field: 'code' })
    const { session } = await next.signIn(token, { code: { totp: app.nextCode() } })
    expect(session).toMatchObject({ assurance: 'TWO_FACTORS', provenBy: ['PROVIDER', 'TOTP'] })
  })

  it('stays while it is the last way in, and so does the last passkey', async () => {
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

  it('and a passkey are not both removed by two who ask at the same time', async () => {
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

  it('gives a user without a password no way to sign in with one', async () => {
    const { person } = await provided()
    for (const guess of ['', 'null', 'undefined', password]) {
      const input = { email: person.email, password: guess, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
      await expect(api.client().run(SignInDocument, { input })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })

  it('ends with its provider, which the operator removes', async () => {
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

  it('is nobody’s whom the provider may not let in: neither new users, nor other domains', async () => {
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
    ['the nonce of another errand', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another client' })],
    [
      'several audiences, and a client that is not this one',
      (claims) => ({ ...claims, aud: ['culvert', 'x'], azp: 'x' }),
    ],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['a time that is over', (claims) => ({ ...claims, exp: 1 })],
    ['no subject', ({ sub: _sub, ...claims }) => claims],
  ])('is not proven by an ID token with %s', async (_what, tamper) => {
    example.tamper = tamper
    const mine = browser()
    await expect(mine.prove(example, 'example', newPerson())).rejects.toMatchObject(refused)
    example.tamper = undefined
    expect((await mine.prove(example, 'example', newPerson())).subject).toBe('NEW_USER')
  })

  it('is not proven by an ID token without a signature, or with a signature of the client’s secret', async () => {
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

  it('is proven by an answer once: neither the answer nor the word counts again', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    const { token } = await mine.complete('example', returned)
    await expect(mine.complete('example', returned)).rejects.toMatchObject(refused)
    await mine.signUp(token)
    await expect(mine.signIn(token)).rejects.toMatchObject(invalidProof)
  })

  it('is proven once by one answer that is brought twice at the same time', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    const before = example.exchanges
    const outcomes = await Promise.allSettled([1, 2, 3].map(async () => await mine.complete('example', returned)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(example.exchanges).toBe(before + 1)
  })

  it('is proven in the browser that began alone: an answer that is planted in another signs nobody in', async () => {
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

  it('is proven by the provider that was asked alone: an answer of another one is not taken to it', async () => {
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

  it('is proven for one purpose, one user and one session', async () => {
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

  it('is not proven after 10 minutes, on the way or as a word', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    api.clock.advance(10 * 60_000 + 1_000)
    await expect(mine.complete('example', returned)).rejects.toMatchObject(refused)
    const { token } = await mine.prove(example, 'example', newPerson())
    api.clock.advance(10 * 60_000 + 1_000)
    await expect(mine.signUp(token)).rejects.toMatchObject(invalidProof)
  })

  it('is not linked after 10 minutes, which does not say that the session is over', async () => {
    const { mine } = await provided()
    other.user = newPerson()
    const returned = await visitProvider(await mine.begin('other', 'LINK'))
    api.clock.advance(10 * 60_000 + 1_000)
    await expect(mine.complete('other', returned)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'response' })
  })

  it('is not proven by a forged state, a state without a code, or what is no answer', async () => {
    const mine = browser()
    example.user = newPerson()
    const returned = await visitProvider(await mine.begin('example'))
    for (const search of ['', 'state=forged', '%', 'x'.repeat(20_000), `state=${returned.searchParams.get('state')}`]) {
      const wrong = new URL(returned)
      wrong.search = search
      await expect(mine.complete('example', wrong)).rejects.toMatchObject(refused)
    }
  })

  it('is not proven when its user does not want to, and the way is open again', async () => {
    const mine = browser()
    example.user = undefined
    await expect(mine.complete('example', await visitProvider(await mine.begin('example')))).rejects.toThrow(
      'Example did not let you through.',
    )
    expect((await mine.prove(example, 'example', newPerson())).subject).toBe('NEW_USER')
  })

  it('waits for a provider that is away, and other ways in are open meanwhile', async () => {
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
