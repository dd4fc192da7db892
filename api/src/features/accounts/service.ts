import { randomInt, randomUUIDv7 } from 'node:crypto'
import { notFound } from '../../ground/errors.ts'
import { authorize, checkRole, getPerson } from '../../platform/access/authorize.ts'
import type { Action } from '../../platform/access/permissions.ts'
import { subscribeToAccount } from '../../platform/access/subscribe.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import type { User } from '../users/rules.ts'
import { makeAccountKey } from './key.ts'
import { takeNamespace } from './namespaces.ts'
import * as repository from './repository.ts'
import { type Account, ownedAccountsMax, proposeNamespaces } from './rules.ts'

export { isInForeignNamespace } from './namespaces.ts'

export {
  findAccount,
  findAccountIdsOf,
  insertMember,
  listMemberEmails,
  type MembershipRow as Membership,
} from './repository.ts'

/** An account that the viewer belongs to. */
export async function getAccount(context: RequestContext, id: string): Promise<Account> {
  await authorize(context, 'openAccount', id)
  const account = await repository.findAccount(context.db, id)
  if (!account) throw notFound('account')
  return account
}

/** The accounts that a user belongs to, oldest membership first. */
export async function listMemberships({ db }: App, userId: string): Promise<repository.MembershipRow[]> {
  return await repository.listMemberships(db, userId)
}

/** Opens an account of their own for a new user, who owns it. */
export async function openFirstAccount(trx: Trx, owner: User, now: Date): Promise<Account> {
  const namespaces = proposeNamespaces(owner.firstName, owner.lastName, makeSuffix)
  return (await openAccount(trx, owner.id, { name: `${owner.firstName}'s account`, namespaces }, now)).account
}

/** Opens an account under the first of these namespaces that is free. Throws CONFLICT when none is. */
export async function openAccount(
  trx: Trx,
  ownerId: string,
  { name, namespaces }: { name: string; namespaces: Iterable<string> },
  now: Date,
): Promise<repository.MembershipRow> {
  const id = randomUUIDv7()
  const namespace = await takeNamespace(trx, id, namespaces, now)
  if (typeof namespace !== 'string') throw namespace
  const account = { id, name, namespace, key: makeAccountKey(), namespaceChangesCount: 0, createdAt: now }
  await repository.insertAccount(trx, account)
  const membership = { id: randomUUIDv7(), role: 'super_admin' as const, createdAt: now }
  await repository.insertMember(trx, { ...membership, accountId: id, userId: ownerId })
  return { ...membership, account }
}

/** Namespaces to try for an account with this name, best first; they never end. */
export function proposeNamespacesOf(name: string): Iterable<string> {
  return proposeNamespaces(name, '', makeSuffix)
}

/**
 * Holds the account until the transaction ends: changes that count something against a limit come one after the other.
 * Throws NOT_FOUND when it was deleted meanwhile.
 */
export async function lockAccount(trx: Trx, id: string): Promise<Locked<Account>> {
  const account = await repository.lockAccount(trx, id)
  if (!account) throw notFound('account')
  return account
}

/** Holds the live ones of these accounts until the transaction ends, and returns their ids: in order, so that two who hold several never wait for each other. */
export async function lockAccounts(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const locked = new Set<string>()
  for (const id of [...new Set(ids)].toSorted()) {
    if (await repository.lockAccount(trx, id)) locked.add(id)
  }
  return locked
}

/**
 * Locks the account, and checks once more that the person may take the action: they may have been removed, or their role
 * changed, since the request was authorized. What ends with a membership takes the same lock.
 */
export async function lockAccountFor(
  trx: Trx,
  context: RequestContext,
  action: Action,
  accountId: string,
): Promise<Locked<Account>> {
  return await lockAccountForMember(trx, { userId: getPerson(context).userId, action, accountId })
}

/** The same for a person who asked for the action in an earlier request. */
export async function lockAccountForMember(
  trx: Trx,
  { userId, action, accountId }: { userId: string; action: Action; accountId: string },
): Promise<Locked<Account>> {
  const account = await lockAccount(trx, accountId)
  const [held] = await repository.findRoles(trx, [userId], [accountId])
  checkRole(held?.role, action, 'account')
  return account
}

/** Whether a user may own one account more: until the transaction ends, nobody else gives them one. Lock accounts first. */
export async function lockRoomForAccount(trx: Trx, userId: string): Promise<boolean> {
  return (await repository.lockOwnedCount(trx, userId)) < ownedAccountsMax
}

/** The account after each change. */
export async function subscribeToAccountChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'accountChanged', accountId, () => context.loaders.account.load(accountId))
}

function makeSuffix(): string {
  return randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')
}
