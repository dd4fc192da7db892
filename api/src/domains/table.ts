import type { Generated } from 'kysely'
import type { DomainStatus } from '../generated/schema.ts'

export interface DomainTable {
  id: string
  accountId: string
  /** Lowercase, in punycode. Unique among an account's live domains, and among all live ones that are verified. */
  domain: string
  /** What the TXT record must hold. */
  verificationToken: string
  status: DomainStatus
  /** When somebody last asked for a check whose result is not there yet. */
  verifyingSince: Date | null
  /** What the last check found, as a sentence. */
  lastCheckMessage: string | null
  lastCheckedAt: Date | null
  /** How many daily checks in a row found no record. */
  failedChecks: Generated<number>
  /** Which daily check was counted last, so that one that runs twice counts once. */
  lastCheckDueAt: Date | null
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}
