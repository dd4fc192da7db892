import { isIP } from 'node:net'
import type { Selectable } from 'kysely'
import { getDomain } from 'tldts'
import type { CertificateConfig, ChallengeKind } from '../../ground/certificate-config.ts'
import { addMs, dayMs, hourMs } from '../../ground/clock.ts'
import { badInput } from '../../ground/errors.ts'
import { isWithin } from '../../ground/hostnames.ts'
import type { AcmeAccountTable, CertificateTable, Challenge } from './table.ts'

/** A name with its certificate. */
export type Certificate = Selectable<CertificateTable>

/** The installation's account at an authority. */
export type AcmeAccount = Selectable<AcmeAccountTable>

/** Columns of an order, empty: what remains when it has ended. */
export const noOrder = {
  orderedAt: null,
  orderAuthority: null,
  orderUrl: null,
  orderKey: null,
  challenge: null,
  challengeVersion: null,
  shownAt: null,
  answeredAt: null,
} as const

/** The next step for a certificate. */
export type Step =
  /** Nothing before this instant. */
  | { kind: 'rest'; until: Date | undefined }
  | { kind: 'ask-renewal' }
  | { kind: 'order' }
  | { kind: 'prove' }
  | { kind: 'answer'; challenge: Challenge }
  | { kind: 'follow' }

/** Returns the next step of a certificate. */
export function findStep(certificate: Certificate, now: Date): Step {
  const { orderUrl, challenge, answeredAt, nextAttemptAt } = certificate
  if (nextAttemptAt !== null && nextAttemptAt > now) return { kind: 'rest', until: nextAttemptAt }
  if (orderUrl === null) return findFirstStep(certificate, now)
  if (challenge === null) return { kind: 'prove' }
  return answeredAt === null ? { kind: 'answer', challenge } : { kind: 'follow' }
}

function findFirstStep({ chain, renewsAt, informationDueAt }: Certificate, now: Date): Step {
  if (chain === null || renewsAt === null || renewsAt <= now) return { kind: 'order' }
  if (informationDueAt !== null && informationDueAt <= now) return { kind: 'ask-renewal' }
  const until = informationDueAt !== null && informationDueAt < renewsAt ? informationDueAt : renewsAt
  return { kind: 'rest', until }
}

/** Reports whether the certificate is served: it exists, and is still valid. */
export function isServed({ chain, expiresAt }: Certificate, now: Date): boolean {
  return chain !== null && expiresAt !== null && expiresAt > now
}

/** Returns the purpose for which the private key of a certificate is sealed. */
export function keyPurpose({ id }: Pick<Certificate, 'id'>): string {
  return `key of certificate ${id}`
}

/** Returns when a certificate is renewed if its authority says nothing about that: at two thirds of its lifetime, however long that is. */
export function renewalOf(notBefore: Date, notAfter: Date): Date {
  return addMs(notBefore, ((notAfter.getTime() - notBefore.getTime()) * 2) / 3)
}

/** Returns an instant within a window, so that renewals spread over it (RFC 9773, section 4.2). A window that is over means now. */
export function pickWithin(start: Date, end: Date, random: () => number = Math.random): Date {
  return addMs(start, (end.getTime() - start.getTime()) * random())
}

const informationEveryMsMin = 6 * hourMs
const informationEveryMsMax = dayMs

/** Returns when to ask for renewal information again: as the authority says, within bounds (RFC 9773, section 4.3). */
export function nextInformationAt(now: Date, retryAfter: Date | undefined): Date {
  const wishedMs = (retryAfter?.getTime() ?? 0) - now.getTime()
  return addMs(now, Math.min(Math.max(wishedMs, informationEveryMsMin), informationEveryMsMax))
}

const backoffMsMin = 60_000
const backoffMsMax = 6 * hourMs

/** Returns how long to wait after failed attempts: a minute, doubled each time up to 6 hours, reduced at random by up to a tenth. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const fullMs = Math.min(backoffMsMin * 2 ** (failures - 1), backoffMsMax)
  return Math.round(fullMs * (1 - random() / 10))
}

/** After this many failures that were not the name's own, another authority is asked, and after as many more the first again. */
const failuresPerAuthority = 3

/** Returns the index of the authority to ask next, out of `count`. */
export function chooseAuthority(authorityFailures: number, count: number): number {
  return Math.floor(authorityFailures / failuresPerAuthority) % count
}

/** Warnings are sent this long before the certificate expires, but not before a sixth of its lifetime is left. */
export const warningMs = 14 * dayMs

/** Returns when the owner is notified that the renewal of a certificate fails. */
export function warningAt(issuedAt: Date, expiresAt: Date): Date {
  return addMs(expiresAt, -Math.min(warningMs, (expiresAt.getTime() - issuedAt.getTime()) / 6))
}

/** Returns how a name can be proven here, the next way to try first. The ways take turns, because a network may let only one of them in. */
export function listChallengeKinds(
  { name, accountId, failures }: Pick<Certificate, 'name' | 'accountId' | 'failures'>,
  { challenges, dns }: Pick<CertificateConfig, 'challenges' | 'dns'>,
  isOwnZone: boolean,
): ChallengeKind[] {
  if (name.startsWith('*.')) return dns === undefined ? [] : ['dns-01']
  // The zones of custom domains belong to their owners.
  const isOwn = accountId === null || isOwnZone
  const possible = challenges.filter((kind) => kind !== 'dns-01' || (isOwn && dns !== undefined))
  const first = possible.length === 0 ? 0 : failures % possible.length
  return [...possible.slice(first), ...possible.slice(0, first)]
}

/** Returns the domain under which authorities count a name's certificates. */
export function registeredDomainOf(name: string): string {
  const hostname = name.replace(/^\*\./, '')
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

/** Returns the hostnames and wildcards whose certificates cover a hostname, the nearer one first. */
export function listCovering(hostname: string): string[] {
  return [hostname, hostname.replace(/^[^.]+/, '*')]
}

/** Returns the names of the installation itself: those that agents dial, including single edges, and the dashboard's if the edge serves it too. */
export function listOwnNames(
  { tunnelUrl, publicUrl }: { tunnelUrl: string; publicUrl: string },
  edgeUrls: readonly string[],
): string[] {
  const urls = [tunnelUrl, publicUrl, ...edgeUrls].map((url) => new URL(url))
  const names = urls.filter(({ protocol, hostname }) => protocol === 'https:' && isName(hostname))
  return [...new Set(names.map(({ hostname }) => hostname))]
}

/** Reports whether a host is a name, for which authorities issue certificates, and not an address. */
function isName(hostname: string): boolean {
  return !hostname.startsWith('[') && isIP(hostname) === 0
}

/** Reports whether a name lies in one of the operator's zones. */
export function isInZones(name: string, zones: readonly string[]): boolean {
  return zones.some((zone) => isWithin(name.replace(/^\*\./, ''), zone))
}

/** An edge that has not asked for this long is gone: orders no longer wait for it. Edges ask every 5 seconds. */
const followerSilenceMs = 15_000

/** Returns the instant since which an edge must have asked to count. */
export function followersSince(now: Date): Date {
  return addMs(now, -followerSilenceMs)
}

const hostnamesMax = 100
const hostnameLengthMax = 253

/** Validates an edge's query. */
export function checkHostnames(hostnames: readonly string[]): void {
  if (hostnames.length > hostnamesMax || hostnames.some((hostname) => hostname.length > hostnameLengthMax)) {
    throw badInput(
      'hostnames',
      `At most ${hostnamesMax} hostnames of at most ${hostnameLengthMax} characters can be asked for at once`,
    )
  }
}

/** Validates the id of an edge. */
export function checkEdgeId(edgeId: string): void {
  if (!/^[\w-]{1,100}$/.test(edgeId)) throw badInput('edgeId', 'edgeId must be a UUID')
}
