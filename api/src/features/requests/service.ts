import { setTimeout } from 'node:timers/promises'
import type { AccountRequestsArgs, RequestFilter, SetRequestRecordingInput } from '../../generated/schema.ts'
import { toDay } from '../../ground/clock.ts'
import { waitForTurn } from '../../ground/event-loop.ts'
import { reaches, type Reach } from '../../platform/access/api-keys.ts'
import { authorize } from '../../platform/access/authorize.ts'
import { subscribeToAccount } from '../../platform/access/subscribe.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import { deleteRowsOf } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
import type { Account } from '../accounts/rules.ts'
import { keptSince } from '../plans/rules.ts'
import { getPlanOf } from '../plans/service.ts'
import * as repository from './repository.ts'
import {
  changeRecording,
  checkRequestFilter,
  defaultRecording,
  encodeCursor,
  isRequestId,
  parseRequestQuery,
  type RequestBatch,
  type RequestCursor,
  type RequestPage,
  type RequestQuery,
  type RequestRecording,
  type VisitorRequest,
} from './rules.ts'

/** Returns what is recorded of an account. It was authorized when it was loaded, an API key's scope by the field. */
export async function getRecording({ loaders }: RequestContext, accountId: string): Promise<RequestRecording> {
  return (await loaders.requestRecording.load(accountId)) ?? defaultRecording(accountId)
}

/** Counts the requests of an account that were not recorded since an instant. Authorized as `getRecording` is. */
export async function countUnrecorded({ db }: RequestContext, accountId: string, since: Date): Promise<number> {
  return (await repository.sumUnrecorded(db, [accountId], since)).get(accountId) ?? 0
}

/** Changes what is recorded of an account's requests from now on. */
export async function setRequestRecording(context: RequestContext, input: SetRequestRecordingInput): Promise<Account> {
  const { accountId } = input
  await authorize(context, 'manageRequestRecording', accountId)
  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageRequestRecording', accountId)
    const before = (await repository.findRecordings(trx, [accountId])).get(accountId) ?? defaultRecording(accountId)
    const after = changeRecording(before, input)
    const changes = listChanges(['isOn', 'withAddresses', 'withQueries'], { ...before }, { ...after })
    if (!changes) return account
    await repository.upsertRecording(trx, after)
    await recordAudit(trx, context, {
      action: 'request_recording.changed',
      accountId,
      objectType: 'account',
      objectId: accountId,
      objectName: account.namespace,
      changes,
    })
    tell('accountChanged', accountId, { accountId })
    return account
  })
}

/** Deletes the settings of a deleted account. Its requests are dropped with their partitions. */
export const endRecordingOf = deleteRowsOf('requestRecordings', 'accountId')

/** Returns a page of an account's requests. Authorized as `getRecording` is. */
export async function listRequests(
  context: RequestContext,
  accountId: string,
  { filter, ...args }: AccountRequestsArgs,
): Promise<RequestPage> {
  const query = parseRequestQuery(args)
  checkRequestFilter(filter ?? {})
  const kept = inTime(await findKept(context, accountId), filter)
  // Read before the list: what comes in between is shown twice, and never missed.
  const first = await context.change(async (trx) => {
    await repository.readInOrder(trx)
    return await repository.findNth(trx, kept, query, 1)
  })
  if (!first) return { nodes: [], startCursor: null, endCursor: null, searchedTo: null }
  const { nodes, last } = await collectRequests(context, kept, query, filter ?? {})
  const [newest, oldest] =
    query.direction === 'older' ? [first, last] : [last ?? nodes.at(-1) ?? query.cursor ?? first, first]
  return {
    nodes: query.direction === 'older' ? nodes : nodes.toReversed(),
    startCursor: encodeCursor(newest),
    endCursor: oldest ? encodeCursor(oldest) : null,
    searchedTo: oldest?.startedAt ?? null,
  }
}

/** How many requests one page examines. */
const examinedMax = 20_000

/** Collects the requests of a page. `last` is the last one that was examined; undefined when there are no more. */
async function collectRequests(
  { change, budget }: RequestContext,
  kept: repository.KeptRequests,
  query: RequestQuery,
  filter: RequestFilter,
): Promise<{ nodes: VisitorRequest[]; last: RequestCursor | undefined }> {
  const nodes: VisitorRequest[] = []
  let last = query.cursor
  for (let examined = 0; examined < examinedMax; examined += repository.examinedPerQuery) {
    await waitForTurn()
    budget?.checkTime()
    const next = { ...query, cursor: last, first: query.first - nodes.length }
    const { found, end } = await change(async (trx) => {
      await repository.readInOrder(trx)
      return {
        found: await repository.listRequests(trx, kept, next, filter),
        end: await repository.findNth(trx, kept, next, repository.examinedPerQuery),
      }
    })
    nodes.push(...found)
    if (nodes.length > query.first) {
      nodes.pop()
      return { nodes, last: nodes.at(-1) }
    }
    last = end
    if (!last) break
  }
  return { nodes, last }
}

/** Returns one request; null if it is not the account's, no longer kept, or of a gateway that the key cannot reach. Authorized as `getRecording` is. */
export async function findRequest(
  context: RequestContext,
  accountId: string,
  id: string,
): Promise<VisitorRequest | null> {
  if (!isRequestId(id)) return null
  const found = await repository.findRequest(context.db, await findKept(context, accountId), id)
  return found && reaches(context.actor, found) ? found : null
}

/** How many requests one batch has. */
const batchMax = 200

/** The least time between two batches of one subscription; milliseconds. */
const batchEveryMs = 500

/** Yields the requests of an account that come in from now on, and before them an empty batch. */
export async function subscribeToRequests(
  context: RequestContext,
  accountId: string,
  filter: RequestFilter,
): Promise<AsyncIterableIterator<{ requestsAdded: RequestBatch }>> {
  checkRequestFilter(filter)
  let seen = 0
  let nextAt = 0
  return await subscribeToAccount(context, 'requestsAdded', accountId, {
    action: 'viewRequests',
    reach: toReach(filter),
    begin: async () => {
      seen = await repository.findLastBatch(context.db, await findKept(context, accountId))
      return { nodes: [], omitted: 0 }
    },
    load: async () => {
      await setTimeout(nextAt - performance.now(), undefined, { ref: false })
      nextAt = performance.now() + batchEveryMs
      const kept = await findKept(context, accountId)
      const upTo = await repository.findLastBatch(context.db, kept)
      if (upTo <= seen) return undefined
      const added = { after: seen, upTo, first: batchMax }
      const { count, nodes } = await repository.listAdded(context.db, inTime(kept, filter), added, filter)
      seen = upTo
      return count === 0 ? undefined : { nodes: nodes.toReversed(), omitted: count - nodes.length }
    },
  })
}

async function findKept({ loaders, clock }: RequestContext, accountId: string): Promise<repository.KeptRequests> {
  const { maxRequestHours } = await getPlanOf(loaders, accountId)
  const now = clock.now()
  return { accountId, since: keptSince(maxRequestHours, now), today: toDay(now) }
}

function toReach({ gatewayId }: RequestFilter): Reach {
  return typeof gatewayId === 'string' ? { gatewayId } : 'account'
}

/** Narrows an account's requests to those that began in the time of a filter. */
function inTime(kept: repository.KeptRequests, filter: RequestFilter | null | undefined): repository.KeptRequests {
  return { ...kept, from: filter?.from, to: filter?.to }
}
