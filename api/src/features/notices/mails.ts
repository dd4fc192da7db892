import { z } from 'zod'
import type { NoticeKind, Role } from '../../generated/schema.ts'
import { typedEntries } from '../../ground/typed-entries.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { renderNotice } from '../../platform/mail/notices.ts'
import { findAccount, listMemberships } from '../accounts/service.ts'
import { getMailSite } from '../site/service.ts'
import { findUser, getViewer, notifyViewer } from '../users/service.ts'
import type { Viewer } from '../users/rules.ts'
import * as repository from './repository.ts'
import { describeNotice, isOfAccounts, type StoredNotice } from './rules.ts'

interface MailTerms {
  label: string
  /** The people who get it by default: members with these roles, or the user whose own it is. */
  roles: readonly (Role | 'self')[]
  /** Whether the change that the notice reports sends a separate mail, which says more. */
  hasOwnMail: boolean
}

/** Each kind of notice as a mail. */
const mailTerms: Record<NoticeKind, MailTerms> = {
  AGENT_LOST: { label: 'An agent was lost', roles: [], hasOwnMail: false },
  DOMAIN_FAILING: { label: 'The DNS record of a domain is gone', roles: ['super_admin', 'admin'], hasOwnMail: true },
  DOMAIN_FAILED: { label: 'A domain counts as failed', roles: [], hasOwnMail: false },
  CERTIFICATE_FAILING: {
    label: 'A certificate could not be renewed',
    roles: ['super_admin', 'admin'],
    hasOwnMail: true,
  },
  LIMIT_NEAR: { label: '80 % of a limit is used', roles: ['super_admin'], hasOwnMail: true },
  LIMIT_REACHED: { label: 'A limit is used up', roles: ['super_admin'], hasOwnMail: true },
  NEW_SIGN_IN: { label: 'A sign-in from a new network', roles: ['self'], hasOwnMail: false },
  ACCOUNT_SUSPENDED: { label: 'The operator has suspended the account', roles: ['super_admin'], hasOwnMail: false },
  HOSTNAME_BLOCKED: {
    label: 'The operator has blocked a hostname',
    roles: ['super_admin', 'admin'],
    hasOwnMail: false,
  },
  WEBHOOK_OFF: { label: 'A webhook was switched off', roles: ['super_admin', 'admin'], hasOwnMail: false },
}

export const noticeMail = defineJob({ name: 'notices.mail', payload: z.object({ noticeId: z.string() }) })

/** Reports whether a kind of notice is mailed by `noticeMail`. */
export function isMailedByNotice(kind: NoticeKind): boolean {
  return !mailTerms[kind].hasOwnMail
}

/** Creates the job that mails notices. */
export function createMailJob(app: App): JobHandler {
  return handleJob(noticeMail, ({ noticeId }) => mailNotice(app, noticeId))
}

/** Returns the addresses of an account's members who want a kind of notice by mail. */
export async function listNoticeEmails(trx: Trx, accountId: string, kind: NoticeKind): Promise<string[]> {
  const members = await repository.listMailChoices(trx, accountId)
  return members.flatMap(({ email, role, mails }) =>
    email !== null && (mails?.[kind] ?? mailTerms[kind].roles.includes(role)) ? [email] : [],
  )
}

/** Returns the kinds of notices, each with whether the viewer gets it by mail. */
export async function listNoticeMails(context: RequestContext) {
  const { userId } = getUser(context)
  const chosen = await repository.findMails(context.db, userId)
  const held = new Set((await listMemberships(context, userId)).map(({ role }) => role))
  return typedEntries(mailTerms).map(([kind, { label, roles }]) => ({
    kind,
    label,
    isOn: chosen[kind] ?? roles.some((role) => role === 'self' || held.has(role)),
  }))
}

/** Returns the kinds of notices that accounts have. */
export function listAccountKinds() {
  return typedEntries(mailTerms).flatMap(([kind, { label }]) => (isOfAccounts(kind) ? [{ kind, label }] : []))
}

/** Sets whether the viewer gets a kind of notice by mail. */
export async function setNoticeMail(
  context: RequestContext,
  { kind, isOn }: { kind: NoticeKind; isOn: boolean },
): Promise<Viewer> {
  const { userId } = getUser(context)
  await context.change(async (trx, tell) => {
    await repository.setMail(trx, userId, kind, isOn)
    notifyViewer(tell, userId)
  })
  return await getViewer(context)
}

/** Mails a notice to those who want it by mail, once however often it is tried. */
async function mailNotice({ change, clock, config, mailer }: App, noticeId: string): Promise<void> {
  await change(async (trx) => {
    const notice = await repository.markMailed(trx, noticeId, clock.now())
    if (!notice) return
    const account = notice.accountId === null ? undefined : await findAccount(trx, notice.accountId)
    const site = await getMailSite({ db: trx, config })
    const content = renderNotice(site, { ...describeNotice(notice), accountName: account?.name })
    for (const to of await listRecipients(trx, notice)) await mailer.sendMail(trx, { ...content, to })
  })
}

async function listRecipients(trx: Trx, { accountId, userId, facts: { kind } }: StoredNotice): Promise<string[]> {
  if (accountId !== null) return await listNoticeEmails(trx, accountId, kind)
  const user = userId === null ? undefined : await findUser(trx, userId)
  const isWanted = user && ((await repository.findMails(trx, user.id))[kind] ?? mailTerms[kind].roles.includes('self'))
  return isWanted && user.email !== null ? [user.email] : []
}
