import type { App } from '../../platform/app.ts'
import { checkAuditRange } from '../../platform/audit/rules.ts'
import { readEntries } from '../../platform/audit/service.ts'
import { findNamespaces, getAccountNamed } from '../accounts/operator.ts'

/** Rows that are read at once: they and their text are held in memory. */
const rowsPerPage = 500

/** A part of the log. */
export interface ExportedPage {
  /** A JSON object a line. */
  lines: string
  entries: number
}

/** The range of an export: from an instant on, and before another one. */
export interface AuditRange {
  from: Date
  to: Date
  /** The account, deleted or not; undefined for all entries of the installation. */
  accountId: string | undefined
}

/** Yields the entries of a range as JSON lines, in order of time. */
export async function* exportAudit({ db }: App, range: AuditRange): AsyncGenerator<ExportedPage> {
  checkAuditRange(range)
  for await (const page of readEntries(db, range, rowsPerPage)) {
    yield { lines: page.map((entry) => `${JSON.stringify(entry)}\n`).join(''), entries: page.length }
  }
}

/** Returns the id of the account with this id or namespace; by id also if it was deleted. Throws NOT_FOUND. */
export async function getAuditedAccountId(app: App, name: string): Promise<string> {
  if ((await findNamespaces(app, [name])).has(name)) return name
  return (await getAccountNamed(app, name)).id
}
