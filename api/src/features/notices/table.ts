import type { ColumnType, Generated } from 'kysely'
import type { NoticeKind } from '../../generated/schema.ts'

/** Why a webhook was switched off automatically: its receiver asked for no more requests, or none got through for days. */
export type OffReason = 'GONE' | 'FAILING'

/** The facts of a notice, from which its text follows. */
export type NoticeFacts =
  | { kind: 'AGENT_LOST'; hostname: string; pool?: true }
  | { kind: 'DOMAIN_FAILING'; domain: string; found: string; checksLeft: number }
  | { kind: 'DOMAIN_FAILED'; domain: string; found: string }
  | { kind: 'CERTIFICATE_FAILING'; name: string; expiresAt: string; reason: string; advice: string | null }
  | { kind: 'LIMIT_NEAR' | 'LIMIT_REACHED'; limitGb: number; resetsAt: string }
  /** Older rows have only the address. */
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
  /** Unique: an event that is reported twice is one notice. */
  onceKey: string
  /** The ids of what it happened to. */
  subjectIds: string[]
  facts: ColumnType<NoticeFacts, string, never>
  /** Of several events, the last. */
  happenedAt: Date
  /** When the mails were handed over; null before that, and if the change itself sends them. */
  mailedAt: Generated<Date | null>
}

export interface NoticeSettingsTable {
  userId: string
  /** Notices until then are read; null before the first is. */
  readUntil: Date | null
  /** Which kinds come by mail, if the user has chosen. */
  mails: ColumnType<Partial<Record<NoticeKind, boolean>>, string | undefined, string>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notices: NoticeTable
    noticeSettings: NoticeSettingsTable
  }
}
