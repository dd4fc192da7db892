import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Role } from '../../generated/schema.ts'
import { notFound } from '../../ground/errors.ts'
import type { ApiKeyActor } from '../../platform/access/actor.ts'
import { invalidApiKey, type Reach } from '../../platform/access/api-keys.ts'
import {
  authorize,
  checkAssurance,
  checkRole,
  checkScope,
  findKeyFor,
  getPerson,
  lacksFactor,
} from '../../platform/access/authorize.ts'
import { checkSuspension } from '../../platform/access/suspension.ts'
import { requiresAssurance, type Action } from '../../platform/access/permissions.ts'
import { subscribeToAccount } from '../../platform/access/subscribe.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Locked, Trx } from '../../platform/db/db.ts'
import type { User } from '../users/rules.ts'
import { makeAccountKey } from './key.ts'
import { assignNamespace } from './namespaces.ts'
import * as repository from './repository.ts'
import { type Account, ownedAccountsMax, proposeNamespaces } from './rules.ts'

export { isInForeignNamespace } from './namespaces.ts'

export {
  findAccount,
  findAccountIdsOf,
  findMemberIds,
  findOwnerIds,
  type HeldRole,
  insertMember,
  listMemberEmails,
  listMemberships as listMembershipsOf,
  type MembershipRow as Membership,
  selectRoles,
} from './repository.ts'

/** Returns an account that the viewer belongs to. */
export async function getAccount(context: RequestContext, id: string): Promise<Account> {
  await authorize(context, 'openAccount', id)
  const account = await repository.findAccount(context.db, id)
  if (!account) throw notFound('account')
  return account
}

/** Returns the accounts that a user belongs to, oldest membership first. */
export async function listMemberships({ db }: App, userId: string): Promise<repository.MembershipRow[]> {
  return await repository.listMemberships(db, userId)
}

/** Returns the viewer's memberships in the accounts that are open to the session. */
export async function listOpenMemberships(
  context: RequestContext,
  userId: string,
): Promise<repository.MembershipRow[]> {
  return (await loadMemberships(context, userId)).filter(({ account }) => !lacksFactor(context.actor, account))
}

/** Returns the viewer's memberships in the accounts that are closed to the session for want of a second factor. */
export async function listClosedMemberships(
  context: RequestContext,
  userId: string,
): Promise<repository.MembershipRow[]> {
  return (await loadMemberships(context, userId)).filter(({ account }) => lacksFactor(context.actor, account))
}

/** Runs one statement, however many fields of the viewer need it. */
async function loadMemberships({ loaders }: RequestContext, userId: string): Promise<repository.MembershipRow[]> {
  return (await loaders.membershipsOf.load(userId)) ?? []
}

/** Opens an account for a new user, who owns it. */
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
  const namespace = await assignNamespace(trx, id, namespaces, now)
  if (typeof namespace !== 'string') throw namespace
  const account = {
    id,
    name,
    namespace,
    key: makeAccountKey(),
    namespaceChangesCount: 0,
    requiresSecondFactor: false,
    suspendedAt: null,
    suspensionReason: null,
    createdAt: now,
  }
  await repository.insertAccount(trx, account)
  const membership = { id: randomUUIDv7(), role: 'super_admin' as const, createdAt: now }
  await repository.insertMember(trx, { ...membership, accountId: id, userId: ownerId })
  return { ...membership, account }
}

/** Returns namespaces to try for an account with this name, best first; they never end. */
export function proposeNamespacesOf(name: string): Iterable<string> {
  return proposeNamespaces(name, '', makeSuffix)
}

/**
 * Locks the account until the transaction ends, so that changes that count something against a limit take turns.
 * Throws NOT_FOUND if it was deleted meanwhile.
 */
export async function lockAccount(trx: Trx, id: string): Promise<Locked<Account>> {
  const account = await repository.lockAccount(trx, id)
  if (!account) throw notFound('account')
  return account
}

/** Locks those of these accounts that are live until the transaction ends, and returns their ids. Locking in order prevents deadlocks. */
export async function lockAccounts(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const locked = new Set<string>()
  for (const id of [...new Set(ids)].toSorted()) {
    if (await repository.lockAccount(trx, id)) locked.add(id)
  }
  return locked
}

/**
 * Locks the account, and checks once more that the actor may take the action: a person may have been removed, or their role changed, and an API key
 * revoked, since the request was authorized. Ending a membership takes the same lock, and so does revoking a key.
 */
export async function lockAccountFor(
  trx: Trx,
  context: RequestContext,
  action: Action,
  accountId: string,
  reach: Reach = 'account',
): Promise<Locked<Account>> {
  const key = findKeyFor(context, action)
  if (key) return await lockAccountForKey(trx, context, key, { action, accountId, reach })
  const account = await lockAccountForMember(trx, { userId: getPerson(context).userId, action, accountId })
  if (requiresAssurance(action)) checkAssurance(context, account)
  return account
}

async function lockAccountForKey(
  trx: Trx,
  context: RequestContext,
  { apiKeyId, accountId: ownAccountId }: ApiKeyActor,
  { action, accountId, reach }: { action: Action; accountId: string; reach: Reach },
): Promise<Locked<Account>> {
  if (ownAccountId !== accountId) throw notFound('account')
  const account = await lockAccount(trx, accountId)
  checkScope(context, action, reach, 'account')
  checkSuspension(account, action)
  if (!(await repository.lockApiKeyShared(trx, apiKeyId, context.clock.now()))) throw invalidApiKey()
  return account
}

/** Does the same for a person who requested the action in an earlier request. */
export async function lockAccountForMember(
  trx: Trx,
  { userId, action, accountId }: { userId: string; action: Action; accountId: string },
): Promise<Locked<Account>> {
  const account = await lockAccount(trx, accountId)
  checkRole(await findRoleOf(trx, userId, accountId), action, 'account')
  checkSuspension(account, action)
  return account
}

/** Suspends a locked account, or lifts its suspension. */
export async function setSuspension(
  trx: Trx,
  id: string,
  suspension: Pick<Account, 'suspendedAt' | 'suspensionReason'>,
): Promise<Account> {
  const account = await repository.updateAccount(trx, id, suspension)
  if (!account) throw notFound('account')
  return account
}

/** Returns the role of a user in an account; undefined when they have none. */
async function findRoleOf(db: Db, userId: string, accountId: string): Promise<Role | undefined> {
  return (await repository.findRoles(db, [userId], [accountId]))[0]?.role
}

/** Reports whether a user may own one more account. The answer stays true until the transaction ends. Lock accounts first. */
export async function lockAccountAllowance(trx: Trx, userId: string): Promise<boolean> {
  return (await repository.lockOwnedCount(trx, userId)) < ownedAccountsMax
}

/** Yields the account after each change. */
export async function subscribeToAccountChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'accountChanged', accountId, {
    action: 'viewAccount',
    load: (_event, { loaders }) => loaders.account.load(accountId),
  })
}

function makeSuffix(): string {
  return randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')
}
