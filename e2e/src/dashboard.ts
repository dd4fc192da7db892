import type { Page } from 'playwright-core'
import type { Site } from './culvert.ts'
import type { Person } from './people.ts'

/** Opens a page of the dashboard as somebody who is not signed in yet: signs in on the way. */
export async function openAs(page: Page, site: Site, person: Pick<Person, 'email' | 'password'>, path: string) {
  await page.goto(`${site.apiUrl}${path}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${site.apiUrl}${path}`)
}
