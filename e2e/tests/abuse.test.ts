import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert, startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { createCleanup, createCleanupOfTest } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const ofTest = createCleanupOfTest()
let site: Site
let app: App
let ada: Person
let secret: string

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('served'))
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

/** How a command that requests a tunnel ends. */
const expectNoStart = async () => {
  const agent = runCulvert(ofTest, site, ['http', String(app.port)], { CULVERT_AUTHTOKEN: secret })
  return { ...(await agent.waitForExit()), stderr: agent.stderr }
}

const errorOf = async (url: string) => {
  const { status, headers, text } = await visit(url)
  return { status, code: headers.get('x-culvert-error'), text }
}

describe('the operator', () => {
  it('blocks a hostname: its agent ends with 6 and says why, and visitors read the reason', async () => {
    const agent = await startAgent(ofTest, site, { port: app.port, secret })
    const { hostname } = new URL(agent.publicUrl)
    expect((await visit(agent.publicUrl)).text).toBe('served')
    await operate(site, 'hostnames', 'block', hostname, '--reason', 'It imitated a bank.')
    expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    expect(agent.stderr).toContain('The operator has blocked the hostname of this agent: use another gateway')
    // The edge hears of the end of the tunnel and of the block in either order.
    await until('the block', async () => (await errorOf(agent.publicUrl)).code === 'CULVERT_HOSTNAME_BLOCKED')
    expect(await errorOf(agent.publicUrl)).toMatchObject({
      status: 403,
      text: expect.stringContaining('It imitated a bank.'),
    })
  })

  it('suspends an account: its agents end with 6 and say why, none starts, and visitors see no reason', async () => {
    const agent = await startAgent(ofTest, site, { port: app.port, secret })
    await operate(site, 'accounts', 'suspend', ada.accountId, '--reason', 'Phishing.')
    expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    expect(agent.stderr).toContain('The operator has suspended the account of this agent: sign in to see why.')
    const error = await errorOf(agent.publicUrl)
    expect(error).toMatchObject({ status: 403, code: 'CULVERT_ACCOUNT_SUSPENDED' })
    expect(error.text).not.toContain('Phishing')
    expect(await expectNoStart()).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('The operator has suspended this account: "Phishing."'),
    })
    await operate(site, 'accounts', 'resume', ada.accountId)
    const resumed = await startAgent(ofTest, site, { port: app.port, secret })
    expect((await visit(resumed.publicUrl)).text).toBe('served')
  })
})
