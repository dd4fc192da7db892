import { describe, expect, it } from 'vitest'
import type { PlanAvailability, PlanChangeMode } from '../../generated/schema.ts'
import { checkLimit, findAvailability, type Plan, seededPlans } from '../plans/rules.ts'

const plan = (limits: Partial<Plan>): Plan => ({ id: 'p1', ...seededPlans[0]!, ...limits })

describe('checkLimit', () => {
  it.each([
    [3, 0],
    [3, 2],
    [-1, 1_000_000],
  ])('allows one more with a limit of %s and %s in use', (maxSubpoints, used) => {
    expect(() => checkLimit(plan({ maxSubpoints }), 'maxSubpoints', used)).not.toThrow()
  })

  it.each([
    [3, 3],
    // After a downgrade, more is in use than the plan allows: it stays, and nothing can be added.
    [3, 20],
    [0, 0],
  ])('refuses with a limit of %s and %s in use', (maxSubpoints, used) => {
    expect(() => checkLimit(plan({ maxSubpoints }), 'maxSubpoints', used)).toThrow(
      expect.objectContaining({ code: 'PLAN_LIMIT_REACHED' }),
    )
  })
})

const sold = (priced: Plan): Plan => ({ ...priced, providerProductId: 'price_1' })

describe('findAvailability', () => {
  const free = plan(seededPlans[0]!)
  const pro = plan(seededPlans[1]!)
  const custom = plan(seededPlans[2]!)

  it.each<[PlanChangeMode, Plan, PlanAvailability]>([
    ['coming_soon', custom, 'SELECTABLE'],
    ['manual', free, 'SELECTABLE'],
    ['manual', pro, 'SELECTABLE'],
    ['manual', custom, 'BY_AGREEMENT'],
    ['manual', sold(custom), 'BY_AGREEMENT'],
    ['provider', free, 'SELECTABLE'],
    ['provider', pro, 'NOT_SOLD'],
    ['provider', sold(pro), 'SELECTABLE'],
    ['provider', custom, 'BY_AGREEMENT'],
    ['provider', sold(custom), 'SELECTABLE'],
  ])('in the mode %s for %j is %s', (mode, asked, availability) => {
    expect(findAvailability(asked, mode)).toBe(availability)
  })
})
