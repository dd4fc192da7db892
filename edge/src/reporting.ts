import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { VisitorRequest } from './visitor.ts'

/** A request as far as it can be named. */
type Named = Pick<VisitorRequest, 'id'>

/** Called for each fault of this program that ended a part of its work; `requests` are those that ended by it. */
export type FaultReport = (error: unknown, place: string, requests?: readonly Named[]) => void

/** Writes a log line for each fault, with the ids of the requests that ended by it. */
export function logFaults(log: Logger): FaultReport {
  return (error, place, requests = []) => {
    log.error({ err: error, place, requestIds: requests.map(requestIdOf) }, 'a fault ended what it happened in')
  }
}

/** Returns the id of a request in the log, on error pages and in traces. It is made at the first call. */
export function requestIdOf(request: Named): string {
  request.id ??= randomUUID()
  return request.id
}

/** Queries may carry secrets, and are never logged. */
export function withoutQuery(target: string): string {
  const [path = ''] = target.split('?')
  return path
}
