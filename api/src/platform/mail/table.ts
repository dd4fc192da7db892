/** A mail on its way out or, without a mail server, in the local outbox. A delivered mail has no row. */
export interface MailTable {
  id: string
  /** The display name of the sender: the installation's brand. */
  senderName: string
  /** One address. */
  recipient: string
  /** Where answers go; null for the sender's own address. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  createdAt: Date
  /** When it becomes pointless, and is no longer sent; null for never. */
  deliverUntil: Date | null
}

declare module '../db/tables.ts' {
  interface Tables {
    mails: MailTable
  }
}
