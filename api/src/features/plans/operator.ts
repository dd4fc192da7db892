import { randomUUIDv7 } from 'node:crypto'
import type { PlanChangeMode } from '../../generated/schema.ts'
import { AppError, conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { enqueueSiteEvents } from '../site/jobs.ts'
import { changeSite } from '../site/operator.ts'
import { noPaymentProvider, type SiteConfig } from '../site/rules.ts'
import * as repository from './repository.ts'
import { isPriced, type Plan } from './rules.ts'
import { parsePlanTerms, type PlanTerms } from './terms.ts'

/** Returns every plan, on offer or not, cheapest first. */
export async function listAllPlans({ db }: App): Promise<Plan[]> {
  return await repository.listAllPlans(db)
}

/** Adds a plan. Throws BAD_USER_INPUT, or CONFLICT for a name or a product id that another plan has. */
export async function createPlan(app: App, terms: PlanTerms): Promise<Plan> {
  const plan = { id: randomUUIDv7(), ...parsePlanTerms(terms) }
  await writePlan(app, async (trx) => {
    await repository.insertPlan(trx, plan)
    await recordAudit(trx, asOperator(app), { action: 'plan.created', ...describePlan(plan) })
  })
  return plan
}

/**
 * Changes a plan, for the accounts that are on it too: limits at once, the price with the next invoice. Throws as `createPlan`,
 * and CONFLICT when no free plan would be left for new accounts.
 */
export async function updatePlan(app: App, idOrName: string, changes: Partial<PlanTerms>): Promise<Plan> {
  return await writePlan(app, async (trx) => {
    await repository.lockPlans(trx)
    const before = await getPlanNamed(trx, idOrName)
    const { id, ...terms } = { ...before, ...changes }
    const after = parsePlanTerms(terms)
    await repository.updatePlan(trx, id, after)
    if (isPriced(after) && !isPriced(before)) await repository.resumeInvoicing(trx, id, app.clock.now())
    if (!(await repository.findFreePlan(trx))) {
      throw conflict('New accounts start on a free plan, so one must stay on offer. Add another one first.')
    }
    const plan = { id, ...after }
    await recordAudit(trx, asOperator(app), {
      action: 'plan.updated',
      ...describePlan(plan),
      changes: listChanges(Object.keys(after), { ...before }, { ...after }),
    })
    return plan
  })
}

/** Decides how accounts change their plan. Throws CONFLICT for `provider` if none is configured. */
export async function setPlanChanges(app: App, planChanges: PlanChangeMode): Promise<SiteConfig> {
  if (planChanges === 'provider' && !app.payments) throw noPaymentProvider()
  return await changeSite(
    app,
    'site.updated',
    (config) => ({ ...config, planChanges }),
    async (trx) => {
      if (planChanges === 'manual') await repository.resumeInvoicing(trx, undefined, app.clock.now())
    },
  )
}

/** Finds the plan with this id or name. Throws NOT_FOUND, which names the plans that exist. */
export async function getPlanNamed(db: Db, idOrName: string): Promise<Plan> {
  const plan = await repository.findPlan(db, idOrName)
  if (plan) return plan
  const names = (await repository.listAllPlans(db)).map(({ name }) => name).join(', ')
  throw new AppError('NOT_FOUND', `There is no plan "${idOrName}". There are: ${names}.`)
}

/** Stores a plan, and notifies every dashboard: what is on offer, and what accounts may use, has changed. */
async function writePlan<Result>(app: App, write: (trx: Trx) => Promise<Result>): Promise<Result> {
  const change = app.change(async (trx) => {
    const written = await write(trx)
    await enqueueSiteEvents(trx, [app.clock.now()])
    return written
  })
  const sold = 'Another plan is sold by this price or product. Each is sold by its own.'
  return await refuseDuplicates(change, {
    plans_name_key: () => conflict('Another plan has this name. Choose another one.', { field: 'name' }),
    plans_provider_product_id_key: () => conflict(sold, { field: 'providerProductId' }),
  })
}

function describePlan({ id, name }: Plan) {
  return { accountId: null, objectType: 'plan' as const, objectId: id, objectName: name }
}
