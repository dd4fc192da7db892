import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createCleanup } from '../src/cleanup.ts'
import { planSite, type Site, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { projectFolder } from '../src/processes.ts'
import { runtimes, startedVersion } from '../src/runtimes.ts'
import { until } from '../src/until.ts'

const run = promisify(execFile)

const cleanup = createCleanup()
let site: Site
let ada: Person
let folder: string
let apiKey: string

/** Runs an operation as the person who signed up. */
async function operate(query: string, variables: object): Promise<Record<string, Record<string, unknown>>> {
  const answer = await fetch(`${site.apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: ada.authorization },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as { data: Record<string, Record<string, unknown>>; errors?: unknown }
  expect(errors).toBeUndefined()
  return data
}

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  await ada.createGateway('demo')
  const input = { accountId: ada.accountId, name: 'client', scopes: ['READ_ACCOUNT', 'READ_USAGE', 'READ_REQUESTS'] }
  const created = await operate('mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }', {
    input,
  })
  apiKey = String(created.createApiKey?.secret)

  folder = await mkdtemp(join(tmpdir(), 'culvert-client-'))
  cleanup.defer(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const url = `${site.apiUrl}/download/culvert-client-${manifest.version}.tgz`
  await run('npm', ['install', '--no-audit', '--no-fund', url], { cwd: folder })
})

const installed = (...path: string[]) => join(folder, 'node_modules', '@culvert/client', ...path)

/** Runs a program in the folder, with the variables that the examples read. Returns its output. */
async function runProgram(name: string, code: string, node = process.execPath): Promise<string> {
  await writeFile(join(folder, name), code)
  const env = { ...process.env, CULVERT_URL: site.apiUrl, CULVERT_API_KEY: apiKey, CULVERT_ACCOUNT: ada.accountId }
  return (await run(node, [name], { cwd: folder, env })).stdout
}

const readExamples = async () =>
  [...(await readFile(installed('README.md'), 'utf8')).matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code)

describe('the client that the installation serves', () => {
  it('has no dependencies, and its README names this version', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder })
    expect(stdout.trim().split('\n').slice(1)).toEqual([installed()])
    expect(await readFile(installed('README.md'), 'utf8')).toContain(`/download/culvert-client-${manifest.version}.tgz`)
  })

  it('does what each example of its README shows', async () => {
    const [read, other, refused, live, ...more] = await readExamples()
    expect(more).toEqual([])
    const { subdomain } = (await ada.readAgents()).gateways[0] ?? {}
    expect(await runProgram('read.js', read ?? '')).toBe(`${subdomain} is available\n`)
    expect(await runProgram('other.js', other ?? '')).toMatch(/^.+ 1\n$/)
    expect(await runProgram('refused.js', refused ?? '')).toBe('UNAUTHENTICATED true\n')

    // The last example also needs these, which a program installs itself.
    for (const name of ['graphql-ws', 'graphql']) {
      await symlink(join(projectFolder, 'node_modules', name), join(folder, 'node_modules', name))
    }
    let printed: string | undefined
    const listen = async () => {
      printed = await runProgram('live.js', live ?? '')
    }
    const listening = listen()
    await until('the example learns of an agent', async () => {
      if (printed !== undefined) return true
      const input = { accountId: ada.accountId, forwardingTo: 'http://localhost:3000' }
      const { startAgent } = await operate(
        'mutation ($input: StartAgentInput!) { startAgent(input: $input) { agent { id } } }',
        { input },
      )
      await operate('mutation ($input: StopAgentInput!) { stopAgent(input: $input) { agent { id } } }', {
        input: startAgent?.agent,
      })
      return false
    })
    await listening
    expect(printed).toMatch(/^http.* (in)?active\n$/)
  })

  it.each(runtimes)('runs on $name', async (runtime) => {
    startedVersion(runtime)
    const { subdomain } = (await ada.readAgents()).gateways[0] ?? {}
    const [read = '', , refused = ''] = await readExamples()
    expect(await runProgram('read.js', read, runtime.node)).toBe(`${subdomain} is available\n`)
    expect(await runProgram('refused.js', refused, runtime.node)).toBe('UNAUTHENTICATED true\n')
  })

  it('has types for its arguments and results', async () => {
    await mkdir(join(folder, 'typed'))
    const code = `
      import { createClient, CulvertError, walk } from '@culvert/client'
      const culvert = createClient({ url: 'http://localhost', apiKey: 'ck_' })
      const { account } = await culvert.agents({ account: 'a', status: ['active'] })
      const status: 'active' | 'inactive' | 'error' | undefined = account.agentsConnection.nodes[0]?.status
      const names: AsyncGenerator<{ subdomain: string }> = walk(async (after) => (await culvert.gateways({ account: 'a', after })).account.gatewaysConnection)
      const field: string | undefined = new CulvertError('', { code: 'CONFLICT' }).field
      // @ts-expect-error -- the account is missing
      void culvert.usage({ from: '2026-11-01', to: '2026-11-30' })
      // @ts-expect-error -- no such state
      void culvert.agents({ account: 'a', status: ['asleep'] })
      // @ts-expect-error -- no such field
      void account.agentsConnection.nodes[0]?.colour
      console.log(status, names, field)
    `
    await writeFile(join(folder, 'typed/program.ts'), code)
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    }
    await writeFile(join(folder, 'typed/tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    const tsc = join(projectFolder, 'node_modules/.bin/tsc')
    const outcome = await run(tsc, ['-p', join(folder, 'typed')]).catch((error: { stdout: string }) => error)
    expect(outcome.stdout).toBe('')
  })
})
