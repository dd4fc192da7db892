import { createTransport, type NodemailerError } from 'nodemailer'
import { GiveUp } from '../jobs/rules.ts'
import type { MailTable } from './table.ts'

/** A connection to a mail server. */
export interface SmtpTransport {
  /** Hands one mail over. Rejects with GiveUp if the server refuses it permanently. */
  deliver(mail: MailTable): Promise<void>
  /** Connects and signs in, and sends nothing. Rejects when the server does not allow that. */
  greet(): Promise<void>
  close(): void
}

export interface SmtpOptions {
  /** `smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the first byte. */
  url: string
  /** The sender's address; the display name comes with each mail. */
  from: string
  /** How long to wait for the server at each step, in milliseconds; 10,000 when left out. */
  timeoutMs?: number
}

/** Opens connections when there is something to send, and keeps them. */
export function createSmtpTransport({ url, from, timeoutMs = 10_000 }: SmtpOptions): SmtpTransport {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail names no file and no address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const senderDomain = from.slice(from.lastIndexOf('@') + 1)

  return {
    deliver: async ({ id, senderName, recipient, replyTo, subject, text, html, createdAt }) => {
      try {
        await transport.sendMail({
          from: { name: senderName, address: from },
          // An object, because a string would be parsed as a list of addresses.
          to: { name: '', address: recipient },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          date: createdAt,
          // The same for each attempt, so that a mail that was sent twice is shown once (RFC 5322, section 3.6.4).
          messageId: `<${id}@${senderDomain}>`,
          // RFC 3834, section 5: no out-of-office answers to us.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (isPermanentRefusal(error))
          throw new GiveUp(`The mail server refused the mail: ${error.message}`, { cause: error })
        throw error
      }
    },
    greet: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

/** Reports whether the server refused this mail permanently (RFC 5321, section 4.2.1: 5yz), rather than us, or temporarily. */
function isPermanentRefusal(error: unknown): error is NodemailerError {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const aboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return aboutMail && typeof error.responseCode === 'number' && error.responseCode >= 500
}
