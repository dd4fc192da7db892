import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Events } from './events.ts'
import { openInProcessEvents } from './in-process.ts'

/** Opens events in this process, or in Redis; the connection to it is shared with whatever else nodes have in common. */
export async function openEvents(
  redisUrl: string | undefined,
  log: Logger,
): Promise<{ events: Events; redis?: Redis }> {
  if (redisUrl === undefined) return { events: openInProcessEvents(log) }
  const { openRedis } = await import('./redis.ts')
  return openRedis(redisUrl, log)
}
