import { unlimited } from '@culvert/schema/units'
import { z } from 'zod'
import { AppError } from '../../ground/errors.ts'
import { mapLimits } from './limits.ts'
import type { Plan } from './rules.ts'

/** A plan as the operator defines it. */
export type PlanTerms = Omit<Plan, 'id'>

const limit = z.int('a whole number, or -1 for unlimited').min(unlimited, 'a whole number, or -1 for unlimited')

// Messages complete the sentence "NAME must be …".
const planTerms = z.strictObject({
  name: z.string().trim().min(1, 'a name').max(60, 'a name of at most 60 characters'),
  type: z.enum(['free', 'pro', 'custom'], 'free, pro or custom'),
  priceMonthly: z
    .number('an amount of USD, or nothing where it is agreed with each customer')
    .min(0, 'an amount of USD from 0')
    .max(1_000_000, 'an amount of USD up to 1,000,000')
    .refine((price) => Number(price.toFixed(2)) === price, 'an amount of USD with at most two decimals')
    .nullable(),
  isActive: z.boolean('true while the plan is on offer, else false'),
  providerProductId: z
    .string()
    .regex(/^\S{1,255}$/, 'the id of a price or a product at the payment provider, for example price_1A2b3C')
    .nullable(),
  ...mapLimits(({ max }) =>
    max === undefined ? limit : limit.max(max, `at most ${max.toLocaleString('en-US')}, or -1 for unlimited`),
  ),
  allowsNamespaceChange: z.boolean('true where namespaces may be changed, else false'),
}) satisfies z.ZodType<PlanTerms>

/** Validates a plan. Throws BAD_USER_INPUT that names every fault at once. */
export function parsePlanTerms(terms: PlanTerms): PlanTerms {
  const { data, error } = planTerms.safeParse(terms)
  const faults = (error?.issues ?? []).map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')} must be ${message}` : message,
  )
  if (data && (data.type === 'free') !== (data.priceMonthly === 0)) {
    faults.push('priceMonthly must be 0 for a free plan, and for no other')
  }
  if (!data || faults.length > 0) throw new AppError('BAD_USER_INPUT', `This plan has faults: ${faults.join('; ')}.`)
  return data
}
