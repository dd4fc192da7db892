import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

/** How often credentials may be tried. A key is what the attempts are counted on. */
export const credentialLimits = {
  /** Key: address tried and client address together, so that nobody can lock somebody else out. */
  signIn: { points: 10, duration: 15 * 60 },
  /** Key: client address. */
  signInFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client address. */
  signUpFromClient: { points: 60, duration: 60 * 60 },
  /** Key: client address. Every open tab of an office refreshes four times an hour. */
  refreshFromClient: { points: 600, duration: 15 * 60 },
  /** Key: client address. */
  signOutFromClient: { points: 600, duration: 15 * 60 },
  /** Key: address asked for and client address together. */
  requestReset: { points: 5, duration: 60 * 60 },
  /** Key: client address. */
  requestResetFromClient: { points: 60, duration: 60 * 60 },
  /** Key: client address. */
  resetPasswordFromClient: { points: 30, duration: 15 * 60 },
  /** Key: the user's id: a stolen access token is no way to guess the password. */
  changePassword: { points: 10, duration: 15 * 60 },
  /** Key: account. Each invitation is a mail to an address that somebody typed. */
  inviteFromAccount: { points: 50, duration: 60 * 60 },
  /** Key: client address. Each request is a mail to the operator. */
  contactFromClient: { points: 10, duration: 60 * 60 },
  /** Key: account. Each check asks name servers that somebody else runs. */
  verifyDomainOfAccount: { points: 60, duration: 60 * 60 },
  /** Key: account. Each check connects to an address that somebody's name server gave. */
  checkConnectionOfAccount: { points: 30, duration: 60 },
  /** Key: account. An export reads everything that is kept of it. */
  exportOfAccount: { points: 10, duration: 60 * 60 },
} as const satisfies Record<string, { /** Attempts. */ points: number; /** Seconds. */ duration: number }>

export type CredentialLimit = keyof typeof credentialLimits

/** Counts attempts, each one: a hundred aliases in one request are a hundred attempts. */
export interface RateLimiter {
  /** Counts one attempt. Throws RATE_LIMITED when there were too many. */
  check(limit: CredentialLimit, key: string): Promise<void>
  /** Forgets the attempts after a success. */
  forget(limit: CredentialLimit, key: string): Promise<void>
}

/** Counts in this process, or in Redis for all nodes; in this process too while Redis is away. */
export function createRateLimiter(redis?: Redis): RateLimiter {
  const limiters = new Map<CredentialLimit, RateLimiterAbstract>()
  const getLimiter = (limit: CredentialLimit): RateLimiterAbstract => {
    const existing = limiters.get(limit)
    if (existing) return existing
    const options = { keyPrefix: `culvert:limit:${limit}`, ...credentialLimits[limit] }
    const memory = new RateLimiterMemory(options)
    const created = redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
    limiters.set(limit, created)
    return created
  }
  return {
    check: async (limit, key) => {
      try {
        await getLimiter(limit).consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new AppError('RATE_LIMITED', `Too many attempts. Try again in ${describeWait(error.msBeforeNext)}.`)
      }
    },
    forget: async (limit, key) => {
      await getLimiter(limit).delete(key)
    },
  }
}

function describeWait(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
