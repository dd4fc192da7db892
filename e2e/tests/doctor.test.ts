import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert } from '../src/agent.ts'
import { type TestApp, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { signUp } from '../src/people.ts'

const cleanup = createCleanup()
let site: Site
let app: TestApp
let secret: string

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello'))
  const ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

async function run(args: string[], env: Record<string, string> = {}) {
  const command = runCulvert(cleanup, site, ['doctor', ...args], env)
  const { code } = await command.waitForExit()
  return { code, said: command.stdout, stderr: command.stderr }
}

describe('culvert doctor', () => {
  it('finds the whole way in order, from the token to the public URL and back, and the app too', async () => {
    const { code, said } = await run([String(app.port)], { CULVERT_AUTHTOKEN: secret })
    const checks = said
      .split('\n')
      .filter((line) => /^\S/.test(line))
      .map((line) => line.slice(0, 15).trim())
    expect({ code, checks }).toEqual({
      code: 0,
      checks: [
        '✓ Runtime',
        '✓ Configuration',
        '✓ Sign-in',
        '✓ Proxy',
        '✓ DNS',
        '✓ Server',
        '· TLS',
        '✓ Clock',
        '✓ Token',
        '✓ Edge',
        '✓ Public URL',
        '✓ App',
        '✓ Addresses',
        '✓ Host',
        '✓ Trust',
      ],
    })
    expect(said).not.toContain(secret)
  })

  it('says in one line what is wrong, and what to do about it, and ends with 1', async () => {
    const { code, said } = await run(['1'], { CULVERT_AUTHTOKEN: `pk_${'0'.repeat(64)}` })
    expect(code).toBe(1)
    expect(said).toContain('✕ Token')
    expect(said).toContain(`Sign in again with \`culvert login --server ${site.apiUrl}\`.`)
    expect(said).toContain('✕ App           Nothing listens on http://localhost:1.')
    expect(said).not.toContain('Public URL')
  })

  it('leaves a report for others that holds no secret', async () => {
    const report = join(await createTempFolder(cleanup), 'report.json')
    const { said } = await run(['--json', '--report', report], { CULVERT_AUTHTOKEN: secret })
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual(JSON.parse(said))
    expect(readFileSync(report, 'utf8')).not.toContain(secret.slice(3))
  })

  it('runs by itself, shortened, when a start finds no server', async () => {
    const command = runCulvert(cleanup, { apiUrl: 'http://no-such-server.invalid:4000' }, ['http', '3000'], {
      CULVERT_AUTHTOKEN: secret,
    })
    expect((await command.waitForExit()).code).toBe(5)
    expect(command.stderr).toContain('✕ DNS           no-such-server.invalid cannot be resolved')
    expect(command.stderr).not.toContain('✓')
  })
})
