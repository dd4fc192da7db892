import { recordAudit } from '../audit/service.ts'
import { authorize } from '../auth/authorize.ts'
import { toDay } from '../clock.ts'
import { notFound } from '../errors.ts'
import type { RequestContext } from '../http/context.ts'
import * as repository from './repository.ts'

/** An account's data as one file. */
export interface AccountExport {
  fileName: string
  json: string
}

/** Everything that is kept of an account, as of one instant, without secrets. */
export async function exportAccount(context: RequestContext, accountId: string): Promise<AccountExport> {
  await authorize(context, 'exportAccount', accountId)
  await context.rateLimiter.check('exportOfAccount', accountId)
  const now = context.clock.now()

  const { account, tables } = await context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found = await repository.findAccount(trx, accountId)
      if (!found) throw notFound('account')
      const rows: Record<string, unknown[]> = { members: await repository.listMembersForExport(trx, accountId) }
      for (const exported of exportedTables) {
        rows[exported.table] = await repository.listRowsForExport(trx, accountId, exported)
      }
      await recordAudit(trx, context, {
        action: 'account.exported',
        accountId,
        objectType: 'account',
        objectId: accountId,
        objectName: found.name,
      })
      return { account: found, tables: rows }
    })

  return {
    fileName: `culvert-${account.namespace}-${toDay(now)}.json`,
    json: JSON.stringify({ exportedAt: now, account, ...tables }, null, 2),
  }
}

/** What is kept of an account, table by table; the test of this file finds tables that are missing here. */
const exportedTables: readonly repository.ExportedTable[] = [
  { table: 'namespaces', newestBy: 'namespace' },
  { table: 'accountPlans', newestBy: 'id' },
  { table: 'invoices', newestBy: 'id' },
  { table: 'providerSubscriptions', newestBy: 'createdAt' },
  { table: 'teamInvites', newestBy: 'id', secrets: ['token'] },
  { table: 'authTokens', newestBy: 'id', secrets: ['tokenHash'] },
  { table: 'apiKeys', newestBy: 'id', secrets: ['keyHash'] },
  { table: 'gateways', newestBy: 'id' },
  { table: 'domains', newestBy: 'id' },
  { table: 'ipRestrictions', newestBy: 'id' },
  { table: 'agents', newestBy: 'id' },
  { table: 'usageMetrics', newestBy: 'date' },
  { table: 'usageNotices', newestBy: 'month' },
  { table: 'accountRates', newestBy: 'reportedAt' },
  { table: 'auditEntries', newestBy: 'id' },
]
