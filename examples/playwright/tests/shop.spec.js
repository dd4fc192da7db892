import { test as base, expect } from '@playwright/test'
import { listen } from '@culvert/agent'
import { createShop } from '../shop.js'

/** Gives each worker a shop with a public URL, which the browser opens and services on the internet can call. */
const test = base.extend({
  shopUrl: [
    // Playwright asks for a pattern here, though this fixture needs no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const tunnel = await listen(createShop())
      await use(tunnel.url)
      await tunnel.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
})

test('thanks the customer once the payment service has called', async ({ page, shopUrl }) => {
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Waiting for your payment')

  // What the payment service does, from its own network.
  const { status } = await fetch(`${shopUrl}/webhooks/payment`, { method: 'POST' })
  expect(status).toBe(204)

  await page.reload()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
})
