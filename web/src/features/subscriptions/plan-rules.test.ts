import { describe, expect, it } from 'vitest'
import { aPlan } from '../../testing/test-api.ts'
import { describeEffect, formatUsage, getPlanAction } from './plan-rules.ts'
import type { Plan } from '../plans/plan.ts'

const free = aPlan()
const pro: Plan = { ...free, id: 'pro', name: 'Pro', type: 'pro', isFree: false, priceMonthlyCents: 1_200 }
const team: Plan = { ...pro, id: 'team', name: 'Team', priceMonthlyCents: 3_000 }
const custom: Plan = { ...pro, id: 'custom', name: 'Custom', type: 'custom', priceMonthlyCents: null }
const sold = (plan: Plan) => ({ ...plan, isProviderBacked: true })

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
  ] as const)('is described for $name in the mode %s', (plan, mode, text) => {
    expect(describeEffect(plan, mode)).toBe(text)
  })
})

describe('the usage of a limit', () => {
  it.each([
    [{ used: 5, limit: 3, unit: 'COUNT' }, '5 of 3'],
    [{ used: 1_000, limit: -1, unit: 'COUNT' }, '1,000 of ∞'],
    [{ used: 6, limit: 5, unit: 'GIB' }, '6.0\u00A0GB of 5\u00A0GB'],
    [{ used: 100.02, limit: 100, unit: 'HOURS' }, '101 of 100'],
  ] as const)('%j reads %s', (usage, words) => {
    expect(formatUsage(usage)).toBe(words)
  })
})
