import { isIP } from 'node:net'
import type { Selectable } from 'kysely'
import type { AccountEvent, NoticeKind, WebhookFormat } from '../../generated/schema.ts'
import { dayMs, hourMs, minuteMs } from '../../ground/clock.ts'
import type { WebhookConfig } from '../../ground/config.ts'
import { badInput, conflict } from '../../ground/errors.ts'
import { isInNetworks, isPublicAddress } from '../../ground/public-address.ts'
import { toBareHost } from '../../platform/public-side/connect.ts'
import { isOfAccounts } from '../notices/rules.ts'
import type { OffReason } from '../notices/table.ts'
import type { WebhookDeliveryTable, WebhookTable } from './table.ts'

export type StoredWebhook = Selectable<WebhookTable>

/** A webhook without its secrets. */
export type Webhook = Omit<StoredWebhook, 'sealedSecret' | 'sealedPreviousSecret'>

export type Delivery = Selectable<WebhookDeliveryTable>

const webhooksMax = 5

/** Throws CONFLICT when an account has as many webhooks as it may. */
export function checkWebhookCount(count: number): void {
  if (count < webhooksMax) return
  throw conflict(`An account has at most ${webhooksMax} webhooks. Delete one that is no longer used.`)
}

/** Throws CONFLICT for an operation that needs a webhook that is on. */
export function checkIsOn({ isOn }: Webhook): void {
  if (isOn) return
  throw conflict('This webhook is off and sends nothing. Switch it on first.')
}

const urlLengthMax = 2_048

/** Ports below this belong to servers of other protocols: a mail server must not get a request. */
const freePortMin = 1_024

/** The settings that decide which addresses webhooks may be sent to. */
export interface AddressRules {
  publicUrl: string
  webhooks: WebhookConfig
}

/** Parses the address of a webhook. Where its name leads is checked for each attempt, by `mayReach`. */
export function parseWebhookUrl(text: string, rules: AddressRules): string {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > urlLengthMax) {
    throw badInput(
      'url',
      `The URL must be an https address of at most ${urlLengthMax} characters, for example https://example.com/culvert`,
    )
  }
  if (url.protocol === 'http:' && !allowsPlainHttp(rules)) {
    throw badInput('url', 'The URL must start with https://, so that nobody on the way reads or changes what is sent')
  }
  if (url.username !== '' || url.password !== '') {
    throw badInput('url', 'The URL must not contain a user name or password: receivers check the signature instead')
  }
  const port = Number(url.port)
  if (url.port !== '' && port < freePortMin && port !== 80 && port !== 443) {
    throw badInput('url', `The port must be 443, 80, or ${freePortMin} and above, not ${port}`)
  }
  const host = toBareHost(url.hostname)
  if (isIP(host) !== 0 && !mayReach(host, url, rules)) throw badInput('url', notReachable(host))
  url.hash = ''
  return url.href
}

/** Returns the message that the operator does not allow sending to what a host is or leads to. */
export function notReachable(host: string): string {
  return `${host} is not on the public Internet. The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS`
}

/**
 * Reports whether webhooks may be sent to an IP address. Names lead wherever their owners like: none may make this program contact what only it can
 * reach, unless the operator allows that network.
 */
export function mayReach(address: string, { protocol }: URL, { publicUrl, webhooks }: AddressRules): boolean {
  if (isInNetworks(address, webhooks.allowedNetworks)) return true
  return isPublicAddress(address) && (protocol === 'https:' || isHttp(publicUrl))
}

/** Reports whether webhooks may be sent without TLS: into networks that the operator allows, and if the dashboard itself has none. */
function allowsPlainHttp({ publicUrl, webhooks }: AddressRules): boolean {
  return isHttp(publicUrl) || webhooks.allowedNetworks.length > 0
}

function isHttp(url: string): boolean {
  return url.startsWith('http:')
}

/** The format of what a webhook sends. */
export interface Sent {
  kinds: NoticeKind[]
  events: AccountEvent[]
}

/** Parses what a webhook sends. */
export function parseSent({ kinds, events }: { kinds: readonly NoticeKind[]; events: readonly AccountEvent[] }): Sent {
  if (kinds.length + events.length === 0)
    throw badInput('kinds', 'A webhook sends at least one kind of notice or event')
  const own = kinds.find((kind) => !isOfAccounts(kind))
  if (own) throw badInput('kinds', `${own} is a user's own, which no webhook of an account sends`)
  return { kinds: [...new Set(kinds)], events: [...new Set(events)] }
}

/** Each event in a few words. */
export const eventLabels: Record<AccountEvent, string> = {
  AGENT_STARTED: 'An agent started',
  AGENT_RETURNED: 'A lost agent came back',
  AGENT_ENDED: 'An agent ended',
  GATEWAY_CREATED: 'A gateway was created',
  GATEWAY_UPDATED: 'A gateway was changed',
  GATEWAY_DELETED: 'A gateway was deleted',
  DOMAIN_ADDED: 'A domain was added',
  DOMAIN_VERIFIED: 'A domain was verified',
  DOMAIN_DELETED: 'A domain was deleted',
  MEMBER_JOINED: 'Somebody became a member',
  MEMBER_ROLE_CHANGED: 'A member got another role',
  MEMBER_REMOVED: 'A member left or was removed',
}

/** Returns the name of a webhook in the audit log: its path may be a secret, as Slack's is. */
export function getHost({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host
}

/** Returns the type of what is sent about a kind of notice: `agent.lost` for AGENT_LOST. */
export function toType(kind: NoticeKind): string {
  return kind.toLowerCase().replaceAll('_', '.')
}

/** Returns the type of what is sent about an event: `member.role_changed` for MEMBER_ROLE_CHANGED, as the audit log has it. */
export function toEventType(event: AccountEvent): string {
  return event.toLowerCase().replace('_', '.')
}

/** The type of a test. */
export const testType = 'webhook.test'

/** The content of a message, independent of its format. */
export interface Message {
  type: string
  happenedAt: Date
  account: { id: string; name: string }
  title: string
  text: string
  /** The dashboard's screen that shows more. */
  url: string
  /** The part that programs read. */
  facts: object
}

/** Writes the body of a request. */
export function writeBody(
  format: WebhookFormat,
  { type, happenedAt, account, title, text, url, facts }: Message,
): string {
  if (format === 'SLACK') return JSON.stringify({ text: toPlain(`${account.name}: ${title}\n${text}\n${url}`) })
  return JSON.stringify({ type, timestamp: happenedAt.toISOString(), data: { account, title, text, url, ...facts } })
}

/** Keeps names that somebody chose from becoming a mention or a link: Slack reads `<!here>`, Mattermost and Discord `@here`. */
function toPlain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200B')
}

/** How long after each attempt the next one is due, as the Standard Webhooks specification recommends it. */
const retryAfterMs = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs]

/** The longest time that a receiver may ask for. */
const retryAfterMsMax = dayMs

/** Returns how long to wait after an attempt, reduced at random by up to a tenth; undefined after the last. */
export function computeAttemptDelayMs(attempt: number, askedMs: number | undefined): number | undefined {
  const fullMs = retryAfterMs[attempt - 1]
  if (fullMs === undefined) return undefined
  return Math.max(Math.round(fullMs * (1 - Math.random() / 10)), Math.min(askedMs ?? 0, retryAfterMsMax))
}

const busyDelayMs = { least: 1_000, most: minuteMs }

/** Returns how long a delivery with a busy receiver waits: as long again as it has waited. */
export function computeBusyDelayMs(waitedMs: number): number {
  return Math.min(Math.max(waitedMs, busyDelayMs.least), busyDelayMs.most)
}

const failingMax = 5 * dayMs

/** Returns why an attempt switches the webhook off; undefined while it stays on. */
export function findOffReason(
  status: number | null,
  isGivenUp: boolean,
  failingSince: Date | null,
  now: Date,
): OffReason | undefined {
  if (status === 410) return 'GONE'
  const isLong = failingSince !== null && now.getTime() - failingSince.getTime() >= failingMax
  return isGivenUp && isLong ? 'FAILING' : undefined
}

/** How long deliveries are kept. */
export const retentionMs = 30 * dayMs

/** How many settled deliveries a webhook has: the oldest are deleted. */
export const deliveriesMax = 100

/** How long others leave an attempt to the node that makes it: longer than it takes. */
export const claimMs = minuteMs

/** How many deliveries a webhook has in total. If more wait for a receiver that is too slow, the oldest are never sent. */
export const waitingMax = 1_000

/** The maximum number of deliveries on a page. */
export const pageSizeMax = 100
