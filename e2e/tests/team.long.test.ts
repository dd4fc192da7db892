import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AcceptInviteDocument, InviteMemberDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, signUp, verifyEmail } from '../src/people.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person
let grace: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  grace = await signUp(site, 'Grace')
  await verifyEmail(site, grace)
})

/** Invites Grace to Ada's account, and returns the token of the invitation. */
async function inviteGrace(): Promise<string> {
  const input = { accountId: ada.accountId, email: grace.email, role: 'viewer' as const }
  const { inviteMember } = await ada.control.request(InviteMemberDocument, { input })
  return new URL(inviteMember.invite.url ?? '').searchParams.get('invite_token') ?? ''
}

describe('the team screen', () => {
  it('sends invitations, says why it refuses one, shows the limit of the plan, and revokes them', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/team')
      await page.getByText('1 member, 0 pending invitations.').waitFor()
      await page.getByRole('button', { name: 'Invite Member' }).click()
      await page.getByLabel('Email Address').fill(ada.email.toUpperCase())
      await page.getByRole('button', { name: 'Send Invite' }).click()
      await page.getByText('This user is already a member of the team').waitFor()
      await page.getByLabel('Email Address').fill('linus@example.com')
      await page.getByLabel('Role', { exact: true }).selectOption('Admin')
      await page.getByRole('button', { name: 'Send Invite' }).click()
      const pending = page.getByRole('list', { name: 'Pending invitations' })
      await pending.getByText('linus@example.com').waitFor()
      await page.getByText('1 member, 1 pending invitation.').waitFor()

      await page.getByRole('button', { name: 'Copy invitation link' }).click()
      const link = String(await page.evaluate('navigator.clipboard.readText()'))
      expect(link).toMatch(new RegExp(`^${site.apiUrl}/signup\\?invite_token=`))
      expect(await pending.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(link)

      await page.getByRole('button', { name: 'Invite Member' }).click()
      await page.getByLabel('Email Address').fill('linus@example.com')
      await page.getByRole('button', { name: 'Send Invite' }).click()
      await page.getByText('This user already has a pending invitation').waitFor()
      await page.getByLabel('Email Address').fill('barbara@example.com')
      await page.getByRole('button', { name: 'Send Invite' }).click()
      await page.getByText('Team Limit Reached').waitFor()
      expect(await page.getByRole('button', { name: 'Invite Member' }).count()).toBe(0)

      await page.getByRole('button', { name: 'Revoke Invitation for barbara@example.com' }).click()
      const dialog = page.getByRole('dialog', { name: 'Revoke Invitation' })
      await dialog
        .getByText('This will prevent them from joining the team using the current invitation link.')
        .waitFor()
      await dialog.getByRole('button', { name: 'Revoke Invitation' }).click()
      await page.getByRole('button', { name: 'Invite Member' }).waitFor()
      await page.getByRole('button', { name: 'Show All Invitations' }).click()
      const all = page.getByRole('table', { name: 'All invitations' })
      await all.getByRole('row').filter({ hasText: 'barbara@example.com' }).getByText('Expired').waitFor()
      await all.getByRole('button', { name: 'Revoke the invitation for linus@example.com' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke Invitation' }).click()
      await page.getByText('No invitations are pending.').waitFor()
      await page.getByText('The invitation for linus@example.com was revoked.').waitFor()
      await page.getByRole('button', { name: 'Hide All Invitations' }).click()
      await all.waitFor({ state: 'detached' })
    }))

  it('shows an invitation to its recipient, who declines, then joins, switches accounts and leaves', () =>
    browser(async (page) => {
      await inviteGrace()
      await openAs(page, site, grace, '/admin/team')
      const received = page.getByRole('list', { name: 'Team invitations for you' })
      await received.getByText("Ada's account").waitFor()
      await received.getByText('@ada').waitFor()
      await page.getByRole('button', { name: "Decline the invitation to Ada's account" }).click()
      await page.getByText("You declined the invitation to Ada's account.").waitFor()
      await received.waitFor({ state: 'detached' })

      // The next one arrives while the page is open.
      await inviteGrace()
      await page.getByRole('button', { name: "Accept the invitation to Ada's account" }).click()
      await received.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: "Switch account, now Grace's account" }).click()
      const grown = page.getByRole('menuitem', { name: /Grace's account/ })
      await grown.getByText('Active').waitFor()
      await grown.getByText('Owner').waitFor()
      await page.getByRole('menuitem', { name: /Ada's account/ }).click()

      // A viewer sees the team and none of the controls.
      await page.getByRole('table', { name: 'Team members' }).getByText(ada.email).waitFor()
      expect(await page.getByRole('button', { name: 'Invite Member' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Audit Log' }).count()).toBe(0)
      await ada.createGateway('demo')
      await page.getByRole('link', { name: 'Gateway', exact: true }).click()
      await page.getByRole('table', { name: 'Gateways' }).getByText('demo', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: /^(Create|Delete) gateway/i }).count()).toBe(0)
      await page.goBack()

      // As if nothing were known about Ada any longer.
      await page.route('**/graphql', async (route) => {
        if (!/TeamPage_Query/.test(route.request().postData() ?? '')) return await route.continue()
        const response = await route.fetch()
        const body = (await response.text()).replaceAll('"Ada Tester"', '" "').replaceAll(`"${ada.email}"`, 'null')
        await route.fulfill({ response, body })
      })
      await page.reload()
      await page.getByRole('button', { name: "Switch account, now Ada's account" }).waitFor()
      await page.getByRole('table', { name: 'Team members' }).getByText('Unknown User').waitFor()
      await page.getByRole('button', { name: 'Leave account' }).click()
      const dialog = page.getByRole('dialog', { name: "Leave Ada's account" })
      await dialog.getByRole('button', { name: 'Leave account' }).click()
      await page.getByText('@grace').first().waitFor()
      expect(await page.getByRole('button', { name: /^Switch account/ }).count()).toBe(0)
    }))

  it('shows a new member live, changes roles, also for screens that are open, transfers ownership, and removes a member', () =>
    browser(async (page) => {
      const token = await inviteGrace()
      await openAs(page, site, ada, '/admin/team')
      await page.getByRole('list', { name: 'Pending invitations' }).getByText(grace.email).waitFor()
      await page.getByRole('button', { name: 'Show All Invitations' }).click()
      await page.getByRole('table', { name: 'All invitations' }).getByText('Declined').waitFor()
      await grace.control.request(AcceptInviteDocument, { input: { token } })
      const row = page.getByRole('table', { name: 'Team members' }).getByRole('row').filter({ hasText: grace.email })
      await row.waitFor({ timeout: 10_000 })

      const changed = page.waitForResponse((answer) => /ChangeMemberRole/.test(answer.request().postData() ?? ''))
      await page.getByLabel(`Role of ${grace.email}`).selectOption('Admin')
      await row.locator('td').first().getByText('Admin').waitFor()
      await changed
      await page.reload()
      await row.locator('td').first().getByText('Admin').waitFor()

      // What Grace has open ends with her right to it.
      await browser(async (other) => {
        await openAs(other, site, grace, '/admin/gateway')
        await other.getByRole('button', { name: "Switch account, now Grace's account" }).click()
        await other.getByRole('menuitem', { name: /Ada's account/ }).click()
        await other.getByRole('button', { name: 'Delete gateway demo' }).click()
        const deletion = other.getByRole('dialog', { name: 'Delete gateway' })
        await deletion.waitFor()
        const requests = await other.context().newPage()
        await requests.goto(`${site.apiUrl}/admin/requests`)
        const recording = requests.getByRole('switch', { name: 'Record requests' })
        await recording.waitFor()
        expect(await recording.isDisabled()).toBe(false)
        await page.getByLabel(`Role of ${grace.email}`).selectOption('Viewer')
        await other.getByText("Your role in Ada's account is now Viewer.").waitFor()
        expect(await deletion.count()).toBe(0)
        await requests.getByText('Owners and admins of this account can change this.').waitFor()
        expect(await recording.isDisabled()).toBe(true)
      })

      await page.getByRole('button', { name: 'Transfer ownership' }).click()
      const transfer = page.getByRole('dialog', { name: "Transfer Ada's account" })
      await transfer.getByRole('button', { name: 'Transfer ownership' }).click()
      await page.getByText("Your role in Ada's account is Admin.").waitFor()
      await page.getByRole('button', { name: `Remove ${grace.email}` }).waitFor({ state: 'detached' })

      // Grace, the owner now, removes Ada, whose dashboard has no account left to show.
      await browser(async (other) => {
        await openAs(other, site, grace, '/admin/team')
        await other.getByRole('button', { name: "Switch account, now Grace's account" }).click()
        await other.getByRole('menuitem', { name: /Ada's account/ }).click()
        await other.getByRole('button', { name: `Remove ${ada.email}` }).click()
        const remove = other.getByRole('dialog', { name: 'Remove Team Member' })
        await remove
          .getByText(
            `Are you sure you want to remove ${ada.email} from the team? They will lose access to this account and all associated resources.`,
          )
          .waitFor()
        await remove.getByRole('button', { name: 'Remove member' }).click()
        await other.getByText('1 member, 0 pending invitations.').waitFor()
        await other.getByText(`${ada.email} was removed.`).waitFor()
      })
      await page.reload()
      await page.getByRole('heading', { name: 'No Active Account' }).waitFor()
      await page.getByLabel('Account Name').fill('A fresh start')
      await page.getByRole('button', { name: 'Open account' }).click()
      await page.getByText('Your role in A fresh start is Super Admin.').waitFor()
    }))
})
