import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../ground/errors.ts'
import { createRateLimiter, type CredentialLimit, credentialLimits, guessLimits } from './rate-limiter.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('password guesses for a user wait 1 s after ten free ones, doubling up to 15 minutes', async () => {
  const limiter = createRateLimiter()
  /** How long an attempt from an unknown network is refused; 0 if it is allowed. */
  const guess = async () => {
    try {
      await limiter.checkGuess('password', 'ada', () => Promise.resolve(false))
      return 0
    } catch (error) {
      if (error instanceof AppError && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds
      throw error
    }
  }
  for (let free = 0; free < guessLimits.freeMax; free += 1) expect(await guess()).toBe(0)

  const waits: number[] = []
  while (waits.length < 13) {
    expect(await guess()).toBe(0)
    // Further attempts do not extend the wait.
    await guess()
    const wait = await guess()
    waits.push(wait)
    vi.advanceTimersByTime(wait * 1_000)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
})

describe('the table of attempts in docs/api.md', () => {
  /** What is counted, and on what. */
  const rows: Record<CredentialLimit, [what: string, countedOn: string]> = {
    signIn: ['Signing in', 'address and client'],
    signInFromClient: ['Signing in', 'client'],
    signUpFromClient: ['Signing up', 'client'],
    identifierFromClient: ['Asking for another e-mail address or phone number', 'client'],
    refreshFromClient: ['Refreshing sessions', 'client'],
    signOutFromClient: ['Signing out', 'client'],
    requestReset: ['Asking for a reset link', 'address and client'],
    requestResetFromClient: ['Asking for a reset link', 'client'],
    resetPasswordFromClient: ['Setting a password with such a link', 'client'],
    verifyEmailFromClient: ['Reading and following such links', 'client'],
    ownPassword: ["Confirming one's identity, changing the password", 'user'],
    passkeyFromClient: ["Asking for a passkey's challenge", 'client'],
    providerFromClient: ['Going to a provider, and coming back', 'client'],
    enrolFactor: ['Enrolling factors and linking identities', 'user'],
    commandLineSignInFromClient: ['Requesting the sign-in of a command line', 'client'],
    redeemSignInFromClient: ['Redeeming one', 'client'],
    exchangeTokenFromClient: ['Exchanging the token of a CI', 'client'],
    userCode: ['Viewing, approving and denying one by its code', 'user'],
    userCodeFromClient: ['Viewing, approving and denying one by its code', 'client'],
    contactFromClient: ['Contact requests', 'client'],
    namespaceOfUser: ['Taking a namespace, for a new account or another one', 'user'],
    verifyDomainOfAccount: ['Checking domains', 'account'],
    checkConnectionOfAccount: ['Checking connections', 'account'],
    callAgentOfAccount: ['Asking running agents', 'account'],
    replayRequestOfAccount: ['Replaying requests', 'account'],
    runRequestSetOfAccount: ['Running sets of requests', 'account'],
    sendToWebhookOfAccount: ['Testing webhooks and sending deliveries again', 'account'],
    exportOfUser: ['Exporting what is kept of oneself', 'user'],
    exportOfAccount: ['Exporting the account', 'account'],
  }
  const periods: Record<number, string> = {
    60: 'a minute',
    600: 'in 10 minutes',
    900: 'in 15 minutes',
    3_600: 'an hour',
    86_400: 'a day',
  }

  const document = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| What \| At most \| Counted on \|\n.*\n((?:\|.*\n)+)/.exec(document) ?? []
  const documented: string[][] = []
  for (const line of table.trim().split('\n')) {
    const [what = '', ...rest] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    // An empty cell continues the row above.
    documented.push([what || (documented.at(-1)?.[0] ?? ''), ...rest])
  }

  it.each(Object.keys(rows) as CredentialLimit[])('has a row for %s with its figures', (limit) => {
    const { points, duration } = credentialLimits[limit]
    const [what, countedOn] = rows[limit]
    expect(documented).toContainEqual([what, `${points.toLocaleString('en')} ${periods[duration]}`, countedOn])
  })
})
