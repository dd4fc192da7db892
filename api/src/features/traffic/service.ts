import type { AccountTrafficArgs } from '../../generated/schema.ts'
import { toDay } from '../../ground/clock.ts'
import { waitForTurn } from '../../ground/event-loop.ts'
import { notFound } from '../../ground/errors.ts'
import { reaches } from '../../platform/access/api-keys.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { keptSince } from '../plans/rules.ts'
import { getPlanOf } from '../plans/service.ts'
import * as repository from './repository.ts'
import {
  addHistograms,
  estimate,
  fillSteps,
  listSteps,
  parseTrafficOf,
  sumRequests,
  type CountedRequest,
  type Traffic,
  type TrafficOf,
} from './rules.ts'

/** Adds requests to the sums. Each must be recorded in this transaction, for the first time. */
export async function addTraffic(trx: Trx, requests: readonly CountedRequest[], now: Date): Promise<void> {
  await repository.addSums(trx, sumRequests(requests, now))
}

/** Returns the traffic of a gateway or an agent. The account was authorized when it was loaded, an API key's scope by the field. */
export async function getTraffic(
  context: RequestContext,
  accountId: string,
  { range, ...ids }: AccountTrafficArgs,
): Promise<Traffic> {
  const of = parseTrafficOf(ids)
  await checkOwn(context, accountId, of)
  const { maxRequestHours } = await getPlanOf(context.loaders, accountId)
  const now = context.clock.now()
  const { starts, stepMs } = listSteps(range, now, keptSince(maxRequestHours, now))
  const query = { accountId, of, since: starts[0] ?? now, stepMs }
  const sums = await repository.sumSteps(context.db, query)
  // While the embedded database answers, nothing else runs.
  await waitForTurn()
  const histograms = await repository.sumDurations(context.db, query)
  return {
    accountId,
    since: query.since,
    steps: fillSteps(starts, sums, histograms),
    stepSeconds: stepMs / 1_000,
    ...estimate(addHistograms(histograms.values())),
  }
}

/** Throws NOT_FOUND if a gateway or an agent is not the account's, or the key that asks cannot reach it. */
async function checkOwn({ actor, loaders }: RequestContext, accountId: string, of: TrafficOf): Promise<void> {
  if ('gatewayId' in of) {
    const gateway = await loaders.gateway.load(of.gatewayId)
    if (gateway?.accountId !== accountId || !reaches(actor, of)) throw notFound('gateway')
    return
  }
  const agent = await loaders.agent.load(of.agentId)
  if (agent?.accountId !== accountId || !reaches(actor, agent)) throw notFound('agent')
}

const deletedPerStatement = 5_000

/** Deletes the sums that no plan keeps any longer. */
export async function deleteOldTraffic({ db, clock }: App, signal: AbortSignal): Promise<void> {
  const today = toDay(clock.now())
  for (let deleted = deletedPerStatement; deleted === deletedPerStatement && !signal.aborted;) {
    deleted = await repository.deleteSomeBefore(db, today, deletedPerStatement)
  }
}
