import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDnsClient } from '../../platform/dns/look-up.ts'
import { describeApi } from '../../testing/api.ts'
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts'
import {
  AuditLogDocument,
  DeleteAccountDocument,
  DeleteDomainDocument,
  EndSingleSignOnDocument,
  IdentitiesDocument,
  InviteMemberDocument,
  TeamDocument,
  RefreshSessionDocument,
  RemoveMemberDocument,
  RequestEmailChangeDocument,
  SetSingleSignOnDocument,
  SignInDocument,
  TransferOwnershipDocument,
} from '../../testing/generated/documents.ts'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import { findMail, linkIn, verifyEmail } from '../../testing/mails.ts'
import { admitBy, TestBrowser } from '../../testing/provider-browser.ts'
import type { Member } from '../../testing/seed.ts'
import { newUser, password, signUp } from '../../testing/sign-up.ts'
import { removeProvider, toRedirectUri } from '../sign-in-providers/operator.ts'

const dayMs = 24 * 60 * 60_000

const bind = async (owner: Member, domainId: string, role: 'viewer' | 'admin' = 'viewer', providerId = 'company') =>
  await owner.client.run(SetSingleSignOnDocument, { input: { domainId, providerId, role } })
const newPerson = (domain: string, name = `bob-${randomUUID().slice(0, 8)}`) => ({
  sub: name,
  email: `${name}@${domain}`,
  email_verified: true,
})
const listMembers = async ({ client, accountId }: Member) =>
  (await client.run(TeamDocument, { accountId })).account.members

/** Reports whether a session is still live. */
const isSignedIn = async ({ client }: Pick<Member, 'client'>) =>
  await client.run(IdentitiesDocument, {}).then(
    () => true,
    () => false,
  )

describeApi('single sign-on of a domain', (api) => {
  let company: IdentityProvider
  let other: IdentityProvider
  let dns: DnsServer

  beforeAll(async () => {
    dns = await startDnsServer()
    api.app.dns = createDnsClient({ resolvers: [dns.address], timeoutMs: 100 })
    company = await startIdentityProvider([toRedirectUri(api.app, 'company')])
    other = await startIdentityProvider([toRedirectUri(api.app, 'other')])
    await admitBy(api, 'company', company)
    await admitBy(api, 'other', other)
  })
  afterAll(async () => {
    await company.close()
    await other.close()
    await dns.close()
  })

  /** Creates an account with a verified domain. */
  const withDomain = async (limits: { maxTeamMembers?: number } = {}) => {
    const owner = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: 10, ...limits })
    const domain = `${randomUUID().slice(0, 8)}.example.com`
    const now = api.clock.now()
    const id = randomUUID()
    await api.app.db
      .insertInto('domains')
      .values({
        id,
        accountId: owner.accountId,
        domain,
        verificationToken: 'none',
        status: 'verified',
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    return { owner, domain, id }
  }
  const bound = async (limits: { maxTeamMembers?: number } = {}) => {
    const made = await withDomain(limits)
    await bind(made.owner, made.id)
    return made
  }
  const browser = () => new TestBrowser(api)
  const comeIn = async (person: ReturnType<typeof newPerson>) => {
    const mine = browser()
    const { token, subject } = await mine.prove(company, 'company', person)
    return { mine, subject, ...(subject === 'USER' ? await mine.signIn(token) : await mine.signUp(token)) }
  }
  const byPassword = async (email: string) => {
    const input = { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    return (await api.client().run(SignInDocument, { input })).signIn.session
  }

  it('makes a person with an address of the domain a member, in the chosen role, at first sign-in, and records it', async () => {
    const { owner, domain, id } = await withDomain()
    await bind(owner, id, 'admin')
    const { joinedAccount, joinRefusal } = await comeIn(newPerson(domain))
    expect({ joinedAccount, joinRefusal }).toEqual({ joinedAccount: { id: owner.accountId }, joinRefusal: null })
    expect(await listMembers(owner)).toMatchObject([{ role: 'super_admin' }, { role: 'admin' }])
    const of = { accountId: owner.accountId, action: ['member.joined_by_domain'], page: 1, pageSize: 25 }
    expect((await owner.client.run(AuditLogDocument, of)).account.auditLog.nodes).toMatchObject([
      { changes: [{ field: 'role', from: 'null', to: '"admin"' }] },
    ])
  })

  it('does not add a member twice, or again after removal', async () => {
    const { owner, domain } = await bound()
    const person = newPerson(domain)
    await comeIn(person)
    expect((await comeIn(person)).joinedAccount).toBeNull()
    const bob = (await listMembers(owner)).find(({ role }) => role === 'viewer')!
    await owner.client.run(RemoveMemberDocument, { input: { id: bob.id } })
    expect((await comeIn(person)).joinedAccount).toBeNull()
    expect(await listMembers(owner)).toHaveLength(1)
  })

  it('signs in a person for whom the plan has no room, without a membership, and says why', async () => {
    const { domain } = await bound({ maxTeamMembers: 2 })
    await comeIn(newPerson(domain))
    const { joinedAccount, joinRefusal } = await comeIn(newPerson(domain))
    expect(joinedAccount).toBeNull()
    expect(joinRefusal).toMatch(/^You are not a member of .+ yet: its plan has no room for more/)
  })

  it('fills the last place in the plan once if two people sign in at the same time', async () => {
    const { owner, domain } = await bound({ maxTeamMembers: 2 })
    await Promise.all(
      [comeIn(newPerson(domain)), comeIn(newPerson(domain, `eve-${randomUUID().slice(0, 8)}`))].map((each) =>
        each.catch(() => undefined),
      ),
    )
    expect(await listMembers(owner)).toHaveLength(2)
  })

  it('gives an invited person the role of the invitation, and the place that it holds', async () => {
    const { owner, domain } = await bound({ maxTeamMembers: 2 })
    const person = newPerson(domain)
    await owner.client.run(InviteMemberDocument, {
      input: { accountId: owner.accountId, email: person.email, role: 'admin' },
    })
    expect((await comeIn(person)).joinedAccount).toEqual({ id: owner.accountId })
    expect(await listMembers(owner)).toMatchObject([{ role: 'super_admin' }, { role: 'admin' }])
  })

  it('directs a user with a password to the provider, which signs in the same user', async () => {
    const { owner, domain } = await bound()
    const person = newPerson(domain)
    const { user } = await signUp(api, newUser({ email: person.email }))
    await api.app.db.updateTable('users').set({ emailVerifiedAt: api.clock.now() }).where('id', '=', user.id).execute()
    await expect(byPassword(person.email)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'SINGLE_SIGN_ON' })
    const { subject, session, mine } = await comeIn(person)
    expect(subject).toBe('USER')
    expect(session.user.id).toBe(user.id)
    expect((await mine.run(IdentitiesDocument, {})).viewer).toMatchObject({
      hasPassword: true,
      identities: [{ provider: { id: 'company' } }],
    })
    expect(await findMail(api, person.email, 'sign-in was changed')).toMatchObject({
      text: expect.stringContaining('Company'),
    })
    expect(await listMembers(owner)).toHaveLength(2)
  })

  it('ends the sessions of its people when it begins and when its provider changes, but not those of owners', async () => {
    const { owner, domain, id } = await withDomain()
    const prove = async ({ user }: Member, at: string) => {
      const email = `${user.firstName.toLowerCase()}@${at}`
      await api.app.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
    }
    const [grace, mia] = [await owner.invite('Grace', 'admin'), await owner.invite('Mia', 'viewer')]
    const bob = await api.seed.owner('Bob')
    await prove(owner, domain)
    await prove(grace, domain)
    await prove(bob, domain)
    await prove(mia, `sub.${domain}`)
    const unproven = await signUp(api, newUser({ email: `eve@${domain}` }))
    const signedIn = async () => await Promise.all([grace, bob, mia, owner, unproven].map(isSignedIn))
    expect(await signedIn()).toEqual([true, true, true, true, true])
    await bind(owner, id)
    expect(await signedIn()).toEqual([false, false, true, true, true])

    const { session } = await comeIn(newPerson(domain))
    const person = { client: api.client(`Bearer ${session.accessToken}`) }
    await bind(owner, id, 'admin')
    expect(await isSignedIn(person)).toBe(true)
    await bind(owner, id, 'admin', 'other')
    expect(await isSignedIn(person)).toBe(false)
  })

  it('ends the sessions of its people in as many statements however many they are', async () => {
    const statements: number[] = []
    for (const count of [1, 5]) {
      const { owner, domain, id } = await withDomain()
      const people: Member[] = []
      for (let n = 0; n < count; n += 1) {
        const bob = await api.seed.owner('Bob')
        const email = `bob-${n}@${domain}`
        await api.app.db.updateTable('users').set({ email }).where('id', '=', bob.user.id).execute()
        people.push(bob)
      }
      statements.push(await api.countStatements(() => bind(owner, id)))
      expect(await Promise.all(people.map(isSignedIn))).not.toContain(true)
    }
    expect(statements[1]).toBe(statements[0])
  })

  it('is in the audit log with what changed of it', async () => {
    const { owner, id } = await bound()
    await bind(owner, id, 'admin')
    await bind(owner, id, 'admin', 'other')
    const { accountId } = owner
    const action = ['domain.single_sign_on_set']
    const { account } = await owner.client.run(AuditLogDocument, { accountId, action, page: 1, pageSize: 25 })
    const words = account.auditLog.nodes.map(({ changes }) =>
      changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`).toSorted(),
    )
    expect(words).toEqual([
      ['provider: "company" → "other"'],
      ['role: "viewer" → "admin"'],
      ['provider: null → "company"', 'role: null → "viewer"'],
    ])
  })

  it('ends the sessions of a user who proves an address of the domain without the provider', async () => {
    const { domain } = await bound()
    const eve = await signUp(api, newUser({ email: `eve@${domain}` }))
    await verifyEmail(api, eve)
    expect(await isSignedIn(eve)).toBe(false)
    await expect(byPassword(eve.email)).rejects.toMatchObject({ reason: 'SINGLE_SIGN_ON' })

    const bob = await api.seed.owner('Bob')
    const email = `bob@${domain}`
    await bob.client.run(RequestEmailChangeDocument, { input: { email } })
    await verifyEmail(api, { ...bob, email })
    expect(await isSignedIn(bob)).toBe(false)
    expect((await comeIn({ sub: 'bob', email, email_verified: true })).session.user.id).toBe(bob.user.id)
  })

  it('ends the sessions of a former owner, by password and by another provider, when they are refreshed, but not that of a person who came by the provider', async () => {
    const { owner, domain } = await bound()
    const email = `ada@${domain}`
    const subject = randomUUID()
    await api.app.db.updateTable('users').set({ email }).where('id', '=', owner.user.id).execute()
    const createdAt = api.clock.now()
    const identity = { id: randomUUID(), userId: owner.user.id, providerId: 'other', subject, name: null, createdAt }
    await api.app.db.insertInto('identities').values(identity).execute()
    const byOther = browser()
    const { token } = await byOther.prove(other, 'other', { sub: subject })
    const refresh = async (refreshToken: string | null) =>
      (await api.client().run(RefreshSessionDocument, { input: { refreshToken } })).refreshSession.session.refreshToken
    const ofOwner = [
      await refresh((await byPassword(email)).refreshToken),
      await refresh((await byOther.signIn(token)).session.refreshToken),
    ]
    const ofPerson = await refresh((await comeIn(newPerson(domain))).session.refreshToken)
    const { accountId } = owner
    const { membershipId: memberId } = await owner.invite('Mia', 'viewer')
    await owner.client.run(TransferOwnershipDocument, { input: { accountId, memberId } })
    for (const ended of ofOwner) await expect(refresh(ended)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await refresh(ofPerson)).toEqual(expect.any(String))
  })

  it('directs a person to the provider who signs up through an invitation, which proves their address', async () => {
    const { domain } = await bound()
    const inviter = await api.seed.owner('Eve')
    const person = newPerson(domain)
    const { accountId } = inviter
    await inviter.client.run(InviteMemberDocument, { input: { accountId, email: person.email, role: 'viewer' } })
    const link = linkIn(await findMail(api, person.email, 'invited you'), 'signup')
    const inviteToken = link.searchParams.get('invite_token') ?? ''
    const elsewhere = { code: 'FORBIDDEN', reason: 'SINGLE_SIGN_ON' }
    await expect(signUp(api, { ...newUser({ email: person.email }), inviteToken })).rejects.toMatchObject(elsewhere)
    const byAnother = browser()
    const { token } = await byAnother.prove(other, 'other', person)
    await expect(byAnother.signUp(token, { inviteToken })).rejects.toMatchObject(elsewhere)
    const mine = browser()
    const { session } = await mine.signUp((await mine.prove(company, 'company', person)).token, { inviteToken })
    expect(session.user.email).toBe(person.email)
  })

  it('is not revealed to a client that does not know the password', async () => {
    const { domain } = await bound()
    const person = newPerson(domain)
    await comeIn(person)
    const input = { email: person.email, password: 'wrong', rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    await expect(api.client().run(SignInDocument, { input })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('does not lock out its owner, who can sign in by password and end it', async () => {
    const { owner, domain, id } = await withDomain()
    const email = `ada@${domain}`
    await api.app.db
      .updateTable('users')
      .set({ email, emailVerifiedAt: api.clock.now() })
      .where('id', '=', owner.user.id)
      .execute()
    await bind(owner, id)
    const { accessToken } = await byPassword(email)
    await api.client(`Bearer ${accessToken}`).run(EndSingleSignOnDocument, { input: { domainId: id } })
    const person = newPerson(domain)
    expect((await comeIn(person)).joinedAccount).toBeNull()
  })

  it('trusts only its own provider for addresses of the domain, and does not cover subdomains', async () => {
    const { domain } = await bound()
    const mine = browser()
    expect(await mine.prove(other, 'other', newPerson(domain))).toMatchObject({ isEmailProven: false })
    const { joinedAccount } = await comeIn(newPerson(`sub.${domain}`))
    expect(joinedAccount).toBeNull()
    const unproven = browser()
    const { token } = await unproven.prove(company, 'company', { ...newPerson(domain), email_verified: false })
    expect((await unproven.signUp(token)).joinedAccount).toBeNull()
  })

  it('requires a verified domain, its owner, a fresh proof and an existing provider', async () => {
    const { owner, id } = await withDomain()
    const admin = await owner.invite('Grace', 'admin')
    await expect(bind(admin, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(bind(owner, id, 'viewer', 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const stranger = await api.seed.owner('Eve')
    await expect(bind(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await api.app.db.updateTable('domains').set({ status: 'pending' }).where('id', '=', id).execute()
    await expect(bind(owner, id)).rejects.toMatchObject({ code: 'CONFLICT' })
    api.clock.advance(11 * 60_000)
    await expect(bind(owner, id)).rejects.toMatchObject({ code: 'FRESH_PROOF_REQUIRED' })
  })

  it('ends when the domain is deleted or no longer verified', async () => {
    const deleted = await bound()
    await deleted.owner.client.run(DeleteDomainDocument, { input: { id: deleted.id } })
    expect((await comeIn(newPerson(deleted.domain))).joinedAccount).toBeNull()
    const failing = await bound()
    for (let day = 0; day < 4; day += 1) {
      api.clock.advance(dayMs)
      await api.runJobs()
    }
    expect((await comeIn(newPerson(failing.domain))).joinedAccount).toBeNull()
  })

  it('ends with the account, whose people can still sign in', async () => {
    const { owner, domain } = await bound()
    const person = newPerson(domain)
    await comeIn(person)
    const { accountId, namespace } = owner
    await owner.client.run(DeleteAccountDocument, { input: { accountId, namespace } })
    expect(await comeIn(person)).toMatchObject({ joinedAccount: null, joinRefusal: null })
    expect((await comeIn(newPerson(domain))).joinedAccount).toBeNull()
  })

  it('keeps the operator from removing its provider', async () => {
    const { domain } = await bound()
    await expect(removeProvider(api.app, 'company')).rejects.toThrow(domain)
  })
})
