import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { planSite, type Site, startStandalone } from '../src/culvert.ts'
import { takenOver } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
const withoutScripts = openBrowser(cleanup, { context: { javaScriptEnabled: false } })
let site: Site

const open = (path: string, init?: RequestInit) => fetch(`${site.apiUrl}${path}`, init)
const read = async (path: string) => await (await open(path)).text()
/** Waits until the served page contains a text. */
const untilServed = (path: string, text: string) => until(text, async () => (await read(path)).includes(text))

/** The text of the page's source, without scripts. */
const textOf = (html: string) =>
  html
    .replace(/^[^]*<body>/, '')
    .replace(/<script[^]*$/, '')
    .replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  await untilServed('/', '<h1')
})

describe('a public page, as served', () => {
  it.each([
    [
      '/',
      'A public URL for your local app · Culvert',
      'A public URL for the app on your machine',
      'Back after every loss',
    ],
    ['/pricing', 'Pricing · Culvert', 'Pricing', 'Nothing. You need no card'],
    ['/download', 'Download · Culvert', 'Download the agent', 'npm install -g http://localhost'],
    ['/docs', 'Getting started · Documentation · Culvert', 'Getting started', 'Previous and next section'],
    ['/docs/errors', 'Errors · Documentation · Culvert', 'Errors', 'CONFLICT'],
    [
      '/docs/reference',
      'API reference · Documentation · Culvert',
      'API reference',
      'One gateway, live or deleted, of an account',
    ],
    ['/contact', 'Contact · Culvert', 'Contact us', 'How soon do I hear from you?'],
    ['/report-issue', 'Report an Issue · Culvert', 'Report an Issue', 'What helps us'],
    ['/terms', 'Terms of Service · Culvert', 'Terms of Service', 'Last updated: January 1, 2024'],
    ['/privacy', 'Privacy Policy · Culvert', 'Privacy Policy', 'What we keep'],
  ])('has its title, description, heading and text: %s', async (path, title, heading, text) => {
    const html = await read(path)
    expect(html).toContain(`<title>${title}</title>`)
    expect(metaOf(html, 'og:title')).toBe(title)
    expect(metaOf(html, 'description')?.length).toBeGreaterThan(20)
    expect(metaOf(html, 'og:url')).toMatch(new RegExp(`^${site.apiUrl}${path}`))
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]).toBe(heading)
    expect(path === '/docs' ? html : textOf(html).replaceAll(/\s+/g, ' ')).toContain(text)
    // The content security policy forbids inline scripts.
    expect(html).not.toMatch(/<script(?![^>]* (?:src|type="application\/json"))/)
  })

  it.each(['/signin', '/signup'])(
    'has a title and a description, but no content, if it is a form: %s',
    async (path) => {
      const html = await read(path)
      expect(html).toMatch(/<title>Sign (in|up) · Culvert<\/title>/)
      expect(metaOf(html, 'description')?.length).toBeGreaterThan(20)
      expect(html).toContain('<div id="root" data-served></div>')
    },
  )

  it('names a PNG picture of the installation, with its actual size', async () => {
    const html = await read('/')
    const picture = Buffer.from(await (await fetch(metaOf(html, 'og:image') ?? '')).arrayBuffer())
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)].map(String)).toEqual([
      metaOf(html, 'og:image:width'),
      metaOf(html, 'og:image:height'),
    ])
  })

  it('is answered with 404 and "noindex" at an unknown path', async () => {
    for (const path of ['/nowhere', '/docs/nowhere']) {
      const response = await open(path)
      expect([path, response.status]).toEqual([path, 404])
      const html = await response.text()
      expect(html).toContain('<title>Page not found · Culvert</title>')
      expect(metaOf(html, 'robots')).toBe('noindex')
    }
  })

  it('is listed in the sitemap, unlike the dashboard', async () => {
    const robots = await read('/robots.txt')
    expect(robots).toContain('Disallow: /admin\n')
    const sitemap = await (await fetch(/Sitemap: (.*)/.exec(robots)?.[1] ?? '')).text()
    const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
    expect(paths).toEqual(expect.arrayContaining(['/', '/pricing', '/docs/security', '/privacy']))
    expect(paths.filter((path) => path.startsWith('/admin'))).toEqual([])
  })
})

describe('a browser without scripts', () => {
  it('shows the pages, styled', () =>
    withoutScripts(async (page) => {
      for (const [path, heading] of [
        ['/', 'A public URL for the app on your machine'],
        ['/pricing', 'Pricing'],
        ['/docs/security', 'Security'],
      ] as const) {
        await page.goto(`${site.apiUrl}${path}`)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        expect(
          await page
            .locator('header')
            .first()
            .evaluate((header) => header.clientWidth > 0),
        ).toBe(true)
      }
      await page.getByRole('link', { name: 'Pricing' }).first().click()
      await page.getByRole('heading', { name: 'Pricing', level: 1 }).waitFor()
    }))
})

const watching = `
  window.shift = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value })
    .observe({ type: 'layout-shift', buffered: true })
`

/** Evaluates to whether the page that the server has rendered is complete, with its style sheets and fonts. */
const isStyled = `
  document.readyState !== 'loading' && document.fonts.status === 'loaded' &&
    [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)
`

describe('the app that takes over', () => {
  it('loads the API reference only on its own page', () =>
    browser(async (page) => {
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      const isLoaded = () => loaded.some((url) => url.includes('/ApiReference-'))
      for (const path of ['/', '/docs', '/docs/api']) {
        await page.goto(`${site.apiUrl}${path}`)
        await takenOver(page)
        expect([path, isLoaded()]).toEqual([path, false])
      }
      await page.getByRole('link', { name: 'API reference', exact: true }).click()
      await page.getByRole('heading', { name: 'AgentConnection' }).waitFor()
      expect(isLoaded()).toBe(true)
    }))

  it.each(['/', '/pricing', '/download', '/docs/installation', '/docs/reference', '/contact'])(
    'shifts nothing, and keeps the focus and the scroll position: %s',
    (path) =>
      browser(async (page) => {
        await page.setViewportSize({ width: 390, height: 700 })
        await page.addInitScript(watching)
        const scripts = Promise.withResolvers<void>()
        await page.route('**/assets/*Page-*.js', async (route) => {
          await scripts.promise
          await route.fallback()
        })
        await page.goto(`${site.apiUrl}${path}`, { waitUntil: 'commit' })
        const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })
        await link.waitFor()
        await until('the styles of the page', () => page.evaluate<boolean>(isStyled))
        await link.focus()
        const before = await page.evaluate<number>('scrollY')
        expect(before).toBeGreaterThan(0)
        const height = await page.evaluate<number>('document.documentElement.scrollHeight')

        scripts.resolve()
        await takenOver(page)
        expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Privacy Policy')
        expect(await page.evaluate<number>('scrollY')).toBe(before)
        expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBe(height)
        expect(await page.evaluate<number>('window.shift')).toBeLessThan(0.01)
        expect(await page.locator('[inert]').count()).toBe(0)
      }),
  )

  it('does not show "Get Started" to a remembered user, even before it has loaded', () =>
    browser(async (page) => {
      await page.addInitScript(`localStorage.setItem('culvert:active-account', 'x')`)
      await page.route('**/assets/index-*.js', (route) => route.abort())
      await page.goto(site.apiUrl)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByRole('link', { name: 'Get Started' }).isVisible()).toBe(false)
    }))
})

describe("the operator's settings", () => {
  it('are shown on the pages as text: name, prices and an alert', async () => {
    const hostile = '<script>alert(1)</script>&"'
    await operate(site, 'site', 'brand', hostile)
    await untilServed('/pricing', 'Pricing · &lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;</title>')
    expect(await read('/pricing')).not.toContain('<script>alert')

    await operate(site, 'site', 'alert', 'set', `Back at noon ${hostile}`)
    await untilServed('/', 'Back at noon')
    expect(await read('/')).not.toContain('<script>alert')

    expect(await read('/pricing')).not.toContain('$12')
    await operate(site, 'site', 'switch', 'plan-changes', 'manual')
    await untilServed('/pricing', '$12')
  })

  it('never show an alert again to a visitor who has dismissed it', async () => {
    const [, id = ''] = /data-alert="([^"]+)"/.exec(await read('/')) ?? []
    await browser(async (page) => {
      await page.route('**/assets/index-*.js', (route) => route.abort())
      await page.goto(site.apiUrl)
      expect(await page.getByText('Back at noon').isVisible()).toBe(true)
      await page.evaluate((closed) => localStorage.setItem('culvert:dismissed-alert', JSON.stringify(closed)), id)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByText('Back at noon').isVisible()).toBe(false)
    })
  })
})
