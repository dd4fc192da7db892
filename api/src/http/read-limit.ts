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

/** Limits what one credential reads, in points a minute: one for each query, and one more for every 100 rows that it may touch. */
export interface ReadLimiter {
  /** Takes the points of an operation. Returns undefined for edges, which are not limited. Throws RATE_LIMITED when too few are left. */
  take(reader: Pick<RequestContext, 'actor' | 'clientNetwork'>, rows: number): Promise<ReadAllowance | undefined>
}

/** Limits reads, counted as `createCounter` does. */
export function createReadLimiter(pointsPerMinute: number, redis?: Redis): ReadLimiter {
  const limiter = createCounter({ keyPrefix: 'culvert:reads', points: pointsPerMinute, duration: windowSeconds }, redis)
  return {
    take: async (reader, rows) => {
      if (reader.actor.kind === 'edge') return undefined
      const points = 1 + Math.floor(rows / rowsPerPoint)
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(nameCredential(reader), points)
        return { limit: pointsPerMinute, remaining: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1_000) }
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw tooManyReads(toSeconds(error.msBeforeNext))
      }
    },
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
