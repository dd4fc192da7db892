import { isWithin, normalizeDomain } from '../domains/rules.ts'
import { AppError, badInput } from '../errors.ts'
import type { CreateGatewayInput } from '../generated/schema.ts'

/** A reserved hostname. */
export interface Gateway {
  id: string
  accountId: string
  /** The prefix it was created with. */
  name: string
  /** The full hostname. */
  subdomain: string
  /** The custom domain that it is on; null on an offered domain. */
  domainId: string | null
  createdAt: Date
  deletedAt: Date | null
}

/** Prefixes that a visitor would take for the operator's own (RFC 2142 names among them). */
const reservedPrefixes = new Set(
  `
  abuse account accounts admin administrator api app assets auth autoconfig autodiscover billing blog cdn console culvert
  dashboard dns docs edge email ftp help host hostmaster imap internal localhost login mail mta-sts mx news noc ns ns1 ns2
  pay payment pop pop3 postmaster root security signin signup smtp ssh ssl static status support system tunnel vpn webmail
  webmaster wpad ww www www1 www2
  `
    .trim()
    .split(/\s+/),
)

/** RFC 1035, section 2.3.4: a label of a hostname has at most 63 octets. */
const labelLengthMax = 63

/** Where a gateway is to be: on an offered domain, or at a hostname of the account's own. */
export type GatewayPlace = { kind: 'subpoint'; domain: string } | { kind: 'custom'; hostname: string }

/** Where a new gateway is to be. Throws when neither or both are said, or the place cannot be one. */
export function parsePlace(
  { name, domain, customDomain }: CreateGatewayInput,
  offered: readonly string[],
): GatewayPlace {
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
  if (name === '') throw badInput('name', 'Gateway name is required')
  checkNameForm(name)
  if (name.length > labelLengthMax)
    throw badInput('name', `Gateway name must be at most ${labelLengthMax} characters long`)
  const wanted = customDomain.trim().toLowerCase()
  if (wanted === '') throw badInput('customDomain', 'Please enter a custom domain')
  const hostname = normalizeDomain(wanted)
  // Names below an offered domain are made of prefix and namespace, whoever owns the domain above.
  if (hostname === undefined || offered.some((own) => isWithin(hostname, own))) throw notVerified(wanted)
  return { kind: 'custom', hostname }
}

/** Refuses a hostname that is on no verified domain of the account. */
export function notVerified(domain: string, field = 'customDomain'): AppError {
  return badInput(field, `Domain "${domain}" is not verified. Please verify it in the Domains section first.`)
}

/** The hostname that a prefix gets: {prefix}-{namespace}.{domain}. Throws when the prefix cannot be one. */
export function buildSubdomain(name: string, namespace: string, domain: string): string {
  checkName(name)
  // Underscores are allowed in a namespace, not in a hostname.
  const suffix = `-${namespace.replaceAll('_', '-').replace(/-+$/, '')}`
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
  if (domain === '') throw badInput('domain', requiredFields)
  if (!offered.includes(domain)) {
    throw badInput('domain', `Domain "${domain}" is not offered here. Choose one of: ${offered.join(', ')}`)
  }
}

/** The public address of a hostname: scheme and port are those under which the edge is reached. */
export function toPublicUrl(tunnelUrl: string, hostname: string): string {
  const url = new URL(tunnelUrl)
  url.hostname = hostname
  return url.origin
}

/** Refuses a hostname that somebody has. */
export function hostnameTaken(subdomain: string, place: GatewayPlace['kind']): AppError {
  const field = place === 'custom' ? 'customDomain' : 'name'
  return new AppError('CONFLICT', `${subdomain} is already reserved. Choose another name.`, { field })
}

const requiredFields = 'Please fill in all required fields for the subpoint gateway'

function checkName(name: string): void {
  if (name === '') throw badInput('name', requiredFields)
  checkNameForm(name)
  if (name.startsWith('-')) throw badInput('name', 'Gateway name must not start with a hyphen')
  // RFC 5891, section 4.2.3.1: hyphens in the third and fourth place mark encoded names.
  if (name.slice(2, 4) === '--')
    throw badInput('name', 'Gateway name must not have hyphens in the third and fourth place')
  if (reservedPrefixes.has(name)) throw badInput('name', `"${name}" is reserved. Choose another name.`)
}

function checkNameForm(name: string): void {
  if (!/^[a-z0-9-]+$/.test(name)) {
    throw badInput('name', 'Gateway name must contain only lowercase letters, digits and hyphens')
  }
}

/** How the audit log names a gateway. */
export function describeObject({ accountId, id, subdomain }: Pick<Gateway, 'accountId' | 'id' | 'subdomain'>) {
  return { accountId, objectType: 'gateway', objectId: id, objectName: subdomain }
}
