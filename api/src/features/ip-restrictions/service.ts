import { randomUUIDv7 } from 'node:crypto'
import type { AddIpRestrictionInput } from '../../generated/schema.ts'
import { type Connection, parseSlice, type SliceArgs } from '../../ground/connections.ts'
import { parseDescription } from '../../ground/descriptions.ts'
import { type AppError, conflict, notFound } from '../../ground/errors.ts'
import { authorize, authorizeOn, checkEdge } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Ending } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { checkAllowance } from '../plans/service.ts'
import * as repository from './repository.ts'
import { type IpRestriction, parseRange } from './rules.ts'

/** Returns a part of what an account refuses, newest first. The account was authorized when it was loaded. */
export async function connectIpRestrictions(
  { db }: RequestContext,
  accountId: string,
  args: SliceArgs,
): Promise<Connection<IpRestriction>> {
  const slice = parseSlice({ field: 'Account.ipRestrictionsConnection', owner: accountId }, args)
  return await repository.connectIpRestrictions(db, accountId, slice)
}

/** Refuses visitors from an address or range. */
export async function addIpRestriction(context: RequestContext, input: AddIpRestrictionInput): Promise<IpRestriction> {
  const { accountId } = input
  await authorize(context, 'manageIpRestrictions', accountId)
  const { ipAddress, network } = parseRange(input.ipAddress)
  const description = parseDescription(input.description)
  const added = {
    id: randomUUIDv7(),
    accountId,
    ipAddress,
    description,
    createdAt: context.clock.now(),
    deletedAt: null,
  }

  await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageIpRestrictions', accountId)
    await checkAllowance(trx, account, 'maxIpRestrictions', (ids) => repository.countIpRestrictions(trx, ids))
    const same = await repository.findLiveIpRestriction(trx, accountId, network)
    if (same) throw alreadyRestricted(same)
    await repository.insertIpRestriction(trx, { ...added, network })
    await repository.raiseVersion(trx, accountId)
    await recordAudit(trx, context, { action: 'ip_restriction.added', ...describeObject(added) })
    notifyChange(tell, accountId)
  })
  return added
}

/** Lets visitors from an address or range connect again. */
export async function removeIpRestriction(context: RequestContext, id: string): Promise<IpRestriction> {
  const { accountId } = await authorizeOn(context, 'manageIpRestrictions', 'IP restriction', () =>
    repository.findIpRestriction(context.db, id),
  )
  const now = context.clock.now()

  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageIpRestrictions', accountId)
    const restriction = await repository.deleteIpRestriction(trx, id, now)
    if (!restriction) throw notFound('IP restriction')
    await repository.raiseVersion(trx, accountId)
    await recordAudit(trx, context, { action: 'ip_restriction.removed', ...describeObject(restriction) })
    notifyChange(tell, accountId)
    return restriction
  })
}

/** Removes what an account refused. */
export async function deleteIpRestrictionsOf(
  { trx, tell, source }: Ending,
  { accountId }: { accountId: string },
): Promise<void> {
  if (!(await repository.deleteIpRestrictionsOf(trx, accountId, source.clock.now()))) return
  await repository.raiseVersion(trx, accountId)
  tell('restrictionsChanged', 'edges', { accountId })
}

/** A page of what tunnels refuse, for edges. */
export interface RestrictionsPage {
  accounts: repository.AccountRestrictions[]
  version: number
  hasMore: boolean
}

const accountsPerPage = 500

/** Returns the restrictions that changed after a version; for edges. */
export async function listRestrictions(context: RequestContext, since: number): Promise<RestrictionsPage> {
  checkEdge(context)
  const found = await repository.listRestrictionsSince(context.db, since, accountsPerPage + 1)
  const accounts = found.slice(0, accountsPerPage)
  return { accounts, version: accounts.at(-1)?.version ?? since, hasMore: found.length > accountsPerPage }
}

/** Yields the restrictions that change from now on, for every edge. */
export function subscribeToRestrictions(context: RequestContext): AsyncIterableIterator<{ accountId: string }> {
  checkEdge(context)
  return context.events.subscribe('restrictionsChanged', 'edges')
}

/** Returns what an account's tunnels refuse now, for edges. */
export async function getAccountRestrictions(
  context: RequestContext,
  accountId: string,
): Promise<repository.AccountRestrictions> {
  checkEdge(context)
  const restrictions = await repository.findAccountRestrictions(context.db, accountId)
  if (!restrictions) throw notFound('account')
  return restrictions
}

/** Names the restriction that there is: in the list it may be written differently. */
function alreadyRestricted({ ipAddress }: IpRestriction): AppError {
  return conflict(`${ipAddress} is restricted already. Remove that restriction first to change it.`, {
    field: 'ipAddress',
  })
}

function describeObject({ id, accountId, ipAddress }: IpRestriction) {
  return { accountId, objectType: 'ip_restriction' as const, objectId: id, objectName: ipAddress }
}

function notifyChange(tell: Tell, accountId: string): void {
  tell('restrictionsChanged', 'edges', { accountId })
  tell('accountChanged', accountId, { accountId })
}
