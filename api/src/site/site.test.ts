import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { describeApi } from '../testing/api.ts'
import { seedSite } from './service.ts'
import { SiteDocument } from './site.test.generated.ts'

describeApi('site', (api) => {
  describe('site', () => {
    it('tells everybody the brand, the version of package.json, the domains and the address', async () => {
      const manifest: unknown = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
      const { site } = await api.client().run(SiteDocument, {})
      expect(site).toEqual({
        brandName: 'Culvert',
        version: (manifest as { version: string }).version,
        serverUrl: 'http://localhost:4000',
        planChanges: 'coming_soon',
        availableSubpointDomains: [{ domain: 'culvert.localhost', isDefault: true }],
      })
    })

    it('keeps what the operator changed when the program starts again with another domain', async () => {
      const { app } = api
      await app.db.updateTable('globalConfig').set({ brandName: 'Aqueduct' }).execute()
      await seedSite({ ...app, config: { ...app.config, domain: 'other.example' } })
      const { site } = await api.client().run(SiteDocument, {})
      expect(site).toMatchObject({ brandName: 'Aqueduct', availableSubpointDomains: [{ domain: 'culvert.localhost' }] })
    })
  })
})
