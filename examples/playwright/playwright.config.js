import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests',
  reporter: 'list',
  // `npx playwright install chromium` downloads a browser; CHROMIUM_PATH names one that is there already.
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] } },
})
