import type { App } from '../app.ts'
import { checkEdge } from '../auth/authorize.ts'
import { addMs } from '../clock.ts'
import type { ReportUsageInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import * as repository from './repository.ts'
import { parseUsageReport } from './rules.ts'

/** Counts an edge's batch, exactly once however often it is sent. Answers whether it was counted now. */
export async function reportUsage(context: RequestContext, { reportId, rows }: ReportUsageInput): Promise<boolean> {
  checkEdge(context)
  const usage = parseUsageReport(reportId, rows)
  const counted = await context.db.transaction().execute(async (trx) => {
    const isNew = await repository.insertUsageReport(trx, reportId, context.clock.now())
    if (isNew) await repository.addUsage(trx, usage)
    return isNew
  })
  if (counted) {
    for (const accountId of new Set(usage.map((row) => row.accountId))) {
      context.events.publish('accountChanged', accountId, { accountId })
    }
  }
  return counted
}

/** Forgets the ids of reports that no edge sends again: an edge keeps what it could not send for hours, not for a month. */
export async function deleteOldUsageReports({ db, clock }: App): Promise<void> {
  await repository.deleteUsageReportsBefore(db, addMs(clock.now(), -30 * 24 * 60 * 60 * 1_000))
}
