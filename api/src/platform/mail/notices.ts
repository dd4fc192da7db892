import { bytesPerGb } from '@culvert/schema/units'
import { webPaths } from '@culvert/schema/web-paths'
import type { DnsRecord } from '../../generated/schema.ts'
import { formatDay } from '../../ground/clock.ts'
import { toHarmlessName } from '../../ground/names.ts'
import { type Block, renderLetter, type MailContent, type MailSite } from './letter.ts'

/** Renders the mail to the proven address that a user had until the operator gave them another one. */
export function renderAddressChanged(
  site: MailSite,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): MailContent {
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `Your ${site.brandName} email address was changed`,
    preview: `You sign in as ${newEmail} from now on.`,
    heading: 'Your email address was changed',
    blocks: [
      `The operator of ${site.brandName} changed your email address from ${oldEmail} to ${newEmail}. You sign in with the new one from now on, and all your sessions have ended. Tunnels and AuthIDs keep working.`,
      'If you did not ask for this, write to the operator at once.',
    ],
    because: 'you signed in with this address until now',
  })
}

export interface TransferFacts {
  accountName: string
  /** The share of the limit that was passed. */
  threshold: 80 | 100
  usedBytes: number
  limitGb: number
  /** When the next month begins. */
  resetsAt: Date
}

/** Renders the mail to the owners of a free account that nears or passes the month's transfer limit. */
export function renderLimitNotice(site: MailSite, facts: TransferFacts): MailContent {
  const { threshold, usedBytes, limitGb, resetsAt } = facts
  const accountName = toHarmlessName(facts.accountName)
  const percent = (usedBytes / (limitGb * bytesPerGb)) * 100
  const passed = threshold === 100
  const used = `${(usedBytes / bytesPerGb).toFixed(2)} GB of ${limitGb} GB`
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `${accountName} has used ${threshold} % of its data transfer`,
    preview: `${used} this month. Your tunnels keep working.`,
    heading: passed ? 'This month’s data transfer is used up' : `${threshold} % of this month’s data transfer is used`,
    blocks: [
      `The tunnels of ${accountName} have sent more than ${threshold} % of what its plan includes.`,
      { kind: 'meter', percent, text: `${used} (${Math.floor(percent)} %)` },
      passed
        ? 'Nothing is cut off: your tunnels keep working. If you need more each month, a larger plan has it.'
        : 'Nothing is cut off when the limit is reached: your tunnels keep working. We will write again at 100 %.',
      `The count starts again on ${formatDay(resetsAt)}.`,
      { kind: 'button', label: 'See transfer by gateway', url: `${site.publicUrl}${webPaths.networkTransfer}` },
    ],
    because: `you own ${accountName}`,
  })
}

function listFields({ type, name, value }: DnsRecord): Block {
  return {
    kind: 'facts',
    rows: [
      { label: 'Type', value: type, code: true },
      { label: 'Name', value: name, code: true },
      { label: 'Value', value, code: true },
    ],
  }
}

export interface FailingDomainFacts {
  domain: string
  accountName: string
  /** The result of the look-up, as one sentence. */
  found: string
  /** The record that must be there. */
  record: DnsRecord
  /** How many more failed daily checks make the domain failed; at least 1. */
  checksLeft: number
}

/** Renders the mail to those who manage a domain whose record is gone, while there is still time. */
export function renderDomainFailing(site: MailSite, facts: FailingDomainFacts): MailContent {
  const { domain, found, record, checksLeft } = facts
  const accountName = toHarmlessName(facts.accountName)
  const when = checksLeft === 1 ? 'If tomorrow’s check fails too' : `If the next ${checksLeft} daily checks fail too`
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `${domain}: the DNS record is gone`,
    preview: `${when}, the domain counts as failed.`,
    heading: `We no longer find the DNS record of ${domain}`,
    blocks: [
      `The daily check could not confirm that ${domain} belongs to ${accountName}.`,
      found,
      'This record must be there:',
      listFields(record),
      `${when}, the domain counts as failed and must be verified again.`,
      { kind: 'button', label: 'Check the domain', url: `${site.publicUrl}${webPaths.domains}` },
    ],
    because: `you manage the domains of ${accountName}`,
  })
}

export interface ChangingRecordFacts {
  domain: string
  accountName: string
  /** The record that must be there from then on. */
  record: DnsRecord
  /** Until when the current record counts. */
  until: Date
}

/** Renders the mail to those who manage a domain whose only proof is a CNAME to the tunnel host itself, which is the same for every account. */
export function renderDomainRecordChanges(site: MailSite, facts: ChangingRecordFacts): MailContent {
  const { domain, accountName, record, until } = facts
  const day = formatDay(until)
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `${domain}: set a new DNS record by ${day}`,
    preview: 'The present record will no longer count. Nothing stops until then.',
    heading: `${domain} needs a new DNS record`,
    blocks: [
      `A CNAME record shows that ${domain} belongs to ${accountName}. It leads to a name that is the same for every account, so it proves nothing. Your account now has its own name.`,
      `Set this record by ${day}:`,
      listFields(record),
      'Visitors do not notice the change. After that day the domain counts as failed.',
      { kind: 'button', label: 'See the records', url: `${site.publicUrl}${webPaths.domains}` },
    ],
    because: `you manage the domains of ${accountName}`,
  })
}

export interface EndingCertificateFacts {
  /** The name that the certificate is for. */
  name: string
  expiresAt: Date
  /** Why it could not be renewed, as one sentence, and what to do about it. */
  reason: string
  advice: string | null
  /** The account whose domain it is; undefined for the installation's own certificates. */
  accountName: string | undefined
}

/** Renders the mail to those who manage a domain, or to the operator, on a certificate that ends because its renewal fails. */
export function renderCertificateEnding(site: MailSite, facts: EndingCertificateFacts): MailContent {
  const { name, expiresAt, reason, advice } = facts
  const accountName = facts.accountName === undefined ? undefined : toHarmlessName(facts.accountName)
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `${name}: the certificate expires on ${formatDay(expiresAt)}`,
    preview: 'It could not be renewed so far.',
    heading: `The certificate of ${name} could not be renewed`,
    blocks: [
      `The certificate of ${name} is valid until ${formatDay(expiresAt)}, and could not be renewed so far. From then on, browsers refuse ${name}.`,
      reason,
      ...(advice === null ? [] : [advice]),
      'We keep trying, at least every 6 hours.',
      ...(accountName === undefined
        ? []
        : [{ kind: 'button' as const, label: 'See the domain', url: `${site.publicUrl}${webPaths.domains}` }]),
    ],
    because: accountName === undefined ? 'you operate this installation' : `you manage the domains of ${accountName}`,
  })
}

export interface NoticeMailFacts {
  title: string
  text: string
  /** The dashboard's screen that shows more. */
  path: string
  /** The account that it is about; undefined for what is the user's own. */
  accountName: string | undefined
}

/** Renders the mail to those who get a kind of notice by mail. */
export function renderNotice(site: MailSite, { title, text, path, ...facts }: NoticeMailFacts): MailContent {
  const accountName = facts.accountName === undefined ? undefined : toHarmlessName(facts.accountName)
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: accountName === undefined ? title : `${accountName}: ${title}`,
    preview: text,
    heading: title,
    blocks: [text, { kind: 'button', label: 'See more', url: `${site.publicUrl}${path}` }],
    because: `${accountName === undefined ? 'it is about your own sign-in' : `you chose to get notices of ${accountName} by email`}. Your profile has the list of what comes by email`,
  })
}
