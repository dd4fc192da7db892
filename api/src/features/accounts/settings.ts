import type { CreateAccountInput, RequireSecondFactorInput, UpdateAccountInput } from '../../generated/schema.ts'
import { conflict } from '../../ground/errors.ts'
import { isTwoFactors } from '../../platform/access/actor.ts'
import { authorize, can, getUser } from '../../platform/access/authorize.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { checkFreshProof } from '../factors/service.ts'
import { assignFreePlan, getPlan } from '../plans/service.ts'
import { notifyViewer } from '../users/service.ts'
import { releaseNamespace } from './namespace-repository.ts'
import { assignNamespace } from './namespaces.ts'
import * as repository from './repository.ts'
import {
  type Account,
  describeObject,
  findChanges,
  namespaceFixed,
  ownFactorFirst,
  parseAccountName,
  parseNamespace,
  tooManyAccounts,
} from './rules.ts'
import { lockAccountFor, lockAccountAllowance, type Membership, openAccount, proposeNamespacesOf } from './service.ts'

/** Opens one more account for an existing user. */
export async function createAccount(context: RequestContext, input: CreateAccountInput): Promise<Membership> {
  const { userId } = getUser(context)
  const name = parseAccountName(input.name)
  const chosen = input.namespace ? parseNamespace(input.namespace) : undefined
  await context.rateLimiter.check('namespaceOfUser', userId)
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    if (!(await lockAccountAllowance(trx, userId))) throw tooManyAccounts()
    const namespaces = chosen === undefined ? proposeNamespacesOf(name) : [chosen]
    const membership = await openAccount(trx, userId, { name, namespaces }, now)
    await assignFreePlan(trx, membership.account.id, now)
    await recordAudit(trx, context, { action: 'account.created', ...describeObject(membership.account) })
    notifyViewer(tell, userId)
    return membership
  })
}

/** Changes the name, the namespace, or both. Existing hostnames stay as they are. */
export async function updateAccount(context: RequestContext, input: UpdateAccountInput): Promise<Account> {
  const { accountId } = input
  const { userId } = await authorize(context, 'updateAccount', accountId)
  const wanted = {
    ...(typeof input.name === 'string' ? { name: parseAccountName(input.name) } : {}),
    ...(typeof input.namespace === 'string' ? { namespace: input.namespace.trim() } : {}),
  }
  const { namespace: present } = (await context.loaders.account.load(accountId)) ?? {}
  if (wanted.namespace !== undefined && wanted.namespace !== present) {
    await context.rateLimiter.check('namespaceOfUser', userId)
  }
  const now = context.clock.now()

  return await context.change(async (trx, tell) => {
    const before = await lockAccountFor(trx, context, 'updateAccount', accountId)
    const changes = findChanges(before, wanted)
    const { namespace } = changes
    if (namespace !== undefined) {
      if (!(await getPlan(trx, accountId)).allowsNamespaceChange) throw namespaceFixed()
      parseNamespace(namespace)
      const taken = await assignNamespace(trx, accountId, [namespace], now)
      if (typeof taken !== 'string') throw taken
      await releaseNamespace(trx, before.namespace, now)
    }
    const after = await repository.updateAccount(trx, accountId, {
      ...changes,
      ...(namespace === undefined ? {} : { namespaceChangesCount: before.namespaceChangesCount + 1 }),
    })
    if (!after) throw conflict('The account was changed at the same moment. Try again.')
    await recordAudit(trx, context, {
      action: 'account.updated',
      ...describeObject(after),
      changes: listChanges(['name', 'namespace'], before, after),
    })
    // Members who have another account open see this one in their list.
    await notifyMembers(trx, tell, accountId)
    tell('accountChanged', accountId, { accountId })
    return after
  })
}

/** Sets whether sessions of members must prove two factors. The owner's own session must have: owners cannot lock themselves out. */
export async function requireSecondFactor(
  context: RequestContext,
  { accountId, isRequired }: RequireSecondFactorInput,
): Promise<Account> {
  await authorize(context, 'updateAccount', accountId)
  if (isRequired && !isTwoFactors(getUser(context).provenBy)) throw ownFactorFirst()
  await checkFreshProof(context)
  return await context.change(async (trx, tell) => {
    const before = await lockAccountFor(trx, context, 'updateAccount', accountId)
    if (before.requiresSecondFactor === isRequired) return before
    const after = { ...before, requiresSecondFactor: isRequired }
    await repository.updateAccount(trx, accountId, { requiresSecondFactor: isRequired })
    await recordAudit(trx, context, {
      action: 'account.updated',
      ...describeObject(after),
      changes: listChanges(['requiresSecondFactor'], before, after),
    })
    // Subscriptions of members without a second factor end.
    tell('membershipEnded', accountId, { accountId })
    await notifyMembers(trx, tell, accountId)
    tell('accountChanged', accountId, { accountId })
    return after
  })
}

/** Reports whether the viewer may change the namespace: by their role, and by the account's plan. */
export async function canChangeNamespace(context: RequestContext, accountId: string): Promise<boolean> {
  if (!(await can(context, 'updateAccount', accountId))) return false
  return (await context.loaders.plan.load(accountId))?.allowsNamespaceChange ?? false
}

async function notifyMembers(trx: Trx, tell: Tell, accountId: string): Promise<void> {
  for (const userId of await repository.findMemberIds(trx, accountId)) notifyViewer(tell, userId)
}
