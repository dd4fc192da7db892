import { isIP } from 'node:net'
import { findRangeProblem } from '@culvert/schema/ip-range'
import ipaddr from 'ipaddr.js'
import type { Selectable } from 'kysely'
import type { ApiKeyScope, CreateApiKeyInput } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { AppError, badInput, conflict, forbidden } from '../../ground/errors.ts'
import { parseLine } from '../../ground/names.ts'
import { toNetwork } from '../../ground/networks.ts'
import { isInNetworks } from '../../ground/public-address.ts'
import { secretForm } from '../../ground/secrets.ts'
import { apiKeyScopes, gatewayScopes } from '../../platform/access/api-keys.ts'
import type { apiKeyColumns, ApiKeyTable } from './table.ts'

/** An API key without its secret. */
export type ApiKey = Pick<Selectable<ApiKeyTable>, (typeof apiKeyColumns)[number]>

/** The secret of an API key. */
export const { makeSecret, isSecret } = secretForm('ck_')

/** Returns the part of a secret that is stored in the clear: enough to tell keys apart, too little to guess the rest. */
export function getPrefix(secret: string): string {
  return secret.slice(0, 8)
}

const nameLengthMax = 100

/** The terms of a new key. */
export type ApiKeyTerms = Pick<ApiKey, 'name' | 'scopes' | 'gatewayIds' | 'allowedNetworks' | 'expiresAt'>

/** Validates a new key. Whether its gateways exist is not known here. */
export function parseApiKey(input: CreateApiKeyInput, now: Date): ApiKeyTerms {
  const name = parseLine('name', 'Name', input.name, nameLengthMax)
  const scopes = [...new Set(input.scopes)]
  if (scopes.length === 0) throw badInput('scopes', `An API key needs at least one scope: ${list(apiKeyScopes)}`)
  const gatewayIds = parseGatewayIds(input.gatewayIds ?? null, scopes)
  const allowedNetworks = parseNetworks(input.allowedNetworks ?? null)
  const expiresAt = input.expiresAt ?? null
  if (expiresAt !== null && expiresAt <= now) {
    throw badInput('expiresAt', `expiresAt must be in the future, not ${expiresAt.toISOString()}`)
  }
  return { name, scopes, gatewayIds, allowedNetworks, expiresAt }
}

/** How many gateways a key may be limited to, so that they fit one answer. */
const gatewaysMax = 50

function parseGatewayIds(ids: readonly string[] | null, scopes: readonly ApiKeyScope[]): string[] | null {
  if (ids === null) return null
  if (ids.length === 0 || ids.length > gatewaysMax) {
    throw badInput(
      'gatewayIds',
      `An API key is limited to at least one and at most ${gatewaysMax} gateways, not ${ids.length}. Leave them out for a key that is not limited.`,
    )
  }
  const unfit = scopes.filter((scope) => !gatewayScopes.includes(scope))
  if (unfit.length > 0) {
    throw badInput(
      'scopes',
      `A key that is limited to gateways cannot have ${list(unfit)}: such a scope reaches the whole account, not one gateway. Remove it, or the limit.`,
    )
  }
  return [...new Set(ids)]
}

/** Refuses to limit a key to something that is not a live gateway of the account. */
export function noSuchGateway(id: string): AppError {
  return new AppError(
    'NOT_FOUND',
    `The account has no gateway with the id ${JSON.stringify(id.slice(0, 100))}, or no longer has it. Choose from its live gateways.`,
    { field: 'gatewayIds' },
  )
}

/** How many networks a key may be accepted from: each request is compared with all of them. */
const networksMax = 20

function parseNetworks(texts: readonly string[] | null): string[] | null {
  if (texts === null) return null
  if (texts.length === 0 || texts.length > networksMax) {
    throw badInput(
      'allowedNetworks',
      `An API key is accepted from at least one and at most ${networksMax} networks, not ${texts.length}. Leave them out for a key that is accepted from anywhere.`,
    )
  }
  return [...new Set(texts.map(parseAllowedNetwork))]
}

function parseAllowedNetwork(text: string): string {
  const problem = findRangeProblem(text)
  if (problem && problem.fullForm === undefined) {
    throw badInput('allowedNetworks', `${JSON.stringify(text.slice(0, 60))} is not a network. ${problem.reason}`)
  }
  const network = toNetwork(problem?.fullForm ?? text.trim().toLowerCase())
  const [base, length] = ipaddr.parseCIDR(network)
  // IPv4 in its IPv6 form (RFC 4291, section 2.5.5.2) is the same network.
  const isMapped = 'isIPv4MappedAddress' in base && base.isIPv4MappedAddress() && length >= 96
  return isMapped ? `${base.toIPv4Address().toString()}/${length - 96}` : network
}

/** Reports whether a key is accepted from a client's address. */
export function isAllowedFrom({ allowedNetworks }: Pick<ApiKey, 'allowedNetworks'>, address: string): boolean {
  return allowedNetworks === null || (isIP(address) !== 0 && isInNetworks(address, allowedNetworks))
}

/** Refuses a key at an address from which it is not accepted. The allowed networks stay secret: the key may be stolen. */
export function outsideNetworks(address: string): AppError {
  return forbidden(
    `This API key is not accepted from ${address}: the networks that it is limited to do not include this address. Send the request from one of them, or create a key that allows this address.`,
  )
}

function list(scopes: readonly ApiKeyScope[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(scopes)
}

/** How many keys an account may have, so that they fit one list. */
const keysMax = 100

/** Throws when an account has as many keys as allowed. */
export function checkKeyCount(used: number): void {
  if (used < keysMax) return
  throw conflict(`An account has at most ${keysMax} API keys. Revoke one that is no longer used.`)
}

/** Reports whether a key is valid now. */
export function isInForce({ expiresAt, revokedAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}

/** Reports whether the use of a key is worth a write: its owner wants to know whether it is used, not every use. */
export function isUseWorthNoting({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: Date): boolean {
  return lastUsedAt === null || lastUsedAt <= addMs(now, -60_000)
}
