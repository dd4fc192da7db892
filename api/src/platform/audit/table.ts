import type { ColumnType, GeneratedAlways } from 'kysely'
import type { AuditActorKind } from '../../generated/schema.ts'

/** A permanent record of one change: rows are added and never altered. */
export interface AuditEntryTable {
  id: string
  /** Counts up: the order of entries of one instant. */
  position: GeneratedAlways<number>
  action: string
  /** Null for what belongs to a user rather than to an account, such as signing in. */
  accountId: string | null
  actorKind: AuditActorKind
  /** The person; null for the service, the operator and background work. */
  actorUserId: string | null
  /** The session, AuthID or API key that proved who it was. */
  credentialId: string | null
  objectType: string
  objectId: string
  objectName: string | null
  changes: ColumnType<AuditChanges | null, string | null, never>
  ipAddress: string | null
  userAgent: string | null
  createdAt: Date
}

declare module '../db/tables.ts' {
  interface Tables {
    auditEntries: AuditEntryTable
  }
}

/** What an entry may hold of a field: nothing that takes a page to show. */
export type AuditValue = string | number | boolean | null | readonly string[]

/** Changed fields by name, each with its old and its new value. */
export type AuditChanges = Record<string, { from: AuditValue; to: AuditValue }>
