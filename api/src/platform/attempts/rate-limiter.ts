import { formatCount } from '@culvert/schema/units'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError, isOurFault } from '../../ground/errors.ts'

/** How often credentials may be tried. A key is what attempts are counted on; a client is an address, or its /64. */
export const credentialLimits = {
  /** Key: the address tried and the client, so that no one can lock out somebody else. */
  signIn: { points: 10, duration: 15 * 60, isForgottenOnSuccess: true },
  /** Key: client. */
  signInFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client. */
  signUpFromClient: { points: 60, duration: 60 * 60 },
  /** Key: client. Asking for another address or number reveals whether somebody has it, as signing up does. */
  identifierFromClient: { points: 60, duration: 60 * 60 },
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
  /** Key: the user's id: a stolen access token must not help to guess the password. */
  ownPassword: { points: 10, duration: 15 * 60, isForgottenOnSuccess: true },
  /** Key: client. Asking for a challenge by which a passkey signs in. */
  passkeyFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client. Going to a provider, and coming back. */
  providerFromClient: { points: 200, duration: 15 * 60 },
  /** Key: the user's id. Beginning and completing enrolments. */
  enrolFactor: { points: 60, duration: 15 * 60 },
  /** Key: client. Asking for the sign-in of a command line. */
  commandLineSignInFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client. Fifty machines of an office poll 12 times a minute each. */
  redeemSignInFromClient: { points: 10_000, duration: 15 * 60 },
  /** Key: client. The runners of a CI share few addresses. */
  exchangeTokenFromClient: { points: 300, duration: 15 * 60 },
  /** Key: the user's id. Codes of command lines that they view, approve or deny. */
  userCode: { points: 30, duration: 15 * 60 },
  /** Key: client. The same of all users there. */
  userCodeFromClient: { points: 100, duration: 15 * 60 },
  /** Key: client. Each request is a mail to the operator. */
  contactFromClient: { points: 10, duration: 60 * 60 },
  /** Key: the user's id. A namespace that was taken stays blocked for others for 30 days after it is given up, with its account or for another one. */
  namespaceOfUser: { points: 30, duration: 24 * 60 * 60 },
  /** Key: account. Each check asks name servers that somebody else runs. */
  verifyDomainOfAccount: { points: 60, duration: 60 * 60 },
  /** Key: account. Each check connects to an address that somebody's name server gave. */
  checkConnectionOfAccount: { points: 30, duration: 60 },
  /** Key: account. Each asks an agent, through the public side. */
  callAgentOfAccount: { points: 300, duration: 60 },
  /** Key: account. Each is a request to the account's app, past the limits of visitors. */
  replayRequestOfAccount: { points: 60, duration: 60 },
  /** Key: account. Each is up to 200 requests to the account's app. */
  runRequestSetOfAccount: { points: 10, duration: 60 },
  /** Key: account. Tests and repeats, each a request to a receiver of webhooks. */
  sendToWebhookOfAccount: { points: 60, duration: 10 * 60 },
  /** Key: the user's id. An export reads everything that is stored about them. */
  exportOfUser: { points: 10, duration: 60 * 60 },
  /** Key: account. An export reads everything that is stored for it. */
  exportOfAccount: { points: 10, duration: 60 * 60 },
} as const satisfies Record<string, Limit>

interface Limit {
  /** Attempts. */
  points: number
  /** Seconds. */
  duration: number
  /** Whether a success clears the count: the attempts before it may have been guesses. */
  isForgottenOnSuccess?: true
}

/** Wrong passwords, or wrong codes, of one user, from all networks together. */
export const guessLimits = {
  /** How many are free in the window. */
  freeMax: 10,
  windowSeconds: 24 * 60 * 60,
  /** After them one attempt is let through at a time, the first after a second; each doubles the wait, up to this. */
  delaySecondsMax: 15 * 60,
}

/** What is guessed of a user. Codes are asked for after the right password only. */
export type Guess = 'password' | 'code'

export type CredentialLimit = keyof typeof credentialLimits

/** Counts attempts one by one: a hundred aliases in a request are a hundred attempts. */
export interface RateLimiter {
  /** Counts one attempt. Throws RATE_LIMITED when there were too many. */
  check(limit: CredentialLimit, key: string): Promise<void>
  /** Counts one attempt and makes it, as `check` does, but not one that a fault of the installation ended. */
  attempt<Result>(limit: CredentialLimit, key: string, work: () => Promise<Result>): Promise<Result>
  /** Forgets the attempts. */
  forget(limit: CredentialLimit, key: string): Promise<void>
  /**
   * Counts one attempt at a user's password or code, from anywhere. After many that failed, throws RATE_LIMITED for all
   * but one attempt in each wait, which grows; an attempt from a known network is never made to wait. What is refused is not
   * counted, so that a stranger who keeps asking does not make the wait longer.
   */
  checkGuess(guess: Guess, key: string, isKnownNetwork?: () => Promise<boolean>): Promise<void>
  /** Takes back an attempt that succeeded. */
  forgiveGuess(guess: Guess, key: string): Promise<void>
}

/** Counts in this process, or in Redis for all nodes; in this process too while Redis is unavailable. */
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
  // Only counts: it refuses nothing.
  const createGuesses = (name: string) => ({
    counter: create(name, { points: Number.MAX_SAFE_INTEGER, duration: guessLimits.windowSeconds }),
    turns: create(`${name}Turns`, { points: 1, duration: guessLimits.delaySecondsMax }),
  })
  const guesses = { password: createGuesses('guesses'), code: createGuesses('codeGuesses') }
  const check: RateLimiter['check'] = async (limit, key) => {
    try {
      await getLimiter(limit).consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw rateLimited('Too many attempts.', error.msBeforeNext)
    }
  }
  const forget: RateLimiter['forget'] = async (limit, key) => {
    await getLimiter(limit).delete(key)
  }
  return {
    check,
    attempt: async (limit, key, work) => {
      await check(limit, key)
      const { isForgottenOnSuccess }: Limit = credentialLimits[limit]
      const result = await work().catch(async (error: unknown) => {
        if (isOurFault(error)) await getLimiter(limit).reward(key)
        throw error
      })
      if (isForgottenOnSuccess) await forget(limit, key)
      return result
    },
    forget,
    checkGuess: async (guess, key, isKnownNetwork = () => Promise.resolve(false)) => {
      const { counter, turns } = guesses[guess]
      const { consumedPoints } = await counter.consume(key)
      const over = consumedPoints - guessLimits.freeMax
      if (over <= 0) return
      try {
        if (await isKnownNetwork()) return
        await turns.consume(key, 1, { customDuration: Math.min(2 ** (over - 1), guessLimits.delaySecondsMax) })
      } catch (error) {
        await counter.reward(key)
        if (!(error instanceof RateLimiterRes)) throw error
        throw new AppError(
          'RATE_LIMITED',
          `Too many wrong ${guess}s for this user, from anywhere. Try again in ${describeWait(error.msBeforeNext)}, or ${alternatives[guess]}.`,
          { retryAfterSeconds: toSeconds(error.msBeforeNext) },
        )
      }
    },
    forgiveGuess: async (guess, key) => {
      await guesses[guess].counter.reward(key)
    },
  }
}

/** The alternatives of a user who must wait. */
const alternatives: Record<Guess, string> = {
  password: 'reset the password: its link lets you in from here',
  code: 'sign in with a passkey',
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
  return seconds < 90 ? formatCount(seconds, 'second') : formatCount(Math.ceil(seconds / 60), 'minute')
}
