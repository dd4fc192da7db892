import { randomUUIDv7 } from 'node:crypto'
import { lockAccountFor } from '../accounts/service.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize, authorizeOn, checkEdge } from '../auth/authorize.ts'
import { lockAllowance } from '../billing/service.ts'
import type { Trx } from '../db/db.ts'
import { isUniqueViolation } from '../db/faults.ts'
import { AppError, notFound } from '../errors.ts'
import type { AddIpRestrictionInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import * as repository from './repository.ts'
import { parseDescription, parseRange, type IpRestriction } from './rules.ts'

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

  await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageIpRestrictions', accountId)
    await lockAllowance(trx, accountId, 'ipRestrictions', () => repository.countIpRestrictions(trx, accountId))
    try {
      await repository.insertIpRestriction(trx, { ...added, network })
    } catch (error) {
      throw isUniqueViolation(error, 'ip_restrictions_live') ? alreadyRestricted(ipAddress) : error
    }
    await repository.raiseVersion(trx, accountId)
    await recordAudit(trx, context, { action: 'ip_restriction.added', ...describeObject(added) })
  })

  announceChange(context, accountId)
  return added
}

/** Lets visitors from an address or range connect again. */
export async function removeIpRestriction(context: RequestContext, id: string): Promise<IpRestriction> {
  const { accountId } = await authorizeOn(context, 'manageIpRestrictions', 'IP restriction', () =>
    repository.findIpRestriction(context.db, id),
  )
  const now = context.clock.now()

  const removed = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageIpRestrictions', accountId)
    const restriction = await repository.deleteIpRestriction(trx, id, now)
    if (!restriction) throw notFound('IP restriction')
    await repository.raiseVersion(trx, accountId)
    await recordAudit(trx, context, { action: 'ip_restriction.removed', ...describeObject(restriction) })
    return restriction
  })

  announceChange(context, accountId)
  return removed
}

/** Removes what an account refused, as part of its deletion. After the commit, publish `restrictionsChanged` when it was something. */
export async function deleteIpRestrictionsOf(trx: Trx, accountId: string, now: Date): Promise<boolean> {
  const any = await repository.deleteIpRestrictionsOf(trx, accountId, now)
  if (any) await repository.raiseVersion(trx, accountId)
  return any
}

/** A page of what tunnels refuse, for edges. */
export interface RestrictionsPage {
  accounts: repository.AccountRestrictions[]
  version: number
  hasMore: boolean
}

const accountsPerPage = 500

/** What tunnels refuse, as far as it changed after a version; for edges. */
export async function listRestrictions(context: RequestContext, since: number): Promise<RestrictionsPage> {
  checkEdge(context)
  const found = await repository.listRestrictionsSince(context.db, since, accountsPerPage + 1)
  const accounts = found.slice(0, accountsPerPage)
  return { accounts, version: accounts.at(-1)?.version ?? since, hasMore: found.length > accountsPerPage }
}

/** Which accounts' restrictions change from now on, for every edge. */
export function subscribeToRestrictions(context: RequestContext): AsyncIterableIterator<{ accountId: string }> {
  checkEdge(context)
  return context.events.subscribe('restrictionsChanged', 'edges')
}

/** What an account's tunnels refuse now; for edges. */
export async function getAccountRestrictions(
  context: RequestContext,
  accountId: string,
): Promise<repository.AccountRestrictions> {
  checkEdge(context)
  const restrictions = await repository.findAccountRestrictions(context.db, accountId)
  if (!restrictions) throw notFound('account')
  return restrictions
}

function alreadyRestricted(ipAddress: string): AppError {
  return new AppError('CONFLICT', `${ipAddress} is restricted already. Remove that restriction first to change it.`, {
    field: 'ipAddress',
  })
}

function describeObject({ id, accountId, ipAddress }: IpRestriction) {
  return { accountId, objectType: 'ip_restriction', objectId: id, objectName: ipAddress }
}

function announceChange({ events }: App, accountId: string): void {
  events.publish('restrictionsChanged', 'edges', { accountId })
  events.publish('accountChanged', accountId, { accountId })
}
