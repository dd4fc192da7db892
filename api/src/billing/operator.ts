import { randomUUIDv7 } from 'node:crypto'
import { lockAccount } from '../accounts/service.ts'
import type { App } from '../app.ts'
import { listChanges } from '../audit/rules.ts'
import { asOperator, recordAudit } from '../audit/service.ts'
import { isUniqueViolation } from '../db/faults.ts'
import type { Db, Trx } from '../db/db.ts'
import { AppError, notFound } from '../errors.ts'
import type { InvoiceStatus } from '../generated/schema.ts'
import { announceSite } from '../site/jobs.ts'
import { getPlanChangeMode } from '../site/service.ts'
import * as invoices from './invoice-repository.ts'
import type { Invoice } from './invoice-rules.ts'
import { moveInvoice } from './invoices.ts'
import { movePlan } from './moves.ts'
import { parsePlanTerms, type PlanTerms } from './plan-terms.ts'
import * as repository from './repository.ts'
import type { Plan } from './rules.ts'

/*
 * What the operator does on the command line. There is nobody to authorize: whoever reaches the database may do it.
 */

/** Every plan, on offer or not, cheapest first. */
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
    const before = await getPlanNamed(trx, idOrName)
    const { id, ...terms } = { ...before, ...changes }
    const after = parsePlanTerms(terms)
    await repository.updatePlan(trx, id, after)
    if (!(await repository.findFreePlan(trx))) {
      throw new AppError(
        'CONFLICT',
        'New accounts start on a free plan, so one must stay on offer. Add another one first.',
      )
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

/** Puts an account on any plan, on offer or not; in the `manual` mode with an invoice, as if its owner had asked for it. */
export async function assignPlan(
  app: App,
  accountId: string,
  planIdOrName: string,
): Promise<{ plan: Plan; invoice: Invoice | undefined }> {
  const assigned = await app.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    const plan = await getPlanNamed(trx, planIdOrName)
    const isInvoiced = (await getPlanChangeMode(trx)) === 'manual'
    return { plan, invoice: await movePlan(trx, asOperator(app), { account, to: plan, isInvoiced }) }
  })
  app.events.publish('accountChanged', accountId, { accountId })
  return assigned
}

/** Invoices of one account or of all, newest first. */
export async function listInvoices({ db }: App, filter: invoices.InvoiceFilter, limit: number): Promise<Invoice[]> {
  return await invoices.listInvoices(db, filter, limit)
}

/** Moves an invoice to another state. Throws NOT_FOUND, or CONFLICT when it may not go there. */
export async function setInvoiceStatus(app: App, id: string, status: InvoiceStatus): Promise<Invoice> {
  const invoice = await app.db.transaction().execute(async (trx) => {
    const before = await invoices.findInvoice(trx, id)
    if (!before) throw notFound('invoice')
    await moveInvoice(trx, asOperator(app), before, status)
    return { ...before, status }
  })
  const { accountId } = invoice
  app.events.publish('accountChanged', accountId, { accountId })
  return invoice
}

/** The plan with this id or name. Throws NOT_FOUND, naming those that there are. */
export async function getPlanNamed(db: Db, idOrName: string): Promise<Plan> {
  const plan = await repository.findPlan(db, idOrName)
  if (plan) return plan
  const names = (await repository.listAllPlans(db)).map(({ name }) => name).join(', ')
  throw new AppError('NOT_FOUND', `There is no plan "${idOrName}". There are: ${names}.`)
}

/** Writes a plan, and tells every dashboard: what is on offer, and what accounts may use, looks different now. */
async function writePlan<Result>(app: App, write: (trx: Trx) => Promise<Result>): Promise<Result> {
  try {
    return await app.db.transaction().execute(async (trx) => {
      const written = await write(trx)
      await announceSite(trx, app, [app.clock.now()])
      return written
    })
  } catch (error) {
    if (isUniqueViolation(error, 'plans_name_key')) {
      throw new AppError('CONFLICT', 'Another plan has this name. Choose another one.', { field: 'name' })
    }
    if (isUniqueViolation(error, 'plans_provider_product_id_key')) {
      const message = 'Another plan is sold by this price or product. Each is sold by its own.'
      throw new AppError('CONFLICT', message, { field: 'providerProductId' })
    }
    throw error
  }
}

function describePlan({ id, name }: Plan) {
  return { accountId: null, objectType: 'plan', objectId: id, objectName: name }
}
