import type { App } from '../app.ts'
import type { AuditSource } from '../audit/service.ts'
import type { Trx } from '../db/db.ts'
import { cancelPendingInvoices } from './invoices.ts'
import { enqueueEnd } from './jobs.ts'
import { endAccountPlan } from './repository.ts'
import { listLiveIds } from './subscription-repository.ts'

/** Ends what an account has of plans: its plan, what it has not paid, and its subscriptions at the payment provider. */
export async function endBilling(trx: Trx, app: App, source: AuditSource, accountId: string): Promise<void> {
  await endAccountPlan(trx, accountId, app.clock.now())
  await cancelPendingInvoices(trx, source, accountId)
  for (const id of await listLiveIds(trx, accountId)) await enqueueEnd(app, trx, id)
}
