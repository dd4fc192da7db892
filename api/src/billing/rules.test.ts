import { describe, expect, it } from '@jest/globals'
import { checkLimit, seededPlans, type Plan } from './rules.ts'

const plan = (limits: Partial<Plan>): Plan => ({ id: 'p1', ...seededPlans[0]!, ...limits })

describe('checkLimit', () => {
  it.each([
    [3, 0],
    [3, 2],
    [-1, 1_000_000],
  ])('lets one more in with a limit of %s and %s in use', (maxSubpoints, used) => {
    expect(() => checkLimit(plan({ maxSubpoints }), 'gateways', used)).not.toThrow()
  })

  it.each([
    [3, 3],
    // After a downgrade more is in use than the plan has: it stays, and nothing is added.
    [3, 20],
    [0, 0],
  ])('refuses with a limit of %s and %s in use', (maxSubpoints, used) => {
    expect(() => checkLimit(plan({ maxSubpoints }), 'gateways', used)).toThrow(
      expect.objectContaining({ code: 'PLAN_LIMIT_REACHED' }),
    )
  })
})
