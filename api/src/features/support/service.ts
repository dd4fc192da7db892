import { randomUUIDv7 } from 'node:crypto'
import type { SendContactRequestInput } from '../../generated/schema.ts'
import type { RequestContext } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/db/faults.ts'
import { renderContactRequest } from '../../platform/mail/templates.ts'
import { getMailSite } from '../site/service.ts'
import * as repository from './repository.ts'
import { databaseAway, notSaved, parseContactRequest, titleOf, type ContactRequest } from './rules.ts'

/**
 * Stores a message and mails it to the operator's contact address. Anyone may send one. The sender gets no mail: the
 * address is whatever somebody typed.
 */
export async function sendContactRequest(
  context: RequestContext,
  input: SendContactRequestInput,
): Promise<ContactRequest> {
  const { rateLimiter, clientNetwork } = context
  return await rateLimiter.attempt('contactFromClient', clientNetwork, () => storeContactRequest(context, input))
}

async function storeContactRequest(context: RequestContext, input: SendContactRequestInput): Promise<ContactRequest> {
  const { actor, clientAddress, userAgent, clock } = context
  const now = clock.now()
  const request: ContactRequest = {
    id: randomUUIDv7(),
    ...parseContactRequest(input, { userAgent, now }),
    status: 'new',
    userId: actor.kind === 'user' ? actor.userId : null,
    ipAddress: clientAddress,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await save(context, request)
  } catch (error) {
    throw isUnavailable(error) ? databaseAway(error) : notSaved(error)
  }
  return request
}

async function save(context: RequestContext, request: ContactRequest): Promise<void> {
  const site = await getMailSite(context)
  await context.change(async (trx) => {
    await repository.insertContactRequest(trx, request)
    if (site.contactEmail === null) return
    const { id, type, formData } = request
    const letter = renderContactRequest(site, { id, type, title: titleOf(request), formData })
    await context.mailer.sendMail(trx, { to: site.contactEmail, replyTo: formData.email, ...letter })
  })
}
