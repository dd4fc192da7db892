import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError } from '../../ground/errors.ts'

/** How often credentials may be tried. A key is what attempts are counted on; a client is an address, or its /64. */
export const credentialLimits = {
  /** Key: the address tried and the client, so that nobody can lock somebody else out. */
  signIn: { points: 10, duration: 15 * 60 },
  /** Key: client. */
  signInFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client. */
  signUpFromClient: { points: 60, duration: 60 * 60 },
  /** Key: client. Every open tab of an office refreshes four times an hour. */
  refreshFromClient: { points: 600, duration: 15 * 60 },
  /** Key: client. */
  signOutFromClient: { points: 600, duration: 15 * 60 },
  /** Key: the address asked for and the client. */
  requestReset: { points: 5, duration: 60 * 60 },
  /** Key: client. */
  requestResetFromClient: { points: 60, duration: 60 * 60 },
  /** Key: client. */
  resetPasswordFromClient: { points: 30, duration: 15 * 60 },
  /** Key: client. Reading what a link is for, and following it. */
  verifyEmailFromClient: { points: 60, duration: 15 * 60 },
  /** Key: the user's id: a stolen access token is no way to guess the password. */
  changePassword: { points: 10, duration: 15 * 60 },
  /** Key: client. Asking for the sign-in of a command line. */
  commandLineSignInFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client. Fifty machines of an office poll 12 times a minute each. */
  redeemSignInFromClient: { points: 10_000, duration: 15 * 60 },
  /** Key: the user's id. Codes of command lines that they look at, approve or deny. */
  userCode: { points: 30, duration: 15 * 60 },
  /** Key: client. The same of all users there. */
  userCodeFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client. Each request is a mail to the operator. */
  contactFromClient: { points: 10, duration: 60 * 60 },
  /** Key: account. Each check asks name servers that somebody else runs. */
  verifyDomainOfAccount: { points: 60, duration: 60 * 60 },
  /** Key: account. Each check connects to an address that somebody's name server gave. */
  checkConnectionOfAccount: { points: 30, duration: 60 },
  /** Key: account. An export reads everything that is kept of it. */
  exportOfAccount: { points: 10, duration: 60 * 60 },
} as const satisfies Record<string, { /** Attempts. */ points: number; /** Seconds. */ duration: number }>

/** Wrong passwords of one user, from all networks together. */
export const guessLimits = {
  /** How many are free in the window. */
  freeMax: 10,
  windowSeconds: 24 * 60 * 60,
  /** After them one attempt is let through at a time, the first after a second; each doubles the wait, up to this. */
  delaySecondsMax: 15 * 60,
}

export type CredentialLimit = keyof typeof credentialLimits

/** Counts attempts one by one: a hundred aliases in a request are a hundred attempts. */
export interface RateLimiter {
  /** Counts one attempt. Throws RATE_LIMITED when there were too many. */
  check(limit: CredentialLimit, key: string): Promise<void>
  /** Forgets the attempts after a success. */
  forget(limit: CredentialLimit, key: string): Promise<void>
  /**
   * Counts one attempt at a user's password, from anywhere. After many that failed, throws RATE_LIMITED for all
   * but one attempt in each wait, which grows; an attempt from a known place is never made to wait. What is refused is not
   * counted, so that a stranger who goes on asking does not make the wait longer.
   */
  checkGuess(key: string, isKnownPlace: () => Promise<boolean>): Promise<void>
  /** Takes back an attempt that succeeded. */
  forgiveGuess(key: string): Promise<void>
}

/** Counts in this process, or in Redis for all nodes; in this process too while Redis is away. */
export function createCounter(
  options: { keyPrefix: string; points: number; duration: number },
  redis?: Redis,
): RateLimiterAbstract {
  const memory = new RateLimiterMemory(options)
  return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
}

/** Counts attempts as `createCounter` does. */
export function createRateLimiter(redis?: Redis): RateLimiter {
  const create = (name: string, limit: { points: number; duration: number }) =>
    createCounter({ keyPrefix: `culvert:limit:${name}`, ...limit }, redis)
  const limiters = new Map<CredentialLimit, RateLimiterAbstract>()
  const getLimiter = (limit: CredentialLimit): RateLimiterAbstract => {
    const limiter = limiters.get(limit) ?? create(limit, credentialLimits[limit])
    limiters.set(limit, limiter)
    return limiter
  }
  // Only counts: it refuses nothing by itself.
  const guesses = create('guesses', { points: Number.MAX_SAFE_INTEGER, duration: guessLimits.windowSeconds })
  const turns = create('guessTurns', { points: 1, duration: guessLimits.delaySecondsMax })
  return {
    check: async (limit, key) => {
      try {
        await getLimiter(limit).consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw rateLimited('Too many attempts.', error.msBeforeNext)
      }
    },
    forget: async (limit, key) => {
      await getLimiter(limit).delete(key)
    },
    checkGuess: async (key, isKnownPlace) => {
      const { consumedPoints } = await guesses.consume(key)
      const over = consumedPoints - guessLimits.freeMax
      if (over <= 0 || (await isKnownPlace())) return
      try {
        await turns.consume(key, 1, { customDuration: Math.min(2 ** (over - 1), guessLimits.delaySecondsMax) })
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        await guesses.reward(key)
        throw new AppError(
          'RATE_LIMITED',
          `Too many wrong passwords for this user, from anywhere. Try again in ${describeWait(error.msBeforeNext)}, or reset the password: its link lets you in from here.`,
          { retryAfterSeconds: toSeconds(error.msBeforeNext) },
        )
      }
    },
    forgiveGuess: async (key) => {
      await guesses.reward(key)
    },
  }
}

/** Throws RATE_LIMITED. `message` says what is too much; the wait follows. */
export function rateLimited(message: string, waitMs: number): AppError {
  return new AppError('RATE_LIMITED', `${message} Try again in ${describeWait(waitMs)}.`, {
    retryAfterSeconds: toSeconds(waitMs),
  })
}

/** Returns the whole seconds after which to try again, at least one. */
export function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}

function describeWait(ms: number): string {
  const seconds = toSeconds(ms)
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
