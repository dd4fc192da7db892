import type { Generated } from 'kysely'
import type { AccountEvent, NoticeKind, WebhookDeliveryState, WebhookFormat } from '../../generated/schema.ts'
import type { OffReason } from '../notices/table.ts'

export interface WebhookTable {
  id: string
  accountId: string
  url: string
  format: WebhookFormat
  kinds: NoticeKind[]
  events: Generated<AccountEvent[]>
  isOn: boolean
  /** Why it was switched off automatically; null unless it was. */
  offReason: OffReason | null
  /** When the first of the deliveries failed that have failed since the last success. */
  failingSince: Date | null
  sealedSecret: string
  /** The previous secrets, newest first with spaces between, which also sign until `previousUntil`. */
  sealedPreviousSecret: string | null
  previousUntil: Date | null
  createdAt: Date
}

export interface WebhookDeliveryTable {
  /** Also the `webhook-id` that is sent. */
  id: string
  webhookId: string
  accountId: string
  /** The notice that it reports, unique for a webhook; null for an event or a test. */
  noticeId: string | null
  /** The event that it reports, unique for a webhook; null for a notice or a test. */
  eventId: string | null
  type: string
  title: string
  body: string
  state: WebhookDeliveryState
  /** Only grows: the attempt that a job is for is the next one, or has been made. */
  attempts: Generated<number>
  createdAt: Date
  nextAttemptAt: Date | null
  /** Until when an attempt that is under way keeps others from making it too; null while none is. */
  sendingUntil: Date | null
  attemptedAt: Date | null
  status: number | null
  fault: string | null
  durationMs: number | null
  answer: string | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhooks: WebhookTable
    webhookDeliveries: WebhookDeliveryTable
  }
}
