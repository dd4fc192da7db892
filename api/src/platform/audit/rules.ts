import type { Selectable } from 'kysely'
import { badInput } from '../../ground/errors.ts'
import { checkPage, type PageQuery } from '../../ground/pages.ts'
import type { AuditChanges, AuditEntryTable, AuditValue } from './table.ts'

/** One thing that happened: who did what to which object, when and from where. */
export type AuditEntry = Omit<Selectable<AuditEntryTable>, 'position'>

/** The filter of a log's entries; a field that is left out selects all. */
export interface AuditFilter {
  action?: readonly string[] | null
  /** A user, or the AuthID or API key that was used. */
  actorId?: string | null
  objectType?: string | null
  objectId?: string | null
  /** The first instant. */
  from?: Date | null
  /** The first instant that is excluded. */
  to?: Date | null
}

export type AuditQuery = AuditFilter & PageQuery

/** The maximum number of entries on a page. */
export const auditPageMax = 200

/** Validates a page of the audit log and its filter. */
export function checkAuditQuery({ from, to, ...page }: AuditQuery): void {
  checkPage(page, auditPageMax)
  checkAuditRange({ from, to })
}

/** Throws if a range that has both ends is not valid. */
export function checkAuditRange({ from, to }: Pick<AuditFilter, 'from' | 'to'>): void {
  if (from && to && from >= to) {
    throw badInput('to', `to must be later than from: ${to.toISOString()} is not after ${from.toISOString()}`)
  }
}

/** Throws when an entry would contain a secret, which every reader of the log would see. */
export function checkNoSecrets(changes: AuditChanges): void {
  const secret = Object.keys(changes).find((field) => /password|secret|hash|token$/i.test(field))
  if (secret !== undefined) throw new Error(`The audit log keeps no secrets, but was given the field "${secret}".`)
}

/** Returns what a new object was given: the fields that have a value. */
export function listFacts(facts: Record<string, AuditValue>): AuditChanges {
  const given = Object.entries(facts).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([field, value]) => [field, { from: null, to: value }]))
}

/** Returns those of the named fields that differ between two states of an object; null when none does. */
export function listChanges<Field extends string>(
  fields: readonly Field[],
  before: Record<Field, AuditValue>,
  after: Record<Field, AuditValue>,
): AuditChanges | null {
  const changed = fields.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
}
