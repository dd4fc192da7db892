import { describe, expect, it } from 'vitest'
import { launchBrowser } from '../src/chromium.ts'

describe('the browser of these tests', () => {
  it('starts on a machine without a browser, and has a font', async () => {
    const browser = await launchBrowser({ ...process.env, CHROMIUM_PATH: '', PATH: '' })
    const page = await browser.newPage()
    await page.setContent('<button>Sign up</button>')
    expect((await page.getByRole('button', { name: 'Sign up' }).boundingBox())?.width).toBeGreaterThan(50)
    await browser.close()
  })
})
