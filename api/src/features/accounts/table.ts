import type { Generated } from 'kysely'
import type { Role } from '../../generated/schema.ts'

export interface AccountTable {
  id: string
  name: string
  /** Unique among live accounts; `namespaces` records who holds it. */
  namespace: string
  /** The account's name under the tunnel host; unique, and never changed. */
  key: string
  namespaceChangesCount: Generated<number>
  /** Whether sessions of members must prove two factors. */
  requiresSecondFactor: Generated<boolean>
  /** Since when the operator has it suspended, */
  suspendedAt: Generated<Date | null>
  /** and why, in the operator's words; both null while it is not. */
  suspensionReason: Generated<string | null>
  createdAt: Date
  deletedAt: Date | null
}

/** Every namespace that is in use or still blocked. This table alone decides who gets one. */
export interface NamespaceTable {
  namespace: string
  /** Its form in hostnames. */
  label: string
  accountId: string
  /** When the account gave it up; null while it is in use. */
  releasedAt: Date | null
}

/** Memberships of accounts: one live row for each pair. */
export interface AccountUserTable {
  id: string
  accountId: string
  userId: string
  role: Role
  createdAt: Date
  /** Whether they joined by an invitation; the founder did not. */
  byInvitation: Generated<boolean>
  deletedAt: Date | null
}

/** A right to download an account's export once, until it expires. */
export interface ExportLinkTable {
  tokenHash: string
  accountId: string
  userId: string
  /** The session that asked for it, and with which the link ends. */
  sessionId: string
  expiresAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    accounts: AccountTable
    accountUsers: AccountUserTable
    exportLinks: ExportLinkTable
    namespaces: NamespaceTable
  }
}
