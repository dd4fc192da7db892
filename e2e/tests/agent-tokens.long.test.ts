import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CreateAgentTokenInput } from '@culvert/schema/client-types'
import { runCulvert, startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import {
  CreateAgentTokenDocument,
  RevokeAgentTokenDocument,
  UsageByLabelDocument,
} from '../src/control/control.generated.ts'
import { domain, type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, signUp } from '../src/people.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let app: App
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello'))
  ada = await signUp(site, 'Ada')
})

async function createToken(change: Partial<CreateAgentTokenInput>): Promise<{ id: string; secret: string }> {
  const input = { accountId: ada.accountId, label: 'acme', ttlSeconds: 3_600, ...change }
  const { agentToken, secret } = (await ada.control.request(CreateAgentTokenDocument, { input })).createAgentToken
  return { id: agentToken.id, secret }
}

/** Runs a command to its end; returns its exit code and the lines that it printed. */
async function run(secret: string, ...args: string[]): Promise<{ code: number | null; said: string[] }> {
  const command = runCulvert(cleanup, site, args, { CULVERT_AUTHTOKEN: secret })
  const { code } = await command.waitForExit()
  return { code, said: command.stderr.trimEnd().split('\n') }
}

describe('an agent token', () => {
  it('opens a tunnel with its prefix; the traffic is counted under its label, and labels add up to the total', async () => {
    const { secret } = await createToken({ label: 'acme', hostnamePrefix: 'acme-' })
    const other = await createToken({ label: 'bolt', hostnamePrefix: 'bolt-' })
    const person = await ada.createAuthToken()
    const visits = new Map([
      [secret, 3],
      [other.secret, 2],
      [person.secret, 1],
    ])
    for (const [token, count] of visits) {
      const agent = await startAgent(cleanup, site, { port: app.port, secret: token })
      if (token === secret) {
        expect(new URL(agent.publicUrl).hostname).toMatch(
          new RegExp(`^acme-[0-9a-z]{9}-${ada.namespace}\\.${domain.replaceAll('.', '\\.')}$`),
        )
      }
      for (let visited = 0; visited < count; visited += 1) await visit(agent.publicUrl)
      await agent.stop()
    }
    const today = new Date().toISOString().slice(0, 10)
    const days = { accountId: ada.accountId, from: today, to: today }
    const read = async () => (await ada.control.request(UsageByLabelDocument, days)).account
    let usage = await read()
    while (usage.usageTotals[0]?.apiRequests !== 6) {
      await delay(100)
      usage = await read()
    }
    expect(new Map(usage.usageByLabel.map(({ label, apiRequests }) => [label ?? null, apiRequests]))).toEqual(
      new Map([
        ['acme', 3],
        ['bolt', 2],
        [null, 1],
      ]),
    )
    const bytes = usage.usageByLabel.reduce((sum, { dataOutBytes }) => sum + dataOutBytes, 0)
    expect(bytes).toBe(usage.usageTotals[0].dataOutBytes)
  })

  it('bound to a gateway serves it, and is refused with 4 for another, naming the one that it allows', async () => {
    const { id: gatewayId, subdomain } = await ada.createGateway('shop')
    const { secret } = await createToken({ gatewayId })
    expect(await run(secret, 'http', String(app.port), '--gateway', 'other')).toEqual({
      code: 4,
      said: ['The gateway "other" was refused.', expect.stringContaining(`This agent token allows ${subdomain} only`)],
    })
    const agent = await startAgent(cleanup, site, { port: app.port, secret })
    expect(new URL(agent.publicUrl).hostname).toBe(subdomain)
    expect((await visit(agent.publicUrl)).body.toString()).toBe('Hello')
    await agent.stop()
  })

  it('ends running agents with 6 when it is revoked, and says why; new ones end with 3', async () => {
    const { id, secret } = await createToken({ hostnamePrefix: 'gone-' })
    const agent = await startAgent(cleanup, site, { port: app.port, secret })
    const begin = Date.now()
    await ada.control.request(RevokeAgentTokenDocument, { input: { id } })
    expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    expect(Date.now() - begin).toBeLessThan(10_000)
    expect(agent.stderr).toContain('revoked, or has expired: ask whoever issued it for another one.')
    expect(await run(secret, 'http', String(app.port))).toEqual({
      code: 3,
      said: ['Your agent token was refused.', expect.stringContaining('Ask whoever issued it for another one.')],
    })
  })

  it('is shown by `culvert whoami` with what it allows and its expiry, and without a user', async () => {
    const { secret } = await createToken({ label: 'acme', hostnamePrefix: 'acme-' })
    const command = runCulvert(cleanup, site, ['whoami'], { CULVERT_AUTHTOKEN: secret })
    expect(await command.waitForExit()).toEqual({ code: 0, signal: null })
    const shown = command.stdout
    expect(shown).toMatch(/^Agent token: +acme$/m)
    expect(shown).toMatch(/^Allows: +acme-\*$/m)
    expect(shown).toMatch(/^Expires: +20\d\d-/m)
    expect(shown).not.toMatch(/^User:/m)
  })

  it('is accepted by `culvert doctor`, which opens a tunnel with it', async () => {
    const { secret } = await createToken({ label: 'acme', hostnamePrefix: 'acme-' })
    const command = runCulvert(cleanup, site, ['doctor'], { CULVERT_AUTHTOKEN: secret })
    await command.waitForExit()
    expect(`${command.stdout}${command.stderr}`).toContain('"acme" acts for ')
    expect(`${command.stdout}${command.stderr}`).toContain('led back here in')
  })

  it('is created on the dashboard, opens a tunnel and is revoked; a trusted workload gets workflow lines', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/identity')
      await page.getByRole('button', { name: 'Create agent token' }).click()
      await page.getByLabel('Label').fill('shown')
      await page.getByLabel('Prefix', { exact: true }).fill('shown-')
      await page.getByRole('button', { name: 'Create agent token' }).click()
      await page.getByRole('heading', { name: 'Token of shown' }).waitFor()
      await page.getByRole('button', { name: 'Show agent token' }).click()
      const [secret = ''] = /at_[0-9a-f]{64}/.exec((await page.textContent('main')) ?? '') ?? []
      const agent = await startAgent(cleanup, site, { port: app.port, secret })
      expect((await visit(agent.publicUrl)).text).toBe('Hello')
      await page.getByRole('button', { name: 'Done' }).click()
      const row = page.getByRole('table', { name: 'Agent tokens' }).getByRole('row').filter({ hasText: 'shown' })
      await row.getByText('shown-*').waitFor()
      await row.getByRole('button', { name: 'Revoke token of shown' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
      expect((await agent.waitForExit()).code).toBe(6)
      await row.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'Trust a workload' }).click()
      await page.getByLabel('Name').fill('Previews')
      await page.getByLabel('Value').fill('acme/*')
      await page.getByLabel('Label').fill('ci')
      await page.getByLabel('Prefix', { exact: true }).fill('preview-')
      await page.getByRole('button', { name: 'Trust workload' }).click()
      await page.getByRole('heading', { name: 'Workflow for Previews' }).waitFor()
      await page.getByText(/culvert http 3000 --server \S+ --trust \S+/).waitFor()
      await page.getByRole('table', { name: 'Trusts' }).getByText('repository: acme/*').waitFor()
    }))
})
