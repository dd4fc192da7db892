import type { Trx } from '../db/db.ts'
import type { RequestContext } from '../http/context.ts'
import { cancelPendingInvoices } from './invoices.ts'
import { enqueueEnd } from './jobs.ts'
import { endAccountPlan } from './repository.ts'
import { listLiveIds } from './subscription-repository.ts'

/** Ends what an account has of plans: its plan, what it has not paid, and its subscriptions at the payment provider. */
export async function endBilling(trx: Trx, context: RequestContext, accountId: string, now: Date): Promise<void> {
  await endAccountPlan(trx, accountId, now)
  await cancelPendingInvoices(trx, context, accountId)
  for (const id of await listLiveIds(trx, accountId)) await enqueueEnd(context, trx, id)
}
