import { isIP } from 'node:net'
import { isRecord, type Identifier } from '../values.ts'
import { authorizationDays, orderDays, type Authority } from './context.ts'
import type { Faults } from './faults.ts'
import { refuse, refuseMalformed } from './refusal.ts'
import { addDays, newId, type Account, type Authorization, type Certificate } from './state.ts'

const maxIdentifiers = 100
const hostname = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

export function readIdentifiers(value: unknown): Identifier[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxIdentifiers) {
    return refuseMalformed(`identifiers lists one to ${maxIdentifiers} names.`)
  }
  const identifiers = value.map(readIdentifier)
  const isRepeated = new Set(identifiers.map(toText)).size < identifiers.length
  if (isRepeated) refuseMalformed('A name is listed twice.')
  return identifiers
}

function readIdentifier(value: unknown): Identifier {
  if (!isRecord(value) || typeof value.value !== 'string') return refuseMalformed('An identifier has type and value.')
  const { type, value: name } = value
  if (type === 'dns') {
    if (name.length <= 253 && hostname.test(name)) return { type, value: name }
    return refuse(400, 'rejectedIdentifier', `${JSON.stringify(name)} is no hostname in lowercase.`)
  }
  if (type !== 'ip') return refuse(400, 'unsupportedIdentifier', `There are no certificates for ${String(type)}.`)
  if (isIP(name) === 0) refuseMalformed(`${JSON.stringify(name)} is no IP address.`)
  return { type, value: name }
}

export function refuseNames(identifiers: Identifier[], { refusedNames }: Faults): void {
  const refused = identifiers.filter(({ value }) => refusedNames.get(value) === 'rejectedIdentifier')
  if (refused.length === 0) return
  const subproblems = refused.map((identifier) => ({
    type: 'urn:ietf:params:acme:error:rejectedIdentifier',
    detail: 'The policy forbids issuing for this name.',
    status: 400,
    identifier,
  }))
  refuse(400, 'rejectedIdentifier', 'Cannot issue for some of the names.', { subproblems })
}

/** Returns the certificate that an order replaces (RFC 9773, section 5); undefined if it names none. */
export function readReplaced(
  { state, faults }: Authority,
  account: Account,
  replaces: unknown,
  identifiers: Identifier[],
): Certificate | undefined {
  if (replaces === undefined) return undefined
  if (faults.refusesReplacing !== undefined) refuse(409, faults.refusesReplacing, 'Nothing is replaced here.')
  if (typeof replaces !== 'string') return refuseMalformed('replaces is the id of a certificate.')
  const certificate = state.findCertificate(replaces)
  if (certificate === undefined) return refuseMalformed('The certificate to replace was not issued here.', 404)
  if (certificate.account !== account) refuse(403, 'unauthorized', 'The certificate to replace is of another account.')
  const isAkin = identifiers.some(({ value }) => certificate.names.includes(value))
  if (!isAkin) refuseMalformed('The certificate to replace has none of these names.')
  const isReplaced = [...state.orders.values()].some((order) => order.replaces === replaces && order.status === 'valid')
  if (isReplaced) refuse(409, 'alreadyReplaced', 'The certificate has been replaced already.')
  return certificate
}

/** Returns an authorization of the account for the name: a valid or pending one, or else a new one. */
export function findAuthorization(
  { state, now, reusesAuthorizations }: Authority,
  account: Account,
  { type, value }: Identifier,
): Authorization {
  const isWildcard = value.startsWith('*.')
  const name = isWildcard ? value.slice('*.'.length) : value
  state.settle(now())
  const known = [...state.authorizations.values()].find(
    (each) =>
      each.account === account &&
      each.identifier.value === name &&
      each.isWildcard === isWildcard &&
      (each.status === 'pending' || each.status === 'valid'),
  )
  if (known !== undefined && reusesAuthorizations) return known
  // A wildcard needs a challenge by DNS, and an address has no name for a record (RFC 8738, section 4).
  const types = isWildcard
    ? ['dns-01']
    : type === 'ip'
      ? ['http-01', 'tls-alpn-01']
      : ['dns-01', 'http-01', 'tls-alpn-01']
  const authorization: Authorization = {
    id: newId(),
    account,
    status: 'pending',
    expires: addDays(now(), orderDays),
    identifier: { type, value: name },
    isWildcard,
    challenges: [],
  }
  const token = newId() + newId()
  for (const each of types) {
    const challenge = {
      id: newId(),
      type: each,
      token,
      status: 'pending' as const,
      validated: undefined,
      error: undefined,
    }
    authorization.challenges.push(challenge)
    state.challenges.set(challenge.id, { challenge, authorization })
  }
  state.authorizations.set(authorization.id, authorization)
  return authorization
}

/** Returns until when a proven name stays valid. */
export function validUntil(now: Date): Date {
  return addDays(now, authorizationDays)
}

export function listNames(identifiers: Identifier[]): string {
  return identifiers.map(toText).toSorted().join()
}

function toText({ type, value }: Identifier): string {
  return `${type}:${value}`
}
