import type { AccountAuditLogConnectionArgs, ViewerAuditLogConnectionArgs } from '../../generated/schema.ts'
import { type Connection, parseSlice } from '../../ground/connections.ts'
import type { Page } from '../../ground/pages.ts'
import { authorize, getUser } from '../../platform/access/authorize.ts'
import {
  type AuditEntry,
  auditPageMax,
  type AuditQuery,
  checkAuditQuery,
  checkAuditRange,
} from '../../platform/audit/rules.ts'
import { connectEntries, listEntries, type AuditSubject } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'

/** Returns one page of an account's log, newest first. */
export async function listAccountAudit(
  context: RequestContext,
  accountId: string,
  query: AuditQuery,
): Promise<Page<AuditEntry>> {
  await authorize(context, 'viewAuditLog', accountId)
  return await listPage(context, { accountId }, query)
}

/** Returns one page of what the viewer did to their own sign-in, newest first. */
export async function listViewerAudit(context: RequestContext, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { userId } = getUser(context)
  return await listPage(context, { userId }, query)
}

/** Returns a part of an account's log, newest first. */
export async function connectAccountAudit(
  context: RequestContext,
  accountId: string,
  { first, after, last, before, ...filter }: AccountAuditLogConnectionArgs,
): Promise<Connection<AuditEntry>> {
  await authorize(context, 'viewAuditLog', accountId)
  const list = { field: 'Account.auditLogConnection', owner: accountId, filter, hasNumbers: true } as const
  checkAuditRange(filter)
  const slice = parseSlice(list, { first, after, last, before }, auditPageMax)
  return await connectEntries(context.db, { accountId }, filter, slice)
}

/** Returns a part of what the viewer did to their own sign-in, newest first. */
export async function connectViewerAudit(
  context: RequestContext,
  { first, after, last, before, ...filter }: ViewerAuditLogConnectionArgs,
): Promise<Connection<AuditEntry>> {
  const { userId } = getUser(context)
  const list = { field: 'Viewer.auditLogConnection', owner: userId, filter, hasNumbers: true } as const
  checkAuditRange(filter)
  const slice = parseSlice(list, { first, after, last, before }, auditPageMax)
  return await connectEntries(context.db, { userId }, filter, slice)
}

async function listPage({ db }: RequestContext, subject: AuditSubject, query: AuditQuery): Promise<Page<AuditEntry>> {
  checkAuditQuery(query)
  return await listEntries(db, subject, query)
}
