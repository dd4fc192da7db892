import { describe, expect, it } from 'vitest'
import { seededPlans } from '../plans/rules.ts'
import { matchPlan } from '../subscriptions/rules.ts'

const plan = (id: string, providerProductId: string | null) => ({ ...seededPlans[1]!, id, providerProductId })

describe('matchPlan', () => {
  it('finds the plan whose product id is contained in the price id, preferring the longest', () => {
    const plans = [plan('free', null), plan('pro', 'price_pro'), plan('max', 'price_pro_max')]
    expect(matchPlan({ priceId: 'price_pro_max', productId: 'prod_1' }, plans)?.id).toBe('max')
    expect(matchPlan({ priceId: 'price_pro_monthly', productId: 'prod_1' }, plans)?.id).toBe('pro')
    expect(matchPlan({ priceId: 'price_team', productId: 'prod_1' }, plans)).toBeUndefined()
  })
})
