import { randomUUIDv7 } from 'node:crypto'
import { parseEmail } from '../../ground/email-address.ts'
import { conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator } from '../../platform/audit/service.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { createResetLink } from '../passwords/service.ts'
import { parseFullName } from './rules.ts'
import { addUser } from './service.ts'

/** A user whom the operator made, and the link by which they choose their password. */
export interface MadeOwner {
  id: string
  email: string
  firstName: string
  lastName: string
  namespace: string
  url: string
  expiresAt: Date
}

/** Makes a user with an account of their own. They have no password until they follow the link. Throws CONFLICT when the address is taken. */
export async function setUpOwner(app: App, given: { email: string; name?: string }): Promise<MadeOwner> {
  const email = parseEmail(given.email)
  const person = { id: randomUUIDv7(), email, ...parseFullName(given.name, email) }
  const user = { ...person, phone: null, emailVerifiedAt: null, locale: null }
  const { url, expiresAt, store } = await createResetLink(app, person)
  const source = asOperator(app)
  const change = app.change(async (trx) => {
    const { namespace } = await addUser(trx, source, { user, passwordHash: null })
    await store(trx, source)
    return { ...person, namespace, url, expiresAt }
  })
  const message = `${email} is the address of a user already. \`users send-reset ${email}\` mails them a link to choose a new password; or give another address.`
  return await refuseDuplicates(change, { users_email_key: () => conflict(message) })
}
