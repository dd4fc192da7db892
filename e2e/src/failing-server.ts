import type { Page, Route } from 'playwright-core'

/** The answer of a proxy whose server fails. */
const proxyFailure = { status: 500, body: 'failed' }

/** Fails each request to the API whose operation matches, until the page's routes are removed. */
export async function failOperations(page: Page, operations: RegExp): Promise<void> {
  await page.route('**/graphql', (route) =>
    operations.test(route.request().postData() ?? '') ? route.fulfill(proxyFailure) : route.continue(),
  )
}

// Records the click before the button's own listener calls the API.
const retryObserver = `document.addEventListener('click', ({ target }) => {
  if (target.closest('button')?.textContent === 'Try again') document.documentElement.dataset.triedAgain = ''
}, { capture: true })`

/**
 * Makes the API fail until the reader clicks "Try again". The page may retry on its own before that, at any time; that fails too, so that
 * only the click brings the answer.
 */
export async function failUntilRetried(
  page: Page,
  { operation = '', answer = proxyFailure }: { operation?: string; answer?: Parameters<Route['fulfill']>[0] } = {},
): Promise<void> {
  // For the current page, and for those that follow it.
  await page.evaluate(retryObserver)
  await page.addInitScript(retryObserver)
  // A page that is being left can report nothing, and needs no answer.
  const hasRetried = () => page.evaluate<boolean>(`'triedAgain' in document.documentElement.dataset`).catch(() => false)
  await page.route('**/graphql', async (route) => {
    const concerned = route.request().postData()?.includes(operation) === true
    await (concerned && !(await hasRetried()) ? route.fulfill(answer) : route.continue())
  })
}
