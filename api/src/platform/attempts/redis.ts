import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** How long a Redis that hangs may keep a request, in milliseconds. */
const answerMsMax = 500

/**
 * Opens the Redis connection that nodes share to count attempts, and returns how to close it. Resolves once it is connected, so that no request
 * is counted by this node alone at its start, or when Redis does not answer in time.
 */
export async function openRedis(url: string, log: Logger): Promise<{ redis: Redis; close: () => void }> {
  // While it is unavailable, each node counts separately: nothing waits until it is back.
  // One that hangs is unavailable from the first command on that it does not answer, until a new connection is ready.
  const options = {
    enableOfflineQueue: false,
    commandTimeout: answerMsMax,
    socketTimeout: answerMsMax,
    maxRetriesPerRequest: 0,
    disconnectTimeout: 200,
  }
  const redis = new Redis(url, options).on('error', (error) => log.warn({ err: error }, 'Redis is not reachable'))
  await once(redis, 'ready', { signal: AbortSignal.timeout(answerMsMax) }).catch(() => undefined)
  // Not by QUIT, which would wait for a Redis that is unavailable.
  return { redis, close: () => redis.disconnect() }
}
