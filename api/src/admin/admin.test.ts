import { describe, expect, it } from 'vitest'
import { describeApi } from '../testing/api.ts'
import {
  PlansDocument,
  SendContactRequestDocument,
  SignInDocument,
  SiteDocument,
  StartAgentDocument,
  UpdateAccountDocument,
  ViewerDocument,
} from '../testing/generated/documents.ts'
import { password, signUp } from '../testing/sign-up.ts'
import { runAdmin } from './program.ts'

describeApi('npm run admin', (api) => {
  const admin = (...args: string[]) => runAdmin(args, (work) => work(api.app))
  /** Returns the JSON that a command prints. It must succeed. */
  const ask = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await admin(...args, '--json')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    return JSON.parse(stdout) as unknown
  }
  /** Returns the code and message of a command that must fail. */
  const runFailing = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await admin(...args, '--json')
    expect(stdout).toBe('')
    const { error } = JSON.parse(stderr) as { error: { code: string; message: string } }
    return { exitCode, ...error }
  }
  const readSite = async () => (await api.client().run(SiteDocument, {})).site

  describe('site', () => {
    it('changes the settings that everybody sees', async () => {
      await admin('site', 'brand', 'Acme Tunnels')
      await admin('site', 'contact', 'set', '--email', 'help@example.com', '--chat', 'https://chat.example.com')
      await admin('site', 'switch', 'plan-changes', 'manual')
      await admin('site', 'domains', 'add', 'Tunnels.Example.com')
      await admin('site', 'domains', 'default', 'tunnels.example.com')
      await admin('site', 'domains', 'remove', 'culvert.localhost')
      await admin(
        'site',
        'alert',
        'set',
        'Back at nine',
        '--title',
        'Maintenance',
        '--type',
        'warning',
        '--page',
        '/',
        '/x',
      )
      expect(await readSite()).toMatchObject({
        brandName: 'Acme Tunnels',
        contact: { email: 'help@example.com', phone: null, chatUrl: 'https://chat.example.com/' },
        planChanges: 'manual',
        availableSubpointDomains: [{ domain: 'tunnels.example.com', isDefault: true }],
        sitewideAlert: { title: 'Maintenance', type: 'warning', showOnPages: ['/', '/x'], dismissible: true },
      })
      expect((await admin('site', 'show')).stdout).toBe(`Brand            Acme Tunnels
Offered domains  tunnels.example.com (default)
Contact e-mail   help@example.com
Contact phone    –
Contact address  –
Chat             https://chat.example.com/
plan-changes     manual
Alert            shows (warning)
                 Maintenance
                 Back at nine
                 On /, /x
`)
      await admin('site', 'alert', 'clear')
      expect((await readSite()).sitewideAlert).toBeNull()
      // The gateways of other tests use it.
      await admin('site', 'domains', 'add', 'culvert.localhost')
    })

    it('refuses plan changes through a payment provider if none is configured', async () => {
      const refused = await runFailing('site', 'switch', 'plan-changes', 'provider')
      expect(refused).toMatchObject({
        exitCode: 1,
        code: 'CONFLICT',
        message: expect.stringContaining('STRIPE_SECRET_KEY'),
      })
    })

    it('schedules an alert by instants with a UTC offset', async () => {
      const set = ['site', 'alert', 'set', 'Soon', '--no-dismissible', '--from', '2099-01-01T09:00+01:00']
      expect(await ask(...set, '--until', '2099-01-01T09:00Z')).toMatchObject({
        sitewideAlert: {
          startDate: '2099-01-01T08:00:00.000Z',
          endDate: '2099-01-01T09:00:00.000Z',
          dismissible: false,
        },
      })
      expect((await readSite()).sitewideAlert).toBeNull()
    })

    it.each(['2099-02-30T08:00Z', '2099-04-31T08:00+01:00', '2099-02-29T08:00Z', '2099-01-01T08:00'])(
      'refuses %s as an instant: it does not exist, or depends on a time zone',
      async (instant) => {
        expect(await runFailing('site', 'alert', 'set', 'Soon', '--until', instant)).toMatchObject({
          exitCode: 2,
          message: expect.stringContaining('Give an instant such as 2026-12-01T08:00Z'),
        })
      },
    )
  })

  describe('accounts', () => {
    it('are found by name and namespace in any case, and shown with their gateways, usage and members', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.invite('Grace', 'viewer')
      const { subdomain } = await ada.gateway('demo')
      const found = await ask('accounts', 'list', ada.namespace.toUpperCase())
      expect(found).toMatchObject([
        { id: ada.accountId, namespace: ada.namespace, plan: 'Early Access', memberCount: 2 },
      ])
      const name = 'Analytical Engines'
      await ada.client.run(UpdateAccountDocument, { input: { accountId: ada.accountId, name } })
      expect(await ask('accounts', 'list', 'cal engine')).toMatchObject([{ id: ada.accountId, name }])
      expect(await ask('accounts', 'list', '%')).toEqual([])

      const shown = await ask('accounts', 'show', `@${ada.namespace}`)
      expect(shown).toMatchObject({
        id: ada.accountId,
        gateways: [subdomain],
        activeAgentCount: 0,
        usage: { apiRequests: 0 },
        members: [{ email: ada.user.email, role: 'super_admin' }, { role: 'viewer' }],
      })
      expect((await admin('accounts', 'show', ada.accountId)).stdout).toContain(`${ada.user.email} (super_admin)`)
      expect(await runFailing('accounts', 'show', 'nobody')).toMatchObject({ exitCode: 1, code: 'NOT_FOUND' })
    })

    it('are deleted only if --confirm repeats their namespace, and the audit log records it', async () => {
      const ada = await api.seed.owner('Ada')
      const refused = await runFailing('accounts', 'delete', ada.namespace, '--confirm', 'other')
      expect(refused).toMatchObject({
        exitCode: 2,
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(ada.namespace),
      })
      await ask('accounts', 'delete', ada.namespace, '--confirm', ada.namespace)
      expect(await ask('accounts', 'list', ada.namespace)).toEqual([])
      const entries = await api.app.db
        .selectFrom('auditEntries')
        .select(['action', 'actorKind'])
        .where('accountId', '=', ada.accountId)
        .execute()
      expect(entries).toContainEqual({ action: 'account.deleted', actorKind: 'OPERATOR' })
    })
  })

  describe('users', () => {
    it('are found by e-mail address, shown without secrets, and signed out of every session', async () => {
      const { email, client } = await signUp(api)
      expect(await ask('users', 'list', email)).toMatchObject([{ email, disabledAt: null }])
      const { stdout } = await admin('users', 'show', email.toUpperCase(), '--json')
      expect(JSON.parse(stdout)).toMatchObject({ email, accounts: [{ role: 'super_admin' }], sessions: [{}] })
      expect(stdout).not.toMatch(/argon2|hash|correct horse/i)

      expect(await ask('users', 'sign-out', email)).toEqual({ endedSessions: 1 })
      await expect(client.run(ViewerDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect((await admin('users', 'sign-out', email)).stdout).toBe('0 sessions ended.\n')
    })

    it('are sent at most five password reset mails: the sixth is refused with RATE_LIMITED', async () => {
      const { email } = await signUp(api)
      expect(await ask('users', 'send-reset', email)).toEqual({ email, sent: true })
      const mails = await api.app.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute()
      expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Reset your .* password$/))
      for (let count = 1; count < 5; count += 1) await admin('users', 'send-reset', email)
      expect(await runFailing('users', 'send-reset', email)).toMatchObject({ exitCode: 1, code: 'RATE_LIMITED' })
    })

    it('are locked out with their tokens and agents when disabled, and can sign in again when enabled', async () => {
      const ada = await api.seed.owner('Ada')
      const { email } = await signUp(api)
      const signIn = () =>
        api.client().run(SignInDocument, { input: { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' } })
      await ask('users', 'disable', email)
      await expect(signIn()).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('disabled') })
      expect(await runFailing('users', 'disable', email)).toMatchObject({ exitCode: 1, code: 'CONFLICT' })
      await ask('users', 'enable', email)
      expect((await signIn()).signIn.session.user.email).toBe(email)

      const tokens = [await ada.authToken(), await ada.machineToken()]
      const { id } = await ada.agent()
      await ask('users', 'disable', ada.user.id)
      await expect(ada.client.run(ViewerDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      const input = { accountId: ada.accountId, forwardingTo: 'http://localhost:3000' }
      for (const { client } of tokens) {
        await expect(client.run(StartAgentDocument, { input })).rejects.toMatchObject({
          code: 'UNAUTHENTICATED',
          message: expect.stringContaining('the operator has disabled its user'),
        })
      }
      const agent = await api.app.db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(agent).toMatchObject({ status: 'inactive', endReason: 'USER_DISABLED' })
    })
  })

  describe('plan and invoice commands', () => {
    it('create, change and withdraw a plan', async () => {
      const made = [
        '--price',
        '30.50',
        '--agents',
        'unlimited',
        '--no-namespace-change',
        '--provider-product',
        'price_1',
      ]
      expect(await ask('plans', 'create', 'Team', '--like', 'Pro', ...made)).toMatchObject({
        name: 'Team',
        type: 'pro',
        priceMonthly: 30.5,
        isActive: true,
        providerProductId: 'price_1',
        maxSubpoints: 20,
        maxConcurrentAgents: -1,
        allowsNamespaceChange: false,
      })
      await ask('plans', 'update', 'Team', '--data-gb', '7', '--provider-product', '')
      await ask('plans', 'withdraw', 'Team')
      expect(await ask('plans', 'show', 'Team')).toMatchObject({
        isActive: false,
        maxDataOutGb: 7,
        providerProductId: null,
        priceMonthly: 30.5,
      })
      const { stdout } = await admin('plans', 'list')
      expect(stdout).toMatch(/^NAME +TYPE +USD A MONTH +ON OFFER/)
      expect(stdout).toMatch(/^Team +pro +30\.50 +no +20 +10 +10 +∞ +7 +–$/m)
      expect((await api.client().run(PlansDocument, {})).plans.map(({ name }) => name)).not.toContain('Team')
      expect(await runFailing('plans', 'update', 'Teams', '--price', '1')).toMatchObject({
        exitCode: 1,
        code: 'NOT_FOUND',
      })
      expect(await runFailing('plans', 'withdraw', 'Early Access')).toMatchObject({ exitCode: 1, code: 'CONFLICT' })
    })

    it('put an account on a plan, and mark its invoice as paid', async () => {
      await ask('site', 'switch', 'plan-changes', 'manual')
      const { accountId, namespace } = await api.seed.owner('Ada')
      expect((await admin('accounts', 'set-plan', namespace, 'Pro')).stdout).toMatch(
        new RegExp(`^@${namespace} is on Pro\\. It owes 12\\.00 USD by .* UTC\\.$`, 'm'),
      )
      const [invoice] = (await ask('invoices', 'list', '--account', namespace)) as { id: string }[]
      expect(invoice).toMatchObject({ accountId, accountNamespace: namespace, amount: 12, status: 'pending' })
      expect((await admin('invoices', 'list')).stdout).toMatch(
        new RegExp(`@${namespace} +Pro Plan - Monthly +12\\.00 +pending`),
      )
      expect(await ask('invoices', 'mark-paid', invoice!.id)).toMatchObject({ status: 'paid' })
      expect(await ask('invoices', 'list', '--account', namespace, '--status', 'pending')).toEqual([])
      expect(await runFailing('invoices', 'cancel', invoice!.id)).toMatchObject({ exitCode: 1, code: 'CONFLICT' })
      const forgotten = await runFailing('accounts', 'forget-subscription', namespace)
      expect(forgotten).toMatchObject({ exitCode: 1, code: 'CONFLICT' })
    })
  })

  describe('support', () => {
    it('lists, shows and closes messages without printing their control characters', async () => {
      const contact = {
        name: 'Ada',
        email: 'ada@example.com',
        subject: 'Red \u001b[31mletters',
        category: 'billing',
        message: 'One\nTwo\u001b[2J',
      } as const
      const { sendContactRequest } = await api
        .client()
        .run(SendContactRequestDocument, { input: { type: 'contact', contact } })
      const { id } = sendContactRequest.contactRequest
      const list = (await admin('support', 'list', '--status', 'new')).stdout
      expect(list.split('\n')[1]).toMatch(/ new +contact billing +ada@example\.com +Red +\[31mletters$/)
      const { stdout } = await admin('support', 'show', id)
      expect(stdout).toMatch(/^message +One\n +Two +\[2J$/m)
      expect(`${list}${stdout}`).not.toContain('\u001b')

      await ask('support', 'open', id)
      expect(await ask('support', 'close', id)).toMatchObject({ id, status: 'closed' })
      expect((await admin('support', 'list', '--status', 'new')).stdout).toBe('No messages.\n')
    })
  })

  describe('job, key and edge commands', () => {
    it('retry a job that was given up', async () => {
      const failed = { id: 'job-1', kind: 'test.nothing', key: null, payload: '{}', attempts: 3, lastError: 'It broke' }
      const now = api.clock.now()
      await api.app.db
        .insertInto('jobs')
        .values({ ...failed, runAt: now, failedAt: now })
        .execute()
      expect(await ask('jobs', 'list')).toMatchObject([{ id: 'job-1', kind: 'test.nothing', lastError: 'It broke' }])
      await ask('jobs', 'retry', 'job-1')
      expect((await admin('jobs', 'list')).stdout).toBe('No job was given up.\n')
      expect(await runFailing('jobs', 'retry', 'job-1')).toMatchObject({ exitCode: 1, code: 'NOT_FOUND' })
    })

    it('rotate the signing key, and print nothing of it but its kid', async () => {
      const kid = expect.stringMatching(/^[0-9a-f-]{36}$/)
      expect(await ask('keys', 'rotate')).toEqual({ kid })
    })

    it('list edges with their tunnel counts, including silent ones', async () => {
      expect((await admin('edges', 'list')).stdout).toBe('No edge has reported.\n')
      const agent = await (await api.seed.owner('Ada')).agent()
      const ago = (seconds: number) => new Date(api.clock.now().getTime() - seconds * 1_000)
      await api.app.db
        .insertInto('edges')
        .values([
          { id: 'here', lastSeenAt: ago(1) },
          { id: 'gone', lastSeenAt: ago(600) },
        ])
        .execute()
      await api.app.db
        .insertInto('agentEdges')
        .values({ agentId: agent.id, edgeId: 'here', connectedAt: ago(1) })
        .execute()
      expect(await ask('edges', 'list')).toMatchObject([
        { id: 'here', state: 'serving', tunnelCount: 1 },
        { id: 'gone', state: 'silent', tunnelCount: 0 },
      ])
    })

    it('drain every process of an edge by its name, and undrain one by its id', async () => {
      const described = { lastSeenAt: api.clock.now(), agentUrl: 'http://a.test', capacity: 50, version: '1.0.0' }
      await api.app.db
        .insertInto('edges')
        .values([
          { ...described, id: 'a-0', name: 'a', region: 'eu-west' },
          { ...described, id: 'a-1', name: 'a', siblingUrl: 'http://10.0.0.1', region: 'eu-west' },
          { ...described, id: 'b-0', name: 'b', agentUrl: 'http://b.test', state: 'draining' },
          { ...described, id: 'c-0', name: 'b', agentUrl: 'http://c.test', state: 'stopped' },
        ])
        .execute()
      const statesOf = async () =>
        ((await ask('edges', 'list')) as { id: string; state: string }[])
          .filter(({ id }) => id.includes('-'))
          .map(({ id, state }) => `${id} ${state}`)
          .toSorted()
      expect(await statesOf()).toEqual(['a-0 serving', 'a-1 serving', 'b-0 draining', 'c-0 stopped'])
      expect(await ask('edges', 'drain', 'a')).toEqual([
        { id: 'a-0', drained: true },
        { id: 'a-1', drained: true },
      ])
      expect(await statesOf()).toEqual(['a-0 draining', 'a-1 draining', 'b-0 draining', 'c-0 stopped'])
      expect((await admin('edges', 'list')).stdout).toMatch(
        /^ID +NAME +REGION +ADDRESS FOR AGENTS +FOR OTHER EDGES +TUNNELS +CAPACITY +VERSION +STATE +LAST REPORT \(UTC\)\n[^]*^a-1 +a +eu-west +http:\/\/a\.test +http:\/\/10\.0\.0\.1 +0 +50 +1\.0\.0 +draining +20/m,
      )
      await ask('edges', 'undrain', 'a-1')
      expect(await statesOf()).toEqual(['a-0 draining', 'a-1 serving', 'b-0 draining', 'c-0 stopped'])
      const entries = api.app.db.selectFrom('auditEntries').select(['action', 'objectId', 'objectName', 'actorKind'])
      expect(await entries.where('objectType', '=', 'edge').orderBy('id').execute()).toEqual([
        { action: 'edge.drained', objectId: 'a-0', objectName: 'a', actorKind: 'OPERATOR' },
        { action: 'edge.undrained', objectId: 'a-1', objectName: 'a', actorKind: 'OPERATOR' },
      ])
    })

    it('require an id if several edges share a name, and return NOT_FOUND for silent edges', async () => {
      const described = { lastSeenAt: api.clock.now(), name: 'twice', capacity: 50, version: '1.0.0' }
      await api.app.db
        .insertInto('edges')
        .values([
          { ...described, id: 'one', agentUrl: 'http://one.test' },
          { ...described, id: 'two', agentUrl: 'http://two.test' },
          { ...described, id: 'old', name: 'silent', lastSeenAt: new Date(api.clock.now().getTime() - 60_000) },
        ])
        .execute()
      expect(await runFailing('edges', 'drain', 'twice')).toMatchObject({
        exitCode: 1,
        code: 'CONFLICT',
        message:
          'Several edges have the name "twice". Give the id of one: one (http://one.test), two (http://two.test).',
      })
      expect(await ask('edges', 'drain', 'two')).toEqual([{ id: 'two', drained: true }])
      for (const name of ['silent', 'nobody']) {
        expect(await runFailing('edges', 'drain', name)).toMatchObject({ exitCode: 1, code: 'NOT_FOUND' })
      }
    })
  })

  describe('wrong usage', () => {
    it.each([
      [[], 'Give a command; --help lists them.'],
      [['site'], 'Give a command; --help lists them.'],
      [['sites'], "unknown command 'sites'\n(Did you mean site?)"],
      [['site', 'show', '--everything'], "unknown option '--everything'"],
      [['site', 'brand'], "missing required argument 'name'"],
      [['site', 'contact', 'set'], 'give at least one of --email, --phone, --address, --chat'],
      [['site', 'switch', 'plan-changes', 'soon'], /is invalid for argument 'mode'\. Allowed choices are coming_soon/],
      [['site', 'alert', 'set', 'x', '--from', 'tomorrow'], /Give an instant such as 2026-12-01T08:00Z/],
      [['site', 'alert', 'set', 'x', '--from', '2026-12-01T08:00'], /Give an instant such as 2026-12-01T08:00Z/],
      [['accounts', 'list', '--limit', '0'], /Give a number from 1 to 1000/],
      [['plans', 'update', 'Pro'], 'give at least one option'],
      [['plans', 'update', 'Pro', '--price', '-1'], /Give an amount of USD such as 12/],
      [['plans', 'update', 'Pro', '--agents', '-1'], /Give a whole number, or "unlimited"/],
      [['accounts', 'delete', 'ada'], "required option '--confirm <namespace>' not specified"],
    ])('%j fails with USAGE and exit code 2, and points to --help', async (args, message) => {
      const failure = await runFailing(...args)
      expect(failure).toMatchObject({ exitCode: 2, code: 'USAGE' })
      expect(failure.message).toMatch(message)
      const { exitCode, stdout, stderr } = await admin(...args)
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr).toMatch(/--help/)
    })

    it.each([
      ['invoices', 'mark-paid'],
      ['support', 'show'],
      ['support', 'close'],
    ])('with an id that does not exist says where ids are shown: %s %s', async (...args) => {
      expect(await runFailing(...args, 'nothing')).toMatchObject({
        exitCode: 1,
        code: 'NOT_FOUND',
        message: expect.stringMatching(/^There is no .*"nothing"\. Give an id, as `.* list` shows them\.$/),
      })
    })

    it.each([
      [['plans', 'list', '--pasword=my-secret'], "unknown option '--pasword'"],
      [
        ['providers', 'change', 'x', '--secret-fle=my-secret'],
        "unknown option '--secret-fle'; did you mean `--secret-file`?",
      ],
      [['site', 'show', '--json=my-secret'], "option '--json' takes no value"],
      [
        ['providers', 'add', 'example', 'my-secret', '--label', 'x', '--client-id', 'x'],
        'Expected 1 argument but got 2.',
      ],
    ])('is reported without what may be a secret: %j', async (args, says) => {
      const failure = await runFailing(...args)
      expect(failure).toMatchObject({ exitCode: 2, message: expect.stringContaining(says) })
      expect(failure.message).not.toContain('my-secret')
    })

    it('exits with 2 for a refused value too, and names its field', async () => {
      expect(await runFailing('site', 'domains', 'add', 'no domain')).toMatchObject({
        exitCode: 2,
        code: 'BAD_USER_INPUT',
        field: 'domain',
      })
    })
  })

  it('every command prints its usage with --help', async () => {
    const pages: string[] = []
    const read = async (path: string[]) => {
      const { exitCode, stdout } = await admin(...path, '--help')
      expect(exitCode).toBe(0)
      expect(stdout).toMatch(/^Usage: npm run admin -- /)
      pages.push(path.join(' '))
      const commands = /^Commands:\n((?: .*\n)+)/m.exec(stdout)?.[1] ?? ''
      for (const [, name = ''] of commands.matchAll(/^ {2}(\S+)/gm)) if (name !== 'help') await read([...path, name])
    }
    await read([])
    expect(pages).toEqual(expect.arrayContaining(['', 'site alert set', 'users disable', 'keys rotate']))
  })
})
