import type { Page } from 'playwright-core'
import { SignInDocument } from './control/control.generated.ts'
import type { Site } from './culvert.ts'
import type { Person } from './people.ts'

/** Waits until nothing loads any more: what arrives above a button moves it away from the pointer. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page
    .locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
    .first()
    .waitFor({ state: 'detached' })
}

/**
 * Resolves in the browser once a page has its title, or says what it cannot show. It asks at each frame: a wait for a part of the
 * page asks less and less often, twice a second in the end.
 */
const untilDrawn = `new Promise((resolve) => {
  const look = () => (document.querySelector('h1, [role="alert"]') ? resolve() : requestAnimationFrame(look))
  look()
})`

/** Opens a page of the dashboard as somebody who is not signed in yet: signs in before, without the form. */
export async function openAs(
  page: Page,
  { apiUrl }: Pick<Site, 'apiUrl'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path: string,
) {
  // The browser keeps the cookie of the answer.
  const answer = await page.request.post(`${apiUrl}/graphql`, {
    data: { query: SignInDocument.toString(), variables: { input: { email, password, tokenDelivery: 'COOKIE' } } },
  })
  const { errors } = (await answer.json()) as { errors?: unknown }
  if (errors !== undefined) throw new Error(`${email} cannot sign in: ${JSON.stringify(errors)}`)
  // A refresh token serves once: who leaves the page before the next one has come is signed out.
  const refreshed = page.waitForResponse(
    (response) => response.request().postData()?.includes('refreshSession') === true,
  )
  await Promise.all([refreshed, page.goto(`${apiUrl}${path}`)])
  await page.evaluate(untilDrawn)
}

/** Resolves once the app has taken the place of the page that the server has drawn: forms cannot be filled in before. */
export async function takenOver(page: Page): Promise<void> {
  await page.locator('#root:not([data-served])').waitFor({ state: 'attached' })
}
