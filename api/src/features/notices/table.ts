import type { ColumnType, Generated } from 'kysely'
import type { NoticeKind } from '../../generated/schema.ts'

/** Why a webhook was switched off by itself: its receiver wants nothing any more, or nothing came through for days. */
export type OffReason = 'GONE' | 'FAILING'

/** The facts of a notice, from which its text follows. */
export type NoticeFacts =
  | { kind: 'AGENT_LOST'; hostname: string; pool?: true }
  | { kind: 'DOMAIN_FAILING'; domain: string; found: string; checksLeft: number }
  | { kind: 'DOMAIN_FAILED'; domain: string; found: string }
  | { kind: 'CERTIFICATE_FAILING'; name: string; expiresAt: string; reason: string; advice: string | null }
  | { kind: 'LIMIT_NEAR' | 'LIMIT_REACHED'; limitGb: number; resetsAt: string }
  /** Rows of before have the address alone. */
  | { kind: 'NEW_SIGN_IN'; ipAddress: string; userAgent?: string | null; sessionId?: string }
  | { kind: 'ACCOUNT_SUSPENDED'; reason: string }
  | { kind: 'HOSTNAME_BLOCKED'; hostname: string; reason: string }
  | { kind: 'WEBHOOK_OFF'; host: string; reason: OffReason }

export interface NoticeTable {
  id: string
  /** Whose it is: an account's, */
  accountId: string | null
  /** or a user's own. */
  userId: string | null
  /** Unique: what is told of twice is one notice. */
  onceKey: string
  /** The ids of what it happened to. */
  subjectIds: string[]
  facts: ColumnType<NoticeFacts, string, never>
  /** Of several things, the last. */
  happenedAt: Date
  /** When the mails were handed over; null before, and where the change itself writes them. */
  mailedAt: Generated<Date | null>
}

export interface NoticeSettingsTable {
  userId: string
  /** Notices until then are read; null before the first is. */
  readUntil: Date | null
  /** Which kinds come by mail, where the user has chosen. */
  mails: ColumnType<Partial<Record<NoticeKind, boolean>>, string | undefined, string>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notices: NoticeTable
    noticeSettings: NoticeSettingsTable
  }
}
