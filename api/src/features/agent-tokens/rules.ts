import type { Selectable } from 'kysely'
import type { CreateAgentTokenInput } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { type AppError, badInput, conflict, forbidden } from '../../ground/errors.ts'
import { toNamespaceLabel } from '../../ground/hostnames.ts'
import { parseLine } from '../../ground/names.ts'
import { secretForm } from '../../ground/secrets.ts'
import type { agentTokenColumns, AgentTokenTable } from './table.ts'

/** An agent token without its secret. */
export type AgentToken = Pick<Selectable<AgentTokenTable>, (typeof agentTokenColumns)[number]>

/** The hostnames that agents of a token may serve: one gateway, or hostnames that begin with a prefix. */
export type Binding = Pick<AgentToken, 'gatewayId' | 'hostnamePrefix'>

/** The terms of a new token. */
export type TokenTerms = Binding & Pick<AgentToken, 'label' | 'name'> & { ttlSeconds: number }

/** The secret of an agent token. */
export const { makeSecret, isSecret } = secretForm('at_')

/** The message for an agent token that is not valid. */
export const invalidAgentToken =
  'This agent token is not valid: it is mistyped, it has expired, or it was revoked. Ask whoever issued it for another one.'

/** Validates a new token. Whether the gateway is the account's is left to the service. */
export function parseAgentToken(input: CreateAgentTokenInput): TokenTerms {
  return {
    label: parseLabel(input.label),
    name: typeof input.name === 'string' ? parseLine('name', 'Name', input.name, nameLengthMax) : null,
    ...parseBinding(input),
    ttlSeconds: parseTtl(input.ttlSeconds),
  }
}

const nameLengthMax = 100

/** Validates a label. */
export function parseLabel(label: string): string {
  if (/^[a-z0-9._-]{1,64}$/.test(label)) return label
  throw badInput(
    'label',
    `A label has 1 to 64 characters, which are lowercase letters, digits, dots, underscores and hyphens. ${JSON.stringify(label.slice(0, 80))} is not one; derive one, for example from your customer's id.`,
  )
}

/** Validates what a token is bound to: exactly one of a gateway and a prefix. */
export function parseBinding({ gatewayId, hostnamePrefix }: Partial<Binding>): Binding {
  if (typeof gatewayId === 'string' && typeof hostnamePrefix !== 'string') return { gatewayId, hostnamePrefix: null }
  if (typeof hostnamePrefix !== 'string' || typeof gatewayId === 'string') {
    const came = typeof gatewayId === 'string' ? 'both' : 'neither'
    throw badInput(
      'gatewayId',
      `A token is bound to a gateway or to a prefix: give gatewayId or hostnamePrefix, not ${came}.`,
    )
  }
  if (!/^[a-z0-9][a-z0-9-]*$/.test(hostnamePrefix)) {
    throw badInput(
      'hostnamePrefix',
      'hostnamePrefix must have lowercase letters, digits and hyphens only, and not begin with a hyphen, for example acme-.',
    )
  }
  // RFC 5891, section 4.2.3.1, as for names of gateways.
  if (hostnamePrefix.slice(2, 4) === '--') {
    throw badInput('hostnamePrefix', 'hostnamePrefix must not have hyphens in the third and fourth place')
  }
  return { gatewayId: null, hostnamePrefix }
}

/** Characters that a hostname of a prefix has between the prefix and the namespace: 47 bits. */
export const randomPartLength = 9

/** Throws unless a prefix leaves room for the rest of a hostname: a part of one holds 63 characters (RFC 1035, section 2.3.4). */
export function checkPrefixLength(hostnamePrefix: string, namespace: string): void {
  const suffix = `-${toNamespaceLabel(namespace)}`
  const room = 63 - randomPartLength - suffix.length
  if (hostnamePrefix.length <= room) return
  throw badInput(
    'hostnamePrefix',
    `hostnamePrefix must be at most ${room} characters long, not ${hostnamePrefix.length}: with ${randomPartLength} random ones and ${suffix} it makes one part of a hostname, which holds 63.`,
  )
}

const ttl = { min: 60, max: 2_592_000 }

/** Validates for how many seconds a token works. */
export function parseTtl(ttlSeconds: number): number {
  if (ttlSeconds >= ttl.min && ttlSeconds <= ttl.max) return ttlSeconds
  throw badInput(
    'ttlSeconds',
    `ttlSeconds must be from ${ttl.min} to ${ttl.max} (30 days), not ${ttlSeconds}. Create another token before this one expires.`,
  )
}

/** How many tokens of an account may work at a time. */
export const tokensMax = 1_000

/** Throws when an account has as many tokens as allowed. */
export function checkTokenCount(used: number): void {
  if (used < tokensMax) return
  throw conflict(
    `An account has at most ${tokensMax.toLocaleString('en-US')} agent tokens that work. Revoke some, or wait until some expire.`,
  )
}

/** Reports whether a token works now. */
export function isInForce({ expiresAt, endedAt }: Pick<AgentToken, 'expiresAt' | 'endedAt'>, now: Date): boolean {
  return endedAt === null && expiresAt > now
}

/** Returns when a token that is made now expires. */
export function expiryOf({ ttlSeconds }: Pick<TokenTerms, 'ttlSeconds'>, now: Date): Date {
  return addMs(now, ttlSeconds * 1_000)
}

/** Refuses a hostname that a token does not allow. `allowed` is the hostname that it does allow, or the prefix with an asterisk. */
export function notAllowed(allowed: string, asked: string): AppError {
  return forbidden(
    `This agent token allows ${allowed} only, not "${asked.slice(0, 255)}". Leave the gateway out, or ask whoever issued the token for another one.`,
    { field: 'gateway' },
  )
}

/** Returns how the audit log names a token. */
export function describeObject({ id, accountId, name, label }: AgentToken) {
  return { accountId, objectType: 'agent_token' as const, objectId: id, objectName: name ?? label }
}
