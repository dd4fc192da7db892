import { RedisPubSub } from 'graphql-redis-subscriptions'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { createEvents, type Events } from './events.ts'

/** Events for an installation with several API nodes, and the connection for whatever else they share. */
export function openRedis(url: string, log: Logger): { events: Events; redis: Redis } {
  const connect = (maxRetriesPerRequest: number | null) =>
    new Redis(url, { maxRetriesPerRequest }).on('error', (error) => log.warn({ err: error }, 'Redis is not reachable'))
  // A lost event costs little, so publishing gives up soon; subscriptions wait until Redis is back.
  const redis = connect(1)
  const engine = new RedisPubSub({ publisher: redis, subscriber: connect(null) })
  const events = createEvents(engine, log, async () => {
    await engine.close()
  })
  return { events, redis }
}
