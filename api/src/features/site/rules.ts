import type { PlanChangeMode, SitewideAlertType } from '../../generated/schema.ts'
import { parseEmail } from '../../ground/email-address.ts'
import { AppError, badInput, conflict } from '../../ground/errors.ts'
import { canHoldHostnames, normalizeDomain } from '../../ground/hostnames.ts'

/** A domain on which the operator offers gateways. */
export interface SubpointDomain {
  domain: string
  isDefault: boolean
}

/** A banner for everyone. */
export interface SitewideAlert {
  id: string
  /** False once the operator has taken it down. */
  isActive: boolean
  title: string | null
  message: string
  type: SitewideAlertType
  startDate: Date | null
  endDate: Date | null
  showOnPages: string[]
  dismissible: boolean
}

/** The contact details of the operator. */
export interface ContactDetails {
  email: string | null
  phone: string | null
  address: string | null
  chatUrl: string | null
}

/** The operator's settings for the whole installation. */
export interface SiteConfig {
  brandName: string
  availableSubpointDomains: SubpointDomain[]
  /** How plans change. */
  planChanges: PlanChangeMode
  sitewideAlert: SitewideAlert | null
  contact: ContactDetails
}

/** Returns the settings of a new installation. */
export function seededSiteConfig(domain: string): SiteConfig {
  return {
    brandName: 'Culvert',
    availableSubpointDomains: [{ domain, isDefault: true }],
    planChanges: 'coming_soon',
    sitewideAlert: null,
    contact: { email: null, phone: null, address: null, chatUrl: null },
  }
}

/** Returns the domain that forms preselect and random hostnames use. */
export function getDefault(domains: readonly SubpointDomain[]): SubpointDomain {
  const domain = domains.find((candidate) => candidate.isDefault) ?? domains[0]
  if (!domain) throw new Error('The operator offers no subpoint domain.')
  return domain
}

/** With the longest first label and a dot it stays within the 253 characters of RFC 1035, section 2.3.4. */
const offeredDomainLengthMax = 180

/** Offers one more domain. */
export function offerDomain(domains: readonly SubpointDomain[], text: string): SubpointDomain[] {
  const domain = normalizeDomain(text)
  if (domain === undefined || domain.length > offeredDomainLengthMax) {
    throw badInput('domain', `"${text}" is not a domain. Give one such as tunnels.example.com.`)
  }
  if (!canHoldHostnames(domain)) {
    throw badInput('domain', `"${text}" is an IP address: no name can be below it. Give a domain.`)
  }
  if (domains.some((offered) => offered.domain === domain)) {
    throw conflict(`${domain} is offered already.`, { field: 'domain' })
  }
  return [...domains, { domain, isDefault: false }]
}

/** Stops offering a domain. Gateways that are on it stay. */
export function withdrawDomain(domains: readonly SubpointDomain[], text: string): SubpointDomain[] {
  const { domain } = findOffered(domains, text)
  if (getDefault(domains).domain === domain) {
    const remedy =
      domains.length === 1 ? 'Add another domain and make it the default first.' : 'Make another one the default first.'
    throw conflict(`${domain} is the default, on which random hostnames are. ${remedy}`, {
      field: 'domain',
    })
  }
  return domains.filter((offered) => offered.domain !== domain)
}

/** Makes an offered domain the one that forms preselect and random hostnames use. */
export function makeDefault(domains: readonly SubpointDomain[], text: string): SubpointDomain[] {
  const { domain } = findOffered(domains, text)
  return domains.map((offered) => ({ domain: offered.domain, isDefault: offered.domain === domain }))
}

function findOffered(domains: readonly SubpointDomain[], text: string): SubpointDomain {
  const domain = normalizeDomain(text)
  const found = domains.find((offered) => offered.domain === domain)
  if (found) return found
  const offered = domains.map((each) => each.domain).join(', ')
  throw new AppError('NOT_FOUND', `"${text}" is not offered. The offered domains are: ${offered}`, { field: 'domain' })
}

/** An alert as the operator asks for it. */
export interface AlertInput {
  message: string
  title: string | null
  type: SitewideAlertType
  startDate: Date | null
  endDate: Date | null
  showOnPages: readonly string[]
  dismissible: boolean
}

const titleLengthMax = 100

const messageLengthMax = 1_000

const pagesMax = 50

/** Parses a new alert. */
export function parseAlert(input: AlertInput, id: string, now: Date): SitewideAlert {
  const { startDate, endDate } = input
  if (endDate && endDate <= now) throw badInput('endDate', `The end is past: ${endDate.toISOString()}`)
  if (startDate && endDate && endDate <= startDate) {
    throw badInput('endDate', `The end must be later than the start: ${endDate.toISOString()} is not.`)
  }
  return {
    ...input,
    id,
    isActive: true,
    message: parseText('message', input.message, messageLengthMax),
    title: input.title === null ? null : parseText('title', input.title, titleLengthMax),
    showOnPages: parsePages(input.showOnPages),
  }
}

function parsePages(pages: readonly string[]): string[] {
  if (pages.includes('all')) return ['all']
  if (pages.length === 0 || pages.length > pagesMax) {
    throw badInput('showOnPages', `showOnPages must be "all", or 1 to ${pagesMax} paths`)
  }
  const wrong = pages.find((page) => !/^\/[^\s?#]{0,200}$/.test(page))
  if (wrong !== undefined) {
    throw badInput('showOnPages', `"${wrong}" is not a page. Give "all", or paths such as /pricing.`)
  }
  return [...new Set(pages)]
}

/** Reports whether an alert shows at an instant. It ends at its end, not after it. */
export function isShown({ isActive, startDate, endDate }: SitewideAlert, now: Date): boolean {
  return isActive && (startDate === null || startDate <= now) && (endDate === null || endDate > now)
}

/** Returns when everyone must be notified after a change at `now`: at once, and when the alert later begins or ends. */
export function listAnnouncements({ sitewideAlert }: SiteConfig, now: Date): Date[] {
  if (!sitewideAlert?.isActive) return [now]
  const { startDate, endDate } = sitewideAlert
  return [now, ...[startDate, endDate].flatMap((instant) => (instant && instant > now ? [instant] : []))]
}

/** Refuses subscriptions when no payment provider is configured. */
export function noPaymentProvider(): AppError {
  return conflict(
    'No payment provider is configured. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET for the server and for this command.',
  )
}

const brandLengthMax = 50

const phoneLengthMax = 50

const addressLengthMax = 500

const urlLengthMax = 500

/** Parses the product's name. */
export function parseBrandName(text: string): string {
  return parseText('brandName', text, brandLengthMax)
}

/** Returns contact details with some of them changed; an empty text removes one. */
export function changeContact(contact: ContactDetails, changes: Partial<Record<keyof ContactDetails, string>>) {
  const parsers: Record<keyof ContactDetails, (text: string) => string> = {
    email: parseEmail,
    phone: (text) => parseText('phone', text, phoneLengthMax),
    address: (text) => parseText('address', text, addressLengthMax),
    chatUrl: parseChatUrl,
  }
  const changed: ContactDetails = { ...contact }
  for (const field of ['email', 'phone', 'address', 'chatUrl'] as const) {
    const text = changes[field]
    if (text !== undefined) changed[field] = text.trim() === '' ? null : parsers[field](text)
  }
  return changed
}

function parseChatUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:' || url.href.length > urlLengthMax) {
    throw badInput('chatUrl', 'The chat link must be an address that starts with https://')
  }
  return url.href
}

function parseText(field: string, text: string, lengthMax: number): string {
  const trimmed = text.trim()
  if (trimmed === '') throw badInput(field, `${field} must not be empty`)
  if (trimmed.length > lengthMax) throw badInput(field, `${field} must be at most ${lengthMax} characters long`)
  return trimmed
}
