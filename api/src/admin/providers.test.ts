import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeApi } from '../testing/api.ts'
import { type IdentityProvider, startIdentityProvider } from '../testing/identity-provider.ts'
import { runAdmin } from './program.ts'

describeApi('npm run admin -- providers', (api) => {
  let provider: IdentityProvider
  const folder = mkdtempSync(join(tmpdir(), 'culvert-providers-'))
  const run = async (...args: string[]) =>
    await runAdmin(args, async (work) => await work(api.app), { folder, isServer: false })

  beforeAll(async () => {
    provider = await startIdentityProvider([])
    writeFileSync(join(folder, 'example.secret'), `${provider.clientSecret}\n`)
    writeFileSync(join(folder, 'empty.secret'), '\n')
  })
  afterAll(() => provider.close())

  const add = async (name: string, ...more: string[]) =>
    await run(
      'providers',
      'add',
      name,
      '--label',
      'Example',
      '--client-id',
      'culvert',
      '--issuer',
      provider.issuer,
      ...more,
    )

  it('adds a provider that answers, stores its secret sealed, and prints where it must redirect to', async () => {
    const added = await add('example', '--secret-file', 'example.secret', '--allow', 'Example.com', '@example.org')
    expect(added).toMatchObject({ exitCode: 0, stderr: '' })
    expect(added.stdout).toContain('Register this redirect URI at Example: http://localhost:4000/signin/with/example')
    expect(added.stdout).toMatch(/people of +example\.com, example\.org/)
    const row = await api.app.db.selectFrom('signInProviders').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(provider.clientSecret)
    expect((await run('providers', 'list')).stdout).toMatch(/example +Example +OIDC/)
    expect((await run('providers', 'list', '--json')).stdout).not.toContain('sealed')
  })

  it('changes the given settings, and removes a provider', async () => {
    await add('changing', '--allow', 'example.com')
    expect(
      (await run('providers', 'change', 'changing', '--no-new-users', '--allow-all', '--label', 'Other')).stdout,
    ).toMatch(/label +Other[^]*people of +every domain[^]*new users +no/)
    expect(await run('providers', 'change', 'changing')).toMatchObject({ exitCode: 2 })
    expect(await run('providers', 'remove', 'changing')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nobody signs in with Other any more.'),
    })
    expect((await run('providers', 'remove', 'changing')).stderr).toContain('There is no sign-in provider "changing"')
  })

  it.each<[string, string[], number, string]>([
    ['a name that cannot be part of an address', ['add', 'Ex ample'], 2, 'is not a name for a provider'],
    ['a name that another provider has', ['add', 'example'], 1, 'There is a sign-in provider "example" already'],
    [
      'a public issuer over plain http',
      ['add', 'x', '--issuer', 'http://login.example.com'],
      2,
      'is not an address of a provider',
    ],
    [
      'an issuer that does not answer',
      ['add', 'x', '--issuer', 'http://127.0.0.1:9'],
      1,
      'does not answer as a provider',
    ],
    ['an invalid e-mail domain', ['add', 'x', '--allow', 'example'], 2, 'is not a domain of e-mail addresses'],
    ['GitHub without a secret', ['add', 'x', '--kind', 'github'], 2, 'GitHub takes a client secret'],
    ['a secret file that does not exist', ['add', 'x', '--secret-file', 'none'], 2, 'The file none cannot be read.'],
    [
      'a secret file that is empty',
      ['add', 'x', '--secret-file', 'empty.secret'],
      2,
      'The file empty.secret is empty.',
    ],
    [
      'a provider that does not exist',
      ['change', 'nobody', '--label', 'X'],
      1,
      'There is no sign-in provider "nobody"',
    ],
  ])('refuses %s', async (_what, [command = '', name = '', ...more], exitCode, message) => {
    const refused = command === 'add' ? await add(name, ...more) : await run('providers', command, name, ...more)
    expect(refused).toMatchObject({ exitCode, stdout: '' })
    expect(refused.stderr).toContain(message)
  })
})
