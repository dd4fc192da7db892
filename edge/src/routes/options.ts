import { z } from 'zod'
import { httpUrl } from '../settings.ts'

/** How an edge and its siblings find each other. */
export interface RouteOptions {
  /** The Redis in which edges announce what they serve; undefined if an edge serves its own sessions only. */
  redisUrl: string | undefined
  /** The address at which other edges reach this one; undefined if none does. */
  siblingUrl: URL | undefined
}

const isRedis = (text: string) => /^rediss?:\/\//.test(text) && URL.canParse(text)
// The address may contain a password: it is not repeated.
const redisUrl = z.string().refine(isRedis, { error: 'expected a redis:// or rediss:// address.' })

const isOrigin = ({ href, origin }: URL) => href === `${origin}/` && href.length <= 255

export const routeSettings = z
  .object({
    REDIS_URL: redisUrl.optional(),
    EDGE_SIBLING_URL: httpUrl
      .refine(isOrigin, { error: ({ input }) => `expected an address without a path, found "${String(input)}".` })
      .optional(),
  })
  .transform(({ REDIS_URL, EDGE_SIBLING_URL }): RouteOptions => ({ redisUrl: REDIS_URL, siblingUrl: EDGE_SIBLING_URL }))
