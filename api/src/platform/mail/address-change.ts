import { webPaths } from '@culvert/schema/web-paths'
import { formatInstant } from '../../ground/clock.ts'
import { type MailContent, type MailSite, renderLetter } from './letter.ts'

/** Renders the mail to the address that a user wants to have, with the link that proves it. */
export function renderNewAddress(
  site: MailSite,
  { email, url, expiresAt }: { email: string; url: string; expiresAt: Date },
): MailContent {
  return renderLetter(site, {
    goesTo: 'any address',
    subject: `Confirm your new email address for ${site.brandName}`,
    preview: 'From then on, you sign in with it.',
    heading: 'Confirm your new email address',
    blocks: [
      `Confirm that ${email} is yours. From then on, you sign in with it:`,
      { kind: 'button', label: 'Confirm the address', url },
      `Open it where you are signed in. It works until ${formatInstant(expiresAt)}.`,
      'If you did not ask for this, delete this email, and nothing changes.',
    ],
    because: 'someone gave this address as theirs',
  })
}

/** Renders the mail that notifies a user's address that another one was requested. */
export function renderAddressWanted(site: MailSite, newEmail: string): MailContent {
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `Your ${site.brandName} email address is about to change`,
    preview: `A link was sent to ${newEmail}.`,
    heading: 'Your email address is about to change',
    blocks: [
      `You asked to sign in with ${newEmail} instead of this address. A link was sent there. Until it is opened, nothing changes.`,
      'If it was not you, cancel the change on your profile, end all other sessions and change your password.',
      { kind: 'button', label: 'See your profile', url: `${site.publicUrl}${webPaths.profile}` },
    ],
    because: 'you sign in with this address',
  })
}

/** Renders the mail to the address that a user had until now. */
export function renderAddressTaken(site: MailSite, newEmail: string): MailContent {
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `Your ${site.brandName} email address was changed`,
    preview: `You sign in as ${newEmail} from now on.`,
    heading: 'Your email address was changed',
    blocks: [
      `You sign in as ${newEmail} from now on. All other sessions have ended. Tunnels and AuthIDs keep working.`,
      'If it was not you, write to the operator at once.',
    ],
    because: 'you signed in with this address until now',
  })
}
