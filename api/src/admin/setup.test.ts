import { describe, expect, it } from 'vitest'
import { describeApi } from '../testing/api.ts'
import { ResetPasswordDocument, SignInDocument, ViewerDocument } from '../testing/generated/documents.ts'
import { newUser, signUp } from '../testing/sign-up.ts'
import { runAdmin } from './program.ts'

interface Made {
  email: string
  firstName: string
  lastName: string
  namespace: string
  url: string
  expiresAt: string
}

describeApi('npm run admin -- setup', (api) => {
  const admin = (...args: string[]) => runAdmin(['setup', ...args], (work) => work(api.app))
  const make = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await admin(...args, '--json')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    return JSON.parse(stdout) as Made
  }
  const reset = ({ url }: Made, password: string) => {
    const { searchParams } = new URL(url)
    const link = { accessToken: searchParams.get('access_token')!, refreshToken: searchParams.get('refresh_token')! }
    return api.client().run(ResetPasswordDocument, { input: { ...link, password } })
  }

  it('creates an owner who sets a password by a link that works once and verifies the address', async () => {
    const since = api.clock.now().getTime()
    const made = await make('--owner', ' Ada.Lovelace@Example.com ', '--name', 'Augusta Ada King')
    expect(made).toMatchObject({ email: 'ada.lovelace@example.com', firstName: 'Augusta', lastName: 'Ada King' })
    expect(Date.parse(made.expiresAt)).toBeGreaterThanOrEqual(since + 3_600_000)
    expect(Date.parse(made.expiresAt)).toBeLessThanOrEqual(api.clock.now().getTime() + 3_600_000)

    await reset(made, 'chosen by Ada')
    await expect(reset(made, 'chosen by another')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    const input = {
      email: made.email,
      password: 'chosen by Ada',
      rememberMe: false,
      tokenDelivery: 'RESPONSE' as const,
    }
    const { session } = (await api.client().run(SignInDocument, { input })).signIn
    const { viewer } = await api.client(`Bearer ${session.accessToken}`).run(ViewerDocument, {})
    expect(viewer.memberships).toMatchObject([{ role: 'super_admin', account: { namespace: made.namespace } }])
    const user = api.app.db.selectFrom('users').select('emailVerifiedAt').where('email', '=', made.email)
    expect((await user.executeTakeFirstOrThrow()).emailVerifiedAt).toBeInstanceOf(Date)
  })

  it.each([
    ['grace.b-hopper+ops@example.com', 'Grace', 'B Hopper'],
    ['grace@navy.example.co.uk', 'Grace', 'Example'],
  ])('derives names from %s', async (address, firstName, lastName) => {
    expect(await make('--owner', address)).toMatchObject({ email: address, firstName, lastName })
  })

  it('prints when the link expires, and the link on a line of its own', async () => {
    const [summary, link] = (await admin('--owner', 'line@example.com')).stdout.split('\n')
    expect(summary).toMatch(
      /^line@example\.com owns the account @\S+\. This link sets the password, once, until .* UTC:$/,
    )
    expect(new URL(link!).pathname).toBe('/reset-password')
  })

  /** How many rows a user who is set up would add to each table. */
  const countRows = async () => {
    const counts: Record<string, unknown> = {}
    for (const table of [
      'users',
      'accounts',
      'accountUsers',
      'namespaces',
      'passwordResets',
      'auditEntries',
    ] as const) {
      const rows = api.app.db.selectFrom(table).select((eb) => eb.fn.countAll().as('count'))
      counts[table] = (await rows.executeTakeFirstOrThrow()).count
    }
    return counts
  }

  describe('refuses and creates nothing for', () => {
    it('an address that a user already has', async () => {
      const { email } = await signUp(api, newUser())
      const before = await countRows()
      const { exitCode, stderr } = await admin('--owner', email.toUpperCase())
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('of a user already') })
      expect(await countRows()).toEqual(before)
    })

    it.each([
      ['no-address', [], 'Invalid email format'],
      ['single@example.com', ['--name', 'Ada'], 'Give a first and a last name'],
    ])('%s with %j', async (address, more, message) => {
      const before = await countRows()
      const { exitCode, stderr } = await admin('--owner', address, ...more)
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) })
      expect(await countRows()).toEqual(before)
    })
  })
})
