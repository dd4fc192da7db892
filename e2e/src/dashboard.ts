import type { Page } from 'playwright-core'
import { SignInDocument } from './control/control.generated.ts'
import type { Site } from './culvert.ts'
import type { Person } from './people.ts'

/** Waits until nothing loads any more: content that arrives above a button moves it away from the pointer. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page
    .locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
    .first()
    .waitFor({ state: 'detached' })
}

/**
 * Resolves in the browser once a page has its title, or reports what it cannot show. It checks at each frame: a wait for a part of the
 * page checks less and less often, eventually twice a second.
 */
const untilDrawn = `new Promise((resolve) => {
  const look = () => (document.querySelector('h1, [role="alert"]') ? resolve() : requestAnimationFrame(look))
  look()
})`

/** Opens a page of the dashboard for a person who is not signed in yet: signs in first, without the form. */
export async function openAs(
  page: Page,
  { apiUrl }: Pick<Site, 'apiUrl'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path: string,
) {
  // The browser stores the answer's cookie.
  const answer = await page.request.post(`${apiUrl}/graphql`, {
    data: { query: SignInDocument.toString(), variables: { input: { email, password, tokenDelivery: 'COOKIE' } } },
  })
  const { errors } = (await answer.json()) as { errors?: unknown }
  if (errors !== undefined) throw new Error(`${email} cannot sign in: ${JSON.stringify(errors)}`)
  // A refresh token works only once: leaving the page before the next one has arrived signs the person out.
  const refreshed = page.waitForResponse(
    (response) => response.request().postData()?.includes('refreshSession') === true,
  )
  await Promise.all([refreshed, page.goto(`${apiUrl}${path}`)])
  await page.evaluate(untilDrawn)
}

/** Resolves once the app has replaced the page that the server has drawn: forms cannot be filled in before. */
export async function takenOver(page: Page): Promise<void> {
  await page.locator('#root:not([data-served])').waitFor({ state: 'attached' })
}
