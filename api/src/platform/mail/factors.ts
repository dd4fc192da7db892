import { webPaths } from '@culvert/schema/web-paths'
import { toHarmlessName } from '../../ground/names.ts'
import { type MailContent, type MailSite, renderLetter } from './letter.ts'

/** Renders the mail to a user's proven address on what has happened to their second factors. `what` is a sentence without its full stop. */
export function renderFactorsChanged(site: MailSite, what: string): MailContent {
  const harmless = toHarmlessName(what)
  return renderLetter(site, {
    goesTo: 'proven address',
    subject: `Your ${site.brandName} sign-in was changed`,
    preview: `${harmless}.`,
    heading: 'Your sign-in was changed',
    blocks: [
      `${harmless}.`,
      'If it was not you, change your password, end all other sessions, and check the factors on your profile.',
      { kind: 'button', label: 'See your profile', url: `${site.publicUrl}${webPaths.profile}` },
    ],
    because: 'it is about your own sign-in',
  })
}
