import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createCleanup } from '../src/cleanup.ts'
import { planSite, type Site, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { projectFolder } from '../src/processes.ts'
import { until } from '../src/until.ts'

const run = promisify(execFile)

const document = await readFile(join(projectFolder, 'docs/api.md'), 'utf8')

/** The fenced blocks by heading, language, and number among those of the same heading and language: `Lists: sh 1`. */
const blocks = new Map<string, string>()
for (const section of document.split(/^#{2,3} /m).slice(1)) {
  const heading = section.slice(0, section.indexOf('\n'))
  const counts = new Map<string, number>()
  for (const [, language = '', code = ''] of section.matchAll(/^```(\w*)\n([^]*?)^```$/gm)) {
    const count = (counts.get(language) ?? 0) + 1
    counts.set(language, count)
    blocks.set(`${heading}: ${language || 'output'} ${count}`, code)
  }
}

const cleanup = createCleanup()
let site: Site
let ada: Person
/** The folder in which programs run. */
let folder: string
const keys = new Map<string, string>()
/** The answer of the example that creates a gateway. */
let createdGateway = ''

async function post(query: string, variables: object, authorization = ada.authorization) {
  const answer = await fetch(`${site.apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  })
  return (await answer.json()) as { data?: Record<string, Record<string, unknown>>; errors?: { message: string }[] }
}

async function createKey(name: string, scopes: string[]): Promise<void> {
  const input = { accountId: ada.accountId, name, scopes }
  const { data } = await post('mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }', {
    input,
  })
  keys.set(name, String(data?.createApiKey?.secret))
}

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  await ada.createGateway('demo')
  await createKey('all', ['READ_ACCOUNT', 'READ_USAGE', 'READ_REQUESTS', 'MANAGE_GATEWAYS', 'CREATE_AGENT_TOKENS'])
  await createKey('usage', ['READ_USAGE'])
  folder = await mkdtemp(join(tmpdir(), 'culvert-examples-'))
  cleanup.defer(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})

/** Returns the environment that the examples read, with a jq and a uuidgen for machines that have none. */
async function createEnvironment(): Promise<NodeJS.ProcessEnv> {
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  const jq = `#!/usr/bin/env node\nlet text = ''\nprocess.stdin.on('data', (part) => (text += part)).on('end', () => console.log(JSON.parse(text).data.exportAccount.path))\n`
  await writeFile(join(bin, 'jq'), jq)
  await chmod(join(bin, 'jq'), 0o755)
  await writeFile(join(bin, 'uuidgen'), '#!/usr/bin/env node\nconsole.log(crypto.randomUUID())\n')
  await chmod(join(bin, 'uuidgen'), 0o755)
  return {
    ...process.env,
    PATH: [bin, join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    CULVERT_URL: site.apiUrl,
    CULVERT_ACCOUNT: ada.accountId,
    CULVERT_API_KEY: keys.get('all'),
    CULVERT_ACCESS_TOKEN: ada.authorization.replace('Bearer ', ''),
  }
}

const toThisSite = (code: string) =>
  code.replaceAll('http://localhost:4000', site.apiUrl).replaceAll('VERSION', manifest.version)

/** Runs shell commands except those that export variables, which are set already. Returns the output. */
async function runShell(code: string): Promise<string> {
  const lines = toThisSite(code).replaceAll(/^export .*\n/gm, '')
  return (await run('sh', ['-ec', lines], { cwd: folder, env: await createEnvironment() })).stdout
}

async function runProgram(name: string, code: string): Promise<string> {
  await writeFile(join(folder, name), code)
  return (await run(process.execPath, [name], { cwd: folder, env: await createEnvironment() })).stdout
}

/** Links the packages that an example would install from the public registry, which tests do not use. */
async function link(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const to = join(folder, 'node_modules', name)
    await mkdir(join(to, '..'), { recursive: true })
    await symlink(join(projectFolder, 'node_modules', name), to).catch(() => undefined)
  }
}

const expectData = (printed: string) => {
  const { data, errors } = JSON.parse(printed) as { data: { account: Record<string, unknown> }; errors?: unknown }
  expect(errors).toBeUndefined()
  return data.account
}

/** The check of each block. They run in this order, and later ones use files of earlier ones. */
const shows: Record<string, (code: string) => Promise<void>> = {
  'Read usage with curl: sh 1': async (code) => {
    expect(expectData(await runShell(code))).toEqual({ usageMetrics: [] })
  },
  'Read usage with curl: json 1': async (code) => {
    const [row] = expectData(code).usageMetrics as object[]
    const asked = /usageMetrics\([^)]*\) \{ ([^]*?) \} \} \}"/.exec(blocks.get('Read usage with curl: sh 1') ?? '')?.[1]
    expect(Object.keys(row ?? {})).toEqual(asked?.replace(/ \{.*?\}/, '').split(' '))
  },
  'Create a gateway with curl: sh 1': async (code) => {
    createdGateway = await runShell(code)
    expect(createdGateway).toContain('http://preview-7-ada.culvert.localhost')
  },
  'Create a gateway with curl: json 1': async (code) => {
    const { gateway } = JSON.parse(createdGateway).data.createGateway
    const shown = JSON.parse(code).data.createGateway.gateway
    expect(Object.keys(gateway)).toEqual(Object.keys(shown))
  },
  'Create a gateway with curl: sh 2': async (code) => {
    const { id } = JSON.parse(createdGateway).data.createGateway.gateway
    const { data } = JSON.parse(await runShell(code.replace('019ddd52-…', id)))
    expect(data.deleteGateway.gateway).toEqual({ id, deletedAt: expect.any(String) })
  },
  'Read with the package: text 1': async (code) => {
    await runShell(code)
  },
  'Read with the package: js 1': async (code) => {
    expect(await runProgram('package.js', code)).toBe('')
  },
  'Read usage with a generated client: sh 1': async (code) => {
    const wanted = [...code.matchAll(/(\S+?)@(\d+)(?=\s)/g)].map(([, name = '', major = '']) => ({ name, major }))
    expect(wanted.length).toBeGreaterThan(3)
    for (const { name, major } of wanted) {
      const { version } = JSON.parse(await readFile(join(projectFolder, 'node_modules', name, 'package.json'), 'utf8'))
      expect([name, String(version).split('.')[0]]).toEqual([name, major])
    }
    await link([...wanted.map(({ name }) => name), 'typescript', '.bin'])
  },
  'Read usage with a generated client: ts 1': async (code) => {
    await writeFile(join(folder, 'codegen.ts'), toThisSite(code))
  },
  'Read usage with a generated client: ts 2': async (code) => {
    await writeFile(join(folder, 'report.ts'), code)
  },
  'Read usage with a generated client: sh 2': async (code) => {
    expect(await runShell(code)).toContain('2026-11 0 requests\n')
  },
  'Read usage with a generated client: output 1': async (code) => {
    expect(code).toMatch(/^\S+ \S+ \d+ requests \d+ bytes out\n\d{4}-\d\d \d+ requests\n$/)
  },
  'Agent tokens: graphql 1': async (code) => {
    const { data } = await post(code.replace('…', ada.accountId), {}, `Bearer ${keys.get('all')}`)
    expect(data?.createAgentToken?.secret).toMatch(/^at_/)
  },
  'Tokens of a CI: graphql 1': async (code) => {
    const { data } = await post(code.replace('…', ada.accountId), {})
    expect(data?.createTrust?.trust).toEqual({ id: expect.any(String) })
  },
  'What is refused: json 1': async (code) => {
    const query = 'query ($id: ID!) { account(id: $id) { name usage { apiRequests } } }'
    const answer = await post(query, { id: ada.accountId }, `Bearer ${keys.get('usage')}`)
    const shown = JSON.parse(code) as { errors: object[]; data: { account: object } }
    expect(answer.errors).toMatchObject(shown.errors)
    expect(answer.data).toEqual({ account: { ...shown.data.account, usage: { apiRequests: 0 } } })
  },
  'Idempotency: sh 1': async (code) => {
    const [first = '', second, ...more] = (await runShell(code)).trim().split(/(?<=\})\n?(?=\{"data")/)
    expect(JSON.parse(first).data.createMachineToken.secret).toMatch(/^pk_/)
    expect([second?.trim(), more]).toEqual([first.trim(), []])
  },
  'Lists: sh 1': async (code) => {
    const { subdomain } = (await ada.readAgents()).gateways[0] ?? {}
    expect(expectData(await runShell(code))).toMatchObject({
      gatewaysConnection: { nodes: [{ subdomain }], pageInfo: { hasNextPage: false } },
    })
  },
  'Recorded requests: sh 1': async (code) => {
    expect(expectData(await runShell(code))).toMatchObject({ requests: { nodes: [] } })
  },
  'Recorded requests: graphql 1': async (code) => {
    const variables = { id: ada.accountId, request: '019ddd10-5c7e-7d11-8f52-6f0c2a4b9e01' }
    const { data, errors } = await post(code, variables, `Bearer ${keys.get('all')}`)
    expect([errors, data?.account]).toEqual([undefined, expect.any(Object)])
  },
  'Export an account: sh 1': async (code) => {
    await runShell(code)
    expect(await readFile(join(folder, 'account.json'), 'utf8')).toContain(ada.namespace)
  },
  'Changes as they happen: ts 1': async (code) => {
    await link(['graphql-ws', 'graphql'])
    await writeFile(join(folder, 'changes.ts'), code)
    const program = spawn(process.execPath, ['changes.ts'], { cwd: folder, env: await createEnvironment() })
    let printed = ''
    program.stdout.on('data', (part: Buffer) => (printed += part.toString()))
    let name = 0
    await until('the example receives a change', async () => {
      if (printed.includes('accountChanged')) return true
      name += 1
      const input = { accountId: ada.accountId, name: `Name ${name}` }
      await post('mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }', {
        input,
      })
      return false
    })
    program.kill()
    await once(program, 'exit')
    expect(printed).toMatch(
      /^\{\n {2}accountChanged: \{ name: 'Name \d+', usage: \{ apiRequests: 0, dataOutBytes: 0 \} \}\n\}/,
    )
  },
  'Changes as they happen: output 1': async (code) => {
    expect(code.replaceAll(/\s+/g, ' ')).toMatch(
      /^\{ accountChanged: \{ name: .*, usage: \{ apiRequests: \d+, dataOutBytes: \d+ \} \} \} $/,
    )
  },
  'Webhooks: output 1': async (code) => {
    const [head = '', body = ''] = code.split('\n\n')
    expect(head).toMatch(
      /^POST .*\ncontent-type: application\/json\nwebhook-id: .*\nwebhook-timestamp: \d+\nwebhook-signature: v1,\S+$/,
    )
    expect(Object.keys(JSON.parse(body))).toEqual(['type', 'timestamp', 'data'])
  },
  // `webhooks.test.ts` of the API tests it with requests that are actually sent.
  'Webhooks: js 1': async (code) => {
    await writeFile(join(folder, 'webhook.js'), code)
    const { readWebhook } = (await import(pathToFileURL(join(folder, 'webhook.js')).href)) as {
      readWebhook: (secret: string, headers: object, body: string) => unknown
    }
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const sign = (body: string) => createHmac('sha256', 'key').update(`1.${timestamp}.${body}`).digest('base64')
    const headers = { 'webhook-id': '1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${sign('{}')}` }
    const secret = `whsec_${Buffer.from('key').toString('base64')}`
    expect(readWebhook(secret, headers, '{}')).toEqual({})
    expect(() => readWebhook(secret, headers, '[]')).toThrow('Not signed with this secret.')
  },
}

it('has a check for each fenced block of docs/api.md', () => {
  expect([...blocks.keys()]).toEqual(Object.keys(shows))
})

it.each(Object.entries(shows))('docs/api.md is correct in %s', async (name, show) => {
  await show(blocks.get(name) ?? '')
})
