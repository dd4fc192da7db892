import type { RedisOptions } from 'ioredis'

/**
 * How an edge asks Redis. A command fails if Redis is away or does not answer within half a second. A connection on which an answer is due and that has been
 * silent for two seconds is made again: commands that nobody waits for any more do not pile up, and a connection that a firewall has forgotten
 * does not last.
 */
export const redisSettings = {
  enableOfflineQueue: false,
  commandTimeout: 500,
  socketTimeout: 2_000,
  maxRetriesPerRequest: 0,
  disconnectTimeout: 200,
} satisfies RedisOptions
