import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { CodeInput, FactorKind } from '../../generated/schema.ts'
import { minuteMs } from '../../ground/clock.ts'
import { AppError, badInput, conflict, type ErrorCode } from '../../ground/errors.ts'
import { parseLine } from '../../ground/names.ts'
import type { factorColumns, FactorTable } from './table.ts'

/** A factor, without its secret. */
export type Factor = Pick<Selectable<FactorTable>, (typeof factorColumns)[number]>

/** How long a proof counts as fresh. */
export const freshMs = 10 * minuteMs

/** How many passkeys a user may have. */
export const passkeysMax = 10

const nameLengthMax = 64

/** Validates the name of a factor. */
export function parseFactorName(text: string): string {
  return parseLine('name', 'The name', text, nameLengthMax)
}

const stepSeconds = 30

/** How many steps a clock may be off, either way. */
const stepsOff = 1

function makeTotp(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: stepSeconds })
}

/** Makes the secret of an authenticator app: 160 bits in base32 (RFC 4226, section 4). */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the address that hands a secret to an authenticator app. */
export function toTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return makeTotp(Secret.fromBase32(secret), { issuer, label }).toString()
}

/** Returns the step in which a code is right, now or one step off; undefined when it is not. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  // The library throws at texts that are as many characters and more bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const totp = makeTotp(Secret.fromBase32(secret))
  const delta = totp.validate({ token: code, timestamp, window: stepsOff })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

const recoveryCodeCount = 10

/** 24 letters and digits of base32 have 120 bits: so much entropy needs no slow hash (ASVS 5.0, 6.5.2). */
const recoveryCodeBytes = 15

/** Makes the recovery codes of a user, in groups that people can type. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const { buffer } = new Uint8Array(randomBytes(recoveryCodeBytes))
    return new Secret({ buffer }).base32.toLowerCase().replaceAll(/.{6}(?=.)/g, '$&-')
  })
}

/** A code as it was typed. */
export type Code = { kind: 'TOTP'; digits: string } | { kind: 'RECOVERY_CODE'; text: string }

/** Parses a code that accompanies a password. A code that does not have the right form is returned as it is: it is wrong. */
export function parseCode({ totp, recoveryCode }: CodeInput): Code {
  const given = [totp, recoveryCode].filter((code) => typeof code === 'string')
  if (given.length !== 1) throw badInput('code', 'Give one code: of the authenticator app, or a recovery code.')
  return typeof totp === 'string'
    ? { kind: 'TOTP', digits: totp.replaceAll(/\s/g, '') }
    : { kind: 'RECOVERY_CODE', text: normalizeRecoveryCode(recoveryCode ?? '') }
}

/** Returns a recovery code as it is hashed. */
export function normalizeRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')
}

/** Describes a factor for mails and the audit log. */
export function describeFactor({ kind, name }: Pick<Factor, 'kind' | 'name'>): string {
  return kind === 'TOTP' ? `the authenticator app “${name}”` : `the passkey “${name}”`
}

/** Refuses a sign-in that has the right password but lacks a code. */
export function codeRequired(factors: readonly FactorKind[]): AppError {
  return new AppError('FACTOR_REQUIRED', 'This user has a second factor. Give a code too, or sign in with a passkey.', {
    factors,
  })
}

/** The purpose of a proof. */
export type ProofPurpose = 'signIn' | 'confirmation' | 'enrolment'

/** Within a session, UNAUTHENTICATED would say that the session is over. */
const refusalCodes = {
  signIn: 'UNAUTHENTICATED',
  confirmation: 'BAD_USER_INPUT',
  enrolment: 'BAD_USER_INPUT',
} as const satisfies Record<ProofPurpose, ErrorCode>

/** A code that is wrong. */
export class WrongCode extends AppError {}

/** Refuses a code, with the same error whether it is mistyped or was used before. */
export function wrongCode(purpose: ProofPurpose): WrongCode {
  return new WrongCode(
    refusalCodes[purpose],
    'The code is not right, or was used before. Wait for the next one, or use a recovery code.',
    { field: 'code' },
  )
}

/** Refuses the answer of a passkey, with the same error for every reason, so that no one learns which passkeys exist. */
export function wrongPasskey(purpose: ProofPurpose, internal?: unknown): AppError {
  return new AppError(
    refusalCodes[purpose],
    'The passkey was not accepted: it does not belong to this installation, or it took longer than 5 minutes. Try again.',
    { field: 'passkey', internal },
  )
}

/** Refuses an operation that needs a fresh proof. */
export function freshProofRequired(factors: readonly FactorKind[]): AppError {
  return new AppError(
    'FRESH_PROOF_REQUIRED',
    'This needs a proof of your identity from the last 10 minutes. Confirm it, then try again.',
    { factors },
  )
}

/** Refuses a second authenticator app. */
export function hasTotp(): AppError {
  return conflict('You have an authenticator app already. Remove it first, or add a passkey.')
}

/** Refuses a passkey beyond the limit. */
export function tooManyPasskeys(): AppError {
  return conflict(`You have ${passkeysMax} passkeys, which is the maximum. Remove one first.`)
}

/** Refuses an operation that only a user with a factor can do. */
export function noFactor(): AppError {
  return conflict('You have no second factor. Add one first.')
}
