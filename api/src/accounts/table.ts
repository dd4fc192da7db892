import type { Generated } from 'kysely'
import type { Role } from '../generated/schema.ts'

export interface AccountTable {
  id: string
  name: string
  /** Unique among accounts. */
  namespace: string
  namespaceChangesCount: Generated<number>
  createdAt: Date
  deletedAt: Date | null
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
