import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { takenOver } from '../src/dashboard.ts'
import { failUntilRetried } from '../src/failing-server.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const readClipboard = async (page: Page) => String(await page.evaluate('navigator.clipboard.readText()'))

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
})

describe('a visitor', () => {
  it('sees on the landing page what it offers, commands for this installation, and links to sign up', () =>
    browser(async (page) => {
      await page.goto(site.apiUrl)
      await heading(page, 'A public URL for the app on your machine').waitFor()
      // The second is among the plans, which are fetched once the page is there.
      await page.getByRole('link', { name: 'Get Early Access' }).nth(1).waitFor()
      expect(await page.getByRole('link', { name: 'Get Early Access' }).count()).toBe(2)
      expect(await page.getByRole('link', { name: 'View Documentation' }).getAttribute('href')).toBe('/docs')
      expect(await page.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/signup')
      expect(await page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toBe('/contact')
      expect(await page.getByRole('button', { name: 'Coming Soon' }).isDisabled()).toBe(true)
      expect(await page.getByRole('region', { name: 'What you get' }).getByRole('listitem').count()).toBe(6)
      const terminal = page.getByRole('figure', { name: 'The culvert command with an open tunnel' })
      await terminal.getByText('culvert http 3000', { exact: true }).waitFor()
      const figures = page.getByRole('region', { name: 'Measured' })
      expect(await figures.getByRole('link', { name: 'benchmarks' }).getAttribute('href')).toBe('/docs/benchmarks')
      await page.getByRole('button', { name: 'Copy command' }).first().click()
      expect(await readClipboard(page)).toBe(`npm install -g ${site.apiUrl}/download/culvert-agent-1.0.2.tgz`)
    }))

  it('can pause the film on the landing page, which does not move with reduced motion', () =>
    browser(async (page) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.goto(site.apiUrl)
      await takenOver(page)
      const film = page.getByRole('region', { name: 'From an error to its fix' })
      await film.getByRole('button', { name: 'Pause' }).waitFor()
      const scenes = "[...document.querySelectorAll('#root ol:has(picture) > li')]"
      const moving = async () =>
        await page.evaluate<number>(
          `${scenes}.filter((scene) => scene.getAnimations().some(({ playState }) => playState === 'running')).length`,
        )
      expect(await moving()).toBe(4)
      await film.getByRole('button', { name: 'Pause' }).click()
      expect(await moving()).toBe(0)
      await film.getByRole('button', { name: 'Play' }).click()
      expect(await moving()).toBe(4)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await moving()).toBe(0)
      expect(await film.getByRole('button').isVisible()).toBe(false)
      const isSeen = `${scenes}.every((scene) => getComputedStyle(scene).opacity === '1')`
      expect(await page.evaluate<boolean>(isSeen)).toBe(true)
    }))

  it('sees that the plans could not be loaded while the server fails, and then the plans', () =>
    browser(async (page) => {
      await failUntilRetried(page)
      // The server renders the pages at their own paths, with their plans; at this one the browser does.
      await page.goto(`${site.apiUrl}/Pricing`)
      for (const link of ['Pricing', 'Home']) {
        await page.getByRole('link', { name: link, exact: true }).first().click()
        const failure = page.getByRole('alert').filter({ hasText: 'Could not load the plans' })
        await failure.getByText('An unexpected error occurred').waitFor()
      }
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('article', { name: 'Early Access Plan' }).waitFor()
    }))

  it('reaches public pages, and a part of the landing page, by the navigation', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/pricing`)
      await heading(page, 'Pricing').waitFor()
      await page.getByText('Pro Plans Coming Soon').waitFor()
      expect(await page.getByRole('link', { name: 'Get Early Access' }).getAttribute('href')).toBe('/signup')
      await page.getByText('We acknowledge what you send us within 24 hours.').waitFor()

      const footer = page.getByRole('navigation', { name: 'Footer' })
      await footer.getByRole('link', { name: 'Terms of Service' }).click()
      await heading(page, 'Terms of Service').waitFor()
      await page.getByText('Last updated: January 1, 2024').waitFor()
      await footer.getByRole('link', { name: 'Privacy Policy' }).click()
      await heading(page, 'Privacy Policy').waitFor()
      await page.getByRole('heading', { name: /^GDPR/ }).waitFor()
      await page.getByRole('heading', { name: /^CCPA/ }).waitFor()

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'How it Works' }).click()
      await page.waitForURL(`${site.apiUrl}/#how-it-works`)
      await page.getByRole('heading', { name: 'From nothing to a public URL in three steps' }).waitFor()
      await until('the part is in view', async () => {
        const box = await page.locator('#how-it-works').boundingBox()
        return box !== null && Math.abs(box.y) < 100
      })
    }))

  it('sees on the download page how to install on each system, with the detected one first', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/download`)
      const guide = page.getByRole('tabpanel')
      await page.getByRole('tab', { name: 'Detected' }).waitFor()
      await guide.getByRole('heading', { name: 'Check the version' }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download culvert-agent-1.0.2.tgz' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('culvert-agent-1.0.2.tgz')

      await page.getByRole('tab', { name: 'Windows' }).click()
      await guide.getByText('was tested on Linux', { exact: false }).waitFor()
      await guide.getByText(`culvert login --server ${site.apiUrl}`).waitFor()
      await page.keyboard.press('ArrowRight')
      await guide.getByText('macOS 10.15 or later', { exact: false }).waitFor()
    }))

  it('reads the documentation in order, and finds a part by searching', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/docs`)
      await heading(page, 'Getting started').waitFor()
      for (const title of ['Installation', 'Basic usage', 'Advanced', 'Security', 'Domains']) {
        await page.getByRole('link', { name: `Next: ${title}` }).click()
        await heading(page, title).waitFor()
      }
      await page.getByRole('article').getByText('Contact us for access').waitFor()
      await page.getByRole('link', { name: 'Previous: Security' }).waitFor()

      await page.getByLabel('Search the documentation').fill('exit cod')
      await page.getByRole('link', { name: /^Basic usage: Exit codes/ }).click()
      await page.waitForURL(`${site.apiUrl}/docs/basic-usage#exit-codes`)
      await page.getByRole('heading', { name: 'Exit codes' }).waitFor()
      await page.getByLabel('Search the documentation').fill('zzzz')
      await page.getByText('Nothing found. Try another word.').waitFor()

      await page.goto(`${site.apiUrl}/docs/no-such-section`)
      await heading(page, 'Page not found').waitFor()
      await page.getByRole('link', { name: 'Go to the home page' }).waitFor()
    }))

  it('sends a message to the operator, and sees which field is missing or invalid', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/contact`)
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText('Enter your message').waitFor()
      await page.getByLabel('Name').fill('Grace')
      await page.getByLabel('Email').fill('grace')
      await page.getByLabel('Subject').fill('Hello')
      await page.getByRole('textbox', { name: 'Message' }).fill('A question')
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText('Invalid email format').waitFor()
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText("Your message has been sent. We'll get back to you shortly.").waitFor()
      expect(await page.getByLabel('Subject').inputValue()).toBe('')
    }))

  it('reports an issue with a form that the query string prefills', () =>
    browser(async (page) => {
      const query = new URLSearchParams({
        type: 'security',
        title: 'A title',
        description: 'A description',
        priority: 'high',
        environment: 'Ubuntu',
        version: '1.0.2',
        email: 'grace@example.com',
      })
      await page.goto(`${site.apiUrl}/report-issue?${query.toString()}`)
      await page.getByRole('radio', { name: /^Security/, checked: true }).waitFor()
      expect(await page.getByLabel('Title').inputValue()).toBe('A title')
      expect(await page.getByLabel('Priority').inputValue()).toBe('high')
      await page.getByLabel('Steps to reproduce').waitFor()
      await page.getByRole('radio', { name: /^Feature/ }).check()
      expect(await page.getByLabel('Steps to reproduce').count()).toBe(0)
      await page.getByRole('button', { name: 'Submit issue' }).click()
      await page.getByText("Your issue has been submitted successfully! We'll get back to you soon.").waitFor()
    }))

  it('sees "Page not found" with the request id at an unknown path', () =>
    browser(async (page) => {
      const response = await page.goto(`${site.apiUrl}/no-such-page`)
      await heading(page, 'Page not found').waitFor()
      await page.getByText(response?.headers()['x-request-id'] ?? '-').waitFor()
      await page.getByRole('link', { name: 'Go to the home page' }).click()
      await heading(page, 'A public URL for the app on your machine').waitFor()
    }))
})
