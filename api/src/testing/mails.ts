import type { MailTable } from '../platform/mail/table.ts'
import type { TestApi } from './api.ts'
import type { TestClient } from './client.ts'
import { VerifyEmailDocument } from './generated/documents.ts'

/** Finds the newest mail with this subject that the installation sent to an address. */
export async function findMail({ app }: TestApi, to: string, subject: string): Promise<MailTable> {
  return await app.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', to)
    .where('subject', 'like', `%${subject}%`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** Returns the link to a page of the dashboard in a mail. */
export function linkIn({ text }: Pick<MailTable, 'text'>, page: string): URL {
  const found = text.split(/\s+/).find((word) => URL.parse(word)?.pathname === `/${page}`)
  if (found === undefined) throw new Error(`The mail has no link to /${page}: ${text}`)
  return new URL(found)
}

/** Returns the token of the newest link that verifies an address. */
export async function verificationToken(api: TestApi, email: string): Promise<string> {
  const mail = await api.app.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('text', 'like', '%/verify-email?token=%')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return linkIn(mail, 'verify-email').searchParams.get('token') ?? ''
}

/** Opens the link of the newest mail that verifies an address, as its user. */
export async function verifyEmail(
  api: TestApi,
  { email, client }: { email: string; client: TestClient },
): Promise<void> {
  await client.run(VerifyEmailDocument, { input: { token: await verificationToken(api, email) } })
}
