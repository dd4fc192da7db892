import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { addMs } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import {
  CreateGatewayDocument,
  GatewaysDocument,
  SiteChangedDocument,
  SiteDocument,
} from '../../testing/generated/documents.ts'
import { setPlanChanges } from '../plans/operator.ts'
import {
  addOfferedDomain,
  clearAlert,
  removeOfferedDomain,
  setAlert,
  setBrandName,
  setContact,
  setDefaultDomain,
} from './operator.ts'
import type { AlertInput } from './rules.ts'
import { getMailSite, seedSite } from './service.ts'

const alert: AlertInput = {
  message: 'Back at noon',
  title: 'Maintenance',
  type: 'warning',
  startDate: null,
  endDate: null,
  showOnPages: ['/', '/pricing'],
  dismissible: true,
}

describeApi('site', (api) => {
  describe('site', () => {
    it('shows everybody the brand, the version in package.json, the domains and the server address', async () => {
      const manifest: unknown = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'))
      const { site } = await api.client().run(SiteDocument, {})
      expect(site).toEqual({
        brandName: 'Culvert',
        version: (manifest as { version: string }).version,
        serverUrl: 'http://localhost:4000',
        exampleUrl: 'http://demo-ada.culvert.localhost:8080',
        planChanges: 'coming_soon',
        availableSubpointDomains: [{ domain: 'culvert.localhost', isDefault: true }],
        sitewideAlert: null,
        contact: { email: null, phone: null, address: null, chatUrl: null },
      })
    })

    it("keeps the operator's changes when the program restarts with another domain", async () => {
      const { app } = api
      await setBrandName(app, 'Aqueduct')
      await seedSite({ ...app, config: { ...app.config, domain: 'other.example' } })
      const { site } = await api.client().run(SiteDocument, {})
      expect(site).toMatchObject({ brandName: 'Aqueduct', availableSubpointDomains: [{ domain: 'culvert.localhost' }] })
    })
  })

  const show = async () => (await api.client().run(SiteDocument, {})).site

  describe('the alert', () => {
    it('is shown as set until it is cleared, and gets a new id each time it is set', async () => {
      await setAlert(api.app, alert)
      const first = (await show()).sitewideAlert
      expect(first).toEqual({ ...alert, id: expect.any(String) })
      await setAlert(api.app, alert)
      expect((await show()).sitewideAlert?.id).not.toBe(first?.id)
      await clearAlert(api.app)
      expect((await show()).sitewideAlert).toBeNull()
    })

    it("begins and ends by the server's clock, and subscribers are notified of both", async () => {
      const { client } = await api.seed.owner('Ada')
      await api.runJobs()
      const changes = await client.subscribe(SiteChangedDocument, {})
      const now = api.clock.now()
      // Within the lifetime of the access token, because the subscription would end with it.
      const stepMs = 5 * 60_000
      await setAlert(api.app, { ...alert, startDate: addMs(now, stepMs), endDate: addMs(now, 2 * stepMs) })
      await api.runJobs()
      expect((await changes.next()).siteChanged.sitewideAlert).toBeNull()

      api.clock.advance(stepMs)
      await api.runJobs()
      expect((await changes.next()).siteChanged.sitewideAlert).toMatchObject({ message: 'Back at noon' })

      api.clock.advance(stepMs)
      await api.runJobs()
      expect((await changes.next()).siteChanged.sitewideAlert).toBeNull()
      await changes.close()
    })
  })

  describe('the contact details', () => {
    it('are shown to everybody, and mails contain the email address', async () => {
      const contact = {
        email: 'help@example.com',
        phone: '+33 1 23',
        address: '1 Main St',
        chatUrl: 'https://chat.example/',
      }
      await setContact(api.app, contact)
      expect((await show()).contact).toEqual(contact)
      expect(await getMailSite(api.app)).toMatchObject({ contactEmail: 'help@example.com' })
      await setContact(api.app, { phone: '' })
      expect((await show()).contact).toEqual({ ...contact, phone: null })
    })
  })

  describe('the offered domains', () => {
    it('keep the gateways on a domain that is withdrawn, but accept no new ones on it', async () => {
      await addOfferedDomain(api.app, 'other.example')
      const ada = await api.seed.owner('Ada')
      const { gateway } = (
        await ada.client.run(CreateGatewayDocument, {
          input: { accountId: ada.accountId, name: 'demo', domain: 'other.example' },
        })
      ).createGateway

      await removeOfferedDomain(api.app, 'other.example')
      const { account } = await ada.client.run(GatewaysDocument, { accountId: ada.accountId })
      expect(account.gateways).toMatchObject([{ id: gateway.id, subdomain: `demo-${ada.namespace}.other.example` }])
      await expect(
        ada.client.run(CreateGatewayDocument, {
          input: { accountId: ada.accountId, name: 'second', domain: 'other.example' },
        }),
      ).rejects.toMatchObject({ field: 'domain' })
    })

    it('have one default, which random hostnames use and which cannot be removed', async () => {
      await addOfferedDomain(api.app, 'new.example')
      await setDefaultDomain(api.app, 'new.example')
      const agent = await (await api.seed.owner('Ada')).agent()
      expect(agent.assignedDomain).toMatch(/\.new\.example$/)
      await expect(removeOfferedDomain(api.app, 'new.example')).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('are all kept when several are added simultaneously', async () => {
      const added = ['one.example', 'two.example', 'three.example']
      await Promise.all(added.map((domain) => addOfferedDomain(api.app, domain)))
      const { availableSubpointDomains } = await show()
      expect(availableSubpointDomains.map(({ domain }) => domain)).toEqual(expect.arrayContaining(added))
    })
  })

  it("records the operator's changes in the audit log, except those that change nothing", async () => {
    await setPlanChanges(api.app, 'manual')
    await setPlanChanges(api.app, 'manual')
    expect((await show()).planChanges).toBe('manual')
    const entries = await api.app.db
      .selectFrom('auditEntries')
      .select(['action', 'actorKind', 'accountId', 'changes'])
      .where('objectType', '=', 'site')
      .orderBy('position')
      .execute()
    expect(entries.filter(({ changes }) => changes && 'planChanges' in changes)).toEqual([
      {
        action: 'site.updated',
        actorKind: 'OPERATOR',
        accountId: null,
        changes: { planChanges: { from: 'coming_soon', to: 'manual' } },
      },
    ])
  })
})
