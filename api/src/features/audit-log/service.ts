import { authorize, getUser } from '../../platform/access/authorize.ts'
import { type AuditEntry, type AuditFilter, checkAuditQuery } from '../../platform/audit/rules.ts'
import { listEntries, type AuditSubject } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'

/** One page of a log. */
export interface AuditPage {
  nodes: AuditEntry[]
  totalCount: number
  page: number
  pageSize: number
  pageCount: number
}

type AuditQuery = AuditFilter & { page: number; pageSize: number }

/** One page of an account's log, newest first. */
export async function listAccountAudit(
  context: RequestContext,
  accountId: string,
  query: AuditQuery,
): Promise<AuditPage> {
  await authorize(context, 'viewAuditLog', accountId)
  return await listPage(context, { accountId }, query)
}

/** One page of what the viewer did to their own sign-in, newest first. */
export async function listViewerAudit(context: RequestContext, query: AuditQuery): Promise<AuditPage> {
  const { userId } = getUser(context)
  return await listPage(context, { userId }, query)
}

async function listPage({ db }: RequestContext, subject: AuditSubject, query: AuditQuery): Promise<AuditPage> {
  checkAuditQuery(query)
  const { page, pageSize, ...filter } = query
  const found = await listEntries(db, subject, filter, { limit: pageSize, offset: (page - 1) * pageSize })
  return { ...found, page, pageSize, pageCount: Math.max(1, Math.ceil(found.totalCount / pageSize)) }
}
