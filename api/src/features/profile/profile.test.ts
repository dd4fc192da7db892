import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeApi, describeApiOnce } from '../../testing/api.ts'
import { enrolPasskey, enrolTotp, newAuthenticator } from '../../testing/factors.ts'
import {
  AcceptInviteDocument,
  AgentsDocument,
  CancelEmailChangeDocument,
  ConfirmIdentityDocument,
  DeleteUserDocument,
  EmailChangeLinkDocument,
  ExportUserDocument,
  InviteMemberDocument,
  ProfileDocument,
  RequestEmailChangeDocument,
  SignInDocument,
  StartAgentDocument,
  TeamDocument,
  TransferOwnershipDocument,
  TunnelEndedDocument,
  UpdateProfileDocument,
  VerifyEmailDocument,
} from '../../testing/generated/documents.ts'
import { findMail, verificationToken, verifyEmail } from '../../testing/mails.ts'
import { newUser, password, signUp } from '../../testing/sign-up.ts'

const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.com`
const newNumber = () => `+336${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

describeApi("a user's profile", (api) => {
  const signIn = async (input: { email?: string; phone?: string }) =>
    (
      await api.client().run(SignInDocument, {
        input: { password, rememberMe: false, tokenDelivery: 'RESPONSE' as const, ...input },
      })
    ).signIn.session
  const verified = async () => {
    const ada = await signUp(api)
    await verifyEmail(api, ada)
    return ada
  }
  const profileOf = async ({ client }: { client: ReturnType<typeof api.client> }) =>
    (await client.run(ProfileDocument, {})).viewer

  it('takes a new name and locale, and keeps what is not given', async () => {
    const { client } = await verified()
    const renamed = await client.run(UpdateProfileDocument, { input: { firstName: ' Augusta ', locale: 'de-de' } })
    expect(renamed.updateProfile.user).toEqual({ fullName: 'Augusta Hopper', phone: null, locale: 'de-DE' })
    const back = await client.run(UpdateProfileDocument, { input: { locale: null } })
    expect(back.updateProfile.user).toEqual({ fullName: 'Augusta Hopper', phone: null, locale: null })
  })

  it.each([
    ['an empty name', { firstName: ' ' }, 'firstName'],
    ['a name that is a domain name', { lastName: 'evil.com' }, 'lastName'],
    ['a malformed locale', { locale: 'klingon!' }, 'locale'],
    ['an unknown locale', { locale: 'xx-YY' }, 'locale'],
    ['a phone number without a country code', { phone: '0612345678' }, 'phone'],
  ])('refuses %s', async (_what, input, field) => {
    const { client } = await verified()
    await expect(client.run(UpdateProfileDocument, { input })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field })
  })

  it('takes an unused phone number with a fresh proof, and its user can sign in by it', async () => {
    const { client, user } = await verified()
    const phone = newNumber()
    api.clock.advance(11 * 60_000)
    await expect(client.run(UpdateProfileDocument, { input: { phone } })).rejects.toMatchObject({
      code: 'FRESH_PROOF_REQUIRED',
    })
    await client.run(ConfirmIdentityDocument, { input: { password } })
    await client.run(UpdateProfileDocument, { input: { phone } })
    expect((await signIn({ phone })).user.id).toBe(user.id)
    const other = await verified()
    await expect(other.client.run(UpdateProfileDocument, { input: { phone } })).rejects.toMatchObject({
      code: 'CONFLICT',
      field: 'phone',
    })
    await client.run(UpdateProfileDocument, { input: { phone: null } })
    await expect(signIn({ phone })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('keeps the phone number of a user who has no email address', async () => {
    const { email: _none, ...rest } = newUser()
    const phone = newNumber()
    const { client } = await signUp(api, { ...rest, phone } as never)
    await expect(client.run(UpdateProfileDocument, { input: { phone: null } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'phone',
    })
  })

  it('changes its address once the link is opened, notifies the old one twice, and ends other sessions', async () => {
    const ada = await verified()
    const elsewhere = await signIn({ email: ada.email })
    const email = newAddress()
    await ada.client.run(RequestEmailChangeDocument, { input: { email } })
    expect(await profileOf(ada)).toMatchObject({ pendingEmail: email, user: { email: ada.email } })
    expect((await findMail(api, ada.email, 'is about to change')).text).toContain(email)
    const token = await verificationToken(api, email)
    const link = { email, isChange: true }
    expect((await api.client().run(EmailChangeLinkDocument, { token })).emailVerification).toEqual({
      ...link,
      state: 'OPEN',
    })

    await ada.client.run(VerifyEmailDocument, { input: { token } })
    expect(await profileOf(ada)).toMatchObject({
      pendingEmail: null,
      user: { email, emailVerifiedAt: expect.any(String) },
    })
    expect((await findMail(api, ada.email, 'was changed')).text).toContain(email)
    await expect(api.client(`Bearer ${elsewhere.accessToken}`).run(ProfileDocument, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    expect((await signIn({ email })).user.id).toBe(ada.user.id)
    await expect(signIn({ email: ada.email })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await api.client().run(EmailChangeLinkDocument, { token })).emailVerification).toEqual({
      ...link,
      state: 'VERIFIED',
    })
  })

  it('keeps its address if the link is opened by another user, cancelled, or replaced by a later one', async () => {
    const ada = await verified()
    const eve = await verified()
    const [first, second] = [newAddress(), newAddress()]
    await ada.client.run(RequestEmailChangeDocument, { input: { email: first } })
    const token = await verificationToken(api, first)
    await expect(eve.client.run(VerifyEmailDocument, { input: { token } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await ada.client.run(RequestEmailChangeDocument, { input: { email: second } })
    await expect(ada.client.run(VerifyEmailDocument, { input: { token } })).rejects.toMatchObject({ field: 'token' })
    await ada.client.run(CancelEmailChangeDocument, {})
    const late = await verificationToken(api, second)
    await expect(ada.client.run(VerifyEmailDocument, { input: { token: late } })).rejects.toMatchObject({
      field: 'token',
    })
    expect(await profileOf(ada)).toMatchObject({ pendingEmail: null, user: { email: ada.email } })
  })

  it('refuses an address that another user has proven, but takes one that was never proven', async () => {
    const ada = await verified()
    const grace = await verified()
    await expect(ada.client.run(RequestEmailChangeDocument, { input: { email: grace.email } })).rejects.toMatchObject({
      code: 'CONFLICT',
      field: 'email',
    })
    await expect(ada.client.run(RequestEmailChangeDocument, { input: { email: ada.email } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const squatter = await signUp(api)
    await ada.client.run(RequestEmailChangeDocument, { input: { email: squatter.email } })
    await ada.client.run(VerifyEmailDocument, { input: { token: await verificationToken(api, squatter.email) } })
    expect((await profileOf(ada)).user.email).toBe(squatter.email)
    await expect(squatter.client.run(ProfileDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('gives an address to only one of two users who open their links to it at the same time', async () => {
    const email = newAddress()
    const users = [await verified(), await verified()]
    const tokens: string[] = []
    for (const { client } of users) {
      await client.run(RequestEmailChangeDocument, { input: { email } })
      tokens.push(await verificationToken(api, email))
    }
    const outcomes = await Promise.allSettled(
      users.map(
        async ({ client }, index) => await client.run(VerifyEmailDocument, { input: { token: tokens[index]! } }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('refuses to change its address in a stolen session, and mails at most five links an hour', async () => {
    const ada = await verified()
    for (let count = 0; count < 4; count += 1) {
      await ada.client.run(RequestEmailChangeDocument, { input: { email: newAddress() } })
    }
    // The link of the sign-up is the fifth.
    await expect(ada.client.run(RequestEmailChangeDocument, { input: { email: newAddress() } })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    api.clock.advance(61 * 60_000)
    const { accessToken } = await signIn({ email: ada.email })
    api.clock.advance(11 * 60_000)
    await expect(
      api.client(`Bearer ${accessToken}`).run(RequestEmailChangeDocument, { input: { email: newAddress() } }),
    ).rejects.toMatchObject({ code: 'FRESH_PROOF_REQUIRED' })
  })

  it('is deleted on confirmation, leaving no name, address, number, factor or session', async () => {
    const owner = await api.seed.owner('Ada')
    const { client, user, accountId } = await owner.invite('Grace', 'admin')
    const phone = newNumber()
    await client.run(UpdateProfileDocument, { input: { phone } })
    await enrolTotp(api, client)
    await enrolPasskey(client, newAuthenticator(api))
    expect((await client.run(ProfileDocument, {})).viewer.deletion).toEqual({
      deletedAccounts: [],
      accountsInTheWay: [],
      leftAccounts: [{ id: accountId }],
    })
    await expect(client.run(DeleteUserDocument, { input: { confirmation: 'yes' } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'confirmation',
    })
    await client.run(DeleteUserDocument, { input: { confirmation: ` ${user.email!.toUpperCase()} ` } })

    await expect(client.run(ProfileDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    for (const identifier of [{ email: user.email! }, { phone }]) {
      await expect(signIn(identifier)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    expect((await owner.client.run(TeamDocument, { accountId })).account.members).toHaveLength(1)
    const { db } = api.app
    const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: null, phone: null, firstName: 'Deleted', lastName: 'user', passwordHash: null })
    for (const table of ['sessions', 'factors', 'recoveryCodes', 'identities', 'emailVerifications'] as const) {
      expect(await db.selectFrom(table).selectAll().where('userId', '=', user.id).execute()).toEqual([])
    }
    const log = await db
      .selectFrom('auditEntries')
      .selectAll()
      .where('accountId', 'is', null)
      .where('objectId', '=', user.id)
      .execute()
    expect(log).toEqual([])
    // The address and the number are free again.
    const next = { ...newUser({ email: user.email! }), phone }
    expect((await signUp(api, next)).user.id).not.toBe(user.id)
  })

  it('is deleted with the accounts that belong to its user alone, and leaves those of others as they are', async () => {
    const grace = await api.seed.owner('Grace')
    const { accountId: teamId, client: owner, ...team } = await api.seed.owner('Ada')
    const { client } = grace
    const invite = { accountId: teamId, email: grace.user.email!, role: 'admin' as const }
    const { url } = (await owner.run(InviteMemberDocument, { input: invite })).inviteMember.invite
    const token = new URL(url!).searchParams.get('invite_token')!
    await client.run(AcceptInviteDocument, { input: { token } })
    const [own, others] = [await grace.agent(), await team.agent()]
    const program = await grace.authToken()
    expect((await client.run(ProfileDocument, {})).viewer.deletion).toEqual({
      deletedAccounts: [{ id: grace.accountId }],
      accountsInTheWay: [],
      leftAccounts: [{ id: teamId }],
    })

    const ended = await api.edge().subscribe(TunnelEndedDocument, {})
    await client.run(DeleteUserDocument, { input: { confirmation: grace.user.email! } })
    const start = { accountId: grace.accountId, forwardingTo: 'http://localhost:3000' }
    await expect(program.client.run(StartAgentDocument, { input: start })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    const states = await api.app.db
      .selectFrom('accounts')
      .select(['id', 'deletedAt'])
      .where('id', 'in', [grace.accountId, teamId])
      .execute()
    expect(new Map(states.map(({ id, deletedAt }) => [id, deletedAt]))).toEqual(
      new Map([
        [grace.accountId, expect.any(Date)],
        [teamId, null],
      ]),
    )
    expect((await ended.next()).tunnelEnded).toEqual({ agentId: own.id, reason: 'ACCOUNT_DELETED' })
    await ended.close()
    const { nodes } = (await owner.run(AgentsDocument, { accountId: teamId })).account.agents
    expect(nodes).toMatchObject([{ id: others.id, status: 'active' }])
  })

  it('cannot be deleted while a team would be left without an owner, until it is handed over', async () => {
    const ada = await api.seed.owner('Ada')
    const grace = await ada.invite('Grace', 'viewer')
    const confirmation = ada.user.email!
    expect((await ada.client.run(ProfileDocument, {})).viewer.deletion.accountsInTheWay).toEqual([
      { id: ada.accountId },
    ])
    await expect(ada.client.run(DeleteUserDocument, { input: { confirmation } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await ada.client.run(TransferOwnershipDocument, {
      input: { accountId: ada.accountId, memberId: grace.membershipId },
    })
    await ada.client.run(DeleteUserDocument, { input: { confirmation } })
    expect((await grace.client.run(TeamDocument, { accountId: ada.accountId })).account.members).toMatchObject([
      { role: 'super_admin' },
    ])
  })

  it('cannot be deleted in a stolen session', async () => {
    const ada = await api.seed.owner('Ada')
    const client = (await api.seed.session(ada.user)).client
    api.clock.advance(11 * 60_000)
    await expect(client.run(DeleteUserDocument, { input: { confirmation: ada.user.email! } })).rejects.toMatchObject({
      code: 'FRESH_PROOF_REQUIRED',
    })
  })

  it('exports what is stored about its user, without secrets', async () => {
    const { client, user } = await api.seed.owner('Ada')
    const app = await enrolTotp(api, client)
    const { fileName, json } = (await client.run(ExportUserDocument, {})).exportUser
    expect(fileName).toMatch(/^culvert-user-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(json)).toMatchObject({
      user: { id: user.id, email: user.email },
      memberships: [{ role: 'super_admin' }],
      factors: [{ kind: 'TOTP' }],
      sessions: [{ provenBy: expect.any(Array) }],
      auditLog: expect.arrayContaining([expect.objectContaining({ action: 'user.factor_added' })]),
    })
    for (const secret of ['passwordHash', 'sealedSecret', ...app.recoveryCodes]) expect(json).not.toContain(secret)
  })
})

// Apart from the others, which would use up some of the attempts.
describeApiOnce("a user's address and number", (api) => {
  it('can be asked for 60 times an hour from a client, because the answer reveals whether somebody has them', async () => {
    const [ada, grace] = [await signUp(api), await signUp(api)]
    await verifyEmail(api, grace)
    const phone = newNumber()
    await signUp(api, { ...newUser(), phone })
    const askForAddress = () => ada.client.run(RequestEmailChangeDocument, { input: { email: grace.email } })
    const askForNumber = () => ada.client.run(UpdateProfileDocument, { input: { phone } })
    for (let count = 0; count < 30; count += 1) {
      await expect(askForAddress()).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(askForNumber()).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    await expect(askForAddress()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(askForNumber()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await ada.client.run(UpdateProfileDocument, { input: { firstName: 'Augusta', phone: null } })
  })
})
