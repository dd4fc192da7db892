import { describeUserAgent } from '@culvert/schema/user-agent'
import { webPaths } from '@culvert/schema/web-paths'
import type { Selectable } from 'kysely'
import type { NoticeKind } from '../../generated/schema.ts'
import { dayMs, formatDay } from '../../ground/clock.ts'
import { toHarmlessName } from '../../ground/names.ts'
import type { NoticeFacts, NoticeTable, OffReason } from './table.ts'

export type StoredNotice = Selectable<NoticeTable>

/** A notice as one viewer sees it. */
export interface Notice extends StoredNotice {
  isUnread: boolean
}

/** Something to notify of, once. */
export interface NewNotice {
  /** Its owner: an account, or a user. */
  of: { accountId: string } | { userId: string }
  facts: NoticeFacts
  /** The object of the event. */
  subjectIds: readonly string[]
  /** Distinguishes it from other notices of the same kind to the same holder. */
  key: string
}

/** How long notices are kept. */
export const retentionMs = 30 * dayMs

/** How many notices an account has, or a user of their own: the oldest are deleted. */
export const noticesMax = 500

/** The maximum number of notices on a page. */
export const pageSizeMax = 100

const burstMs = 10 * 60_000

/** Returns the key of a notice of lost agents. Agents of an account that are lost at nearly the same time share one. */
export function burstOf(now: Date): string {
  return String(Math.floor(now.getTime() / burstMs))
}

/** How long mails and webhooks wait for more that belongs to the same notice. */
export const burstWaitMs = 30_000

/** Reports whether more subjects join a notice of this kind with the same key. */
export function groupsSubjects(kind: NoticeKind): boolean {
  return kind === 'AGENT_LOST'
}

/** Reports whether a kind of notice belongs to accounts, and not to a user. */
export function isOfAccounts(kind: NoticeKind): boolean {
  return kind !== 'NEW_SIGN_IN'
}

/** Describes why a webhook was switched off automatically. */
export function describeOffReason(reason: OffReason): string {
  return reason === 'GONE'
    ? 'Its receiver answered 410 Gone, which means that it wants no more requests.'
    : 'Nothing has got through for five days.'
}

/** Describes what somebody signed in with. A program's own name, which anyone can choose, must not read as an address in a mail. */
function describeDevice(userAgent: string | null | undefined): string {
  return typeof userAgent === 'string' ? ` with ${toHarmlessName(describeUserAgent(userAgent))}` : ''
}

/** The text of a notice, for the dashboard, mails and programs alike. */
export interface NoticeText {
  title: string
  text: string
  /** The dashboard's screen that shows more. */
  path: string
}

/** Describes what happened, what it means, and what to do. */
export function describeNotice({ facts, subjectIds }: Pick<StoredNotice, 'facts' | 'subjectIds'>): NoticeText {
  switch (facts.kind) {
    case 'AGENT_LOST': {
      const count = subjectIds.length
      return {
        title: count === 1 ? `The agent of ${facts.hostname} was lost` : `${count} agents were lost`,
        text: `${count === 1 ? 'It has' : 'They have'} been silent for 45 seconds, and visitors get an error page${facts.pool ? ' unless another agent of the pool serves them' : ''}. Check the terminal or the machine: a running agent reconnects by itself.`,
        path: webPaths.agents,
      }
    }
    case 'DOMAIN_FAILING': {
      const { domain, found, checksLeft } = facts
      const when = checksLeft === 1 ? 'tomorrow’s check fails too' : `the next ${checksLeft} daily checks fail too`
      return {
        title: `The DNS record of ${domain} is gone`,
        text: `${found} If ${when}, the domain counts as failed. Set the record again, then check the domain.`,
        path: webPaths.domains,
      }
    }
    case 'DOMAIN_FAILED':
      return {
        title: `${facts.domain} counts as failed`,
        text: `${facts.found} Set the record again and verify the domain: until then no tunnel starts on it.`,
        path: webPaths.domains,
      }
    case 'CERTIFICATE_FAILING':
      return {
        title: `The certificate of ${facts.name} expires on ${formatDay(new Date(facts.expiresAt))}`,
        text: [facts.reason, facts.advice ?? 'We keep trying, at least every 6 hours.'].join(' '),
        path: webPaths.domains,
      }
    case 'LIMIT_NEAR':
      return {
        title: '80 % of this month’s data transfer is used',
        text: `The plan includes ${facts.limitGb} GB. Nothing is cut off when they are used up. The count starts again on ${formatDay(new Date(facts.resetsAt))}.`,
        path: webPaths.networkTransfer,
      }
    case 'LIMIT_REACHED':
      return {
        title: 'This month’s data transfer is used up',
        text: `The plan’s ${facts.limitGb} GB are used. Nothing is cut off; a larger plan has more. The count starts again on ${formatDay(new Date(facts.resetsAt))}.`,
        path: webPaths.networkTransfer,
      }
    case 'NEW_SIGN_IN':
      return {
        title: `New sign-in from ${facts.ipAddress}`,
        text: `Somebody signed in as you${describeDevice(facts.userAgent)} from a network that was not seen before. If it was not you, end the session and change your password.`,
        path: facts.sessionId === undefined ? webPaths.profile : `${webPaths.profile}?session=${facts.sessionId}`,
      }
    case 'WEBHOOK_OFF':
      return {
        title: `The webhook to ${facts.host} was switched off`,
        text: `${describeOffReason(facts.reason)} Check its deliveries, fix what is wrong, and switch it on again.`,
        path: webPaths.notices,
      }
    case 'ACCOUNT_SUSPENDED':
      return {
        title: 'The operator has suspended the account',
        text: `The reason: "${facts.reason}" Its tunnels have ended, and its API keys, AuthIDs and machine tokens are refused. You can still read, export, leave or delete it. Write to the operator to have it resumed.`,
        path: webPaths.settings,
      }
    case 'HOSTNAME_BLOCKED':
      return {
        title: `The operator has blocked ${facts.hostname}`,
        text: `The reason, which visitors read: "${facts.reason}" Its tunnel has ended, and no agent gets the hostname. Use another one, or write to the operator to have it unblocked.`,
        path: webPaths.gateways,
      }
    default:
      return facts satisfies never
  }
}
