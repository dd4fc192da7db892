import { formatCount } from '@culvert/schema/units'
import type { Redis } from 'ioredis'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../ground/errors.ts'
import { createCounter, toSeconds } from '../platform/attempts/rate-limiter.ts'
import type { RequestContext } from '../platform/context.ts'
import { nameCredential } from './credential-name.ts'

const windowSeconds = 60

/** How many rows cost as much as one query. */
const rowsPerPoint = 100

/** A credential's remaining allowance for reading, as the headers `RateLimit` and `RateLimit-Policy` report it. */
export interface ReadAllowance {
  limit: number
  remaining: number
  resetSeconds: number
}

type Reader = Pick<RequestContext, 'actor' | 'clientNetwork'>

/**
 * Limits what one credential reads, in points a minute: one for each query and each subscription, and one for every 100 rows that a query, a mutation or an
 * event may touch. Edges are not limited. Throws RATE_LIMITED when too few points are left.
 */
export interface ReadLimiter {
  /** Takes the points of a query, or of a subscription with its first event. Returns undefined for edges. */
  take(reader: Reader, rows: number): Promise<ReadAllowance | undefined>
  /** Takes the points of what a mutation, or a later event of a subscription, may touch. Returns undefined if that is nothing. */
  takeRows(reader: Reader, rows: number): Promise<ReadAllowance | undefined>
}

/** Returns the points that rows cost. */
function pointsOf(rows: number): number {
  return Math.floor(rows / rowsPerPoint)
}

/** Limits reads, counted as `createCounter` does. */
export function createReadLimiter(pointsPerMinute: number, redis?: Redis): ReadLimiter {
  const limiter = createCounter({ keyPrefix: 'culvert:reads', points: pointsPerMinute, duration: windowSeconds }, redis)
  const takePoints = async (reader: Reader, points: number): Promise<ReadAllowance | undefined> => {
    if (reader.actor.kind === 'edge' || points === 0) return undefined
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(nameCredential(reader), points)
      return { limit: pointsPerMinute, remaining: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1_000) }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooManyReads(toSeconds(error.msBeforeNext))
    }
  }
  return {
    take: (reader, rows) => takePoints(reader, 1 + pointsOf(rows)),
    takeRows: (reader, rows) => takePoints(reader, pointsOf(rows)),
  }
}

/** Returns the fields of draft-ietf-httpapi-ratelimit-headers. */
export function describeAllowance({ limit, remaining, resetSeconds }: ReadAllowance): [name: string, value: string][] {
  return [
    ['ratelimit-policy', `"reads";q=${limit};w=${windowSeconds}`],
    ['ratelimit', `"reads";r=${remaining};t=${resetSeconds}`],
  ]
}

function tooManyReads(retryAfterSeconds: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `Too much was read with this credential within a minute. Try again in ${formatCount(retryAfterSeconds, 'second')}, and ask less often or for less at a time.`,
    { retryAfterSeconds },
  )
}
