import type { ColumnType, Generated } from 'kysely'
import type { DomainFinding, DomainStatus } from '../../generated/schema.ts'

export interface DomainTable {
  id: string
  accountId: string
  /** Lowercase, in punycode. Unique among an account's live domains, and among all live ones that are verified. */
  domain: string
  /** What the TXT record must contain. */
  verificationToken: string
  status: DomainStatus
  /** When the running check was requested; null while none is running. */
  verifyingSince: Date | null
  /** What the last check found, as a sentence. */
  lastCheckMessage: string | null
  lastCheckedAt: Date | null
  /** How many daily checks in a row found no record. */
  failedChecks: Generated<number>
  /** Which daily check was counted last, so that one that runs twice counts once. */
  lastCheckDueAt: Date | null
  /** What the last check found in place of each record. */
  cnameFound: string | null
  txtFound: string | null
  /** What the last check found: at most one entry for each aspect, with texts of bounded length. */
  findings: ColumnType<DomainFinding[], string | undefined, string>
  /** Of domains that were verified before accounts had names of their own: until when a CNAME to the tunnel host counts. */
  bareCnameUntil: Date | null
  /** How many mails have announced that. */
  bareCnameNotices: Generated<number>
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    domains: DomainTable
  }
}
