import { randomInt, randomUUIDv7 } from 'node:crypto'
import { authorize } from '../auth/authorize.ts'
import type { Trx } from '../db/db.ts'
import { notFound } from '../errors.ts'
import { subscribeToAccount } from '../events/subscribe.ts'
import type { RequestContext } from '../http/context.ts'
import type { User } from '../sessions/rules.ts'
import * as repository from './repository.ts'
import { proposeNamespaces, type Account } from './rules.ts'

export { lockAccount, type MembershipRow as Membership } from './repository.ts'

/** An account that the viewer belongs to. */
export async function getAccount(context: RequestContext, id: string): Promise<Account> {
  await authorize(context, 'viewAccount', id)
  const account = await repository.findAccount(context.db, id)
  if (!account) throw notFound('account')
  return account
}

/** The accounts that a user belongs to, oldest membership first. */
export async function listMemberships(context: RequestContext, userId: string): Promise<repository.MembershipRow[]> {
  return await repository.listMemberships(context.db, userId)
}

/** Opens an account of their own for a new user, who owns it. */
export async function createAccount(trx: Trx, owner: User, now: Date): Promise<Account> {
  for (const namespace of proposeNamespaces(owner.firstName, owner.lastName, makeSuffix)) {
    const account = { id: randomUUIDv7(), name: `${owner.firstName}'s account`, namespace, createdAt: now }
    if (!(await repository.insertAccount(trx, account))) continue
    await repository.insertMember(trx, {
      id: randomUUIDv7(),
      accountId: account.id,
      userId: owner.id,
      role: 'super_admin',
      createdAt: now,
    })
    return account
  }
  throw new Error('Proposals of namespaces never end.')
}

/** The account after each change. */
export async function subscribeToAccountChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'accountChanged', accountId, () =>
    repository.findAccount(context.db, accountId),
  )
}

function makeSuffix(): string {
  return randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')
}
