import type { Generated } from 'kysely'
import type { Role } from '../generated/schema.ts'

export interface AccountTable {
  id: string
  name: string
  /** Unique among live accounts; `namespaces` says who holds it. */
  namespace: string
  namespaceChangesCount: Generated<number>
  createdAt: Date
  deletedAt: Date | null
}

/** Every namespace that is in use or still blocked: the one place that decides who gets it. */
export interface NamespaceTable {
  namespace: string
  accountId: string
  /** When the account gave it up; null while it is in use. */
  releasedAt: Date | null
}

/** Who belongs to which account: one live row for each pair. */
export interface AccountUserTable {
  id: string
  accountId: string
  userId: string
  role: Role
  createdAt: Date
  deletedAt: Date | null
}
