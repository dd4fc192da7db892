import {
  customDomainMissing,
  describeUnverified,
  gatewayNameMissing,
  gatewayPrefixMissing,
} from '@culvert/schema/validation-messages'
import type { Selectable } from 'kysely'
import type { CreateGatewayInput, UpdateGatewayInput } from '../../generated/schema.ts'
import { parseDescription } from '../../ground/descriptions.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { type AppError, badInput, conflict } from '../../ground/errors.ts'
import { isReservedName, isWithin, normalizeDomain, toNamespaceLabel } from '../../ground/hostnames.ts'
import type { GatewayTable } from './table.ts'

/** A reserved hostname. */
export type Gateway = Selectable<GatewayTable>

/** RFC 1035, section 2.3.4: a label of a hostname has at most 63 octets. */
const labelLengthMax = 63

/** The address of a new gateway: on an offered domain, or at a hostname of the account's own. */
export type GatewayAddress = { kind: 'subpoint'; domain: string } | { kind: 'custom'; hostname: string }

/** Returns the address of a new gateway. Throws if neither or both kinds are given, or if it is not a valid address. `tunnelHost` is where edges are reached. */
export function parseAddress(
  { name, domain, customDomain }: CreateGatewayInput,
  offered: readonly string[],
  tunnelHost: string,
): GatewayAddress {
  if (typeof customDomain !== 'string') {
    checkOffered(domain ?? '', offered)
    return { kind: 'subpoint', domain: domain ?? '' }
  }
  if (typeof domain === 'string') {
    throw badInput(
      'customDomain',
      'A gateway is on an offered domain or on a custom one: give domain or customDomain, not both.',
    )
  }
  checkOwnName(name)
  const wanted = customDomain.trim().toLowerCase()
  if (wanted === '') throw badInput('customDomain', customDomainMissing)
  const hostname = normalizeDomain(wanted)
  // Names below an offered domain are made of prefix and namespace, no matter which account owns the domain above.
  if (hostname === undefined || offered.some((own) => isWithin(hostname, own))) throw notVerified(wanted)
  // Agents dial the one, and custom domains point to those below it.
  if (isWithin(hostname, tunnelHost)) {
    throw badInput('customDomain', `"${hostname}" belongs to this service. Choose another name.`)
  }
  return { kind: 'custom', hostname }
}

/** Reports whether a gateway's name can be changed: on an offered domain it is a part of the hostname. */
export function isRenamable({ domainId }: Pick<Gateway, 'domainId'>): boolean {
  return domainId !== null
}

/** Returns the name and the description of a gateway after a change. Throws if they are not valid. */
export function changeGateway(
  before: Gateway,
  { name, description }: UpdateGatewayInput,
): Pick<Gateway, 'name' | 'description'> {
  if (typeof name === 'string' && name !== before.name) {
    if (!isRenamable(before)) {
      throw badInput(
        'name',
        `The name "${before.name}" is part of the hostname ${before.subdomain}, so it cannot be changed. Reserve another gateway for another name.`,
      )
    }
    checkOwnName(name)
  }
  return {
    name: name ?? before.name,
    description: description === undefined ? before.description : parseDescription(description),
  }
}

/** Refuses a hostname that is on no verified domain of the account. */
export function notVerified(domain: string, field = 'customDomain'): AppError {
  return badInput(field, describeUnverified(domain))
}

/** Refuses a hostname inside another account's domain that is nearer to it than the account's own. */
export function heldInside(hostname: string, domain: string): AppError {
  return badInput('customDomain', `"${hostname}" is inside ${domain}, which another account has verified.`)
}

/** Returns the hostname of a prefix: {prefix}-{namespace}.{domain}. Throws when the prefix is not valid. */
export function buildSubdomain(name: string, namespace: string, domain: string): string {
  checkName(name)
  const suffix = `-${toNamespaceLabel(namespace)}`
  const label = `${name}${suffix}`
  if (label.length > labelLengthMax) {
    const room = labelLengthMax - suffix.length
    throw badInput(
      'name',
      `Gateway name must be at most ${room} characters long: with ${suffix} it makes one part of a hostname, which holds ${labelLengthMax}.`,
    )
  }
  return `${label}.${domain}`
}

/** Throws unless the domain is one that the operator offers. */
export function checkOffered(domain: string, offered: readonly string[]): void {
  if (domain === '') throw badInput('domain', gatewayPrefixMissing)
  if (!offered.includes(domain)) {
    throw badInput('domain', `Domain "${domain}" is not offered here. Choose one of: ${offered.join(', ')}`)
  }
}

/** Refuses a hostname that is taken. */
export function hostnameTaken(subdomain: string, kind: GatewayAddress['kind']): AppError {
  const field = kind === 'custom' ? 'customDomain' : 'name'
  return conflict(`${subdomain} is already reserved. Choose another name.`, { field })
}

/** How long the hostname of a deleted gateway is kept from other accounts: links to it and its cookies are still around. */
const heldBackMs = 30 * dayMs

/** Returns the instant since which a hostname must have been given up to be kept from other accounts. */
export function heldBackSince(now: Date): Date {
  return addMs(now, -heldBackMs)
}

/** Refuses a hostname that another account had until recently. */
export function hostnameHeldBack(subdomain: string): AppError {
  return conflict(
    `${subdomain} was another account's until recently, and is kept from others for 30 days. Choose another name.`,
    { field: 'name' },
  )
}

function checkName(name: string): void {
  if (name === '') throw badInput('name', gatewayPrefixMissing)
  checkNameForm(name)
  if (name.startsWith('-')) throw badInput('name', 'Gateway name must not start with a hyphen')
  // Hyphens in the third and fourth place mark encoded names (RFC 5891, section 4.2.3.1).
  if (name.slice(2, 4) === '--')
    throw badInput('name', 'Gateway name must not have hyphens in the third and fourth place')
  if (isReservedName(name)) throw badInput('name', `"${name}" is reserved. Choose another name.`)
}

/** Checks a name that is not part of a hostname. */
function checkOwnName(name: string): void {
  if (name === '') throw badInput('name', gatewayNameMissing)
  checkNameForm(name)
  if (name.length > labelLengthMax) {
    throw badInput('name', `Gateway name must be at most ${labelLengthMax} characters long`)
  }
}

function checkNameForm(name: string): void {
  if (!/^[a-z0-9-]+$/.test(name)) {
    throw badInput('name', 'Gateway name must contain only lowercase letters, digits and hyphens')
  }
}

/** Returns the name of a gateway in the audit log. */
export function describeObject({ accountId, id, subdomain }: Pick<Gateway, 'accountId' | 'id' | 'subdomain'>) {
  return { accountId, objectType: 'gateway' as const, objectId: id, objectName: subdomain }
}
