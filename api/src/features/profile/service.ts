import type { UpdateProfileInput } from '../../generated/schema.ts'
import { badInput } from '../../ground/errors.ts'
import { parseName } from '../../ground/names.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { notifyColleagues } from '../email-addresses/own-change.ts'
import { checkFreshProof } from '../factors/service.ts'
import { taken } from '../sign-up/service.ts'
import { describeUser, parseLocale, parsePhone, type User } from '../users/rules.ts'
import { getUserById, lockUser, sessionEnded, updateProfile as writeProfile } from '../users/service.ts'

const fields = ['firstName', 'lastName', 'phone', 'locale'] as const

/** Changes the viewer's own details. */
export async function updateProfile(context: RequestContext, input: UpdateProfileInput): Promise<User> {
  const { userId } = getUser(context)
  const { firstName, lastName } = input
  const phone = await findOtherPhone(context, input)
  const given = {
    ...(phone !== undefined && { phone }),
    ...(typeof firstName === 'string' && { firstName: parseName('firstName', 'First name', firstName) }),
    ...(typeof lastName === 'string' && { lastName: parseName('lastName', 'Last name', lastName) }),
    ...(input.locale !== undefined && { locale: parseLocale(input.locale) }),
  }
  const change = context.change(async (trx, tell) => {
    const before = await lockUser(trx, userId)
    if (!before) throw sessionEnded()
    const changes = listChanges(fields, before, { ...before, ...given })
    if (changes === null) return before
    if (given.phone === null && before.email === null) {
      throw badInput(
        'phone',
        'You sign in with nothing but this number. Add an email address first, or give another number.',
      )
    }
    const after = await writeProfile(trx, userId, given)
    if (!after) throw sessionEnded()
    await recordAudit(trx, context, { action: 'user.profile_changed', ...describeUser(userId), changes })
    await notifyColleagues(trx, tell, userId)
    return after
  })
  return await refuseDuplicates(change, { users_phone_key: () => taken('phone', 'phone number') })
}

/** Returns the phone number to change to, if it is another one; the viewer must have freshly proven who they are. */
async function findOtherPhone(context: RequestContext, input: UpdateProfileInput): Promise<string | null | undefined> {
  if (input.phone === undefined) return undefined
  const phone = parsePhone(input.phone)
  const user = await getUserById(context, getUser(context).userId)
  if (phone === user.phone) return undefined
  await checkFreshProof(context, { ofEverybody: true })
  if (phone !== null) await context.rateLimiter.check('identifierFromClient', context.clientNetwork)
  return phone
}
