import type { Page } from '../../ground/pages.ts'
import { authorize, getUser } from '../../platform/access/authorize.ts'
import { type AuditEntry, type AuditQuery, checkAuditQuery } from '../../platform/audit/rules.ts'
import { listEntries, type AuditSubject } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'

/** One page of an account's log, newest first. */
export async function listAccountAudit(
  context: RequestContext,
  accountId: string,
  query: AuditQuery,
): Promise<Page<AuditEntry>> {
  await authorize(context, 'viewAuditLog', accountId)
  return await listPage(context, { accountId }, query)
}

/** One page of what the viewer did to their own sign-in, newest first. */
export async function listViewerAudit(context: RequestContext, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { userId } = getUser(context)
  return await listPage(context, { userId }, query)
}

async function listPage({ db }: RequestContext, subject: AuditSubject, query: AuditQuery): Promise<Page<AuditEntry>> {
  checkAuditQuery(query)
  return await listEntries(db, subject, query)
}
