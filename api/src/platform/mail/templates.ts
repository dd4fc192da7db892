import { webPaths } from '@culvert/schema/web-paths'
import { formatInstant } from '../../ground/clock.ts'
import { toHarmlessName } from '../../ground/names.ts'
import { renderLetter, type Block, type MailContent, type MailSite } from './letter.ts'

interface WelcomeFacts {
  firstName: string
  email: string
  accountName: string
  namespace: string
  /** The link that proves the address; undefined when it is proven. */
  verification: { url: string; expiresAt: Date } | undefined
}

/** Renders the mail to a user who has just signed up. */
export function renderWelcome(site: MailSite, { namespace, email, verification, ...names }: WelcomeFacts): MailContent {
  const firstName = toHarmlessName(names.firstName)
  const accountName = toHarmlessName(names.accountName)
  return renderLetter(site, {
    goesTo: 'any address',
    subject: `Welcome to ${site.brandName}`,
    preview: 'Three steps to your first public URL.',
    heading: `Welcome, ${firstName}`,
    blocks: [
      `Your account “${accountName}” is ready. Its hostnames end in -${namespace}.`,
      ...(verification ? verificationBlocks(email, verification) : []),
      'Three steps give your local app a public URL: install the agent, sign your machine in, and start a tunnel.',
      { kind: 'code', text: `culvert login --server ${site.publicUrl}` },
      { kind: 'code', text: 'culvert http 3000' },
      { kind: 'button', label: 'Start with step one', url: `${site.publicUrl}${webPaths.gettingStarted}` },
    ],
    because: 'someone signed up with this address',
  })
}

/** Renders the mail to a user who requested another link that proves their address. */
export function renderVerification(
  site: MailSite,
  { email, url, expiresAt }: { email: string; url: string; expiresAt: Date },
): MailContent {
  return renderLetter(site, {
    goesTo: 'any address',
    subject: `Verify your email for ${site.brandName}`,
    preview: 'After that, you see the invitations that teams send you.',
    heading: 'Verify your email',
    blocks: [
      ...verificationBlocks(email, { url, expiresAt }),
      'If you did not ask for this, delete this email. Nobody can join a team in your name without it.',
    ],
    because: 'someone gave this address as theirs',
  })
}

function verificationBlocks(email: string, { url, expiresAt }: { url: string; expiresAt: Date }): Block[] {
  return [
    `Verify that ${email} is yours, to see the invitations that teams send you:`,
    { kind: 'button', label: 'Verify your email', url },
    `Open it where you are signed in. It works until ${formatInstant(expiresAt)}.`,
  ]
}

/** Renders the mail to a user who requested a new password. `url` carries the secrets. */
export function renderPasswordReset(
  site: MailSite,
  { email, url, expiresAt, isProven }: { email: string; url: string; expiresAt: Date; isProven: boolean },
): MailContent {
  return renderLetter(site, {
    goesTo: 'any address',
    subject: `Reset your ${site.brandName} password`,
    preview: 'The link works once, for 60 minutes.',
    heading: 'Choose a new password',
    blocks: [
      `You asked to reset the password for ${email}.`,
      { kind: 'button', label: 'Choose a new password', url },
      `The link works once, until ${formatInstant(expiresAt)}. A new password ends all other sessions.`,
      ...(isProven
        ? []
        : [
            'This address was never verified. A new password verifies it, and ends the AuthIDs, API keys and team memberships of anyone who has used it so far. If that was you and you are still signed in, verify your email there first to keep them.',
          ]),
      'If you did not ask for this, delete this email. Your password stays as it is.',
    ],
    because: 'someone asked to reset the password of this address',
  })
}

export interface InvitationFacts {
  /** Null if a program of the account invited: the account speaks for itself. */
  inviterName: string | null
  accountName: string
  namespace: string
  role: 'viewer' | 'admin'
  /** The sign-up page with the invitation's token. */
  url: string
  expiresAt: Date
}

/** Renders the mail to a person who may join a team. */
export function renderInvitation(site: MailSite, invitation: InvitationFacts): MailContent {
  const { namespace, role, url, expiresAt } = invitation
  const accountName = toHarmlessName(invitation.accountName)
  const isByAccount = invitation.inviterName === null
  const inviterName = toHarmlessName(invitation.inviterName ?? invitation.accountName)
  return renderLetter(site, {
    goesTo: 'any address',
    subject: `${inviterName} invited you to ${isByAccount ? 'its team' : accountName} on ${site.brandName}`,
    preview: `Join ${accountName} as ${roles[role].name}.`,
    heading: `Join ${accountName}`,
    blocks: [
      `${inviterName} invited you to ${isByAccount ? 'its team' : `the team of ${accountName}`} on ${site.brandName}.`,
      {
        kind: 'facts',
        rows: [
          { label: 'Account', value: `${accountName} (@${namespace})` },
          { label: 'Your role', value: `${roles[role].name}: you ${roles[role].may}` },
          { label: 'Open until', value: formatInstant(expiresAt) },
        ],
      },
      { kind: 'button', label: 'See the invitation', url },
      'You can accept or decline there. If you do not know the sender, delete this email.',
    ],
    because: `${inviterName} invited this address`,
  })
}

const roles = {
  viewer: { name: 'Viewer', may: 'see the account and start tunnels' },
  admin: { name: 'Admin', may: 'manage gateways, domains and members, and start tunnels' },
}

export interface ContactRequestFacts {
  id: string
  type: 'contact' | 'issue'
  /** The form's subject or title. */
  title: string
  /** The form's entries, by field. */
  formData: Record<string, string>
}

/** Renders the mail to the operator, with a message from the contact form. */
export function renderContactRequest(site: MailSite, { id, type, title, formData }: ContactRequestFacts): MailContent {
  const kind = contactRequestKinds[type]
  const facts = Object.entries(formData).flatMap(([field, value]) => {
    const label = shortFields[field]
    return label === undefined ? [] : [{ label, value }]
  })
  const texts = Object.entries(formData).flatMap(([field, text]): Block[] => {
    const label = longFields[field]
    return label === undefined ? [] : [`${label}:`, { kind: 'code', text }]
  })
  return renderLetter(site, {
    goesTo: 'any address',
    subject: `${kind}: ${title}`,
    preview: `From ${formData.email ?? ''}`,
    heading: title,
    blocks: [
      { kind: 'facts', rows: [...facts, { label: 'Request', value: id, code: true }] },
      ...texts,
      'A reply to this email goes to the address in the form. Nobody has checked that it is the sender’s.',
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

/** The fields that contain whole texts. */
const longFields: Partial<Record<string, string>> = {
  message: 'Message',
  description: 'Description',
  stepsToReproduce: 'Steps to reproduce',
  expectedBehavior: 'Expected behavior',
  actualBehavior: 'Actual behavior',
}
