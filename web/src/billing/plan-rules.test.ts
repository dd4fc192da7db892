import { describe, expect, it } from '@jest/globals'
import { aPlan } from '../testing/test-api.ts'
import { bytesPerGb } from '../ui/limits.ts'
import type { Plan_PlanFragment } from './Plan.generated.ts'
import { describeEffect, getPlanAction, listExcesses, type InUse } from './plan-rules.ts'

const free = aPlan()
const pro: Plan_PlanFragment = { ...free, id: 'pro', name: 'Pro', type: 'pro', isFree: false, priceMonthly: 12 }
const team: Plan_PlanFragment = { ...pro, id: 'team', name: 'Team', priceMonthly: 30 }
const custom: Plan_PlanFragment = { ...pro, id: 'custom', name: 'Custom', type: 'custom', priceMonthly: null }
const sold = (plan: Plan_PlanFragment) => ({ ...plan, isProviderBacked: true })

describe('the button of a plan', () => {
  it.each([
    [free, free, 'Current Plan'],
    [free, pro, 'Upgrade'],
    [free, custom, 'Upgrade'],
    [free, sold(pro), 'Subscribe'],
    [pro, team, 'Upgrade'],
    [sold(pro), sold(team), 'Upgrade'],
    [team, pro, 'Downgrade'],
    [sold(team), sold(pro), 'Downgrade'],
    [sold(pro), free, 'Downgrade'],
    [custom, free, 'Downgrade'],
    [pro, custom, 'Switch Plan'],
    [custom, pro, 'Switch Plan'],
  ])('from $name to $name', (current, plan, action) => {
    expect(getPlanAction(current, plan)).toBe(action)
  })
})

describe('the effect of a change', () => {
  it.each([
    [pro, 'manual', 'Changing to the Pro plan will generate a new invoice for $12.00 that you can pay later.'],
    [sold(pro), 'manual', 'Changing to the Pro plan will generate a new invoice for $12.00 that you can pay later.'],
    [pro, 'coming_soon', 'Changing to the Pro plan will generate a new invoice for $12.00 that you can pay later.'],
    [sold(pro), 'coming_soon', 'You will be redirected to the payment provider for the Pro plan.'],
    [sold(pro), 'provider', 'You will be redirected to the payment provider for the Pro plan.'],
    [free, 'provider', 'Your account is downgraded to the Early Access plan.'],
  ] as const)('says what happens with $name in the mode %s', (plan, mode, text) => {
    expect(describeEffect(plan, mode)).toBe(text)
  })
})

describe('what exceeds a plan', () => {
  const used: InUse = {
    subpoints: 3,
    domains: 0,
    seats: 3,
    activeAgents: 2,
    ipRestrictions: 0,
    apiRequests: 10_000,
    dataOutBytes: 5 * bytesPerGb,
    agentMinutes: 6_000,
  }

  it('is nothing while everything is at its limit', () => {
    expect(listExcesses(used, free)).toEqual([])
  })

  it('is each thing of which there is more, with both figures', () => {
    const more = { ...used, subpoints: 5, domains: 1, dataOutBytes: 6 * bytesPerGb, agentMinutes: 6_001 }
    expect(listExcesses(more, free)).toEqual([
      { name: 'Gateways', figures: '5 of 3' },
      { name: 'Custom domains', figures: '1 of 0' },
      { name: 'Data transfer this month', figures: '6.0 GB of 5 GB' },
      { name: 'Agent hours this month', figures: '101 of 100' },
    ])
  })

  it('is nothing where a plan has no limit', () => {
    expect(listExcesses({ ...used, subpoints: 1_000 }, { ...custom, maxSubpoints: -1 })).toEqual([])
  })
})
