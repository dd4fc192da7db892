import { randomUUIDv7 } from 'node:crypto'
import type { CreateTrustInput } from '../../generated/schema.ts'
import { addMs, nodeBehindMs } from '../../ground/clock.ts'
import { notFound } from '../../ground/errors.ts'
import { authorize, authorizeOn } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { listFacts } from '../../platform/audit/rules.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Cascade } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { findBoundHostname } from '../agent-tokens/service.ts'
import * as repository from './repository.ts'
import { checkTrustCount, describeObject, parseTrust, type Trust } from './rules.ts'

/** Lets a workload exchange its tokens. */
export async function createTrust(context: RequestContext, input: CreateTrustInput): Promise<Trust> {
  const { accountId } = input
  const { userId } = await authorize(context, 'manageTrusts', accountId)
  const terms = parseTrust(input, context.config.publicUrl)
  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageTrusts', accountId)
    checkTrustCount((await repository.listTrusts(trx, { accountId })).length)
    const gateway = await findBoundHostname(trx, account, terms)
    const trust: Trust = {
      id: randomUUIDv7(),
      accountId,
      ...terms,
      createdBy: userId,
      createdAt: context.clock.now(),
      lastUsedAt: null,
    }
    await repository.insertTrust(trx, trust)
    await recordAudit(trx, context, {
      action: 'trust.created',
      ...describeObject(trust),
      changes: listFacts({
        issuer: trust.issuer,
        audience: trust.audience,
        conditions: trust.conditions.map(({ claim, value }) => `${claim}: ${value}`),
        gateway,
        hostnamePrefix: trust.hostnamePrefix,
        label: trust.label,
        ttlSeconds: trust.ttlSeconds,
      }),
    })
    tell('accountChanged', accountId, { accountId })
    return trust
  })
}

/** Ends a trust, and the agent tokens that it issued. */
export async function deleteTrust(context: RequestContext, id: string): Promise<Trust> {
  const { accountId } = await authorizeOn(context, 'manageTrusts', 'trust', () => repository.findTrust(context.db, id))
  return await context.change(async (trx, tell) => {
    // A token that is exchanged meanwhile waits for the same lock, and then finds no trust.
    await lockAccountFor(trx, context, 'manageTrusts', accountId)
    const trust = await repository.findTrust(trx, id)
    if (!trust) throw notFound('trust')
    const ending = { trx, tell, source: context, endDependents: context.endDependents }
    await recordAudit(trx, context, { action: 'trust.deleted', ...describeObject(trust) })
    await endTrusts(ending, [trust])
    tell('accountChanged', accountId, { accountId })
    return trust
  })
}

/** Ends all trusts of an account, all on gateways, or all that a user made. */
export async function deleteTrustsOf(ending: Cascade, of: repository.TrustSelection): Promise<void> {
  await endTrusts(ending, await repository.listTrusts(ending.trx, of))
}

/** Returns the workloads that the account trusts, newest first. */
export async function listTrusts(context: RequestContext, accountId: string): Promise<Trust[]> {
  await authorize(context, 'viewTrusts', accountId)
  return await repository.listTrusts(context.db, { accountId })
}

/** Deletes exchanged tokens that no node would accept anyway. */
export async function forgetExchanged({ db, clock }: App): Promise<void> {
  await repository.deleteExchangedBefore(db, addMs(clock.now(), -nodeBehindMs))
}

async function endTrusts(ending: Cascade, trusts: readonly Trust[]): Promise<void> {
  if (trusts.length === 0) return
  const trustIds = trusts.map(({ id }) => id)
  await ending.endDependents(ending, 'trusts', { trustIds })
  await repository.deleteTrusts(ending.trx, trustIds)
}
