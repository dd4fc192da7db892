import { createHash, randomBytes, randomInt } from 'node:crypto'
import { webPaths } from '@culvert/schema/web-paths'
import type { Selectable } from 'kysely'
import type { CommandLineRedemption, RequestCommandLineSignInInput } from '../../generated/schema.ts'
import { AppError, badInput, conflict } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { rateLimited } from '../../platform/attempts/rate-limiter.ts'
import { parseMachineName } from '../auth-tokens/rules.ts'
import type { CommandLineSignInTable } from './table.ts'

/** A sign-in that a command line requested. */
export type SignIn = Selectable<CommandLineSignInTable>

/** A sign-in that was approved. */
export type ApprovedSignIn = SignIn & { accountId: string; userId: string; approvedFrom: string }

/** How long a sign-in waits for its approval, and for the program afterwards. */
export const lifetimeMs = 10 * 60_000

/** How long a program waits between two polls. */
export const intervalSeconds = 5

/** The gap between two polls below which a program is told to slow down: timers and networks are not exact. */
export const pollGapMs = intervalSeconds * 1_000 - 500

/** How many sign-ins may wait at once, of one client and in total. */
export const openMax = { ofClient: 50, total: 5_000 }

/** How many of the sign-ins that wait end at once if a further one finds all places taken. */
export const displacedCount = 50

/** Throws RATE_LIMITED when no further sign-in of the client may wait. */
export function checkOpen(open: { ofClient: number }): void {
  if (open.ofClient < openMax.ofClient) return
  throw rateLimited(
    'Too many sign-ins of command lines are waiting for approval. Approve or deny those, or use an AuthID.',
    lifetimeMs,
  )
}

/**
 * The characters of a user code (RFC 8628, section 6.1): no vowels, so that no words result, and no characters that look like
 * others.
 *
 * Eight of them make 20^8 = 2.56 * 10^10 codes. With 1,000 sign-ins of others open, a guess finds one with a probability of
 * 4 * 10^-8. A user has 30 guesses in 15 minutes and a network 100, which is 9,600 a day: one hit in seven years. Someone who finds one
 * makes another person's machine act for an account of their own, and learns nothing of that person's.
 */
const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const userCodeLength = 8
const userCodeForm = new RegExp(`^[${userCodeAlphabet}]{${userCodeLength}}$`)

/** Makes a new user code, in the form that is stored. */
export function makeUserCode(): string {
  return Array.from({ length: userCodeLength }, () => userCodeAlphabet[randomInt(userCodeAlphabet.length)]).join('')
}

/** Returns a user code as people read it: `XXXX-XXXX`. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, userCodeLength / 2)}-${code.slice(userCodeLength / 2)}`
}

/** Returns a user code as it is stored, whatever its case, spaces and hyphens; undefined when it has another form. */
export function parseUserCode(text: string): string | undefined {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return userCodeForm.test(code) ? code : undefined
}

/** Makes a new secret: 32 random bytes in base64url. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

const loopbackPortMin = 1_024
const loopbackPortMax = 65_535

/** Validates what a command line requests. */
export function parseRequest(
  input: RequestCommandLineSignInInput,
): Pick<SignIn, 'machineName' | 'codeChallenge' | 'loopbackPort'> {
  const machineName = parseMachineName('machineName', input.machineName)
  const codeChallenge = input.codeChallenge ?? null
  const loopbackPort = input.loopbackPort ?? null
  if ((codeChallenge === null) !== (loopbackPort === null)) {
    throw badInput(
      codeChallenge === null ? 'codeChallenge' : 'loopbackPort',
      'codeChallenge and loopbackPort go together: give both, or neither to show a code.',
    )
  }
  // Any SHA-256 in base64url has this form. Its value is checked when the sign-in is redeemed, by S256 only.
  if (codeChallenge !== null && !/^[\w-]{43}$/.test(codeChallenge)) {
    throw badInput(
      'codeChallenge',
      `codeChallenge must be the SHA-256 of the verifier in base64url, 43 characters, not ${codeChallenge.length}. The method "plain" is not supported.`,
    )
  }
  if (loopbackPort !== null && (loopbackPort < loopbackPortMin || loopbackPort > loopbackPortMax)) {
    throw badInput(
      'loopbackPort',
      `loopbackPort must be a number from ${loopbackPortMin} to ${loopbackPortMax}, not ${loopbackPort}`,
    )
  }
  return { machineName, codeChallenge, loopbackPort }
}

/** Returns the page of the dashboard that asks for a user code, and the page with the code filled in. */
export function toVerificationUrls(publicUrl: string, userCode: string) {
  const url = new URL(webPaths.connect, publicUrl)
  const complete = new URL(url)
  complete.searchParams.set('code', formatUserCode(userCode))
  return { verificationUrl: url.href, verificationUrlComplete: complete.href }
}

/** Returns where the browser carries the answer; null without a loopback. */
export function toRedirectUrl({ loopbackPort }: SignIn, answer: { code: string } | { error: string }): string | null {
  return loopbackPort === null
    ? null
    : `http://127.0.0.1:${loopbackPort}/callback?${new URLSearchParams(answer).toString()}`
}

/** The proof with which a program redeems a sign-in, besides its secret. */
export interface Proof {
  code?: string | null
  codeVerifier?: string | null
}

/** The answer to a program that wants to redeem a sign-in: tell it to wait, tell it that it is over, or give it its token. */
export type Judgement = Extract<CommandLineRedemption, 'PENDING' | 'DENIED' | 'EXPIRED'> | ApprovedSignIn

/** Judges an attempt to redeem a sign-in. Throws when it was redeemed before, and for a proof of another sign-in. */
export function judge(signIn: SignIn, proof: Proof, now: Date): Judgement {
  const { status, accountId, userId, approvedFrom } = signIn
  if (status === 'redeemed') throw alreadyRedeemed()
  if (signIn.expiresAt <= now) return 'EXPIRED'
  if (status === 'denied') return 'DENIED'
  if (status === 'pending' || accountId === null || userId === null || approvedFrom === null) return 'PENDING'
  if (signIn.codeChallenge !== null) {
    // A stranger who got it approved under a pretext has the secret, but waits in vain: the code is in the approver's browser.
    if (typeof proof.code !== 'string') return 'PENDING'
    checkProof(signIn, proof)
  }
  return { ...signIn, accountId, userId, approvedFrom }
}

function checkProof({ codeHash, codeChallenge }: SignIn, { code, codeVerifier }: Proof): void {
  if (sha256Hex(code ?? '') !== codeHash) {
    throw badInput('code', 'code is not the one that the browser got when this sign-in was approved. Sign in again.')
  }
  if (!/^[\w.~-]{43,128}$/.test(codeVerifier ?? '') || toChallenge(codeVerifier ?? '') !== codeChallenge) {
    throw badInput('codeVerifier', 'codeVerifier is not the one whose SHA-256 is the codeChallenge of this sign-in.')
  }
}

/** Returns the S256 challenge of a verifier (RFC 7636, section 4.2). */
export function toChallenge(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}

/** Refuses a user code that belongs to no waiting sign-in. */
export function wrongUserCode(): AppError {
  return new AppError(
    'NOT_FOUND',
    'No sign-in is waiting with this code: it is mistyped, or older than 10 minutes. Check it, or run "culvert login" again.',
    { field: 'userCode' },
  )
}

/** Refuses to answer a sign-in again. */
export function alreadyAnswered(): AppError {
  return conflict(
    'This sign-in has already been approved or denied. To connect a machine, run "culvert login" on it again.',
    { field: 'userCode' },
  )
}

/** Refuses to redeem a sign-in that is not known, or was deleted. */
export function unknownDeviceCode(): AppError {
  return new AppError(
    'NOT_FOUND',
    'No sign-in has this deviceCode: it is mistyped, or expired long ago. Run "culvert login" again.',
    { field: 'deviceCode' },
  )
}

/** Refuses to redeem a sign-in twice. */
export function alreadyRedeemed(): AppError {
  return conflict(
    'This sign-in has already been redeemed, and its token is returned only once. Run "culvert login" again.',
    { field: 'deviceCode' },
  )
}
