import type { Selectable } from 'kysely'
import { getDomain, parse } from 'tldts'
import type { DnsRecord, DomainStatus } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { type AppError, badInput, conflict } from '../../ground/errors.ts'
import { isWithin, normalizeDomain } from '../../ground/hostnames.ts'
import { challengeName } from '../../platform/dns/domain-check.ts'
import type { DomainTable } from './table.ts'

/** A custom domain of an account. */
export type Domain = Selectable<DomainTable>

/** Returns the host under which visitors reach tunnels, to which a domain's records must point. */
export function getTunnelHost(tunnelUrl: string): string {
  return new URL(tunnelUrl).hostname
}

/**
 * Returns the records that prove the domain; one of them is enough. The better one is first: a registered name has other records, and
 * a CNAME cannot coexist with those (RFC 1034, section 3.6.2).
 */
export function listRecords(
  { domain, verificationToken, cnameFound, txtFound }: Domain,
  target: string,
): [DnsRecord, DnsRecord] {
  const cname = { type: 'CNAME' as const, name: domain, value: target, found: cnameFound }
  const txt = { type: 'TXT' as const, name: challengeName(domain), value: verificationToken, found: txtFound }
  return getRegisteredName(domain) === domain ? [txt, cname] : [cname, txt]
}

/** Returns the name that somebody registered: the domain itself, or the one that it is inside. */
export function getRegisteredName(domain: string): string {
  return getDomain(domain, suffixRules) ?? domain
}

const suffixRules = { allowPrivateDomains: true }

/** Parses a domain that an account may add. `ownDomains` are the installation's: no one else can hold them or names below them. */
export function parseDomain(text: string, ownDomains: readonly string[]): string {
  if (text.trim() === '') throw badInput('domain', 'Please enter a domain')
  if (text.trim().startsWith('*.')) {
    throw badInput('domain', 'Enter the domain without "*.": a verified domain serves all of its subdomains.')
  }
  const domain = normalizeDomain(text)
  const { isIp, publicSuffix, domain: registered } = parse(domain ?? '', suffixRules)
  if (domain === undefined || isIp) {
    throw badInput(
      'domain',
      `"${shorten(text.trim())}" is not a domain. Enter the full domain or subdomain, for example dev.example.com.`,
    )
  }
  if (registered === null) {
    throw badInput(
      'domain',
      `"${domain}" is not a domain that one can own: others register theirs below it. Enter the full domain, for example example.${publicSuffix ?? 'com'}.`,
    )
  }
  if (ownDomains.some((own) => isWithin(domain, own))) {
    throw badInput(
      'domain',
      `"${domain}" belongs to this service. Reserve a gateway on one of the offered domains instead.`,
    )
  }
  return domain
}

/** Returns a hostname and every domain above it, the longest first. */
export function listDomainsAbove(hostname: string): string[] {
  const labels = hostname.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** How long a requested check counts as running: by then its job is done or was given up. */
const verifyingMsMax = 5 * 60_000

/** Reports whether a requested check is running. */
export function isVerifying({ verifyingSince }: Domain, now: Date): boolean {
  return verifyingSince !== null && verifyingSince > addMs(now, -verifyingMsMax)
}

/** Reports whether a CNAME to the tunnel host itself counts at an instant. */
export function acceptsBareCname({ bareCnameUntil }: Domain, now: Date): boolean {
  return bareCnameUntil !== null && now < bareCnameUntil
}

/** How long before that ends a second mail is sent. */
const lastNoticeMs = 7 * dayMs

/** Returns how many mails should have been sent by now to say that a CNAME to the tunnel host itself will no longer count. */
export function countNoticesDue(bareCnameUntil: Date, now: Date): number {
  return now >= addMs(bareCnameUntil, -lastNoticeMs) ? 2 : 1
}

/** An event in the life of a domain: its record is found, a requested check misses it, or daily checks missed it too often. */
export type DomainEvent = 'find' | 'miss' | 'lose'

/** The state machine of a domain. A pair that is missing cannot happen. */
const transitions: Record<DomainEvent, Partial<Record<DomainStatus, DomainStatus>>> = {
  find: { pending: 'verified', failed: 'verified', verified: 'verified' },
  miss: { pending: 'failed', failed: 'failed', verified: 'verified' },
  lose: { verified: 'failed' },
}

/** Reports whether the daily check that was due at an instant is still to be counted. */
export function awaitsDailyCheck({ status, deletedAt, lastCheckDueAt }: Domain, dueAt: Date, now: Date): boolean {
  if (status !== 'verified' || deletedAt !== null) return false
  // One that is yet to come was counted while the clock was ahead.
  return lastCheckDueAt === null || lastCheckDueAt < dueAt || lastCheckDueAt > now
}

/** After this many daily checks in a row without a record, a verified domain fails; the one before sends a mail. */
export const failedChecksMax = 3

/** The changes that a check with an answer makes to a domain. */
export interface CheckResult {
  status: DomainStatus
  failedChecks: number
  /** Whether the account's managers should be warned that the next failure is the last. */
  warns: boolean
}

/** Returns what an answer changes in a domain. Only daily checks count towards the failure of a verified one. */
export function settleCheck(domain: Domain, outcome: 'verified' | 'failed', isDaily: boolean): CheckResult {
  if (outcome === 'verified') return { status: move(domain, 'find'), failedChecks: 0, warns: false }
  if (domain.status !== 'verified') return { status: move(domain, 'miss'), failedChecks: 0, warns: false }
  if (!isDaily) return { status: move(domain, 'miss'), failedChecks: domain.failedChecks, warns: false }
  const failedChecks = domain.failedChecks + 1
  if (failedChecks >= failedChecksMax) return { status: move(domain, 'lose'), failedChecks, warns: false }
  return { status: domain.status, failedChecks, warns: failedChecks === failedChecksMax - 1 }
}

/** Returns the result for a domain whose record was found, but which another account holds. */
export function heldByAnother(domain: string): string {
  return `The record is there, but another account has verified ${domain}. Have it deleted there, then verify again.`
}

/** Refuses a domain that the account already has. */
export function domainAdded(domain: string): AppError {
  return conflict(`${domain} is one of the account's domains already.`, { field: 'domain' })
}

function move(domain: Domain, event: DomainEvent): DomainStatus {
  const to = transitions[event][domain.status]
  if (to === undefined) throw new Error(`A domain that is ${domain.status} cannot meet "${event}".`)
  return to
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
