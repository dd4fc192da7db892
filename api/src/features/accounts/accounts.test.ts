import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { approve, requestSignIn } from '../../testing/command-line-sign-in.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AcceptInviteDocument,
  AccountChangedDocument,
  AccountDocument,
  CreateAccountDocument,
  DeleteAccountDocument,
  ExportAccountDocument,
  InviteMemberDocument,
  RedeemCommandLineSignInDocument,
  StartAgentDocument,
  TunnelEndedDocument,
  UpdateAccountDocument,
  ViewerMembershipsDocument,
} from '../../testing/generated/documents.ts'
import { withMachineAhead } from '../../testing/machine-clock.ts'
import type { Member } from '../../testing/seed.ts'

const minuteMs = 60 * 1_000
const dayMs = 24 * 60 * minuteMs
const notFound = { code: 'NOT_FOUND' }
const forSuperAdmins = {
  code: 'FORBIDDEN',
  message: 'Your role in this account is admin; this takes super_admin. Ask one of them to do it.',
}

/** A namespace that no other test uses. */
let namespaces = 0
const newNamespace = (start = 'space') => `${start}-${Date.now().toString(36)}-${(namespaces += 1)}`

const update = async ({ client, accountId }: Member, changes: { name?: string; namespace?: string }) =>
  (await client.run(UpdateAccountDocument, { input: { accountId, ...changes } })).updateAccount.account

const create = async ({ client }: Member, name: string, namespace?: string) =>
  (await client.run(CreateAccountDocument, { input: { name, namespace } })).createAccount.membership

const remove = async ({ client, accountId }: Member, namespace: string) =>
  (await client.run(DeleteAccountDocument, { input: { accountId, namespace } })).deleteAccount.accountId

const codes = (results: PromiseSettledResult<unknown>[]) =>
  results
    .map((result) => (result.status === 'rejected' ? result.reason.code : 'fulfilled'))
    .toSorted((a, b) => (a < b ? -1 : 1))

describeApi('accounts', (api) => {
  const changeable = async (firstName: string) =>
    await (await api.seed.owner(firstName)).withLimits({ allowsNamespaceChange: true })

  describe('account', () => {
    it('shows members the account and what their role allows', async () => {
      const ada = await api.seed.owner('Ada')
      const viewer = await ada.invite('Vera', 'viewer')
      const { account } = await ada.client.run(AccountDocument, { id: ada.accountId })
      expect(account).toEqual({
        id: ada.accountId,
        name: "Ada's account",
        namespace: ada.namespace,
        namespaceChangesCount: 0,
        createdAt: expect.any(String),
        viewerRole: 'super_admin',
        viewerCanUpdate: true,
        viewerCanChangeNamespace: false,
        viewerCanDelete: true,
        viewerCanManageGateways: true,
        viewerCanStopAgents: true,
        plan: { name: 'Early Access', type: 'free' },
      })
      expect((await viewer.client.run(AccountDocument, { id: ada.accountId })).account).toMatchObject({
        viewerRole: 'viewer',
        viewerCanUpdate: false,
        viewerCanDelete: false,
        viewerCanManageGateways: false,
        viewerCanStopAgents: false,
      })
    })

    it('answers a stranger as if the account did not exist', async () => {
      const ada = await api.seed.owner('Ada')
      const stranger = await api.seed.owner('Sam')
      const answers = await Promise.all(
        [ada.accountId, 'nobody-has-this'].map((id) =>
          stranger.client.run(AccountDocument, { id }).catch((error) => error),
        ),
      )
      for (const answer of answers) {
        expect(answer).toMatchObject({
          code: 'NOT_FOUND',
          message: 'No such account: it does not exist, or it is not yours to see.',
        })
      }
    })

    it('returns NOT_FOUND to a removed member, and to its owner once it is deleted', async () => {
      const ada = await api.seed.owner('Ada')
      const former = await ada.invite('Fay', 'admin')
      const deletedAt = api.clock.now()
      await api.app.db.updateTable('accountUsers').set({ deletedAt }).where('userId', '=', former.user.id).execute()
      await expect(former.client.run(AccountDocument, { id: ada.accountId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await api.app.db.updateTable('accounts').set({ deletedAt }).where('id', '=', ada.accountId).execute()
      await expect(ada.client.run(AccountDocument, { id: ada.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('createAccount', () => {
    it('creates another account for the caller, with a namespace made from its name', async () => {
      const ada = await api.seed.owner('Ada')
      const name = `Team ${newNamespace('red')}`
      const membership = await create(ada, ` ${name} `)
      expect(membership).toEqual({
        id: expect.any(String),
        role: 'super_admin',
        account: {
          id: expect.any(String),
          name,
          namespace: name.toLowerCase().replaceAll(' ', '-'),
          viewerRole: 'super_admin',
          plan: { name: 'Early Access' },
        },
      })
    })

    it('notifies the dashboards of the user, which list the account', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(ViewerMembershipsDocument, {})
      const { account } = await create(ada, 'Second')
      expect((await changes.next()).viewerChanged.memberships).toMatchObject([
        { account: { id: ada.accountId } },
        { account: { id: account.id, name: 'Second' } },
      ])
      await changes.close()
    })

    it('uses the given namespace, and refuses one that is taken', async () => {
      const ada = await api.seed.owner('Ada')
      const namespace = newNamespace()
      expect((await create(ada, 'Second', namespace)).account.namespace).toBe(namespace)
      await expect(create(ada, 'Third', namespace)).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'namespace',
        message: 'This namespace is taken, or was until recently. Choose another one.',
      })
    })

    it('refuses a namespace that ends with a hyphen and another one, or the reverse, without naming it', async () => {
      const [ada, bea] = [await api.seed.owner('Ada'), await changeable('Bea')]
      const base = newNamespace('z')
      const refusal = {
        code: 'CONFLICT',
        field: 'namespace',
        message:
          "This namespace and another account's would share hostnames: one ends with a hyphen and the other, as my-ada does with ada. Choose another one.",
      }
      await create(ada, 'Base', `ada_${base}`)
      for (const namespace of [base, `my-ada-${base}`, `x_ada-${base}`]) {
        await expect(create(bea, 'x', namespace)).rejects.toMatchObject(refusal)
        await expect(update(bea, { namespace })).rejects.toMatchObject(refusal)
      }
      await expect(create(bea, 'x', `ada-${base}`)).rejects.toMatchObject({ message: /^This namespace is taken/ })
      // Neither ends with a hyphen followed by the other.
      for (const namespace of [`ada-${base}x`, `xada-${base}`]) await create(bea, 'x', namespace)
    })

    it('refuses conflicts with a released namespace for 30 days, but not to the account that released it', async () => {
      const [ada, bea] = [await changeable('Ada'), await changeable('Bea')]
      const base = newNamespace('z')
      await update(ada, { namespace: base })
      await update(ada, { namespace: `my-${base}` })
      await expect(create(bea, 'x', `your-${base}`)).rejects.toMatchObject({ code: 'CONFLICT' })
      const releasedAt = new Date(api.clock.now().getTime() - 30 * 24 * 60 * 60_000)
      await api.app.db.updateTable('namespaces').set({ releasedAt }).where('namespace', '=', base).execute()
      expect((await create(bea, 'x', `your-${base}`)).account.namespace).toBe(`your-${base}`)
    })

    it('grants only one of several conflicting namespaces requested simultaneously', async () => {
      const base = newNamespace('z')
      const members = await Promise.all(['a', 'b', 'c'].map((name) => changeable(name)))
      const wanted = [base, `x-${base}`, `y-x-${base}`]
      const results = await Promise.allSettled(
        wanted.flatMap((namespace, index) => {
          const member = members[index]
          return member === undefined ? [] : [create(member, 'x', namespace), update(member, { namespace })]
        }),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT', field: 'namespace' })
      }
    })

    it('finds another namespace if the obvious one conflicts or is reserved, at sign-up too', async () => {
      const last = newNamespace('z')
      await create(await api.seed.owner('Ada'), 'x', last)
      const name = `Team ${last}`
      const { account } = await create(await api.seed.owner('Bea'), name)
      expect(account.namespace).toMatch(new RegExp(`^team-${last}-[0-9a-z]{5}$`.slice(0, 200)))
      const opened = await Promise.all(Array.from({ length: 6 }, () => api.seed.owner('Admin')))
      expect(new Set(opened.map(({ namespace }) => namespace)).size).toBe(6)
      for (const { namespace } of opened) expect(namespace).toMatch(/^admin-/)
    })

    it('grants a namespace to only one of three simultaneous requests', async () => {
      const members = [await api.seed.owner('Ada'), await api.seed.owner('Bea'), await api.seed.owner('Cleo')]
      const namespace = newNamespace()
      const results = await Promise.allSettled(members.map((member) => create(member, 'Race', namespace)))
      expect(codes(results)).toEqual(['CONFLICT', 'CONFLICT', 'fulfilled'])
    })

    it('allows an owner at most 10 accounts, even if several are created simultaneously', async () => {
      const ada = await api.seed.owner('Ada')
      for (let count = 2; count < 10; count += 1) await create(ada, 'Further')
      const results = await Promise.allSettled([1, 2, 3].map(() => create(ada, 'Last')))
      expect(codes(results)).toEqual(['PLAN_LIMIT_REACHED', 'PLAN_LIMIT_REACHED', 'fulfilled'])
    })

    it('takes at most 30 namespaces a day for a user, however many are given up again', async () => {
      const ada = await changeable('Ada')
      const { client } = ada
      for (let count = 0; count < 28; count += 1) {
        const { account } = await create(ada, 'Short', newNamespace())
        await remove({ ...ada, accountId: account.id }, account.namespace)
      }
      await update(ada, { namespace: newNamespace() })
      await update(ada, { namespace: newNamespace() })
      await expect(create(ada, 'Short', newNamespace())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      await expect(update(ada, { namespace: newNamespace() })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      const { account } = await client.run(AccountDocument, { id: ada.accountId })
      expect(await update(ada, { name: 'Red team', namespace: account.namespace })).toMatchObject({ name: 'Red team' })
    })

    it('refuses an empty name, an invalid namespace, and a client without a session', async () => {
      const ada = await api.seed.owner('Ada')
      await expect(create(ada, ' ')).rejects.toMatchObject({ field: 'name', message: 'Account name is required' })
      await expect(create(ada, 'x', 'No!')).rejects.toMatchObject({ field: 'namespace' })
      await expect(api.client().run(CreateAccountDocument, { input: { name: 'x' } })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Not authenticated',
      })
    })
  })

  describe('updateAccount', () => {
    it('changes only the name, and notifies subscribers', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      expect(await update(ada, { name: ' Red team ', namespace: ada.namespace })).toEqual({
        id: ada.accountId,
        name: 'Red team',
        namespace: ada.namespace,
        namespaceChangesCount: 0,
      })
      expect((await changes.next()).accountChanged.name).toBe('Red team')
      await changes.close()
    })

    it('notifies members who have another account open of the new name', async () => {
      const ada = await api.seed.owner('Ada')
      const grace = await ada.invite('Grace', 'viewer')
      const changes = await grace.client.subscribe(ViewerMembershipsDocument, {})
      await update(ada, { name: 'Green team' })
      const { memberships } = (await changes.next()).viewerChanged
      expect(memberships.map(({ account }) => account.name)).toContain('Green team')
      await changes.close()
    })

    it('changes the namespace for new gateways only, and counts the change', async () => {
      const ada = await changeable('Ada')
      const { subdomain } = await ada.gateway('demo')
      const namespace = newNamespace('a_b')
      expect((await ada.client.run(AccountDocument, { id: ada.accountId })).account.viewerCanChangeNamespace).toBe(true)
      expect(await update(ada, { namespace })).toMatchObject({ namespace, namespaceChangesCount: 1 })
      const gateways = await api.app.db
        .selectFrom('gateways')
        .select('subdomain')
        .where('accountId', '=', ada.accountId)
        .execute()
      expect(gateways).toEqual([{ subdomain }])
      const hostname = `next-${namespace.replaceAll('_', '-')}.culvert.localhost`
      expect((await ada.gateway('next')).subdomain).toBe(hostname)
    })

    it('answers "No changes to save" if nothing would change', async () => {
      const ada = await api.seed.owner('Ada')
      const nothing = { code: 'BAD_USER_INPUT', message: 'No changes to save' }
      await expect(update(ada, {})).rejects.toMatchObject(nothing)
      await expect(update(ada, { name: "Ada's account", namespace: ada.namespace })).rejects.toMatchObject(nothing)
    })

    it('refuses to change the namespace if the plan does not allow it', async () => {
      const ada = await api.seed.owner('Ada')
      await expect(update(ada, { namespace: newNamespace() })).rejects.toMatchObject({
        code: 'PLAN_LIMIT_REACHED',
        field: 'namespace',
        message: 'Namespace changes are not allowed on your current plan',
      })
    })

    it.each([
      ['', 'Namespace is required'],
      ['Upper', 'Only lowercase letters, numbers, underscores, and hyphens are allowed'],
      ['a.b', 'Only lowercase letters, numbers, underscores, and hyphens are allowed'],
      ['-a', 'Namespace must start and end with a letter or a number'],
      ['a_', 'Namespace must start and end with a letter or a number'],
      ['a'.repeat(31), 'Namespace must be at most 30 characters long'],
      ['mta_sts', '"mta_sts" is reserved. Choose another namespace.'],
      ['www', '"www" is reserved. Choose another namespace.'],
    ])('refuses the namespace "%s"', async (namespace, message) => {
      const ada = await changeable('Ada')
      await expect(update(ada, { namespace })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'namespace',
        message,
      })
    })

    it('reserves a released namespace for its account for 30 days, then others may take it', async () => {
      const [ada, bea] = [await changeable('Ada'), await changeable('Bea')]
      const [first, second, third] = [newNamespace(), newNamespace(), newNamespace()]
      await update(ada, { namespace: first })
      await update(ada, { namespace: second })
      await expect(update(bea, { namespace: first })).rejects.toMatchObject({ code: 'CONFLICT', field: 'namespace' })
      await expect(create(bea, 'x', first)).rejects.toMatchObject({ code: 'CONFLICT', field: 'namespace' })
      expect(await update(ada, { namespace: first })).toMatchObject({ namespace: first, namespaceChangesCount: 3 })
      await update(ada, { namespace: third })

      const releasedAt = new Date(api.clock.now().getTime() - 30 * dayMs)
      await api.app.db.updateTable('namespaces').set({ releasedAt }).where('namespace', '=', first).execute()
      expect((await update(bea, { namespace: first })).namespace).toBe(first)
      await expect(update(ada, { namespace: first })).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('grants a namespace to one of two simultaneous requests, and refuses to swap two', async () => {
      const [ada, bea] = [await changeable('Ada'), await changeable('Bea')]
      const namespace = newNamespace()
      const results = await Promise.allSettled([update(ada, { namespace }), update(bea, { namespace })])
      expect(codes(results)).toEqual(['CONFLICT', 'fulfilled'])

      const [cleo, dora] = [await changeable('Cleo'), await changeable('Dora')]
      const swap = await Promise.allSettled([
        update(cleo, { namespace: dora.namespace }),
        update(dora, { namespace: cleo.namespace }),
      ])
      expect(codes(swap)).toEqual(['CONFLICT', 'CONFLICT'])
    })

    it('requires the super_admin role', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Anna', 'admin')
      const stranger = await api.seed.owner('Sam')
      const input = { accountId: ada.accountId, name: 'Mine' }
      await expect(update(admin, { name: 'Mine' })).rejects.toMatchObject(forSuperAdmins)
      await expect(stranger.client.run(UpdateAccountDocument, { input })).rejects.toMatchObject(notFound)
      await expect(api.client().run(UpdateAccountDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('exportAccount', () => {
    it('exports the data of the account without secrets', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      await ada.gateway('demo')
      const { secret } = await ada.authToken()
      await ada.agent('demo')
      const email = 'exported@example.com'
      const { inviteMember } = await ada.client.run(InviteMemberDocument, {
        input: { accountId, email, role: 'viewer' },
      })
      const { exportAccount } = await ada.client.run(ExportAccountDocument, { input: { accountId } })
      const day = api.clock.now().toISOString().slice(0, 10)
      expect(exportAccount.fileName).toBe(`culvert-${ada.namespace}-${day}.json`)
      const json = await (await fetch(api.url + exportAccount.path)).text()
      const data = JSON.parse(json)
      expect(data).toMatchObject({
        account: { id: accountId, namespace: ada.namespace },
        members: [{ userId: ada.user.id, email: ada.user.email, role: 'super_admin' }],
        gateways: [{ name: 'demo' }],
        agents: [{ forwardingTo: 'http://localhost:3000' }],
        teamInvites: [{ email }],
        authTokens: [{ userId: ada.user.id }],
      })
      const hashes = await api.app.db
        .selectFrom('authTokens')
        .select('tokenHash')
        .where('accountId', '=', accountId)
        .execute()
      for (const hidden of [secret, inviteMember.invite.url!.split('=')[1]!, hashes[0]!.tokenHash]) {
        expect(json).not.toContain(hidden)
      }
    })

    it('includes every table with an account_id column, apart from listed exceptions', async () => {
      const ada = await api.seed.owner('Ada')
      const { exportAccount } = await ada.client.run(ExportAccountDocument, { input: { accountId: ada.accountId } })
      const downloaded = await fetch(api.url + exportAccount.path)
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.columns
        where column_name = 'account_id' and table_schema = 'public'
      `.execute(api.app.db)
      // Members are exported with their addresses; a version is only a number that edges compare; a link to an export is valid for a minute.
      // There may be millions of recorded requests, and they expire.
      const elsewhere = ['account_users', 'restriction_versions', 'export_links', 'unrecorded_requests', 'traffic_sums']
      const kept = rows
        .map(({ name }) => name)
        .filter((name) => !elsewhere.includes(name) && !name.startsWith('recorded_requests'))
      const exported = Object.keys(JSON.parse(await downloaded.text())).map((key) =>
        key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      )
      expect(exported).toEqual(expect.arrayContaining(kept))
    })

    it('requires the super_admin role, and is limited to ten exports an hour', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Anna', 'admin')
      const stranger = await api.seed.owner('Sam')
      const input = { accountId: ada.accountId }
      await expect(admin.client.run(ExportAccountDocument, { input })).rejects.toMatchObject(forSuperAdmins)
      await expect(stranger.client.run(ExportAccountDocument, { input })).rejects.toMatchObject(notFound)
      await expect(api.client().run(ExportAccountDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      for (let count = 0; count < 10; count += 1) await ada.client.run(ExportAccountDocument, { input })
      const isRefused = async () =>
        await expect(ada.client.run(ExportAccountDocument, { input })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      await isRefused()
      await withMachineAhead(api, 55 * minuteMs, isRefused)
      await withMachineAhead(api, 60 * minuteMs, () => ada.client.run(ExportAccountDocument, { input }))
    })
  })

  describe('deleteAccount', () => {
    it('ends tunnels and subscriptions within 2 seconds, invalidates tokens, and hides the account', async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      const { accountId } = ada
      const { subdomain } = await ada.gateway('demo')
      const tokens = [await vera.authToken(), await vera.machineToken()]
      const asked = await requestSignIn(api)
      await approve(vera, asked.userCode)
      const agent = await ada.agent('demo')
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      const changes = await vera.client.subscribe(AccountChangedDocument, { accountId })

      const startedAt = performance.now()
      expect(await remove(ada, ada.namespace)).toBe(accountId)
      expect((await ended.next()).tunnelEnded).toEqual({ agentId: agent.id, reason: 'ACCOUNT_DELETED' })
      await changes.ended
      expect(performance.now() - startedAt).toBeLessThan(2_000)
      await ended.close()

      await expect(ada.client.run(AccountDocument, { id: accountId })).rejects.toMatchObject(notFound)
      await expect(vera.client.run(AccountDocument, { id: accountId })).rejects.toMatchObject(notFound)
      await expect(remove(ada, ada.namespace)).rejects.toMatchObject(notFound)
      for (const { client } of tokens) {
        await expect(
          client.run(StartAgentDocument, { input: { forwardingTo: 'http://localhost:1' } }),
        ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      }
      const { deviceCode } = asked
      const { redeemCommandLineSignIn } = await api
        .client()
        .run(RedeemCommandLineSignInDocument, { input: { deviceCode } })
      expect(redeemCommandLineSignIn.status).toBe('DENIED')
      const live = await api.app.db
        .selectFrom('gateways')
        .select('id')
        .where('subdomain', '=', subdomain)
        .where('deletedAt', 'is', null)
        .execute()
      expect(live).toEqual([])
    })

    it('leaves no live row of the account in any table except invoices', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.invite('Vera', 'viewer')
      await ada.gateway('demo')
      await ada.authToken()
      const { accountId } = ada
      const row = { accountId, createdAt: api.clock.now() }
      await api.app.db
        .insertInto('apiKeys')
        .values({
          ...row,
          id: accountId,
          createdBy: ada.user.id,
          name: 'k',
          prefix: 'ck_',
          keyHash: accountId,
          scopes: [],
        })
        .execute()
      await api.app.db
        .insertInto('ipRestrictions')
        .values({ ...row, id: accountId, ipAddress: '192.0.2.1', network: '192.0.2.1/32' })
        .execute()
      await api.app.db
        .insertInto('domains')
        .values({
          ...row,
          id: accountId,
          domain: `${ada.namespace}.example`,
          verificationToken: 't',
          status: 'verified',
          updatedAt: row.createdAt,
        })
        .execute()
      await remove(ada, ada.namespace)
      const { rows } = await sql<{ name: string; column: string }>`
        select dead.table_name as name, dead.column_name as column from information_schema.columns dead
        join information_schema.columns owner using (table_schema, table_name)
        where owner.column_name = 'account_id' and dead.column_name in ('deleted_at', 'revoked_at', 'released_at')
          and table_schema = 'public' and table_name <> 'invoices'
      `.execute(api.app.db)
      expect(rows.length).toBeGreaterThan(3)
      for (const { name, column } of rows) {
        const alive = await sql`
          select 1 from ${sql.table(name)} where account_id = ${ada.accountId} and ${sql.ref(column)} is null
        `.execute(api.app.db)
        expect({ name, alive: alive.rows }).toEqual({ name, alive: [] })
      }
    })

    it('reserves its namespace for 30 days, then anyone may take it', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      await remove(ada, `@${ada.namespace}`)
      await expect(create(bea, 'x', ada.namespace)).rejects.toMatchObject({ code: 'CONFLICT' })
      const releasedAt = new Date(api.clock.now().getTime() - 30 * dayMs)
      await api.app.db.updateTable('namespaces').set({ releasedAt }).where('namespace', '=', ada.namespace).execute()
      expect((await create(bea, 'x', ada.namespace)).account.namespace).toBe(ada.namespace)
    })

    it('invalidates pending invitations', async () => {
      const ada = await api.seed.owner('Ada')
      const bea = await api.seed.owner('Bea')
      const input = { accountId: ada.accountId, email: bea.user.email!, role: 'viewer' as const }
      const { invite } = (await ada.client.run(InviteMemberDocument, { input })).inviteMember
      await remove(ada, ada.namespace)
      const token = new URL(invite.url!).searchParams.get('invite_token')!
      await expect(bea.client.run(AcceptInviteDocument, { input: { token } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Invalid or expired invitation link',
      })
    })

    it('leaves behind no agent, gateway or AuthID that is created while it runs', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1, maxSubpoints: -1 })
      await Promise.allSettled([
        ada.agent(),
        ada.gateway('one'),
        ada.authToken(),
        remove(ada, ada.namespace),
        ada.agent(),
        ada.gateway('two'),
        ada.authToken(),
      ])
      const { db } = api.app
      const { accountId } = ada
      expect(
        await db
          .selectFrom('agents')
          .select('id')
          .where('accountId', '=', accountId)
          .where('status', '=', 'active')
          .execute(),
      ).toEqual([])
      expect(
        await db
          .selectFrom('gateways')
          .select('id')
          .where('accountId', '=', accountId)
          .where('deletedAt', 'is', null)
          .execute(),
      ).toEqual([])
      expect(
        await db
          .selectFrom('authTokens')
          .select('id')
          .where('accountId', '=', accountId)
          .where('deletedAt', 'is', null)
          .execute(),
      ).toEqual([])
    })

    it('requires the super_admin role, and the namespace as confirmation', async () => {
      const ada = await api.seed.owner('Ada')
      const admin = await ada.invite('Anna', 'admin')
      const stranger = await api.seed.owner('Sam')
      const input = { accountId: ada.accountId, namespace: ada.namespace }
      await expect(remove(ada, 'something-else')).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'namespace',
        message: `To delete the account for good, enter its namespace: ${ada.namespace}`,
      })
      await expect(remove(admin, ada.namespace)).rejects.toMatchObject(forSuperAdmins)
      await expect(stranger.client.run(DeleteAccountDocument, { input })).rejects.toMatchObject(notFound)
      await expect(api.client().run(DeleteAccountDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })
  })

  describe('accountChanged', () => {
    it('reports changes in the number of gateways and active agents', async () => {
      const ada = await api.seed.owner('Ada')
      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      await ada.gateway('demo')
      expect((await changes.next()).accountChanged).toMatchObject({ id: ada.accountId, usage: { subpoints: 1 } })
      await ada.agent('demo')
      expect((await changes.next()).accountChanged).toMatchObject({ usage: { activeAgents: 1 } })
      await changes.close()
    })

    it('closes a subscription without a credential with code 4403', async () => {
      const ada = await api.seed.owner('Ada')
      const subscription = await api.client().subscribe(AccountChangedDocument, { accountId: ada.accountId })
      expect(await subscription.ended).toMatchObject({ code: 4403 })
    })
  })
})
