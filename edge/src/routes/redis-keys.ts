import { poolMax } from '@culvert/schema/tokens'
import { z } from 'zod'
import type { EdgeEntry, Route, TunnelClaims } from './directory.ts'

// The contents of Redis. All keys share a prefix, so that other programs may use the same Redis.

/** The channel on which edges announce changes. */
export const changesChannel = 'culvert:routes'

/** An edge's own entry. It expires by itself, and with it everything that the edge has announced. */
export const edgeKey = (edgeId: string) => `culvert:edge:${edgeId}`

/** The routes of a hostname: by edge id, what each edge reports about its tunnels. */
export const routesKey = (hostname: string) => `culvert:routes:${hostname}`

/**
 * Returns the routes of a hostname with the entries of their edges, and removes those of dead edges. The result alternates the entry of an edge and
 * what it reports about the hostname.
 */
export const findScript = `
local fields = redis.call('HGETALL', KEYS[1])
local found = {}
for index = 1, #fields, 2 do
  local edge = redis.call('GET', ARGV[1] .. fields[index])
  if edge then
    found[#found + 1] = edge
    found[#found + 1] = fields[index + 1]
  else
    redis.call('HDEL', KEYS[1], fields[index])
  end
end
return found`

/**
 * Writes what an edge reports about a hostname, and removes the reports of dead edges: a look-up does so too, but a hostname whose visitors all come to
 * its own edge is never looked up, and would keep one for each start of an edge.
 */
export const writeScript = `
local key, edges, own = KEYS[1], ARGV[1], ARGV[2]
redis.call('HSET', key, own, ARGV[3])
redis.call('PEXPIRE', key, ARGV[4])
for _, id in ipairs(redis.call('HKEYS', key)) do
  if id ~= own and redis.call('EXISTS', edges .. id) == 0 then redis.call('HDEL', key, id) end
end`

const id = z.string().min(1).max(64)
const count = z.number().positive()

const edgeEntry = z.object({
  id,
  url: z
    .string()
    .max(255)
    .refine((text) => URL.canParse(text)),
  process: z.number().int().nonnegative(),
  region: z.string().max(50).optional(),
  authority: z.string().max(10_000).optional(),
  takesProxyHeader: z.boolean().optional(),
  isLeaving: z.boolean(),
}) satisfies z.ZodType<EdgeEntry>

const tunnelClaims = z.object({
  agentId: id,
  accountId: id,
  gatewayId: id.nullable(),
  label: z.string().max(255).nullable(),
  limits: z.object({ requestsPerMinute: count, requestBurst: count, openRequests: count }),
  issuedAt: z.number(),
  isConnected: z.boolean(),
  isPooled: z.boolean(),
  takesCalls: z.boolean(),
}) satisfies z.ZodType<TunnelClaims>

/** What an edge reports about a hostname. */
const claimsOfEdge = z.array(tunnelClaims).max(poolMax)

const change = z.union([z.object({ hostnames: z.array(z.string()).readonly() }), z.object({ edge: edgeEntry })])

/** A message to the other edges: hostnames whose routes have changed, or the sender's entry. */
export type Change = z.infer<typeof change>

/** Reads another edge's message; undefined if it has a version that this edge does not understand. */
export function readChange(text: string): Change | undefined {
  return change.safeParse(parse(text)).data
}

/** Reads the result of `findScript`. Entries with a version that this edge does not understand are omitted. */
export function readRoutes(found: readonly string[]): Route[] {
  const routes: Route[] = []
  for (let index = 0; index + 1 < found.length; index += 2) {
    const edge = edgeEntry.safeParse(parse(found[index] ?? '')).data
    const tunnels = claimsOfEdge.safeParse(parse(found[index + 1] ?? '')).data ?? []
    if (edge !== undefined) for (const claims of tunnels) routes.push({ ...claims, edge })
  }
  return routes
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
