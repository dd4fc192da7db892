import { describe, expect, it } from '@jest/globals'
import { describeApi } from '../testing/api.ts'
import { PlansDocument } from './billing.test.generated.ts'
import { seedPlans } from './service.ts'

describeApi('billing', (api) => {
  describe('plans', () => {
    it('lists what is on offer, cheapest first, to everybody', async () => {
      const { plans } = await api.client().run(PlansDocument, {})
      expect(plans).toEqual([
        {
          id: expect.any(String),
          name: 'Early Access',
          type: 'free',
          priceMonthly: 0,
          maxSubpoints: 3,
          maxDomains: 0,
          maxTeamMembers: 3,
          maxConcurrentAgents: 2,
          maxApiRequests: 10_000,
          maxDataOutGb: 5,
          maxAgentHoursMonthly: 100,
          maxIpRestrictions: 0,
          allowsNamespaceChange: false,
        },
        expect.objectContaining({ name: 'Pro', type: 'pro', priceMonthly: 12, maxConcurrentAgents: 10 }),
        expect.objectContaining({ name: 'Custom', type: 'custom', priceMonthly: null, maxSubpoints: -1 }),
      ])
    })

    it('keeps what the operator changed when the program starts again', async () => {
      const { db } = api.app
      await db.updateTable('plans').set({ maxSubpoints: 5 }).where('name', '=', 'Early Access').execute()
      await seedPlans(db)
      const { plans } = await api.client().run(PlansDocument, {})
      expect(plans).toHaveLength(3)
      expect(plans[0]).toMatchObject({ name: 'Early Access', maxSubpoints: 5 })
    })
  })
})
