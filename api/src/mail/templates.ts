import { formatDay } from '../clock.ts'
import { bytesPerGb } from '../usage/rules.ts'
import { renderLetter, type Block, type MailContent, type MailSite } from './letter.ts'

/** To somebody who has just signed up. */
export function renderWelcome(
  site: MailSite,
  { firstName, accountName, namespace }: { firstName: string; accountName: string; namespace: string },
): MailContent {
  return renderLetter(site, {
    subject: `Welcome to ${site.brandName}`,
    preview: 'Three steps to your first public URL.',
    heading: `Welcome, ${firstName}`,
    blocks: [
      { kind: 'paragraph', text: `Your account “${accountName}” is ready. Its hostnames end in -${namespace}.` },
      {
        kind: 'paragraph',
        text: 'Three steps give your local app a public URL: install the agent, create your AuthID token, and start a tunnel.',
      },
      { kind: 'code', text: `culvert http 3000 --authtoken YOUR_AUTHID --server ${site.publicUrl}` },
      { kind: 'button', label: 'Start with step one', url: `${site.publicUrl}/admin/getting-started` },
    ],
    because: 'you signed up with this address',
  })
}

/** The way to a new password. `url` carries the secrets. */
export function renderPasswordReset(
  site: MailSite,
  { email, url, expiresAt }: { email: string; url: string; expiresAt: Date },
): MailContent {
  return renderLetter(site, {
    subject: `Reset your ${site.brandName} password`,
    preview: 'The link works once, for 60 minutes.',
    heading: 'Choose a new password',
    blocks: [
      { kind: 'paragraph', text: `You asked to reset the password for ${email}.` },
      { kind: 'button', label: 'Choose a new password', url },
      {
        kind: 'paragraph',
        text: `The link works once, until ${formatInstant(expiresAt)}. A new password ends all other sessions.`,
      },
      { kind: 'paragraph', text: 'You did not ask? Then delete this mail. Your password stays as it is.' },
    ],
    because: 'somebody asked to reset the password of this address',
  })
}

export interface InvitationFacts {
  inviterName: string
  accountName: string
  namespace: string
  role: 'viewer' | 'admin'
  /** The sign-up page with the invitation's token. */
  url: string
  expiresAt: Date
}

/** To somebody who may join a team. */
export function renderInvitation(site: MailSite, invitation: InvitationFacts): MailContent {
  const { inviterName, accountName, namespace, role, url, expiresAt } = invitation
  return renderLetter(site, {
    subject: `${inviterName} invited you to ${accountName} on ${site.brandName}`,
    preview: `Join ${accountName} as ${roles[role].name}.`,
    heading: `Join ${accountName}`,
    blocks: [
      { kind: 'paragraph', text: `${inviterName} invited you to the team of ${accountName} on ${site.brandName}.` },
      {
        kind: 'facts',
        rows: [
          { label: 'Account', value: `${accountName} (@${namespace})` },
          { label: 'Your role', value: `${roles[role].name}: you ${roles[role].may}` },
          { label: 'Open until', value: formatInstant(expiresAt) },
        ],
      },
      { kind: 'button', label: 'See the invitation', url },
      {
        kind: 'paragraph',
        text: 'You can accept or decline there. You do not know the sender? Then delete this mail.',
      },
    ],
    because: `${inviterName} invited this address`,
  })
}

const roles = {
  viewer: { name: 'Viewer', may: 'see the account and start tunnels' },
  admin: { name: 'Admin', may: 'manage gateways, domains and members, and start tunnels' },
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

/** To the owners of a free account that nears or passes the month's transfer limit. */
export function renderLimitNotice(site: MailSite, facts: TransferFacts): MailContent {
  const { accountName, threshold, usedBytes, limitGb, resetsAt } = facts
  const percent = (usedBytes / (limitGb * bytesPerGb)) * 100
  const passed = threshold === 100
  const used = `${(usedBytes / bytesPerGb).toFixed(2)} GB of ${limitGb} GB`
  return renderLetter(site, {
    subject: `${accountName} has used ${threshold} % of its data transfer`,
    preview: `${used} this month. Your tunnels keep working.`,
    heading: passed ? 'This month’s data transfer is used up' : `${threshold} % of this month’s data transfer is used`,
    blocks: [
      {
        kind: 'paragraph',
        text: `The tunnels of ${accountName} have sent more than ${threshold} % of what its plan includes.`,
      },
      { kind: 'meter', percent, text: `${used} (${Math.floor(percent)} %)` },
      {
        kind: 'paragraph',
        text: passed
          ? 'Nothing is cut off: your tunnels keep working. If you need more each month, a larger plan has it.'
          : 'Nothing is cut off when the limit is reached: your tunnels keep working. We write once more at 100 %.',
      },
      { kind: 'paragraph', text: `The count starts again on ${formatDay(resetsAt)}.` },
      { kind: 'button', label: 'See what sent how much', url: `${site.publicUrl}/admin/network-transfer` },
    ],
    because: `you own ${accountName}`,
  })
}

export interface FailingDomainFacts {
  domain: string
  accountName: string
  /** What the look-up answered, as one sentence. */
  found: string
  /** The record that must be there. */
  record: { type: 'CNAME' | 'TXT'; name: string; value: string }
  /** How many more failed daily checks make the domain failed; at least 1. */
  checksLeft: number
}

/** To those who manage a domain whose record is gone, while there is still time. */
export function renderDomainFailing(site: MailSite, facts: FailingDomainFacts): MailContent {
  const { domain, accountName, found, record, checksLeft } = facts
  const when = checksLeft === 1 ? 'If tomorrow’s check fails too' : `If the next ${checksLeft} daily checks fail too`
  return renderLetter(site, {
    subject: `${domain}: the DNS record is gone`,
    preview: `${when}, the domain counts as failed.`,
    heading: `We no longer find the DNS record of ${domain}`,
    blocks: [
      { kind: 'paragraph', text: `The daily check could not confirm that ${domain} belongs to ${accountName}.` },
      { kind: 'paragraph', text: found },
      { kind: 'paragraph', text: 'This record must be there:' },
      {
        kind: 'facts',
        rows: [
          { label: 'Type', value: record.type, code: true },
          { label: 'Name', value: record.name, code: true },
          { label: 'Value', value: record.value, code: true },
        ],
      },
      { kind: 'paragraph', text: `${when}, the domain counts as failed and must be verified again.` },
      { kind: 'button', label: 'Check the domain', url: `${site.publicUrl}/admin/domains` },
    ],
    because: `you manage the domains of ${accountName}`,
  })
}

export interface ContactRequestFacts {
  id: string
  type: 'contact' | 'issue'
  /** The form's subject or title. */
  title: string
  /** What was written into the form, by field. */
  formData: Record<string, string>
}

/** To the operator, for whom somebody left a message. */
export function renderContactRequest(site: MailSite, { id, type, title, formData }: ContactRequestFacts): MailContent {
  const kind = contactRequestKinds[type]
  const facts = Object.entries(formData).flatMap(([field, value]) => {
    const label = shortFields[field]
    return label === undefined ? [] : [{ label, value }]
  })
  const texts = Object.entries(formData).flatMap(([field, text]): Block[] => {
    const label = longFields[field]
    return label === undefined
      ? []
      : [
          { kind: 'paragraph', text: `${label}:` },
          { kind: 'code', text },
        ]
  })
  return renderLetter(site, {
    subject: `${kind}: ${title}`,
    preview: `From ${formData.email ?? ''}`,
    heading: title,
    blocks: [
      { kind: 'facts', rows: [...facts, { label: 'Request', value: id, code: true }] },
      ...texts,
      {
        kind: 'paragraph',
        text: 'An answer to this mail goes to the address in the form. Nobody has checked that it is the sender’s.',
      },
    ],
    because: 'messages to the operator come to this address',
  })
}

const contactRequestKinds = { contact: 'Contact', issue: 'Issue' }

const shortFields: Partial<Record<string, string>> = {
  name: 'Name',
  email: 'E-mail',
  category: 'Category',
  type: 'Type',
  priority: 'Priority',
  environment: 'Environment',
  version: 'Version',
  userAgent: 'Browser',
  timestamp: 'Sent',
  url: 'Page',
}

/** Fields that hold whole texts. */
const longFields: Partial<Record<string, string>> = {
  message: 'Message',
  description: 'Description',
  stepsToReproduce: 'Steps to reproduce',
  expectedBehavior: 'Expected behavior',
  actualBehavior: 'Actual behavior',
}

const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

/** "12:05 UTC on 1 March 2026" */
function formatInstant(instant: Date): string {
  return `${time.format(instant)} UTC on ${formatDay(instant)}`
}
