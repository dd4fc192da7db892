import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { openAs } from '../src/dashboard.ts'
import { findFaults } from '../src/screenshots/faults.ts'
import { createWorld, type World } from '../src/screenshots/world.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let world: World

beforeAll(async () => {
  world = await createWorld(cleanup)
})

describe('the keyboard focus', () => {
  it('moves into a dialog that opens, stays within it, and returns to where it was', () =>
    browser(async (page) => {
      await openAs(page, world.site, world.ada, '/admin/gateway')
      await page.getByRole('button', { name: 'Delete gateway demo' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Delete gateway' })
      await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
      for (const name of ['Delete gateway', 'Close', 'Cancel']) {
        await page.keyboard.press('Tab')
        await dialog.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
      }
      expect((await findFaults(page)).join('\n')).toBe('')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Delete gateway demo' }).and(page.locator(':focus')).waitFor()
    }))

  it('is in the first field of an opened form, in the first wrong one after a refusal, and never lost', () =>
    browser(async (page) => {
      const focused = page.locator(':focus')
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).focus()
        await page.keyboard.press('Enter')
      }
      const expectWrong = async (field: Locator) => {
        await field.and(focused).waitFor()
        expect(await field.getAttribute('aria-invalid')).toBe('true')
      }
      await openAs(page, world.site, world.ada, '/admin/team')
      await press('Invite Member')
      const email = page.getByLabel('Email Address')
      await email.and(focused).waitFor()
      await press('Send Invite')
      await expectWrong(email)
      await email.fill('kim@example.com')
      await page.keyboard.press('Enter')
      const toast = page.getByRole('alert').filter({ hasText: 'The invitation to kim@example.com is on its way.' })
      await toast.getByRole('button', { name: 'Close' }).waitFor()
      expect((await findFaults(page)).join('\n')).toBe('')
      await page.getByRole('heading', { level: 1 }).and(focused).waitFor()

      await page.getByRole('link', { name: 'API Keys', exact: true }).click()
      await press('Create API key')
      const name = page.getByLabel('Name', { exact: true })
      await name.and(focused).waitFor()
      await page.keyboard.press('Enter')
      await expectWrong(name)

      await page.getByRole('link', { name: 'Gateway', exact: true }).first().click()
      await press('Create Gateway')
      const prefix = page.getByLabel('Prefix', { exact: true })
      await prefix.and(focused).waitFor()
      await prefix.fill('www')
      await page.keyboard.press('Enter')
      await page.getByText('"www" is reserved. Choose another name.').waitFor()
      await expectWrong(prefix)
      await prefix.fill('focused')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).and(focused).waitFor()

      await press('Delete gateway focused')
      const dialog = page.getByRole('dialog', { name: 'Delete gateway' })
      await dialog.getByRole('button', { name: 'Delete gateway' }).focus()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Your gateways' }).and(focused).waitFor()
    }))

  it('is in the first field after a refused sign-in', () =>
    browser(async (page) => {
      await page.goto(`${world.site.apiUrl}/signin`)
      const email = page.getByLabel('Email')
      await email.fill(world.ada.email)
      await page.getByLabel('Password', { exact: true }).fill('wrong password')
      await page.keyboard.press('Enter')
      await page.getByText('The address or the password is not right. Check both and try again.').waitFor()
      await email.and(page.locator(':focus')).waitFor()
      expect(await email.getAttribute('aria-invalid')).toBe('true')
    }))

  it('can skip the navigation, and returns from a menu to its button', () =>
    browser(async (page) => {
      await openAs(page, world.site, world.ada, '/admin/agents')
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('main:focus').waitFor()
      await page.getByRole('button', { name: /^Account menu/ }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Your Profile' }).waitFor()
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Account menu/ })
        .and(page.locator(':focus'))
        .waitFor()
    }))
})

describe('with forced colors', () => {
  it('the chosen range is marked, and the series of a chart are told apart', () =>
    browser(async (page) => {
      await openAs(page, world.site, world.ada, '/admin/gateway-metrics')
      await page.emulateMedia({ forcedColors: 'active' })
      await page.getByText('Succeeded').first().waitFor()
      const countGrounds = async (selector: string) =>
        await page.evaluate<number>(
          `new Set([...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).backgroundColor)).size`,
        )
      expect(await countGrounds('nav a[href*="days="]')).toBe(2)
      await page.locator('.mantine-ColorSwatch-colorOverlay').first().waitFor()
      expect(await countGrounds('.mantine-ColorSwatch-colorOverlay')).toBe(2)
    }))
})
