import type { Selectable } from 'kysely'
import type { SignInProviderKind } from '../../generated/schema.ts'
import { AppError, badInput, forbidden } from '../../ground/errors.ts'
import { parseLine } from '../../ground/names.ts'
import { isLoopbackHost } from '../../ground/public-address.ts'
import { githubUrl } from '../../platform/identity-providers/github.ts'
import type { SignInProviderTable, SingleSignOnTable } from './table.ts'

/** A provider by which people sign in. */
export type SignInProvider = Selectable<SignInProviderTable>

/** Single sign-on of a domain. */
export type SingleSignOn = Selectable<SingleSignOnTable>

/** The operator's terms of a provider. */
export interface ProviderTerms {
  label: string
  issuer: string
  clientId: string
  allowedDomains: string[]
  createsUsers: boolean
}

/** More buttons than a sign-in page has room for. */
export const providersMax = 20

const labelLengthMax = 40
const clientIdLengthMax = 512
const allowedDomainsMax = 100

/** Validates the short name of a provider, which appears in addresses. */
export function parseProviderId(text: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(text)) return text
  throw badInput(
    'id',
    `"${text}" is not a name for a provider: give 1 to 32 letters from a to z, digits and hyphens, such as example.`,
  )
}

/** Validates the operator's terms of a provider. */
export function parseTerms(terms: ProviderTerms): ProviderTerms {
  const { label, clientId, issuer, allowedDomains, createsUsers } = terms
  return {
    label: parseLine('label', 'The label', label, labelLengthMax),
    issuer: parseIssuer(issuer),
    clientId: parseLine('clientId', 'The client id', clientId, clientIdLengthMax),
    allowedDomains: parseAllowedDomains(allowedDomains),
    createsUsers,
  }
}

/** Returns the server of a kind of provider, if the operator names none. */
export function findDefaultIssuer(kind: SignInProviderKind): string | undefined {
  return kind === 'GITHUB' ? githubUrl : undefined
}

/** An identifier of an issuer has neither query nor fragment (OpenID Connect Discovery 1.0, section 3), and is compared by its characters. */
function parseIssuer(text: string): string {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (url !== null && isSafe && url.search === '' && url.hash === '' && url.username === '' && url.password === '') {
    // Most providers' own identifiers do not end with a slash. One that does keeps it if there is a path.
    return url.pathname === '/' ? text.replace(/\/$/, '') : text
  }
  throw badInput(
    'issuer',
    `"${text}" is not an address of a provider: give an https URL without query, such as https://login.example.com.`,
  )
}

function parseAllowedDomains(given: readonly string[]): string[] {
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')))]
  const wrong = domains.find((domain) => !/^[^\s@.]+(?:\.[^\s@.]+)+$/.test(domain))
  if (wrong !== undefined) {
    throw badInput('allowedDomains', `"${wrong}" is not a domain of e-mail addresses, such as example.com.`)
  }
  if (domains.length > allowedDomainsMax) {
    throw badInput('allowedDomains', `Give at most ${allowedDomainsMax} domains.`)
  }
  return domains
}

/** Returns the domain of an e-mail address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** Refuses a provider that does not exist, or no longer does. */
export function noSuchProvider(id: string): AppError {
  return new AppError('NOT_FOUND', `There is no sign-in provider "${id.slice(0, 32)}". Choose another way to sign in.`)
}

/** Refuses a user whose address belongs to single sign-on, and who signs in by other means. */
export function signInByProvider(domain: string, label: string): AppError {
  return forbidden(`People of ${domain} sign in with ${label}. Choose “Continue with ${label}”.`, {
    reason: 'SINGLE_SIGN_ON',
  })
}
