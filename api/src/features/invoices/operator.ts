import type { InvoiceStatus } from '../../generated/schema.ts'
import { AppError } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator } from '../../platform/audit/service.ts'
import * as repository from './repository.ts'
import type { Invoice } from './rules.ts'
import { updateInvoiceStatus } from './service.ts'

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
