import type { InvoiceStatus } from '../../generated/schema.ts'
import { AppError, conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator } from '../../platform/audit/service.ts'
import { lockAccount } from '../accounts/service.ts'
import { getPlanNamed } from '../plans/operator.ts'
import type { Plan } from '../plans/rules.ts'
import { getPlanChangeMode } from '../site/service.ts'
import { switchPlan } from './plan-changes.ts'
import * as repository from './repository.ts'
import type { Invoice } from './rules.ts'
import { updateInvoiceStatus } from './service.ts'

/** Puts an account on any plan, on offer or not; in the `manual` mode with an invoice, as if its owner had asked for it. */
export async function assignPlan(
  app: App,
  accountId: string,
  planIdOrName: string,
): Promise<{ plan: Plan; invoice: Invoice | undefined }> {
  return await app.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    const plan = await getPlanNamed(trx, planIdOrName)
    const isInvoiced = (await getPlanChangeMode(trx)) === 'manual'
    if (isInvoiced && account.suspendedAt !== null) {
      throw conflict('The account is suspended, and no invoice opens for it. Resume it first: `accounts resume`.')
    }
    tell('accountChanged', accountId, { accountId })
    return { plan, invoice: await switchPlan(trx, asOperator(app), { account, to: plan, isInvoiced }) }
  })
}

/** Returns invoices of one account or of all, newest first. */
export async function listInvoices({ db }: App, filter: repository.InvoiceFilter, limit: number): Promise<Invoice[]> {
  return await repository.listInvoices(db, filter, limit)
}

/** Moves an invoice to another state. Throws NOT_FOUND, or CONFLICT if it may not move there. */
export async function setInvoiceStatus(app: App, id: string, status: InvoiceStatus): Promise<Invoice> {
  return await app.change(async (trx, tell) => {
    const before = await repository.findInvoice(trx, id)
    if (!before)
      throw new AppError('NOT_FOUND', `There is no invoice "${id}". Give an id, as \`invoices list\` shows them.`)
    await updateInvoiceStatus(trx, asOperator(app), before, status)
    const { accountId } = before
    tell('accountChanged', accountId, { accountId })
    return { ...before, status }
  })
}
