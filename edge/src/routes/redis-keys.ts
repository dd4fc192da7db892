import { poolMax } from '@culvert/schema/tokens'
import { z } from 'zod'
import type { EdgeEntry, Route, TunnelClaims } from './directory.ts'

// What stands in Redis. All keys begin alike, so that other programs may share it.

/** The channel on which edges tell of changes. */
export const changesChannel = 'culvert:routes'

/** An edge's own entry. It expires by itself, and with it everything that the edge has announced. */
export const edgeKey = (edgeId: string) => `culvert:edge:${edgeId}`

/** The routes of a hostname: by the id of each edge, what it says of its tunnels. */
export const routesKey = (hostname: string) => `culvert:routes:${hostname}`

/**
 * Returns the routes of a hostname with the entries of their edges, and removes those of edges that live no more: the id of the edge, its entry, the
 * route, and so on.
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

/** What an edge says of a hostname. */
const claimsOfEdge = z.array(tunnelClaims).max(poolMax)

const change = z.union([z.object({ hostnames: z.array(z.string()).readonly() }), z.object({ edge: edgeEntry })])

/** What an edge tells the others: hostnames whose routes have changed, or its own entry. */
export type Change = z.infer<typeof change>

/** Reads a message of another edge; undefined when it is of a version that this edge does not understand. */
export function readChange(text: string): Change | undefined {
  return change.safeParse(parse(text)).data
}

/** Reads what `findScript` returns. Entries of a version that this edge does not understand are left out. */
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
