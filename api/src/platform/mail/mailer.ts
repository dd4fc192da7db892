import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { addMs, type Clock } from '../../ground/clock.ts'
import type { Db, Trx } from '../db/db.ts'
import { defineJob, defineRecurringJob, GiveUp, handleJob, type JobHandler } from '../jobs/rules.ts'
import { enqueue } from '../jobs/service.ts'
import type { MailContent } from './letter.ts'
import * as repository from './repository.ts'
import type { SmtpTransport } from './smtp.ts'

/** A rendered mail and its recipient. */
export interface Mail extends MailContent {
  /** One address. */
  to: string
  /** Where answers go, if not to the installation itself. */
  replyTo?: string
  /** When it becomes pointless: it is not sent after this. */
  deliverUntil?: Date
}

/** Sends mails, or keeps them in the local outbox if no mail server is configured. */
export interface Mailer {
  /**
   * Sends a mail as part of a change: it is sent exactly if the change is committed. One for proven addresses only is
   * dropped when the address is not proven.
   */
  sendMail(trx: Trx, mail: Mail): Promise<void>
  /** The mailer's jobs. */
  handlers: readonly JobHandler[]
}

export interface MailerOptions {
  db: Db
  clock: Clock
  /** The connection to the mail server; undefined keeps every mail in the outbox. */
  smtp: SmtpTransport | undefined
}

const deliver = defineJob({
  name: 'mail.deliver',
  payload: z.object({ mailId: z.string() }),
  // With the pauses between them about a day: by then mail servers are repaired, and mails still matter.
  attemptsMax: 40,
  // A server that does not answer keeps no other work waiting. Many servers accept only a few connections of one client.
  ownSlots: 3,
})

const prune = defineRecurringJob({ name: 'mail.prune', cron: '20 3 * * *' })

/** How long mails are kept in the outbox, or undelivered. Some contain links that let people in. */
const retentionMs = 30 * 24 * 3_600_000

export function createMailer({ db, clock, smtp }: MailerOptions): Mailer {
  const deliverMail = async (mailId: string): Promise<void> => {
    const mail = await repository.findMail(db, mailId)
    // An earlier attempt sent it and failed to record that, or it is too old.
    if (!mail) return
    if (mail.deliverUntil && mail.deliverUntil <= clock.now()) {
      await repository.deleteMail(db, mailId)
      throw new GiveUp('The mail could not be delivered while it was still useful.')
    }
    // Mails that waited when the operator switched the server off stay readable in the outbox.
    if (!smtp) return
    await smtp.deliver(mail)
    await repository.deleteMail(db, mailId)
  }

  return {
    sendMail: async (trx, { to, goesTo, replyTo, deliverUntil, ...content }) => {
      if (goesTo === 'proven address' && !(await repository.isProven(trx, to))) return
      const id = randomUUIDv7()
      const now = clock.now()
      await repository.insertMail(trx, {
        ...content,
        id,
        recipient: to,
        replyTo: replyTo ?? null,
        createdAt: now,
        deliverUntil: deliverUntil ?? null,
      })
      if (smtp) await enqueue(trx, { kind: deliver, payload: { mailId: id }, now })
    },
    handlers: [
      handleJob(deliver, ({ mailId }) => deliverMail(mailId)),
      handleJob(prune, () => repository.deleteMailsBefore(db, addMs(clock.now(), -retentionMs))),
    ],
  }
}
