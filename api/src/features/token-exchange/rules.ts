import type { Selectable } from 'kysely'
import type { CreateTrustInput } from '../../generated/schema.ts'
import { type AppError, badInput, conflict, forbidden } from '../../ground/errors.ts'
import { parseJson } from '../../ground/json.ts'
import { parseLine } from '../../ground/names.ts'
import { parseBinding, parseLabel, parseTtl, type TokenTerms } from '../agent-tokens/rules.ts'
import type { Condition, TrustTable } from './table.ts'

/** A workload that an account trusts. */
export type Trust = Selectable<TrustTable>

/** The terms of a new trust. */
export type TrustTerms = Pick<Trust, 'issuer' | 'audience' | 'conditions'> & TokenTerms & { name: string }

const nameLengthMax = 100
const textLengthMax = 255

/** Validates a new trust; `publicUrl` is the audience if none is given. Whether the gateway is the account's is left to the service. */
export function parseTrust(input: CreateTrustInput, publicUrl: string): TrustTerms {
  const issuer = parseIssuer(input.issuer)
  return {
    name: parseLine('name', 'Name', input.name, nameLengthMax),
    issuer,
    audience: parseLine('audience', 'The audience', input.audience ?? publicUrl, textLengthMax),
    conditions: parseConditions(issuer, input.conditions),
    ...parseBinding(input),
    label: parseLabel(input.label),
    ttlSeconds: parseTtl(input.ttlSeconds),
  }
}

/** An issuer has neither query nor fragment (OpenID Connect Discovery 1.0, section 3), and is compared by its characters. */
function parseIssuer(text: string): string {
  const issuer = text.trim()
  const url = URL.parse(issuer)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && !/[?#]/.test(issuer)
  if (isPlain && issuer.length <= textLengthMax) return issuer
  throw badInput(
    'issuer',
    `The issuer must be an https address of at most ${textLengthMax} characters without a query, exactly as the iss claim has it, for example ${github}`,
  )
}

const conditionsMax = 10

/** Claims that every token of an issuer may have, whichever workload it is of. */
const commonClaims = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'])

function parseConditions(issuer: string, conditions: readonly Condition[]): Condition[] {
  if (conditions.length < 1 || conditions.length > conditionsMax) {
    throw badInput('conditions', `A trust has 1 to ${conditionsMax} conditions, not ${conditions.length}`)
  }
  const parsed = conditions.map(parseCondition)
  if (issuer === github) {
    if (!parsed.some(namesRepository)) throw badInput('conditions', anyRepository)
  } else if (parsed.every(({ claim, value }) => commonClaims.has(claim) || value === '*')) {
    throw badInput(
      'conditions',
      'These conditions hold for every workload of the issuer. Add one for a claim that only yours has, for example sub.',
    )
  }
  return parsed
}

function parseCondition({ claim, value }: Condition): Condition {
  if (!/^[\w.:/-]{1,64}$/.test(claim)) {
    throw badInput('conditions', `The name of a claim has 1 to 64 letters, digits and .:/_-, not ${quote(claim)}`)
  }
  if (value === '' || value.length > textLengthMax) {
    throw badInput(
      'conditions',
      `The value of ${claim} must have 1 to ${textLengthMax} characters, not ${value.length}`,
    )
  }
  if (value.slice(0, -1).includes('*')) {
    throw badInput('conditions', `An asterisk may only be at the end of a value, not as in ${quote(value)}`)
  }
  return { claim, value }
}

/** The issuer of GitHub Actions. */
export const github = 'https://token.actions.githubusercontent.com'

const anyRepository =
  'Any repository on GitHub could meet these conditions. Name yours by repository (owner/name, or owner/*), repository_id, repository_owner_id, or sub (beginning with repo:owner/).'

/** Reports whether only repositories of one owner can meet a condition: without the slash, a prefix matches owners that anyone may register. */
function namesRepository({ claim, value }: Condition): boolean {
  const isExact = !value.endsWith('*')
  switch (claim) {
    case 'repository':
      return isExact || /^[^/]+\//.test(value)
    case 'sub':
      return isExact || /^repo:[^/]+\//.test(value)
    case 'repository_id':
    case 'repository_owner_id':
      return isExact
    default:
      return false
  }
}

const trustsMax = 50

/** Throws when an account has as many trusts as allowed. */
export function checkTrustCount(used: number): void {
  if (used < trustsMax) return
  throw conflict(`An account has at most ${trustsMax} trusts. Delete one that is no longer used.`)
}

/** Returns the same refusal whatever a stranger tries: for a trust that does not exist, and for a token that its issuer has not signed. */
export function refused(): AppError {
  return forbidden(
    'The token was refused. Check that the id of the trust is right, and that the token is a fresh one of the issuer that the trust names.',
  )
}

/** Longer than any token that an issuer signs. */
export const tokenLengthMax = 16_384

/** Reports whether a text has the form of a signed token. The token's algorithm is left to the check of the signature. */
export function looksSigned(token: string): boolean {
  return token.length <= tokenLengthMax && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
}

/** The claims of a token whose signature has been checked. */
export type Claims = Record<string, unknown>

/** Reads claims; undefined when a payload has none. */
export function parseClaims(payload: Uint8Array): Claims | undefined {
  const claims = parseJson(Buffer.from(payload).toString('utf8'))
  return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? { ...claims } : undefined
}

/** How far the clocks of an issuer and of this program may differ, in seconds. */
const toleranceSeconds = 30
/** For how long after its issue a token is accepted, in seconds. */
const ageSecondsMax = 600

/** Throws unless a token whose signature has been checked is for this trust, now: `iss`, `aud`, the times, and every condition. */
export function checkClaims(claims: Claims, { issuer, audience, conditions }: Trust, now: Date): void {
  const { iss, aud, exp, nbf, iat } = claims
  const nowSeconds = now.getTime() / 1_000
  if (iss !== issuer) throw unexpected('iss', quote(issuer), iss)
  if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience))) throw unexpected('aud', quote(audience), aud)
  if (typeof exp !== 'number' || exp <= nowSeconds - toleranceSeconds)
    throw unexpected('exp', `later than ${Math.floor(nowSeconds)}`, exp)
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= nowSeconds + toleranceSeconds))
    throw unexpected('nbf', `at most ${Math.floor(nowSeconds)}`, nbf)
  const isFresh =
    typeof iat === 'number' &&
    iat >= nowSeconds - ageSecondsMax - toleranceSeconds &&
    iat <= nowSeconds + toleranceSeconds
  if (!isFresh) {
    const first = Math.floor(nowSeconds) - ageSecondsMax
    throw unexpected('iat', `from ${first} to ${Math.floor(nowSeconds)}, the last 10 minutes,`, iat)
  }
  for (const { claim, value } of conditions) {
    if (!fulfils(claims[claim], value)) throw unexpected(claim, quote(value), claims[claim])
  }
}

/** Returns until when a token must be remembered, so that it is not accepted twice. */
export function keptUntil({ iat }: Claims): Date {
  return new Date((Number(iat) + ageSecondsMax + 2 * toleranceSeconds) * 1_000)
}

function fulfils(claim: unknown, value: string): boolean {
  if (typeof claim !== 'string' && typeof claim !== 'number' && typeof claim !== 'boolean') return false
  const text = String(claim)
  return value.endsWith('*') ? text.startsWith(value.slice(0, -1)) : text === value
}

/** Reports what a claim had to be, and what it was. */
function unexpected(claim: string, expected: string, came: unknown): AppError {
  const actual = came === undefined ? 'no such claim' : quote(came)
  return forbidden(`The token was refused: its claim ${claim} must be ${expected}, and it has ${actual}.`)
}

function quote(value: unknown): string {
  return JSON.stringify(value).slice(0, 300)
}

/** Refuses a token that was exchanged before. */
export function exchangedBefore(): AppError {
  return conflict('The token has been exchanged before, and each is accepted once. Ask the issuer for a new one.')
}

/** Returns how the audit log names a trust. */
export function describeObject({ accountId, id, name }: Trust) {
  return { accountId, objectType: 'trust' as const, objectId: id, objectName: name }
}
