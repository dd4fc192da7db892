import type { Redis } from 'ioredis'
import type { Demand, LimitParts } from '../accounts/limit-demand.ts'

/** The least demand that an edge counts as having, as a part of a limit, so that an edge with little traffic can carry a page load at once. */
export const minDemand = 1 / 64

/** How long a lease lasts, in milliseconds; it is renewed three times within this time. */
export const leaseMs = 3_000

/** An edge's demand of an account's limits. */
export interface AccountDemand extends Demand {
  accountId: string
}

/** The parts that an edge was given. */
export interface Lease extends LimitParts {
  accountId: string
  /** The number of edges that hold a lease of this account. */
  holders: number
}

/**
 * Splits limits by demand. A hash per account holds, for each edge, its demand and the end of its lease, by the clock of Redis. An edge gets its part
 * of the sum of all demands at once; the others return it when they renew, so that all leases together exceed the limits for at most the time of a renewal.
 */
const script = `
local edge, lease_ms, least = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = {}
for index, key in ipairs(KEYS) do
  local wants = { tonumber(ARGV[2 + index * 2]), tonumber(ARGV[3 + index * 2]) }
  local wanted, holders = { 0, 0 }, 1
  local all = redis.call('HGETALL', key)
  for at = 1, #all, 2 do
    local until_ms, want_1, want_2 = string.match(all[at + 1], '^(%S+) (%S+) (%S+)$')
    until_ms = tonumber(until_ms)
    -- A lease that would last longer is from before the clock was set back, and its edge may be gone.
    if until_ms <= now or until_ms > now + lease_ms then
      redis.call('HDEL', key, all[at])
    elseif all[at] ~= edge then
      wanted[1] = wanted[1] + math.max(least, tonumber(want_1))
      wanted[2] = wanted[2] + math.max(least, tonumber(want_2))
      holders = holders + 1
    end
  end
  redis.call('HSET', key, edge, string.format('%d %.6f %.6f', now + lease_ms, wants[1], wants[2]))
  redis.call('PEXPIRE', key, lease_ms)
  for limit = 1, 2 do
    local want = math.max(least, wants[limit])
    -- Above 0, whatever the others want.
    answer[#answer + 1] = string.format('%.6f', math.max(0.0001, want / (wanted[limit] + want)))
  end
  answer[#answer + 1] = tostring(holders)
end
return answer
`

/** Leases parts of several accounts' limits for this edge. Rejects when Redis does not answer. */
export async function leaseParts(redis: Redis, edgeId: string, demands: readonly AccountDemand[]): Promise<Lease[]> {
  const keys = demands.map(({ accountId }) => `culvert:limits:${accountId}`)
  const figures = demands.flatMap(({ requests, openRequests }) => [requests.toFixed(6), openRequests.toFixed(6)])
  const answer = await redis.eval(script, keys.length, ...keys, edgeId, leaseMs, minDemand, ...figures)
  if (!Array.isArray(answer) || answer.length !== demands.length * 3) {
    throw new Error(`expected three figures for each of ${demands.length} accounts, found ${JSON.stringify(answer)}`)
  }
  return demands.map(({ accountId }, index) => {
    const [requests, openRequests, holders] = answer.slice(index * 3, index * 3 + 3).map(Number)
    return { accountId, requests: requests ?? 0, openRequests: openRequests ?? 0, holders: holders ?? 1 }
  })
}
