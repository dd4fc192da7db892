import type { ReportRequestsInput } from '../../generated/schema.ts'
import { notFound } from '../../ground/errors.ts'
import { checkEdge } from '../../platform/access/authorize.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { findGatewaysAt } from '../gateways/service.ts'
import { findPlans } from '../plans/service.ts'
import { addTraffic } from '../traffic/service.ts'
import { isPartitionMissing, makePartitions } from './partition-repository.ts'
import * as repository from './report-repository.ts'
import { findRecordings } from './repository.ts'
import {
  checkRequestReport,
  defaultRecording,
  describeRequest,
  keptForever,
  minuteOf,
  recordRequest,
  type RecordedRequest,
  type RequestOwner,
  type VisitorRequest,
} from './rules.ts'

/** Records what an edge reports, each request once however often it is sent. Returns how many were recorded now. */
export async function reportRequests(context: RequestContext, report: ReportRequestsInput): Promise<number> {
  checkEdge(context)
  checkRequestReport(report)
  const now = context.clock.now()
  const { requests, unrecorded } = await sortReport(context, report, now)
  return await changeWithPartitions(context, requests, async (trx, tell) => {
    if (!(await repository.insertReport(trx, report.reportId, now))) return 0
    await repository.addUnrecorded(trx, unrecorded, minuteOf(now))
    const recorded = await addRequests(trx, tell, requests)
    if (recorded.length > 0) await addTraffic(trx, recorded, now)
    return recorded.length
  })
}

/** A request that was sent to an app again. */
export interface Replay {
  /** The request that it repeats. */
  original: VisitorRequest
  /** The id of the user or the API key that asked for it. */
  replayedBy: string
  answer: Pick<
    VisitorRequest,
    | 'id'
    | 'startedAt'
    | 'method'
    | 'path'
    | 'status'
    | 'isComplete'
    | 'reason'
    | 'durationMs'
    | 'firstByteMs'
    | 'bytesIn'
    | 'bytesOut'
  >
}

/**
 * Records a request that was replayed, like those of visitors, with what else must be recorded of it. Returns it as it is shown, recorded or not.
 */
export async function recordReplay(
  context: RequestContext,
  accountId: string,
  { original, replayedBy, answer }: Replay,
  note: (trx: Trx) => Promise<void>,
): Promise<VisitorRequest> {
  const owner = (await findOwners(context.db, [accountId])).get(accountId)
  if (!owner) throw notFound('account')
  const { hostname, agentId, gatewayId } = original
  const input = { ...answer, hostname, agentId, httpVersion: '1.1', answeredBy: 'APP', visitorAddress: '' } as const
  const described = describeRequest(input, { ...owner, gatewayId }, context.clock.now())
  const replay = { ...described, visitorAddress: null, replayOf: original.id, replayedBy }
  const requests = owner.recording.isOn ? [replay] : []
  await changeWithPartitions(context, requests, async (trx, tell) => {
    await note(trx)
    await addRequests(trx, tell, requests)
  })
  return replay
}

/** Adds requests that are not there yet, and announces them. Returns those that were added. */
async function addRequests(trx: Trx, tell: Tell, requests: readonly RecordedRequest[]): Promise<RecordedRequest[]> {
  if (requests.length === 0) return []
  const added = await repository.insertRequests(trx, await repository.takeBatch(trx), requests)
  if (added.size === 0) return []
  for (const { accountId } of requests) tell('requestsAdded', accountId, { accountId })
  // Of a request that a report has twice, the first.
  return requests.filter(({ id }) => added.delete(id))
}

/** Makes a change that adds requests. If there is no partition for one of them, creates it and tries the change again. */
async function changeWithPartitions<T>(
  { change }: RequestContext,
  requests: readonly RecordedRequest[],
  work: (trx: Trx, tell: Tell) => Promise<T>,
): Promise<T> {
  try {
    return await change(work)
  } catch (error) {
    if (!isPartitionMissing(error)) throw error
    // The plan's time was just changed, or no node ran for days.
    const days = requests.map(({ keptUntil }) => keptUntil).filter((day) => day !== keptForever)
    await change((trx) => makePartitions(trx, days))
    return await change(work)
  }
}

/** Finds the owners of the requests in a report, and what is recorded of them. */
async function sortReport(
  { db }: RequestContext,
  { requests, unrecorded }: ReportRequestsInput,
  now: Date,
): Promise<{ requests: RecordedRequest[]; unrecorded: Map<string, number> }> {
  const hostnames = [...requests, ...unrecorded].flatMap(({ accountId, hostname }) =>
    accountId ? [] : (hostname ?? []),
  )
  const gateways = await findGatewaysAt(db, [...new Set(hostnames)])
  const idsOf = ({
    accountId,
    hostname,
  }: ReportRequestsInput['unrecorded'][number] | ReportRequestsInput['requests'][number]) => {
    if (accountId) return { accountId, gatewayId: null }
    const gateway = gateways.get(hostname ?? '')
    return gateway && { accountId: gateway.accountId, gatewayId: gateway.id }
  }
  const owners = await findOwners(
    db,
    [...requests, ...unrecorded].flatMap((entry) => idsOf(entry)?.accountId ?? []),
  )
  const counts = new Map<string, number>()
  for (const entry of unrecorded) {
    const owner = owners.get(idsOf(entry)?.accountId ?? '')
    if (!owner?.recording.isOn || entry.count === 0) continue
    counts.set(owner.accountId, (counts.get(owner.accountId) ?? 0) + entry.count)
  }
  const recorded = requests.flatMap((request) => {
    const ids = idsOf(request)
    const owner = owners.get(ids?.accountId ?? '')
    if (!ids || !owner) return []
    return recordRequest(request, { ...owner, gatewayId: request.gatewayId ?? ids.gatewayId }, now) ?? []
  })
  return { requests: recorded, unrecorded: counts }
}

/** Returns the recording settings of live accounts, with the time for which their requests are kept. */
async function findOwners(
  db: RequestContext['db'],
  accountIds: readonly string[],
): Promise<Map<string, Omit<RequestOwner, 'gatewayId'>>> {
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return new Map()
  // An account that was deleted has no plan.
  const [plans, recordings] = await Promise.all([findPlans(db, ids), findRecordings(db, ids)])
  return new Map(
    [...plans].map(([accountId, { maxRequestHours }]) => {
      const recording = recordings.get(accountId) ?? defaultRecording(accountId)
      return [accountId, { accountId, keptHours: maxRequestHours, recording }]
    }),
  )
}
